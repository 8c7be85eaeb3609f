// The decision of a classifier about one graph as a sum over the columns of its features.
//
// The decision of class a against class b is the mean over the model's voters of sum_s c_s K(x, y_s) - rho. Where the
// kernel is linear in the recipe's kernels (KernelShape::linear) and these are sums over columns, the decision is a
// constant plus a sum over columns, and the contributions are its terms: exact up to rounding. Elsewhere the
// contribution of a column is its value times the derivative of the decision with respect to it, at the graph. The bias
// is the decision about a graph without any values; the remainder is what is left of the decision. Cost: a pass over
// the rows of the support vectors for each channel.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "awe/classifier.h"

namespace awe::explanation {

// One column, over all channels that use it.
struct Term {
  std::size_t table = 0;     // of the model's rows
  std::uint64_t column = 0;  // of the table; its last one has what no training graph has
  double value = 0, contribution = 0;
};

struct Decision {
  double value = 0, bias = 0, remainder = 0;  // value = bias + contributions + remainder
  std::vector<Term> terms;                    // by table, then column; columns that the graph has
};

// The decision about each graph of class `a` against class `b` (indices of class_names()), positive for `a`.
[[nodiscard]] std::vector<Decision> decisions(const Classifier& model, std::span<const Graph> graphs, int a, int b,
                                              const Progress& progress = {});
// The same, but only the values, from distances in single precision: as fast as predictions.
[[nodiscard]] std::vector<double> decision_values(const Classifier& model, std::span<const Graph> graphs, int a, int b,
                                                  const RunOptions& run = {});

// The class of each training graph that supports a voter; -1 for the others, whose classes the model does not have.
[[nodiscard]] std::vector<int> training_classes(const Classifier& model);

// The mean over channels of distance / median to every training graph, under the best recipe.
[[nodiscard]] std::vector<double> training_distances(const Classifier& model, const Graph& graph,
                                                     const Progress& progress = {});

}  // namespace awe::explanation
