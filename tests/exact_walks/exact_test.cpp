#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <map>

#include "awe/exact_walks.h"
#include "support/brute_force.h"
#include "support/random_graphs.h"
#include "support/toy_graphs.h"

namespace awe::exact_walks {
namespace {

using test::BruteForce;

// The oracle's answer equals the distribution: the same walks, the same mass, and all of it.
::testing::AssertionResult equals(const WalkDistribution& ours, const BruteForce& oracle, const WalkIndex& index) {
  if (ours.probabilities.size() != oracle.probability.size()) {
    return ::testing::AssertionFailure() << ours.probabilities.size() << " walks, not " << oracle.probability.size();
  }
  double total = ours.stopped;
  for (std::size_t i = 0; i < ours.probabilities.size(); ++i) {
    const std::string walk = to_string(index.unrank(ours.probabilities.indices[i]));
    const auto it = oracle.probability.find(walk);
    if (it == oracle.probability.end()) return ::testing::AssertionFailure() << walk << " is impossible";
    if (std::abs(it->second - ours.probabilities.values[i]) > 1e-12) {
      return ::testing::AssertionFailure() << walk << ": " << ours.probabilities.values[i] << ", not " << it->second;
    }
    total += ours.probabilities.values[i];
  }
  if (std::abs(ours.stopped - oracle.stopped) > 1e-12) {
    return ::testing::AssertionFailure() << "stopped " << ours.stopped << ", not " << oracle.stopped;
  }
  if (std::abs(total - 1) > 1e-12) return ::testing::AssertionFailure() << "sums to " << total;
  return ::testing::AssertionSuccess();
}

void expect_all_levels_exact(const Graph& graph, const WalkIndex& index, ExactSearch search);

void expect_all_levels_exact(const Graph& graph, int length, bool self_loops) {
  const WalkIndex index(length, self_loops);
  for (const ExactSearch search :
       {ExactSearch::automatic, ExactSearch::visits, ExactSearch::walks, ExactSearch::ends, ExactSearch::general}) {
    expect_all_levels_exact(graph, index, search);
  }
}

void expect_all_levels_exact(const Graph& graph, const WalkIndex& index, ExactSearch search) {
  const int length = index.length();
  const ExactWalks walks(graph, index, search);
  if (graph.num_nodes() > 0) {
    EXPECT_TRUE(equals(walks.of_graph(), test::brute_force_graph(graph, length), index));
  }
  ExactWalks::Scratch scratch(walks);
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    EXPECT_TRUE(equals(walks.of_node(u, scratch), test::brute_force_node(graph, u, length), index)) << "node " << u;
    for (std::uint64_t place = graph.offsets()[u]; place < graph.offsets()[u + 1]; ++place) {
      const NodeId second = graph.targets()[place];
      EXPECT_TRUE(equals(walks.of_arc(u, place, scratch), test::brute_force_node(graph, u, length, second), index))
          << "arc " << u << " -> " << second;
    }
  }
}

TEST(ExactWalks, AgreeWithBruteForceOnEveryConnectedGraphOfUpToFiveNodes) {
  for (NodeId nodes = 2; nodes <= 5; ++nodes) {
    for (const Graph& graph : test::connected_graphs(nodes)) {
      for (const int length : {1, 2, 3, 5, 6}) {
        const WalkIndex index(length);
        const BruteForce oracle = test::brute_force_graph(graph, length);
        for (const ExactSearch search :
             {ExactSearch::visits, ExactSearch::walks, ExactSearch::ends, ExactSearch::general}) {
          ASSERT_TRUE(equals(ExactWalks(graph, index, search).of_graph(), oracle, index));
        }
      }
    }
  }
}

RC_GTEST_PROP(ExactWalks, AgreeWithBruteForceOnRandomWeightedDirectedGraphs, ()) {
  const auto shape = *test::random_shape();
  const int length = *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(1, 6));
  expect_all_levels_exact(test::build(shape), length, shape.policy.self_loops == SelfLoops::keep);
  RC_ASSERT(!::testing::Test::HasFailure());
}

