// Return probabilities of nodes as vectors of graphs (RetGK-II): for each node, the probabilities to be back after
// 1 .. 50 steps of a walk that may also stay (on A + I); random Fourier features of these numbers (Gaussian kernel
// exp(-10 |p - q|^2)), summed over the nodes of each label and divided by the number of nodes.
//
// An inner product of two graphs is then the mean of k(p, q) over pairs of nodes with equal labels, and the squared
// distance is the squared maximum mean discrepancy. The features depend on their number alone, not on a seed or on the
// data. Directions, weights and self-loops do not count. Cost: 25 products of the matrix with n vectors.
// References: Zhang et al., RetGK: graph kernels based on return probabilities of random walks, NeurIPS 2018; Rahimi &
// Recht, Random features for large-scale kernel machines, NIPS 2007.
#pragma once

#include <cstdint>
#include <memory>

#include "awe/label_rule.h"
#include "baselines/graph_map.h"
#include "graph/simple_graph.h"

namespace awe::node_maps {

inline constexpr std::size_t kReturnSteps = 50;

// One section: `features` columns, or as many keys for each label of nodes.
[[nodiscard]] std::unique_ptr<const baselines::GraphMap> return_features(const LabelRule& labels,
                                                                         std::uint32_t features);

// The probabilities of all nodes, kReturnSteps each.
[[nodiscard]] std::vector<double> return_probabilities(const graph::SimpleGraph& graph);

}  // namespace awe::node_maps
