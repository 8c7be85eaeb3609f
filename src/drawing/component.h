// Connected components of a graph as layouts see them: undirected, without loops, nodes numbered from 0. O(nodes +
// arcs).
#pragma once

#include <cstdint>
#include <vector>

#include "awe/graph.h"

namespace awe::drawing {

struct Component {
  std::vector<NodeId> nodes;                           // of the graph, ascending
  std::vector<std::vector<std::uint32_t>> neighbours;  // by position in `nodes`: positions, ascending, each once
  std::uint64_t num_edges = 0;
  std::vector<bool> entered;  // by position: an arc of a directed graph leads to it

  [[nodiscard]] std::size_t size() const noexcept { return nodes.size(); }
  [[nodiscard]] bool is_tree() const noexcept { return num_edges + 1 == size(); }
  [[nodiscard]] bool is_path() const;      // a tree without branches
  [[nodiscard]] bool is_ring() const;      // at least three nodes, each with two neighbours
  [[nodiscard]] bool is_complete() const;  // at least three nodes, all adjacent
};

// By their smallest node.
[[nodiscard]] std::vector<Component> components_of(const Graph& graph);

}  // namespace awe::drawing
