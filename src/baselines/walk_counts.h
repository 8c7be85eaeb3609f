// Numbers of walks: W_k = 1' A^k 1, of k steps, or of every sequence of labels that walks of k steps pass. Their inner
// product over k = 0 .. K is the K-step random-walk kernel, without a product graph.
//
// Without labels there is one column per k: O(K arcs). With labels the columns are keys, and the cost is the number of
// pairs (node, sequence that ends there): at most the number of walks, which is known beforehand.
// Reference: Gartner, Flach & Wrobel, On graph kernels, COLT 2003; Sugiyama & Borgwardt, Halting in random walk
// kernels, NIPS 2015.
#pragma once

#include <memory>

#include "awe/label_rule.h"
#include "baselines/graph_map.h"

namespace awe::baselines {

// One section per number of steps first .. last.
[[nodiscard]] std::unique_ptr<const GraphMap> walk_counts(const LabelRule& labels, int first, int last);

}  // namespace awe::baselines
