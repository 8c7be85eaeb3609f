// The flags that define how graphs are classified: a recipe by name or by features, and its limits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "awe/recipe.h"

namespace CLI {
class App;
}

namespace awe::cli {

struct RecipeFlags {
  std::string recipe = "auto";
  std::string features;              // instead of a recipe
  std::optional<BaseKernel> kernel;  // of the blocks of `features`
  std::uint64_t walks = 100'000;
  double budget = 1e9;
  std::uint64_t memory = std::uint64_t{4} << 30;

  MachineOptions machine = {};

  void declare(CLI::App& verb);
  // --machine and its options; `automatic` says what auto means.
  void declare_machine(CLI::App& verb, const std::string& automatic);
  [[nodiscard]] std::vector<KernelRecipe> candidates(const DataTraits& traits) const;
};

}  // namespace awe::cli
