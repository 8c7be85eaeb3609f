#include "labels/ring_sizes.h"

#include <algorithm>
#include <array>
#include <utility>

namespace awe::labels {
namespace {

using graph::SimpleGraph;

// Whether a node is left when nodes of degree 0 and 1 are removed until there are none.
std::vector<bool> without_trees(const SimpleGraph& graph) {
  const NodeId n = graph.num_nodes();
  std::vector<std::uint32_t> degree(n);
  std::vector<bool> left(n, true);
  std::vector<NodeId> removed;
  const auto remove = [&](NodeId u) {
    left[u] = false;
    removed.push_back(u);
  };
  for (NodeId u = 0; u < n; ++u) {
    degree[u] = graph.degree(u);
    if (degree[u] < 2) remove(u);
  }
  for (std::size_t i = 0; i < removed.size(); ++i) {
    for (const NodeId v : graph.neighbours(removed[i])) {
      if (left[v] && --degree[v] < 2) remove(v);
    }
  }
  return left;
}

// The length of a shortest path between the ends of an edge that does not use it, by two searches that meet.
class DetourSearch {
 public:
  DetourSearch(const SimpleGraph& graph, const std::vector<bool>& left) : graph_(graph), left_(left) {
    for (Side& side : sides_) side.distance.assign(graph.num_nodes(), kFar);
  }

  // 0: longer than `longest`.
  [[nodiscard]] std::uint32_t length(NodeId from, NodeId to, std::uint32_t longest) {
    const std::array<NodeId, 2> ends = {from, to};
    for (std::size_t s = 0; s < 2; ++s) sides_[s].reach(ends[s], 0);
    std::uint32_t found = 0;
    while (found == 0 && sides_[0].depth + sides_[1].depth < longest) {
      const std::size_t s = arcs_ahead(sides_[0]) <= arcs_ahead(sides_[1]) ? 0 : 1;
      if (sides_[s].layer.empty()) break;
      found = grow(sides_[s], sides_[1 - s], ends);
    }
    for (Side& side : sides_) side.forget();
    return found;
  }

 private:
  static constexpr std::uint32_t kFar = ~std::uint32_t{0};

  struct Side {
    std::vector<std::uint32_t> distance;  // by node; kFar: not reached
    std::vector<NodeId> layer;            // the nodes at distance `depth`
    std::vector<NodeId> reached;
    std::uint32_t depth = 0;

    void reach(NodeId node, std::uint32_t at) {
      distance[node] = at;
      layer.push_back(node);
      reached.push_back(node);
    }
    void forget() {
      for (const NodeId node : reached) distance[node] = kFar;
      reached.clear();
      layer.clear();
      depth = 0;
    }
  };

  [[nodiscard]] std::uint64_t arcs_ahead(const Side& side) const {
    std::uint64_t arcs = 0;
    for (const NodeId u : side.layer) arcs += graph_.degree(u);
    return arcs;
  }

  // Adds a layer to a side; returns the length of a path if it meets the other side. Both sides are whole layers, so
  // all meetings of one layer have the same length.
  [[nodiscard]] std::uint32_t grow(Side& side, const Side& other, const std::array<NodeId, 2>& ends) {
    const std::vector<NodeId> layer = std::exchange(side.layer, {});
    ++side.depth;
    for (const NodeId u : layer) {
      for (const NodeId v : graph_.neighbours(u)) {
        const bool the_edge = (u == ends[0] && v == ends[1]) || (u == ends[1] && v == ends[0]);
        if (the_edge || !left_[v] || side.distance[v] != kFar) continue;
        if (other.distance[v] != kFar) return side.depth + other.depth;
        side.reach(v, side.depth);
      }
    }
    return 0;
  }

  const SimpleGraph& graph_;
  const std::vector<bool>& left_;
  std::array<Side, 2> sides_;
};

}  // namespace

RingSizes::RingSizes(const Graph& graph)
    : graph_(graph), nodes_(graph_.num_nodes(), 0), arcs_(graph_.targets.size(), 0) {
  const std::vector<bool> left = without_trees(graph_);
  DetourSearch search(graph_, left);
  const auto smaller = [](std::uint8_t& size, std::uint8_t than) { size = size == 0 ? than : std::min(size, than); };
  std::vector<std::uint64_t> next(graph_.offsets.begin(), graph_.offsets.end() - 1);
  for (NodeId u = 0; u < graph_.num_nodes(); ++u) {
    for (std::uint64_t place = graph_.offsets[u]; place < graph_.offsets[u + 1]; ++place) {
      const NodeId v = graph_.targets[place];
      if (v < u) continue;
      // The arc back is the next one of v, since the arcs of v to smaller nodes come in their order.
      const std::uint64_t back = next[v]++;
      if (!left[u] || !left[v]) continue;
      const std::uint32_t detour = search.length(u, v, kLargestRing - 1);
      if (detour == 0) continue;
      const auto size = static_cast<std::uint8_t>(detour + 1);
      arcs_[place] = arcs_[back] = size;
      smaller(nodes_[u], size);
      smaller(nodes_[v], size);
    }
  }
}

std::uint32_t RingSizes::of_edge(NodeId from, NodeId to) const noexcept {
  const auto neighbours = graph_.neighbours(from);
  const auto found = std::lower_bound(neighbours.begin(), neighbours.end(), to);
  if (found == neighbours.end() || *found != to) return 0;
  return arcs_[graph_.offsets[from] + static_cast<std::uint64_t>(found - neighbours.begin())];
}

}  // namespace awe::labels
