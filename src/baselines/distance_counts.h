// Shortest paths: how many ordered pairs of different nodes have each distance, or each triple (label, distance,
// label). Their inner product is the shortest-path kernel.
//
// Distances are numbers of arcs, found by a breadth-first search from every node; weights do not count, pairs without a
// path are left out. Cost: O(nodes (nodes + arcs)), and memory for one table of triples.
// Reference: Borgwardt & Kriegel, Shortest-path kernels on graphs, ICDM 2005.
#pragma once

#include <memory>

#include "awe/label_rule.h"
#include "baselines/graph_map.h"

namespace awe::baselines {

// One section. `labels` of nodes only; without any, distances alone are counted.
[[nodiscard]] std::unique_ptr<const GraphMap> distance_counts(const LabelRule& labels);

}  // namespace awe::baselines
