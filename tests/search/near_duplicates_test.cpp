// Near duplicates against all pairs by the definition.
#include <gtest/gtest.h>

#include <numeric>

#include "awe/error.h"
#include "awe/graph_index.h"
#include "support/random_graphs.h"
#include "support/search_oracle.h"
#include "support/toy_graphs.h"

namespace awe {
namespace {

// Groups of connected rows, by all pairs.
std::vector<std::vector<std::uint64_t>> groups_by_definition(Distance distance, const FeatureMatrix& matrix,
                                                             double limit) {
  std::vector<std::size_t> group(matrix.num_rows());
  std::iota(group.begin(), group.end(), std::size_t{0});
  for (std::size_t i = 0; i < group.size(); ++i) {
    for (std::size_t j = i + 1; j < group.size(); ++j) {
      if (test::distance_by_definition(distance, matrix.rows[i].values, matrix.rows[j].values, matrix) > limit)
        continue;
      const std::size_t from = group[j], to = group[i];
      for (std::size_t& of : group) of = of == from ? to : of;
    }
  }
  std::map<std::size_t, std::vector<std::uint64_t>> found;
  for (std::size_t i = 0; i < group.size(); ++i) found[group[i]].push_back(i);
  std::vector<std::vector<std::uint64_t>> groups;
  for (auto& [number, members] : found) {
    if (members.size() > 1) groups.push_back(std::move(members));
  }
  std::sort(groups.begin(), groups.end());
  return groups;
}

std::vector<std::vector<std::uint64_t>> rows_of(const DuplicateGroups& found) {
  std::vector<std::vector<std::uint64_t>> rows;
  for (const auto& group : found.groups) {
    rows.emplace_back();
    for (const DuplicateMember& member : group) rows.back().push_back(member.row);
  }
  return rows;
}

TEST(NearDuplicates, OfRowsAreThoseOfAllPairs) {
  FeatureMatrix matrix = test::clustered_matrix(400, 30, 3);
  for (std::size_t i = 100; i < 130; ++i) matrix.rows[i].values = matrix.rows[i - 100].values;
  for (const Distance distance : {Distance::hellinger, Distance::cosine, Distance::intersection, Distance::euclidean}) {
    IndexOptions options;
    options.distance = distance;
    const GraphIndex index = GraphIndex::build(matrix, options);
    // The distance of a row to its tenth neighbour, and half of it.
    const double scale = test::search_by_definition(distance, matrix.rows[1].values, matrix)[10].distance;
    for (const double limit : {0.0, scale / 2, scale}) {
      RunOptions one, eight;
      one.threads = 1;
      eight.threads = 8;
      const DuplicateGroups found = index.near_duplicates(limit + 1e-9, one);
      EXPECT_EQ(rows_of(found), groups_by_definition(distance, matrix, limit + 1e-7)) << to_string(distance);
      EXPECT_EQ(rows_of(found), rows_of(index.near_duplicates(limit + 1e-9, eight)));
      for (const auto& group : found.groups) {
        EXPECT_GE(group.size(), 2u);
        for (const DuplicateMember& member : group) {
          EXPECT_NE(member.nearest, member.row);
          EXPECT_LE(member.distance, limit + 1e-9);
          EXPECT_FALSE(member.equal);
        }
      }
    }
    EXPECT_THROW((void)index.near_duplicates(-1), Error);
  }
}

// The graph with its nodes in another order.
Graph renumbered(const Graph& graph, NodeId step) {
  std::vector<std::pair<NodeId, NodeId>> edges;
  const auto n = static_cast<NodeId>(graph.num_nodes());
  for (NodeId u = 0; u < n; ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      if (u < v) edges.emplace_back((u * step) % n, (v * step) % n);
    }
  }
  return test::make_graph(n, edges);
}

TEST(NearDuplicates, OfGraphsAreIsomorphicOnesAndThoseNearby) {
  std::vector<Graph> graphs;
  for (std::uint64_t seed = 0; seed < 12; ++seed) graphs.push_back(test::random_graph(11, 0.4, seed));
  graphs.push_back(renumbered(graphs[3], 2));
  graphs.push_back(renumbered(graphs[3], 3));
  graphs.push_back(renumbered(graphs[8], 4));
  const DuplicateGroups equal = near_duplicates(graphs);
  using Rows = std::vector<std::vector<std::uint64_t>>;
  EXPECT_EQ(rows_of(equal), (Rows{{3, 12, 13}, {8, 14}}));
  EXPECT_EQ(equal.unsure, 0u);
  for (const auto& group : equal.groups) {
    for (const DuplicateMember& member : group) {
      EXPECT_TRUE(member.equal);
      EXPECT_EQ(member.distance, 0);
    }
  }
  // Two triangles and a cycle of six nodes: walks of length 2 do not tell them apart, and they are not isomorphic.
  graphs.push_back(test::cycle_graph(8));
  graphs.push_back(
      test::make_graph(10, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {5, 6}, {6, 7}, {7, 8}, {8, 9}, {9, 5}}));
  DuplicateOptions options;
  options.max_distance = 1e-6;
  options.features.length = 3;
  const DuplicateGroups near = near_duplicates(graphs, options);
  EXPECT_EQ(rows_of(near), (Rows{{3, 12, 13}, {8, 14}, {15, 16}}));
  EXPECT_FALSE(near.groups[2][0].equal);
  EXPECT_EQ(near.groups[2][0].nearest, 16u);
  options.max_distance = 10;
  EXPECT_EQ(near_duplicates(graphs, options).groups.size(), 1u) << "everything is near";
  EXPECT_TRUE(near_duplicates(std::vector<Graph>{}, options).groups.empty());
  options.max_distance = -0.5;
  EXPECT_THROW((void)near_duplicates(graphs, options), Error);
  options.max_distance = 0;
  options.features.level = Level::node;
  EXPECT_THROW((void)near_duplicates(graphs, options), Error);
}

}  // namespace
}  // namespace awe
