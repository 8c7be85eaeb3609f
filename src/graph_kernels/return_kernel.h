// The kernel of return probabilities (RetGK-I): the mean of exp(-|p - q| / scale) over all pairs of nodes with equal
// labels, p and q being the probabilities to be back after 1 .. 50 steps (node_maps/return_features.h), and 0 for pairs
// of nodes with other labels. Its squared distance is the squared maximum mean discrepancy of the two sets of nodes.
//
// The scale is the median of |p - q| over five nodes of each graph (of at most 400 graphs). Nodes of a graph with the
// same label and probabilities are counted together. Cost of a pair: O(50 n n') for the pairs that match. Reference:
// Zhang et al., RetGK: graph kernels based on return probabilities of random walks, NeurIPS 2018.
#pragma once

#include <memory>

#include "graph_kernels/pair_kernel.h"

namespace awe::graph_kernels {

[[nodiscard]] std::unique_ptr<const PairKernel> return_kernel();

}  // namespace awe::graph_kernels