TEST(ExactWalks, AgreeWithBruteForceWhereDegreesAreHigh) {
  // Degrees above the limit of the direct closing: the table of common neighbours is used.
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u, 5u, 6u}) {
    const Graph graph = test::random_graph(14, 0.35 + 0.1 * static_cast<double>(seed), seed);
    expect_all_levels_exact(graph, 4, false);
  }
  expect_all_levels_exact(test::star_graph(12), 6, false);
  expect_all_levels_exact(test::complete_graph(11), 4, false);
}

TEST(ExactWalks, MergeTwinsWithoutChangingTheNumbers) {
  // Five false twins, a triangle of true twins, and a tail.
  const Graph graph = test::make_graph(
      11, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {0, 6}, {0, 7}, {0, 8}, {6, 7}, {6, 8}, {7, 8}, {8, 9}, {9, 10}});
  for (const int length : {2, 3, 4, 5, 6}) expect_all_levels_exact(graph, length, false);
}

// Closed sums are differences: at hubs, where they are large, they still tell which walks there are.
TEST(ExactWalks, AgreeBetweenSearchesOnGraphsOfHubsTwinsAndCliques) {
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
    base::Sequence random(seed, {});
    std::vector<std::pair<NodeId, NodeId>> edges;
    // Two hubs of leaves, some adjacent to both; a clique at one of them; a random part that reaches all over.
    for (NodeId leaf = 2; leaf < 200; ++leaf) edges.emplace_back(leaf % 2, leaf);
    for (NodeId leaf = 150; leaf < 160; ++leaf) edges.emplace_back(1 - leaf % 2, leaf);
    for (NodeId u = 160; u < 166; ++u) {
      for (NodeId v = u + 1; v < 166; ++v) edges.emplace_back(u, v);
    }
    for (int i = 0; i < 40; ++i) {
      const auto u = static_cast<NodeId>(random.unit() * 240), v = static_cast<NodeId>(random.unit() * 240);
      if (u != v) edges.emplace_back(u, v);
    }
    const Graph graph = test::make_graph(240, edges);
    const WalkIndex index(5);
    const WalkDistribution ours = ExactWalks(graph, index, ExactSearch::ends).of_graph();
    for (const ExactSearch search : {ExactSearch::visits, ExactSearch::walks, ExactSearch::general}) {
      const WalkDistribution other = ExactWalks(graph, index, search).of_graph();
      ASSERT_EQ(ours.probabilities.indices, other.probabilities.indices);
      EXPECT_NEAR(ours.stopped, other.stopped, 1e-12);
      for (std::size_t i = 0; i < ours.probabilities.size(); ++i) {
        EXPECT_NEAR(ours.probabilities.values[i], other.probabilities.values[i], 1e-12);
      }
    }
  }
}

TEST(ExactWalks, AreTheSameBitsForAnyNumberOfThreads) {
  const Graph graph = test::random_graph(400, 0.03, 7);
  for (const int length : {5, 6}) {
    const ExactWalks walks(graph, WalkIndex(length));
    ASSERT_GT(walks.predicted_walks(), 3e5) << "too small to be cut into parts";
    const WalkDistribution one = walks.of_graph(1);
    for (const int threads : {2, 3, 8}) EXPECT_EQ(walks.of_graph(threads), one);
  }
}

TEST(ExactWalks, HoldLongWalksInASparseTable) {
  // Length 14 has 190,899,322 anonymous walks: no dense array. On a path of three nodes few of them are possible.
  const Graph graph = test::path_graph(3);
  const WalkIndex index(14);
  EXPECT_TRUE(equals(ExactWalks(graph, index).of_graph(), test::brute_force_graph(graph, 14), index));
}

TEST(ExactWalks, PredictTheWalksThatTheyEnumerate) {
  // On a cycle every node has two neighbours: n * 2^(l-2) walks; the leaves of a star are one class.
  EXPECT_DOUBLE_EQ(ExactWalks(test::cycle_graph(10), WalkIndex(7)).predicted_walks(), 10 * 32);
  EXPECT_DOUBLE_EQ(ExactWalks(test::star_graph(50), WalkIndex(7)).predicted_walks(), 2);
}

}  // namespace
}  // namespace awe::exact_walks
