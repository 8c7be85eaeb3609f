// The nodes that a search on a plain graph has visited, in order. For every node it keeps which visited nodes are
// adjacent, as bits by position, and how many of its neighbours are fresh (unvisited). Cost: O(degree) to visit or
// leave a node.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "exact_walks/prepared_graph.h"

namespace awe::exact_walks {

class VisitedNodes {
 public:
  using Bits = std::uint32_t;
  struct Node {
    double inverse_degree = 0;
    Bits toward = 0;         // visited nodes adjacent to it
    std::int32_t fresh = 0;  // number of neighbours that are not visited
    NodeId twin_class = 0;
    bool visited = false;
  };

  explicit VisitedNodes(const PreparedGraph& prepared)
      : prepared_(prepared), nodes_(prepared.graph->num_nodes()), class_visits_(prepared.twins.members.size(), 0) {
    for (NodeId u = 0; u < nodes_.size(); ++u) {
      nodes_[u] = {prepared.inverse_degree[u], 0, static_cast<std::int32_t>(prepared.graph->degree(u)),
                   prepared.twins.class_of[u], false};
    }
  }

  [[nodiscard]] int used() const noexcept { return used_; }
  [[nodiscard]] NodeId at(int place) const noexcept { return visited_[static_cast<std::size_t>(place)]; }
  [[nodiscard]] const Node& operator[](NodeId node) const noexcept { return nodes_[node]; }
  [[nodiscard]] const Node& place(int place) const noexcept { return nodes_[at(place)]; }

  void visit(NodeId node) {
    const Bits own = Bits{1} << used_;
    for (const NodeId y : prepared_.graph->neighbours(node)) {
      nodes_[y].toward |= own;
      --nodes_[y].fresh;
    }
    nodes_[node].visited = true;
    ++class_visits_[nodes_[node].twin_class];
    visited_[static_cast<std::size_t>(used_++)] = node;
  }
  void leave() {
    const NodeId node = at(--used_);
    const Bits others = ~(Bits{1} << used_);
    for (const NodeId y : prepared_.graph->neighbours(node)) {
      nodes_[y].toward &= others;
      ++nodes_[y].fresh;
    }
    nodes_[node].visited = false;
    --class_visits_[nodes_[node].twin_class];
  }

  // The unvisited members of a class of twins: how many there are, and the first of them, which must exist.
  [[nodiscard]] std::uint32_t fresh_members(NodeId twin_class) const noexcept {
    return static_cast<std::uint32_t>(prepared_.twins.members[twin_class].size()) - class_visits_[twin_class];
  }
  [[nodiscard]] NodeId fresh_member(NodeId twin_class) const noexcept {
    auto member = prepared_.twins.members[twin_class].begin();
    while (nodes_[*member].visited) ++member;
    return *member;
  }
  // The same for a group of neighbours: one of the unvisited members, and how many there are.
  struct FreshMembers {
    NodeId first;
    std::uint32_t size;
  };
  [[nodiscard]] FreshMembers fresh_of(const PreparedGraph::Group& group) const noexcept {
    if (group.alone) return {group.first, nodes_[group.first].visited ? 0u : 1u};
    const std::uint32_t size = fresh_members(group.twin_class);
    return {size == 0 ? group.first : fresh_member(group.twin_class), size};
  }

 private:
  const PreparedGraph& prepared_;
  int used_ = 0;
  std::array<NodeId, kMaxWalkLength + 2> visited_{};
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> class_visits_;
};

}  // namespace awe::exact_walks
