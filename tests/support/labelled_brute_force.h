// The reference for labelled and non-backtracking walks: enumerates every walk of a graph, straight from the
// definition. Slow and clear; the cost is the number of walks.
//
// A walk is named by the order of first visits, with a node's label only at its first visit and an edge's label at
// every step: 1:C-2:O-1, with edge labels 1:C-[2]-2:O-[1]-1, with edge labels only 1-[2]-2-[1]-1, without labels 1 2 1.
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

// Both are indexed by length, from 0 to the requested one. lengths[k] and stopped[k] together are the whole mass.
struct LabelledWalksOracle {
  std::vector<std::map<std::string, double>> lengths;  // name of the walk -> probability
  std::vector<double> stopped;                         // mass of the walks that stopped before k steps
};

// Walks that start uniformly in `starts`, with steps drawn by weight. Labels of nodes are indexed by node, of arcs by
// position in graph.targets(); null: no labels. Non-backtracking: the next node must not be the previous one (after a
// step along a loop: the current one) unless there is no other neighbour. With `first_arc` (a node and the position of
// one of its arcs) every walk begins with that arc, taken with probability 1, and `starts` is ignored.
[[nodiscard]] LabelledWalksOracle brute_force_labelled(const Graph& graph, std::span<const NodeId> starts, int length,
                                                       bool non_backtracking,
                                                       const std::vector<std::string>* node_labels,
                                                       const std::vector<std::string>* arc_labels,
                                                       std::optional<std::pair<NodeId, std::uint64_t>> first_arc = {});

}  // namespace awe::test
