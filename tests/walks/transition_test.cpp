#include "walks/transition.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

#include "support/toy_graphs.h"

namespace awe::walks {
namespace {

// The chance of each arc, summed over the slots of its row, against its share of the weight.
void expect_shares(const Graph& graph) {
  const AliasTable table(graph);
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    const auto neighbours = graph.neighbours(u);
    const auto weights = graph.weights(u);
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::vector<double> chance(graph.num_nodes());
    for (std::size_t i = 0; i < neighbours.size(); ++i) {
      const AliasTable::Slot slot = table.slot(graph.offsets()[u] + i);
      const double own = slot.threshold * 0x1.0p-32;
      chance[neighbours[i]] += own / static_cast<double>(neighbours.size());
      chance[slot.alias] += (1 - own) / static_cast<double>(neighbours.size());
    }
    for (std::size_t i = 0; i < neighbours.size(); ++i) {
      EXPECT_NEAR(chance[neighbours[i]], weights[i] / total, 0x1.0p-31) << u << " -> " << neighbours[i];
      chance[neighbours[i]] = 0;
    }
    for (const double rest : chance) EXPECT_EQ(rest, 0) << "an alias of " << u << " is no neighbour";
  }
}

TEST(AliasTable, GivesEveryNeighbourItsShareOfTheWeight) {
  expect_shares(test::make_weighted_graph(2, {{0, 1, 5}}));
  expect_shares(test::make_weighted_graph(4, {{0, 1, 1}, {0, 2, 1}, {0, 3, 1}, {2, 3, 0.1}}));
  expect_shares(test::make_weighted_graph(4, {{0, 1, 1e-300}, {0, 2, 1e300}, {0, 3, 1}, {1, 2, 1e-308}}));
  std::vector<test::WeightedEdge> hub;
  for (NodeId leaf = 1; leaf <= 2000; ++leaf) hub.push_back({0, leaf, 1.0 / leaf});
  expect_shares(test::make_weighted_graph(2001, hub));
}

TEST(AliasTable, HoldsLoopsAndOneWayArcs) {
  BuildOptions policy;
  policy.directed = true;
  policy.self_loops = SelfLoops::keep;
  expect_shares(test::make_weighted_graph(4, {{0, 0, 3}, {0, 1, 1}, {1, 2, 2}, {1, 0, 7}, {1, 1, 0.5}}, policy));
}

RC_GTEST_PROP(AliasTable, GivesEveryNeighbourItsShareOfRandomWeights, (const std::vector<std::uint32_t>& weights)) {
  std::vector<test::WeightedEdge> edges;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    edges.push_back({0, static_cast<NodeId>(i + 1), static_cast<double>(weights[i]) + 1});
  }
  expect_shares(test::make_weighted_graph(static_cast<NodeId>(weights.size() + 1), edges));
  RC_ASSERT(!::testing::Test::HasFailure());
}

}  // namespace
}  // namespace awe::walks
