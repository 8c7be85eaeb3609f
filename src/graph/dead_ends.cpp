#include "graph/dead_ends.h"

#include <span>
#include <utility>
#include <vector>

namespace awe::graph {

bool has_dead_ends(const Graph& graph) noexcept {
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    if (graph.degree(u) == 0) return true;
  }
  return false;
}

Graph with_ways_back(const Graph& graph) {
  if (!graph.directed() || !has_dead_ends(graph)) return graph;
  const NodeId n = graph.num_nodes();
  std::vector<std::uint64_t> offsets(std::size_t{n} + 1, 0);
  for (NodeId u = 0; u < n; ++u) {
    offsets[u + 1] += graph.degree(u);
    for (const NodeId v : graph.neighbours(u)) offsets[v + 1] += graph.degree(v) == 0 ? 1 : 0;
  }
  for (NodeId u = 0; u < n; ++u) offsets[u + 1] += offsets[u];
  // From old to new places: each old row is copied, and each arc into a dead end is added to that row. Sources come in
  // ascending order, so rows are sorted.
  std::vector<std::uint64_t> old_place(offsets.back()), filled(offsets.begin(), offsets.end() - 1);
  std::vector<NodeId> targets(offsets.back());
  for (NodeId u = 0; u < n; ++u) {
    for (std::uint64_t place = graph.offsets()[u]; place < graph.offsets()[u + 1]; ++place) {
      const NodeId v = graph.targets()[place];
      targets[filled[u]] = v;
      old_place[filled[u]++] = place;
      if (graph.degree(v) > 0) continue;
      targets[filled[v]] = u;
      old_place[filled[v]++] = place;
    }
  }
  GraphParts parts = graph.parts();
  const auto moved = [&](auto values) {
    std::vector<typename decltype(values)::value_type> result;
    result.reserve(old_place.size());
    for (const std::uint64_t place : old_place) result.push_back(values[place]);
    return result;
  };
  if (graph.weighted()) parts.weights = moved(graph.arc_weights());
  if (!graph.edge_labels().empty()) {
    parts.edge_labels.ids = moved(std::span<const std::uint32_t>(graph.edge_labels().ids));
  }
  parts.num_edges = targets.size();
  parts.offsets = std::move(offsets);
  parts.targets = std::move(targets);
  parts.fingerprint.reset();
  return Graph(std::move(parts));
}

}  // namespace awe::graph
