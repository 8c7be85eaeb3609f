#include "features/size_features.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "awe/graph_summary.h"
#include "support/random_graphs.h"
#include "support/toy_graphs.h"

namespace awe::features {
namespace {

SizeFeatures logs(double nodes, double edges, double cycles, double max_degree) {
  return {std::log1p(nodes), std::log1p(edges), std::log1p(cycles), std::log1p(max_degree)};
}

// A compiler may know the last bit of a logarithm better than the library does.
void expect_same(const SizeFeatures& ours, const SizeFeatures& expected) {
  for (std::size_t i = 0; i < kSizeFeatures; ++i) EXPECT_DOUBLE_EQ(ours[i], expected[i]) << kSizeNames[i];
}

TEST(SizeFeatures, CountNodesEdgesCyclesAndTheLargestDegree) {
  EXPECT_EQ(size_features(Graph()), SizeFeatures{});
  expect_same(size_features(test::make_graph(1, {})), logs(1, 0, 0, 0));
  expect_same(size_features(test::path_graph(5)), logs(5, 4, 0, 2));
  expect_same(size_features(test::cycle_graph(6)), logs(6, 6, 1, 2));
  expect_same(size_features(test::complete_graph(5)), logs(5, 10, 6, 4));
  expect_same(size_features(test::star_graph(7)), logs(8, 7, 0, 7));
  // Two triangles, an edge and an isolated node.
  expect_same(size_features(test::make_graph(9, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {6, 7}})),
              logs(9, 7, 2, 2));
}

TEST(SizeFeatures, LoopsAreEdgesAndCycles) {
  BuildOptions policy;
  policy.self_loops = SelfLoops::keep;
  expect_same(size_features(test::make_graph(2, {{0, 0}, {0, 1}, {1, 1}}, policy)), logs(2, 3, 2, 2));
}

TEST(SizeFeatures, OfDirectedGraphsTakeArcsAndOutDegrees) {
  BuildOptions policy;
  policy.directed = true;
  expect_same(size_features(test::make_graph(4, {{1, 0}, {2, 0}, {3, 0}, {0, 3}}, policy)), logs(4, 4, 1, 1));
}

TEST(SizeFeatures, AroundANodeAreThoseOfItsNeighbourhood) {
  // A triangle 0 1 2, with 3 behind 2 and 4 behind 3.
  const Graph graph = test::make_graph(5, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}});
  const auto around = [&](const std::vector<NodeId>& nodes) { return size_features_around(graph, nodes); };
  EXPECT_EQ(around({}), SizeFeatures{});
  expect_same(around({0}), logs(3, 3, 1, 2));
  expect_same(around({2}), logs(4, 4, 1, 3));
  expect_same(around({4}), logs(2, 1, 0, 1));
  expect_same(around({0, 4}), logs(5, 5, 1, 3));
  EXPECT_EQ(around({4, 0}), around({0, 4}));
}

// The subgraph itself, built arc by arc.
Graph induced_around(const Graph& graph, const std::vector<NodeId>& nodes, BuildOptions policy) {
  std::set<NodeId> members(nodes.begin(), nodes.end());
  for (const NodeId u : nodes) members.insert(graph.neighbours(u).begin(), graph.neighbours(u).end());
  const std::vector<NodeId> sorted(members.begin(), members.end());
  const auto place = [&](NodeId u) {
    return static_cast<NodeId>(std::lower_bound(sorted.begin(), sorted.end(), u) - sorted.begin());
  };
  policy.weighted = false;
  GraphBuilder builder(policy);
  builder.set_num_nodes(static_cast<NodeId>(sorted.size()));
  for (const NodeId u : sorted) {
    for (const NodeId v : graph.neighbours(u)) {
      if (members.count(v)) builder.add_edge(place(u), place(v));
    }
  }
  return std::move(builder).build();
}

RC_GTEST_PROP(SizeFeatures, AroundNodesAreThoseOfTheInducedSubgraph, (std::uint8_t chosen)) {
  const test::GraphShape shape = *test::random_shape();
  const Graph graph = test::build(shape);
  std::vector<NodeId> nodes, all;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    all.push_back(u);
    if (chosen >> u & 1) nodes.push_back(u);
  }
  RC_ASSERT(size_features_around(graph, nodes) == size_features(induced_around(graph, nodes, shape.policy)));
  RC_ASSERT(size_features_around(graph, all) == size_features(graph));
}

TEST(SizeFeatures, AroundALeafDoNotLookThroughItsHub) {
  const Graph star = test::star_graph(1'000'000);
  for (NodeId leaf = 1; leaf <= 100'000; ++leaf) {
    expect_same(size_features_around(star, std::span<const NodeId>(&leaf, 1)), logs(2, 1, 0, 1));
  }
}

TEST(SizeScale, BeforeAnythingWasAddedLeavesNumbersAsTheyAre) {
  EXPECT_EQ(SizeScale().apply({1, 2, 3, 4}), (SizeFeatures{1, 2, 3, 4}));
  EXPECT_EQ(SizeScale().values(), SizeScale::Values{});
}

TEST(SizeScale, SubtractsTheMeanAndDividesByTheDeviation) {
  SizeScale scale;
  const std::vector<SizeFeatures> rows = {{1, 0.1, -5, 2}, {2, 0.1, 5, 4}, {3, 0.1, 7, 9}, {6, 0.1, -7, 1}};
  for (const SizeFeatures& row : rows) scale.add(row);
  const SizeScale::Values values = scale.values();
  EXPECT_EQ(values.count, 4u);
  const double variances[] = {3.5, 0, 37, 9.5};
  for (std::size_t i = 0; i < kSizeFeatures; ++i) {
    double sum = 0, squares = 0;
    for (const SizeFeatures& row : rows) {
      const double scaled = scale.apply(row)[i];
      sum += scaled;
      squares += scaled * scaled;
    }
    EXPECT_NEAR(values.deviation[i], std::sqrt(variances[i]), 1e-14) << i;
    EXPECT_NEAR(sum, 0, 1e-14) << i;
    EXPECT_NEAR(squares, variances[i] > 0 ? 4 : 0, 1e-13) << i;
  }
  EXPECT_EQ(values.deviation[1], 0) << "exactly, though 0.1 is no binary fraction";
  EXPECT_EQ(scale.apply({0, 77, 0, 0})[1], 0);
}

TEST(SizeScale, MadeFromItsValuesGivesTheSameBits) {
  SizeScale scale;
  for (NodeId nodes = 3; nodes < 40; ++nodes) scale.add(size_features(test::path_graph(nodes)));
  const SizeScale copy(scale.values());
  EXPECT_EQ(copy.values(), scale.values());
  const SizeFeatures some = size_features(test::complete_graph(9));
  EXPECT_EQ(copy.apply(some), scale.apply(some));
  SizeScale longer = copy;
  longer.add(some);
  scale.add(some);
  for (std::size_t i = 0; i < kSizeFeatures; ++i) {
    EXPECT_NEAR(longer.values().mean[i], scale.values().mean[i], 1e-14);
    EXPECT_NEAR(longer.values().deviation[i], scale.values().deviation[i], 1e-14);
  }
}

}  // namespace
}  // namespace awe::features
