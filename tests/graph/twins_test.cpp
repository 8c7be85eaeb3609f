#include "graph/twins.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "support/random_graphs.h"
#include "support/toy_graphs.h"

namespace awe::graph {
namespace {

using Members = std::vector<std::vector<NodeId>>;

BuildOptions directed() {
  BuildOptions policy;
  policy.directed = true;
  return policy;
}

double weight_of(const Graph& graph, NodeId from, NodeId to) {
  const auto row = graph.neighbours(from);
  const auto it = std::lower_bound(row.begin(), row.end(), to);
  if (it == row.end() || *it != to) return 0;
  return graph.weighted() ? graph.weights(from)[static_cast<std::size_t>(it - row.begin())] : 1;
}

// The definition: swapping a and b, and nothing else, maps the graph to itself.
bool swap_is_automorphism(const Graph& graph, NodeId a, NodeId b) {
  const auto swapped = [&](NodeId x) { return x == a ? b : x == b ? a : x; };
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (NodeId v = 0; v < graph.num_nodes(); ++v) {
      if (weight_of(graph, u, v) != weight_of(graph, swapped(u), swapped(v))) return false;
    }
  }
  return true;
}

TEST(Twins, AreFoundOnToyGraphs) {
  EXPECT_EQ(find_twins(Graph{}).members, Members{});
  EXPECT_EQ(find_twins(test::star_graph(3)).members, (Members{{0}, {1, 2, 3}}));
  EXPECT_EQ(find_twins(test::complete_graph(4)).members, (Members{{0, 1, 2, 3}}));
  EXPECT_EQ(find_twins(test::cycle_graph(4)).members, (Members{{0, 2}, {1, 3}}));
  EXPECT_EQ(find_twins(test::path_graph(4)).members, (Members{{0}, {1}, {2}, {3}}));
  EXPECT_EQ(find_twins(test::make_graph(3, {})).members, (Members{{0, 1, 2}}));
  // A triangle with a tail: two true twins. Two paths of two nodes: each a pair of true twins.
  EXPECT_EQ(find_twins(test::make_graph(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}})).members, (Members{{0, 1}, {2}, {3}}));
  EXPECT_EQ(find_twins(test::make_graph(4, {{0, 1}, {2, 3}})).members, (Members{{0, 1}, {2, 3}}));
}

TEST(Twins, HaveTheSameWeightsAndDirections) {
  EXPECT_EQ(find_twins(test::make_weighted_graph(4, {{0, 1, 2}, {0, 2, 2}, {0, 3, 1}})).members,
            (Members{{0}, {1, 2}, {3}}));
  // 1 and 2 have the same successors; only 1 has a predecessor.
  EXPECT_EQ(find_twins(test::make_graph(4, {{1, 0}, {2, 0}, {3, 1}}, directed())).members,
            (Members{{0}, {1}, {2}, {3}}));
  EXPECT_EQ(find_twins(test::make_graph(4, {{1, 0}, {2, 0}, {3, 1}, {3, 2}}, directed())).members,
            (Members{{0}, {1, 2}, {3}}));
}

TEST(Twins, NumberTheirClassesBySmallestMember) {
  const TwinClasses twins = find_twins(test::star_graph(3));
  EXPECT_EQ(twins.class_of, (std::vector<NodeId>{0, 1, 1, 1}));
  EXPECT_FALSE(twins.trivial());
  EXPECT_TRUE(find_twins(test::path_graph(4)).trivial());
}

// Classes by hash are checked before they are believed: a wrong merge can never come out, whatever collides.
RC_GTEST_PROP(Twins, AreAlwaysSwappedByAnAutomorphism, ()) {
  const auto shape = *test::random_shape();
  const Graph graph = test::build(shape);
  const TwinClasses twins = find_twins(graph);
  std::vector<NodeId> seen;
  for (std::size_t c = 0; c < twins.members.size(); ++c) {
    for (const NodeId member : twins.members[c]) {
      RC_ASSERT(twins.class_of[member] == c);
      RC_ASSERT(swap_is_automorphism(graph, twins.members[c].front(), member));
      seen.push_back(member);
    }
  }
  std::sort(seen.begin(), seen.end());
  RC_ASSERT(seen.size() == graph.num_nodes());
  RC_ASSERT(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
}

TEST(Twins, AreAllFoundInPlainGraphs) {
  for (const Graph& graph : test::connected_graphs(5)) {
    const TwinClasses twins = find_twins(graph);
    for (NodeId a = 0; a < 5; ++a) {
      for (NodeId b = a + 1; b < 5; ++b) {
        ASSERT_EQ(twins.class_of[a] == twins.class_of[b], swap_is_automorphism(graph, a, b)) << a << " and " << b;
      }
    }
  }
}

}  // namespace
}  // namespace awe::graph
