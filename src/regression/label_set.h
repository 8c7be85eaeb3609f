// Graphs with classes in several columns, and what these need of their options.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "awe/recipe.h"
#include "awe/run_options.h"
#include "evaluation/graph_set.h"

namespace awe::regression {

// `classes` has one row per graph and one column per name, empty where the class is unknown. Says how many graphs have
// none at all and are left out. Throws Error(usage) for another number of texts, and as folds::labels_of.
[[nodiscard]] evaluation::GraphSet label_set(std::span<const Graph> graphs, std::span<const std::string> classes,
                                             const std::vector<std::string>& names, const Progress& progress);

// Throws Error(usage) for a machine that does not predict several columns, and for a set without columns.
void check(Machine machine, const folds::ItemLabels& labels);

// The first of each column's classes among those of all columns, and their total at the end.
[[nodiscard]] std::vector<std::size_t> first_classes(const folds::ItemLabels& labels);

}  // namespace awe::regression
