// The options of awe evaluate: what they are, their help, and which of them make no sense together.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common_flags.h"
#include "evaluate_report.h"
#include "evaluate_twins.h"
#include "input_flags.h"
#include "item_flags.h"
#include "matrices/matrix_reader.h"
#include "recipe_flags.h"
#include "verb.h"

namespace awe::cli {

struct EvaluateFlags {
  InputFlags input;
  RunFlags run;
  RecipeFlags recipe;
  ItemFlags items;
  Level level = Level::graph;  // of the rows: nodes and edges; the graphs around nodes are graphs
  Target target = Target::classes;
  Protocol protocol = Protocol::nested;
  int folds = 10;
  double test_share = 0.2;
  std::optional<int> repeats;
  std::string splits, splits_out;
  std::vector<std::string> compare;  // recipes
  Twins twins = Twins::keep;
  bool transductive = false;
  bool force = false;
  std::vector<std::string> given;  // options given by the user

  [[nodiscard]] bool has(std::string_view name) const {
    return std::find(given.begin(), given.end(), name) != given.end();
  }
  [[nodiscard]] bool matrix() const { return matrices::is_matrix_path(input.path); }
  // What an item is called in messages.
  [[nodiscard]] std::string item() const { return matrix() ? "row" : std::string(to_string(items.items)); }

  void declare(CLI::App& verb);
  // Throws Error(usage) for options that make no sense together.
  void check() const;

 private:
  void declare_protocol(CLI::App& verb);
  void check_level() const;
};

}  // namespace awe::cli
