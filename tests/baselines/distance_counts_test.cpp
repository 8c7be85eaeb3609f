// Shortest paths: the oracle values, and counts against Floyd and Warshall.
#include "baselines/distance_counts.h"

#include <gtest/gtest.h>

#include <map>

#include "baselines/oracle_graphs.h"

namespace awe::baselines {
namespace {

TEST(DistanceCounts, KernelHasTheOracleValues) {
  test::expect_upper(
      test::gram_of(test::oracle_graphs(), "distances(node)"), 0, 7,
      {20, 24, 36, 40, 8, 8, 8, 36, 36, 48, 12, 12, 12, 72, 72, 12, 12, 12, 80, 16, 16, 16, 8, 8, 12, 8, 12, 24});
}

// Distances by Floyd and Warshall; -1: no path.
std::vector<std::vector<int>> all_distances(const Graph& graph) {
  const NodeId n = graph.num_nodes();
  std::vector<std::vector<int>> d(n, std::vector<int>(n, -1));
  for (NodeId u = 0; u < n; ++u) {
    d[u][u] = 0;
    for (const NodeId v : graph.neighbours(u)) {
      if (v != u) d[u][v] = 1;
    }
  }
  for (NodeId k = 0; k < n; ++k) {
    for (NodeId u = 0; u < n; ++u) {
      for (NodeId v = 0; v < n; ++v) {
        if (d[u][k] < 0 || d[k][v] < 0) continue;
        if (d[u][v] < 0 || d[u][k] + d[k][v] < d[u][v]) d[u][v] = d[u][k] + d[k][v];
      }
    }
  }
  return d;
}

void expect_as_floyd(const std::vector<Graph>& graphs, bool labels) {
  const auto matrix = embed(graphs, {.features = labels ? "distances(node)" : "distances"});
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    std::map<std::string, double> expected, found;
    const auto d = all_distances(graphs[i]);
    for (NodeId u = 0; u < graphs[i].num_nodes(); ++u) {
      for (NodeId v = 0; v < graphs[i].num_nodes(); ++v) {
        if (d[u][v] < 1) continue;
        std::string name = std::to_string(d[u][v]);
        if (labels) name = graphs[i].node_labels().name_of(u) + "-" + name + "-" + graphs[i].node_labels().name_of(v);
        ++expected[name];
      }
    }
    const SparseVector& values = matrix.rows[i].values;
    for (std::size_t k = 0; k < values.size(); ++k) {
      found[matrix.columns.describe(values.indices[k]).walk] = values.values[k];
    }
    ASSERT_EQ(found, expected) << i;
  }
}

TEST(DistanceCounts, AgreesWithFloydAndWarshallOnAllSmallGraphs) {
  std::vector<Graph> plain, labelled;
  for (NodeId n = 0; n <= 5; ++n) {
    for (const Graph& graph : test::all_graphs(n)) {
      plain.push_back(graph);
      labelled.push_back(test::with_labels(graph, [](NodeId u) { return std::string(u % 2 == 0 ? "a" : "b"); }));
    }
  }
  expect_as_floyd(plain, false);
  expect_as_floyd(labelled, true);
}

TEST(DistanceCounts, OfADirectedGraphFollowArcs) {
  const std::vector<Graph> graphs = {test::make_graph(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}, {.directed = true})};
  expect_as_floyd(graphs, false);
}

// More labels than the dense table takes.
TEST(DistanceCounts, WithManyLabels) {
  std::vector<std::pair<NodeId, NodeId>> edges;
  for (NodeId u = 0; u + 1 < 520; ++u) edges.emplace_back(u, u + 1);
  const Graph path = test::with_labels(test::make_graph(520, edges), [](NodeId u) { return std::to_string(u); });
  const auto row = embed(std::vector<Graph>{path}, {.features = "distances(node)"}).rows[0].values;
  EXPECT_EQ(row.size(), 520u * 519u);
  for (const double value : row.values) ASSERT_EQ(value, 1);
}

TEST(DistanceCounts, RefusesMoreThanTheBudget) {
  try {
    (void)embed(std::vector<Graph>{test::complete_graph(100)}, {.features = "distances", .budget = 1e5});
    FAIL() << "was not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::limit);
    EXPECT_NE(std::string(error.what()).find("distances would take 1e+06 steps"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace awe::baselines
