// The simple undirected graph below any graph: arcs without direction and weight, no self-loops; rows ascend. Cost:
// O(nodes + arcs), or O(arcs log degree) if the graph is directed.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "awe/graph.h"

namespace awe::graph {

struct SimpleGraph {
  explicit SimpleGraph(const Graph& graph);
  // From rows that are all this already.
  SimpleGraph(std::vector<std::uint64_t> row_offsets, std::vector<NodeId> row_targets)
      : offsets(std::move(row_offsets)), targets(std::move(row_targets)) {}
  std::vector<std::uint64_t> offsets;
  std::vector<NodeId> targets;

  [[nodiscard]] NodeId num_nodes() const noexcept { return static_cast<NodeId>(offsets.size() - 1); }
  [[nodiscard]] std::uint64_t num_edges() const noexcept { return targets.size() / 2; }
  [[nodiscard]] std::uint32_t degree(NodeId u) const noexcept {
    return static_cast<std::uint32_t>(offsets[u + 1] - offsets[u]);
  }
  [[nodiscard]] std::span<const NodeId> neighbours(NodeId u) const noexcept {
    return std::span(targets).subspan(offsets[u], degree(u));
  }
};

}  // namespace awe::graph
