// The size of the smallest ring (cycle) through each edge and each node, labels that say what short walks see only in
// part: a bond of a six-ring is another kind of bond than one in a chain.
//
// The smallest ring through an edge is a shortest path between its ends without the edge. It is found by searches from
// both ends that grow layer by layer, the one with fewer arcs ahead of it first, until they meet. Nodes that are left
// over when leaves are removed again and again have no ring and are not searched. The size of a node is the smallest of
// its edges. Directions, weights and self-loops do not count. Cost: O(nodes + arcs), and for each edge that is left
// O(arcs within four steps of its ends), much less where rings are small. Reference: shortest paths without one edge,
// in tests/labels.
#pragma once

#include <cstdint>
#include <vector>

#include "awe/graph.h"
#include "graph/simple_graph.h"

namespace awe::labels {

// Larger rings do not count.
inline constexpr std::uint32_t kLargestRing = 8;

class RingSizes {
 public:
  explicit RingSizes(const Graph& graph);

  // 0: no ring of at most kLargestRing nodes.
  [[nodiscard]] std::uint32_t of_node(NodeId node) const noexcept { return nodes_[node]; }
  // Of two nodes that an arc joins; 0 for a self-loop.
  [[nodiscard]] std::uint32_t of_edge(NodeId from, NodeId to) const noexcept;

 private:
  graph::SimpleGraph graph_;
  std::vector<std::uint8_t> nodes_, arcs_;
};

}  // namespace awe::labels
