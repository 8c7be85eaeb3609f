// Small graphs for tests, written so that they are easy to read.
#pragma once

#include <initializer_list>
#include <utility>
#include <vector>

#include "awe/graph.h"
#include "awe/graph_builder.h"

namespace awe::test {

struct WeightedEdge {
  NodeId from, to;
  double weight = 1.0;
};

[[nodiscard]] Graph make_graph(NodeId nodes, const std::vector<std::pair<NodeId, NodeId>>& edges,
                               const BuildOptions& policy = {});
[[nodiscard]] Graph make_weighted_graph(NodeId nodes, const std::vector<WeightedEdge>& edges, BuildOptions policy = {});

[[nodiscard]] Graph path_graph(NodeId nodes);
[[nodiscard]] Graph cycle_graph(NodeId nodes);
[[nodiscard]] Graph complete_graph(NodeId nodes);
[[nodiscard]] Graph star_graph(NodeId leaves);  // node 0 is the centre

// All connected labelled undirected graphs with this many nodes (for 5 nodes: 728).
[[nodiscard]] std::vector<Graph> connected_graphs(NodeId nodes);

}  // namespace awe::test
