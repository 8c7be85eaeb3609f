// Eight numbers that say what is around a node of a simple undirected graph. With d its degree:
//   0  ln(1 + d)                                              / 0.3
//   1  ln(1 + mean degree of its neighbours)                  / 0.2
//   2  standard deviation of these degrees / (1 + their mean) / 0.1
//   3  clustering coefficient: the share of pairs of neighbours that are adjacent / 0.25
//   4  probability that a walk is back after two steps        / 0.06
//   5  the same after four steps                              / 0.05
//   6  ln(1 + number of nodes where walks of two steps end)   / 0.35
//   7  mean clustering coefficient of its neighbours          / 0.2
// What they are divided by is about their standard deviation in proteins, molecules and pictures. Of a node without
// neighbours all are 0. Walks of two steps and adjacent pairs (3, 5, 6) that need a step through a node of more than
// kMostPassed neighbours are not seen, which bounds the time. Sums are of integers (shares in units of 2^-32), so that
// they do not depend on the numbers of nodes. Cost: O(sum of d^2 over nodes passed). Reference: the definitions, pair
// by pair of nodes, in tests/node_maps.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graph/simple_graph.h"

namespace awe::node_maps {

using NodeStatistics = std::array<double, 8>;
inline constexpr std::uint32_t kMostPassed = 256;

[[nodiscard]] std::vector<NodeStatistics> node_statistics(const graph::SimpleGraph& graph);

}  // namespace awe::node_maps
