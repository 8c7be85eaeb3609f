#include "recipe_options.h"

#include <CLI/CLI.hpp>

#include "whole_number.h"

namespace awe::cli {

void RecipeOptions::declare(CLI::App& verb) {
  std::string names;
  for (const std::string_view name : kRecipeNames) names += (names.empty() ? "" : ", ") + std::string(name);
  auto* option = verb.add_option("--recipe", recipe, names)
                     ->check(CLI::IsMember(std::vector<std::string>(std::begin(kRecipeNames), std::end(kRecipeNames))))
                     ->capture_default_str();
  verb.add_option("--features", features, "Blocks of features in the place of a recipe: docs/features.md")
      ->excludes(option);
  verb.add_option("--kernel", kernel,
                  "Of the blocks of --features: hellinger (default), linear, intersection, chi2, cosine")
      ->check(CLI::IsMember({"hellinger", "linear", "intersection", "chi2", "cosine"}));
  verb.add_option("--walks", walks, "Walks a graph, where walks are sampled")
      ->check(whole_number())
      ->capture_default_str();
  verb.add_option("--memory", memory, "Bytes that matrices may take")
      ->transform(CLI::AsSizeValue(false))
      ->capture_default_str();
}

std::optional<BaseKernel> RecipeOptions::base_kernel() const {
  return kernel.empty() ? std::nullopt : base_kernel_of_name(kernel);
}

std::vector<KernelRecipe> RecipeOptions::candidates(const DataTraits& traits) const {
  if (features.empty()) return recipes_of_name(recipe, traits);
  KernelRecipe made = recipe_of_features(parse_features(features));
  for (Channel& channel : made.channels) {
    // size and ldp stay linear.
    if (channel.kernel == BaseKernel::hellinger) channel.kernel = base_kernel().value_or(BaseKernel::hellinger);
  }
  return {made};
}

}  // namespace awe::cli
