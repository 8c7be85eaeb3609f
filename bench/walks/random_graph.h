// The graphs of this task: random graphs of a given size in which every node has a neighbour, so that no walk stops; on
// request with four node labels. Cost: O(edges log edges) if weighted, else O(edges).
#pragma once

#include <cstdint>
#include <string>

#include "awe/graph.h"

namespace awe::bench {

struct GraphShape {
  NodeId nodes;
  std::uint64_t edges;  // number drawn; parallel edges are merged
  bool weighted = false;
  bool labelled = false;

  [[nodiscard]] bool in_cache() const { return edges < 1'000'000; }
};

[[nodiscard]] Graph random_graph(const GraphShape& shape);

// One line per edge, `from to weight`, each edge once: the format that the peers read.
void write_edges(const Graph& graph, const std::string& path);

}  // namespace awe::bench
