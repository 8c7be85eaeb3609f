// Large graphs are built in buckets and on many threads: the rows must equal those built with plain sets.
#include "graph/adjacency.h"

#include <gtest/gtest.h>

#include <set>

#include "base/rng.h"
#include "graph/merged_arcs.h"

namespace awe::test {
namespace {

// Edges whose ends crowd at small numbers, so that rows and buckets differ much in size.
std::vector<ListedEdge> crowded_edges(NodeId nodes, std::size_t count) {
  base::Sequence random(7, Hash128{1, 2}, 3);
  std::vector<ListedEdge> edges(count);
  for (ListedEdge& edge : edges) {
    const auto end = [&] { return static_cast<NodeId>(random.below(random.below(nodes) + 1)); };
    edge = {end(), end()};
  }
  return edges;
}

std::vector<std::set<NodeId>> rows_of(const std::vector<ListedEdge>& edges, NodeId nodes, bool both_ways) {
  std::vector<std::set<NodeId>> rows(nodes);
  for (const auto [from, to] : edges) {
    rows[from].insert(to);
    if (both_ways) rows[to].insert(from);
  }
  return rows;
}

TEST(Adjacency, OfManyBucketsIsThatOfSets) {
  constexpr NodeId kNodes = 50'000;
  const auto edges = crowded_edges(kNodes, 400'000);
  for (const bool both_ways : {false, true}) {
    const auto expected = rows_of(edges, kNodes, both_ways);
    const graph::Adjacency one = graph::lay_out(edges, kNodes, both_ways, 1);
    for (NodeId u = 0; u < kNodes; ++u) {
      const std::vector<NodeId> row(one.targets.begin() + static_cast<std::ptrdiff_t>(one.offsets[u]),
                                    one.targets.begin() + static_cast<std::ptrdiff_t>(one.offsets[u + 1]));
      ASSERT_EQ(row, std::vector<NodeId>(expected[u].begin(), expected[u].end())) << u;
    }
    std::uint64_t distinct = 0;
    for (const auto& row : rows_of(edges, kNodes, false)) distinct += row.size();
    EXPECT_EQ(one.repeats, edges.size() - distinct);
    for (const int threads : {2, 5}) {
      const graph::Adjacency many = graph::lay_out(edges, kNodes, both_ways, threads);
      EXPECT_EQ(one.offsets, many.offsets);
      EXPECT_EQ(one.targets, many.targets);
      EXPECT_EQ(one.repeats, many.repeats);
    }
  }
}

TEST(MergedArcs, HaveTheRowsOfPlainOnesForAnyThreads) {
  constexpr NodeId kNodes = 3'000;
  const auto edges = crowded_edges(kNodes, 200'000);
  const std::vector<double> weights(edges.size(), 0.5);
  const graph::Adjacency plain = graph::lay_out(edges, kNodes, true, 1);
  for (const int threads : {1, 4}) {
    const graph::MergedArcs merged = graph::merge_arcs({edges, weights, {}, true, false}, kNodes, threads);
    EXPECT_EQ(plain.offsets, merged.offsets);
    EXPECT_EQ(plain.targets, merged.targets);
    ASSERT_EQ(merged.weights.size(), merged.targets.size());
    double total = 0;
    for (const double weight : merged.weights) total += weight;
    std::uint64_t listings = 0;
    for (const auto [from, to] : edges) listings += from == to ? 1 : 2;
    EXPECT_EQ(total, 0.5 * static_cast<double>(listings));
  }
}

}  // namespace
}  // namespace awe::test
