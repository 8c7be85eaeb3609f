#include "graph/simple_graph.h"

#include <algorithm>

namespace awe::graph {

SimpleGraph::SimpleGraph(const Graph& graph) : offsets(graph.num_nodes() + 1, 0) {
  const NodeId n = graph.num_nodes();
  const bool both = graph.directed();  // an arc is then in one row only
  for (NodeId u = 0; u < n; ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      if (v == u) continue;
      ++offsets[u + 1];
      if (both) ++offsets[v + 1];
    }
  }
  for (NodeId u = 0; u < n; ++u) offsets[u + 1] += offsets[u];
  targets.resize(offsets[n]);
  std::vector<std::uint64_t> next(offsets.begin(), offsets.end() - 1);
  for (NodeId u = 0; u < n; ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      if (v == u) continue;
      targets[next[u]++] = v;
      if (both) targets[next[v]++] = u;
    }
  }
  if (!both) return;
  // Arcs in both directions are one edge.
  std::uint64_t kept = 0;
  for (NodeId u = 0; u < n; ++u) {
    const auto begin = targets.begin() + static_cast<std::ptrdiff_t>(offsets[u]);
    const auto end = targets.begin() + static_cast<std::ptrdiff_t>(offsets[u + 1]);
    std::sort(begin, end);
    const auto unique = std::unique(begin, end);
    offsets[u] = kept;
    for (auto place = begin; place != unique; ++place) targets[kept++] = *place;
  }
  offsets[n] = kept;
  targets.resize(kept);
}

}  // namespace awe::graph
