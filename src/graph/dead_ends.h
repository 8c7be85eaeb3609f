// Dead ends of walks: nodes without outgoing arcs, and the graph in which they have a way back.
#pragma once

#include "awe/graph.h"

namespace awe::graph {

// Whether some node has no outgoing arcs. O(nodes).
[[nodiscard]] bool has_dead_ends(const Graph& graph) noexcept;

// The same graph with more arcs: each node without outgoing arcs gets the reverse of the arcs that lead to it, with
// their weights and labels. A node without any arcs stays without. All other rows keep their order. O(nodes + arcs).
[[nodiscard]] Graph with_ways_back(const Graph& graph);

}  // namespace awe::graph
