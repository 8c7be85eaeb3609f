// The exact test of pairs: parts are matched without backtracking between them, the budget is kept, and a stop is
// heard.
#include "isomorphism/pair_test.h"

#include <gtest/gtest.h>

#include "awe/error.h"
#include "support/toy_graphs.h"

namespace awe::isomorphism {
namespace {

using Edges = std::vector<std::pair<NodeId, NodeId>>;

PairVerdict compare(const Graph& a, const Graph& b, const IsomorphismOptions& budget = {},
                    const Progress& progress = {}) {
  const SharedNames names;
  const ColouredGraph first = coloured_graph(a, {}, names), second = coloured_graph(b, {}, names);
  return compare_pair(first, refine_colours(first), second, refine_colours(second), budget, progress);
}

// Cycles of the given lengths, all nodes joined with one more node if there is a hub.
Graph cycles(const std::vector<NodeId>& lengths, bool hub) {
  Edges edges;
  NodeId nodes = hub ? 1 : 0;
  for (const NodeId length : lengths) {
    for (NodeId i = 0; i < length; ++i) edges.emplace_back(nodes + i, nodes + (i + 1) % length);
    for (NodeId i = 0; hub && i < length; ++i) edges.emplace_back(0, nodes + i);
    nodes += length;
  }
  return test::make_graph(nodes, edges);
}

// 2 m cycles of 5 and m of 10 nodes, or the same with one of 10 replaced by two of 5: 15 m nodes of degree 2 each time.
std::vector<NodeId> lengths(std::size_t fives, std::size_t tens) {
  std::vector<NodeId> all(fives, 5);
  all.insert(all.end(), tens, 10);
  return all;
}

TEST(PairTest, MatchesPartsWithoutBacktrackingBetweenThem) {
  for (const bool hub : {false, true}) {
    const Graph a = cycles(lengths(100, 50), hub), b = cycles(lengths(102, 49), hub);
    auto turned = lengths(100, 50);
    std::swap(turned.front(), turned.back());
    // Any search that tries the orders of equal parts would need more than 10^100 steps.
    EXPECT_EQ(compare(a, b), PairVerdict::different) << hub;
    EXPECT_EQ(compare(a, cycles(turned, hub)), PairVerdict::isomorphic) << hub;
  }
}

TEST(PairTest, LeavesPairsUndecidedBeyondTheBudgetOnly) {
  const Graph a = cycles({5, 5}, false), b = cycles({10}, false);
  IsomorphismOptions budget;
  EXPECT_EQ(compare(a, b, budget), PairVerdict::different);
  budget.most_work = 5;
  EXPECT_EQ(compare(a, b, budget), PairVerdict::undecided);
  EXPECT_EQ(compare(a, a, budget), PairVerdict::undecided);
  budget = {};
  budget.most_nodes = 9;
  EXPECT_EQ(compare(a, b, budget), PairVerdict::undecided);
  // Other sizes need no search.
  EXPECT_EQ(compare(a, cycles({9}, false), budget), PairVerdict::different);
}

TEST(PairTest, CountsUndecidedPairsAndTheirGraphs) {
  const std::vector<Graph> graphs = {cycles({5, 5}, false), cycles({10}, false), cycles({5, 5}, false),
                                     cycles({7}, false)};
  IsomorphismOptions budget;
  budget.most_work = 5;
  const auto found = isomorphism_classes(graphs, {}, {}, budget);
  EXPECT_EQ(found.undecided_pairs, 2u);
  EXPECT_EQ(found.unsure, 3u);
  EXPECT_EQ(found.class_of, (std::vector<std::uint32_t>{0, 0, 0, 1}));
  EXPECT_EQ(summarise_twins(found, std::vector<int>{0, 1, 0, 1}).unsure, 3u);
  const auto exact = isomorphism_classes(graphs, {});
  EXPECT_EQ(exact.undecided_pairs, 0u);
  EXPECT_EQ(exact.class_of, (std::vector<std::uint32_t>{0, 1, 0, 2}));
}

TEST(PairTest, StopsOnRequest) {
  const Progress stop{{}, [] { return true; }};
  EXPECT_THROW((void)compare(cycles({5, 5}, false), cycles({10}, false), {}, stop), Error);
}

TEST(PairTest, LongCyclesTakeLittleWork) {
  // Refinement after the first pair of nodes runs along the whole cycle, but visits every node a few times only.
  IsomorphismOptions budget;
  budget.most_work = 10'000'000;
  Edges around;
  for (NodeId i = 0; i < 50'000; ++i) around.emplace_back((i * 7919) % 50'000, ((i + 1) * 7919) % 50'000);
  EXPECT_EQ(compare(test::cycle_graph(50'000), test::make_graph(50'000, around), budget), PairVerdict::isomorphic);
  EXPECT_EQ(compare(test::cycle_graph(50'000), cycles({20'000, 30'000}, false), budget), PairVerdict::different);
}

}  // namespace
}  // namespace awe::isomorphism
