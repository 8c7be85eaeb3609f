// The obvious oracle of labelled and non-backtracking walks: every walk of a graph, one by one, straight from the
// definition. Slow and clear; the cost is the number of walks.
//
// A walk is named by the order of first visits, with a node's label at its first visit only and an edge's label at
// every step: 1:C-2:O-1, with edge labels 1:C-[2]-2:O-[1]-1, with edge labels alone 1-[2]-2-[1]-1, without any 1 2 1.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "awe/graph.h"

namespace awe::test {

// Index: the length, 0 to the one asked for. lengths[k] and stopped[k] together are all of the mass.
struct LabelledWalksOracle {
  std::vector<std::map<std::string, double>> lengths;  // name of the walk -> probability
  std::vector<double> stopped;                         // mass of the walks that could not make so many steps
};

// Walks that start uniformly in `starts`, with steps by weight. Labels of nodes by node, of arcs by place in
// graph.targets(); null: none. Non-backtracking: the next node may not be the one before the current one (after a step
// along a loop: the current one itself) unless there is no other neighbour. With `first_arc` (a node and the place of
// an arc of its own) every walk begins with that arc, taken with probability 1, and `starts` is not looked at.
[[nodiscard]] LabelledWalksOracle brute_force_labelled(const Graph& graph, std::span<const NodeId> starts, int length,
                                                       bool non_backtracking,
                                                       const std::vector<std::string>* node_labels,
                                                       const std::vector<std::string>* arc_labels,
                                                       std::optional<std::pair<NodeId, std::uint64_t>> first_arc = {});

}  // namespace awe::test
