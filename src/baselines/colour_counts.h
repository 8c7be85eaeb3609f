// Weisfeiler-Lehman colours: how many nodes have each colour after each number of rounds. Their inner product is the
// subtree kernel, their histogram intersection the optimal assignment kernel, half the mean L1 distance of their shares
// the Wasserstein distance.
//
// A colour is a 128-bit key. Round 0: the label of the node. Each further round: the key of the node's colour together
// with the multiset of its neighbours' (edge label, colour), as a sum of well-mixed 128-bit numbers, which needs no
// sorting; two different multisets get the same key with a probability of about 2^-128. An isolated node keeps an empty
// multiset. In a directed graph neighbours are out-neighbours. Cost: O(rounds (nodes log nodes + arcs)).
// References: Shervashidze et al., Weisfeiler-Lehman Graph Kernels, JMLR 2011; Kriege et al., On Valid Optimal
// Assignment Kernels, NIPS 2016; Togninalli et al., Wasserstein Weisfeiler-Lehman Graph Kernels, NeurIPS 2019.
#pragma once

#include <memory>

#include "awe/label_rule.h"
#include "baselines/graph_map.h"

namespace awe::baselines {

// One section per number of rounds first .. last. `labels` are those of round 0; without node labels all nodes start
// with the same colour.
[[nodiscard]] std::unique_ptr<const GraphMap> colour_counts(const LabelRule& labels, int first, int last);

}  // namespace awe::baselines
