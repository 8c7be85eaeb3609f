// Directed graphs without cycles, determined by a seed, as call graphs are: every walk on them ends.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "support/toy_graphs.h"

namespace awe::test {

inline Graph directed_graph(NodeId nodes, const std::vector<std::pair<NodeId, NodeId>>& arcs) {
  BuildOptions policy;
  policy.directed = true;
  return make_graph(nodes, arcs, policy);
}

inline NodeId below(base::Sequence& random, NodeId bound) { return static_cast<NodeId>(random.below(bound)); }

// Arcs from smaller to larger nodes, each with this probability.
inline Graph random_dag(NodeId nodes, double probability, std::uint64_t seed) {
  base::Sequence random(seed, {});
  std::vector<std::pair<NodeId, NodeId>> arcs;
  for (NodeId u = 0; u < nodes; ++u) {
    for (NodeId v = u + 1; v < nodes; ++v) {
      if (random.unit() < probability) arcs.emplace_back(u, v);
    }
  }
  return directed_graph(nodes, arcs);
}

// Layers of equal size; `num_arcs` arcs, each from a random node to a random node of the next layer.
inline Graph layered_dag(NodeId layers, NodeId width, std::size_t num_arcs, std::uint64_t seed) {
  base::Sequence random(seed, {});
  std::set<std::pair<NodeId, NodeId>> arcs;
  while (arcs.size() < num_arcs) {
    const NodeId layer = below(random, layers - 1);
    arcs.emplace(layer * width + below(random, width), (layer + 1) * width + below(random, width));
  }
  return directed_graph(layers * width, {arcs.begin(), arcs.end()});
}

// A random recursive tree, arcs from parent to child, with more arcs from ancestors' side to leaves' side: `num_arcs`
// in all.
inline Graph tree_like_dag(NodeId nodes, std::size_t num_arcs, std::uint64_t seed) {
  base::Sequence random(seed, {});
  std::set<std::pair<NodeId, NodeId>> arcs;
  for (NodeId child = 1; child < nodes; ++child) arcs.emplace(below(random, child), child);
  while (arcs.size() < num_arcs) {
    const NodeId to = 1 + below(random, nodes - 1);
    arcs.emplace(below(random, to), to);
  }
  return directed_graph(nodes, {arcs.begin(), arcs.end()});
}

}  // namespace awe::test
