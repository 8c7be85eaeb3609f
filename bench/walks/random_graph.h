// The graphs of this task: random ones of a given size in which every node has a neighbour, so that no walk stops;
// node-labelled with four labels where asked for. Cost: O(edges log edges) where weighted, else O(edges).
#pragma once

#include <cstdint>
#include <string>

#include "awe/graph.h"

namespace awe::bench {

struct GraphShape {
  NodeId nodes;
  std::uint64_t edges;  // drawn; parallel ones merge
  bool weighted = false;
  bool labelled = false;

  [[nodiscard]] bool in_cache() const { return edges < 1'000'000; }
};

[[nodiscard]] Graph random_graph(const GraphShape& shape);

// A line an edge, `from to weight`, each edge once: what the peers read.
void write_edges(const Graph& graph, const std::string& path);

}  // namespace awe::bench
