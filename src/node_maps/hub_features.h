// Degrees of nodes and their distances from the hub as a vector of the graph: for each node the two numbers ln(1 +
// degree) and min(d, 8), where d is the distance from the nearest node of the largest degree (8 if there is no path);
// random Fourier features of these (Gaussian kernel of bandwidth 1), their mean over nodes, times ln(1 + nodes).
//
// Threads of discussions differ in how far answers are from the first post and where the busy nodes are, which walks
// from nodes all over the graph see little of. The features depend on their number alone, not on a seed or on the data,
// and nodes are added in the order of their two numbers, so that renumbering them changes nothing. Directions, weights
// and self-loops do not count. Cost: O(nodes log nodes + edges + distinct pairs of numbers * features). Reference: the
// definition with a search from every node, in tests/node_maps.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "baselines/graph_map.h"
#include "graph/simple_graph.h"

namespace awe::node_maps {

inline constexpr std::uint32_t kFarFromHub = 8;

// One section of `features` columns.
[[nodiscard]] std::unique_ptr<const baselines::GraphMap> hub_features(std::uint32_t features);

// The second number of all nodes: distances from the nearest node of the largest degree, kFarFromHub at most.
[[nodiscard]] std::vector<std::uint32_t> distances_from_hub(const graph::SimpleGraph& graph);

}  // namespace awe::node_maps
