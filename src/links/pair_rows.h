// Features of pairs of nodes, from a graph that does not have the edges to predict: the mean of the rows of both ends
// (roles), and what walks between the ends say (proximity): log(1 + n p_t) for the probability p_t that a walk of
// t = 2, 3, 4 steps from one end is at the other, in the mean of both directions, and the sum and the difference of the
// logarithms of 1 + degree. Proximity is centred and scaled by the training pairs. Also the scores of other methods.
// Cost: the rows of all nodes, and O(edges) per node that occurs in a pair.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/run_options.h"
#include "evaluation/matrix_set.h"
#include "links/link_parts.h"

namespace awe::links {

struct PairOptions {
  std::vector<KernelRecipe> roles = {};  // recipes for the ends; the first is used
  std::uint64_t walks = 100'000;         // per node, where walks are sampled
  bool self_loops = false;
  RunOptions run = {};
};

// The pairs as rows with the classes "edge" and "other", and recipes for them: roles, proximity, and both. The first
// `train` pairs are those of the training part.
[[nodiscard]] evaluation::MatrixSet pair_set(const Graph& known, std::span<const Pair> pairs,
                                             std::span<const int> is_edge, std::size_t train,
                                             const PairOptions& options);

// Scores of pairs by what others use (L. Adamic, E. Adar, Friends and neighbors on the Web, Social Networks 25, 2003).
struct PairScores {
  std::vector<double> common_neighbours;  // number of common neighbours
  std::vector<double> adamic_adar;        // their sum of 1 / log(degree)
  std::vector<double> degrees;            // product of the degrees
};
[[nodiscard]] PairScores pair_scores(const Graph& known, std::span<const Pair> pairs);

}  // namespace awe::links
