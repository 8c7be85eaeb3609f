// Classes of twins: nodes that an automorphism swaps while all other nodes stay fixed. False twins have the same
// neighbours; true twins are adjacent and otherwise have the same neighbours (searched only in undirected, unweighted
// graphs). Cost: O(nodes log nodes + arcs).
#pragma once

#include <span>
#include <vector>

#include "awe/graph.h"

namespace awe::graph {

struct TwinClasses {
  std::vector<NodeId> class_of;              // node -> class, numbered by smallest member
  std::vector<std::vector<NodeId>> members;  // class -> nodes, ascending

  [[nodiscard]] bool trivial() const noexcept { return members.size() == class_of.size(); }
};

[[nodiscard]] TwinClasses find_twins(const Graph& graph);

// The cost of processing one member of every class, given the cost for each node.
[[nodiscard]] double cost_of(const TwinClasses& twins, std::span<const double> cost_from);
// Bounds of at most 64 parts of the classes with about equal cost; a single part if the total cost is at most `small`.
// They depend only on the graph, and parts are summed in order, so results do not depend on the number of threads.
[[nodiscard]] std::vector<std::size_t> cut_into_parts(const TwinClasses& twins, std::span<const double> cost_from,
                                                      double small);

// The arcs of a graph by target: the source of each arc into a node, and the index of that arc in graph.targets().
struct ReverseArcs {
  std::vector<std::uint64_t> offsets;
  std::vector<NodeId> sources;
  std::vector<std::uint64_t> places;

  explicit ReverseArcs(const Graph& graph);
};

}  // namespace awe::graph
