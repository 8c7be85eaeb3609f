// Graphs with numbers as the items of a regression, and what a regression needs of its options.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "awe/error.h"
#include "awe/recipe.h"
#include "evaluation/graph_set.h"

namespace awe::regression {

// `numbers` has one row per graph and one column per name. Throws Error(usage) for another number of them, and for one
// that is not finite.
[[nodiscard]] evaluation::GraphSet number_set(std::span<const Graph> graphs, std::span<const double> numbers,
                                              const std::vector<std::string>& names);

// Throws Error(usage) for a machine that does not predict numbers (only ridge, svm and automatic do), and for a set
// without numbers.
void check(Machine machine, const folds::ItemNumbers& numbers);

}  // namespace awe::regression
