#include "labels/ring_sizes.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "support/random_graphs.h"
#include "support/toy_graphs.h"

namespace awe::labels {
namespace {

using graph::SimpleGraph;

// The length of a shortest path that avoids one edge, by as many rounds as there are nodes.
std::optional<std::uint32_t> slow_detour(const SimpleGraph& graph, NodeId from, NodeId to) {
  const NodeId n = graph.num_nodes();
  std::vector<std::uint32_t> distance(n, n);
  distance[from] = 0;
  for (NodeId round = 0; round < n; ++round) {
    for (NodeId u = 0; u < n; ++u) {
      for (const NodeId v : graph.neighbours(u)) {
        if (std::minmax(u, v) == std::minmax(from, to)) continue;
        distance[u] = std::min(distance[u], distance[v] + 1);
      }
    }
  }
  if (distance[to] >= n) return std::nullopt;
  return distance[to];
}

void expect_slow_sizes(const Graph& graph) {
  const SimpleGraph simple(graph);
  const RingSizes rings(graph);
  for (NodeId u = 0; u < simple.num_nodes(); ++u) {
    std::uint32_t smallest = 0;
    for (const NodeId v : simple.neighbours(u)) {
      const auto detour = slow_detour(simple, u, v);
      const std::uint32_t size = detour && *detour < kLargestRing ? *detour + 1 : 0;
      RC_ASSERT(rings.of_edge(u, v) == size);
      if (size != 0 && (smallest == 0 || size < smallest)) smallest = size;
    }
    RC_ASSERT(rings.of_node(u) == smallest);
  }
}

std::vector<std::uint32_t> of_nodes(const Graph& graph) {
  const RingSizes rings(graph);
  std::vector<std::uint32_t> sizes;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) sizes.push_back(rings.of_node(u));
  return sizes;
}

TEST(RingSizes, AreThoseOfCyclesUpToEight) {
  for (NodeId n = 3; n < 12; ++n) {
    const std::vector<std::uint32_t> expected(n, n <= kLargestRing ? n : 0);
    EXPECT_EQ(of_nodes(test::cycle_graph(n)), expected);
  }
}

TEST(RingSizes, OfTreesAndEmptyGraphsAreZero) {
  EXPECT_EQ(of_nodes(test::star_graph(4)), std::vector<std::uint32_t>(5, 0));
  EXPECT_EQ(of_nodes(test::path_graph(6)), std::vector<std::uint32_t>(6, 0));
  EXPECT_TRUE(of_nodes(Graph()).empty());
  EXPECT_EQ(of_nodes(test::make_graph(2, {})), std::vector<std::uint32_t>(2, 0));
}

TEST(RingSizes, AreTheSmallestOfFusedRings) {
  // A square and a hexagon that share the edge 0-1, a bridge to a triangle, and a node that hangs on it.
  const Graph graph = test::make_graph(12, {{0, 1},
                                            {1, 2},
                                            {2, 3},
                                            {3, 0},
                                            {1, 4},
                                            {4, 5},
                                            {5, 6},
                                            {6, 7},
                                            {7, 0},
                                            {6, 8},
                                            {8, 9},
                                            {9, 10},
                                            {10, 8},
                                            {10, 11}});
  EXPECT_EQ(of_nodes(graph), (std::vector<std::uint32_t>{4, 4, 4, 4, 6, 6, 6, 6, 3, 3, 3, 0}));
  const RingSizes rings(graph);
  EXPECT_EQ(rings.of_edge(0, 1), 4u);
  EXPECT_EQ(rings.of_edge(4, 1), 6u);
  EXPECT_EQ(rings.of_edge(6, 8), 0u) << "a bridge between rings";
  EXPECT_EQ(rings.of_edge(10, 11), 0u);
}

TEST(RingSizes, IgnoreDirectionsAndSelfLoops) {
  BuildOptions policy;
  policy.directed = true;
  policy.self_loops = SelfLoops::keep;
  const Graph graph = test::make_graph(4, {{0, 1}, {2, 1}, {2, 0}, {3, 3}, {0, 3}, {3, 0}}, policy);
  EXPECT_EQ(of_nodes(graph), (std::vector<std::uint32_t>{3, 3, 3, 0}));
  const RingSizes rings(graph);
  EXPECT_EQ(rings.of_edge(1, 2), 3u);
  EXPECT_EQ(rings.of_edge(3, 3), 0u);
  EXPECT_EQ(rings.of_edge(3, 0), 0u) << "two arcs are one edge";
}

RC_GTEST_PROP(RingSizes, AreThoseOfASlowSearch, ()) { expect_slow_sizes(test::build(*test::random_shape(9))); }

RC_GTEST_PROP(RingSizes, OfSparseGraphsAreThoseOfASlowSearch, ()) {
  const auto nodes = *rc::gen::inRange<NodeId>(3, 25);
  expect_slow_sizes(test::random_graph(nodes, 2.4 / nodes, *rc::gen::arbitrary<std::uint64_t>()));
}

}  // namespace
}  // namespace awe::labels
