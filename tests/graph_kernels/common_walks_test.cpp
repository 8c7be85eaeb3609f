// Random-walk kernels with labels: the oracle values, the product graph written out, and graphs without walks.
#include "graph_kernels/common_walks.h"

#include <gtest/gtest.h>

#include <cmath>

#include "awe/error.h"
#include "baselines/oracle_graphs.h"
#include "support/product_graph.h"

namespace awe::graph_kernels {
namespace {

TEST(CommonWalks, ExponentialKernelHasTheOracleValues) {
  const auto graphs = test::oracle_graphs();
  const auto both = test::gram_of(graphs, "exponential-walks(node,edge)[counts]");
  test::expect_upper(both, 4, 3, {9.250101, 7.594885, 10.250101, 9.250101, 10.250101, 14.282884});
  EXPECT_NEAR(both(0, 4), 11.905318, 1e-5);
  const auto nodes = test::gram_of(graphs, "exponential-walks(node)[counts]");
  test::expect_upper(nodes, 4, 3, {9.250101, 9.250101, 12.282884, 9.250101, 12.282884, 19.563454});
  EXPECT_NEAR(nodes(0, 4), 11.905318, 1e-5);
  // Equal labels are no labels.
  test::expect_upper(
      both, 0, 4,
      {23.289335, 36.023238, 37.415988, 48.030985, 66.501505, 63.425487, 88.668673, 63.189907, 84.567317, 118.224898});
}

TEST(CommonWalks, GeometricKernelHasTheOracleValues) {
  const auto graphs = test::oracle_graphs();
  test::expect_upper(test::gram_of(graphs, "geometric-walks[counts]"), 0, 4,
                     {11.041667, 12.391304, 15.319149, 16.521739, 15, 17.727273, 20, 21.538462, 23.636364, 26.666667});
  test::expect_upper(test::gram_of(graphs, "geometric-walks(0.1,node,edge)[counts]"), 4, 3,
                     {5.691610, 5.444444, 6.691610, 5.691610, 6.691610, 8.964490});
}

// Labels that depend on the node alone, so that both graphs of a pair share some.
std::string label_of(NodeId u) { return u % 3 == 0 ? "C" : "O"; }
std::string bond_of(NodeId u, NodeId v) { return (u + v) % 2 == 0 ? "2" : "1"; }

TEST(CommonWalks, AgreeWithTheProductGraphOnAllGraphsOfUpToFiveNodes) {
  std::vector<Graph> graphs;
  for (NodeId n = 1; n <= 5; ++n) {
    for (const Graph& graph : test::all_graphs(n)) graphs.push_back(test::with_labels(graph, label_of, bond_of));
  }
  graphs.push_back(
      test::with_labels(test::make_graph(5, {{0, 1}, {1, 2}, {2, 0}, {3, 1}}, {.directed = true}), label_of, bond_of));
  std::vector<double> exponential = {1}, geometric = {1};
  for (int k = 1; k < 60; ++k) {
    exponential.push_back(exponential.back() * 0.5 / k);
    geometric.push_back(geometric.back() * 0.02);
  }
  const test::PairLabels nodes{label_of, {}}, both{label_of, bond_of};
  struct Case {
    const char* features;
    const std::vector<double>* weights;
    const test::PairLabels* labels;
  };
  for (const Case& one : {Case{"exponential-walks(node,edge)", &exponential, &both},
                          Case{"exponential-walks(node)", &exponential, &nodes},
                          Case{"geometric-walks(0.02,node)", &geometric, &nodes}}) {
    const auto shares = test::gram_of(graphs, one.features);
    const auto value = [&](std::size_t i, std::size_t j) {
      return test::product_graph_sum(graphs[i], graphs[j], *one.weights, *one.labels, *one.labels);
    };
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      const std::size_t j = (7 * i + 3) % graphs.size();
      EXPECT_NEAR(shares(i, j), value(i, j) / std::sqrt(value(i, i) * value(j, j)), 2e-6)
          << one.features << " " << i << " " << j;
    }
  }
}

TEST(CommonWalks, OfLargeGraphsNeedLogarithms) {
  const auto same = [](NodeId) { return std::string("C"); };
  const std::vector<Graph> graphs = {test::with_labels(test::complete_graph(20), same, {}),
                                     test::with_labels(test::complete_graph(21), same, {})};
  const auto gram = test::gram_of(graphs, "exponential-walks(4,node)");
  EXPECT_NEAR(gram(0, 1), std::exp(-2.0), 1e-5);  // the shares of two Poisson distributions' roots
  try {
    (void)embed(graphs, {.features = "exponential-walks(4,node)[counts]"});
    FAIL() << "was not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::numeric);
  }
}

TEST(CommonWalks, AGeometricSeriesThatDoesNotConvergeIsRefused) {
  try {
    (void)embed(std::vector<Graph>{test::complete_graph(12)}, {.features = "geometric-walks(0.1)"});
    FAIL() << "was not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::numeric);
  }
}

TEST(CommonWalks, DegenerateGraphsCountPairsOfNodes) {
  const std::vector<Graph> graphs = {test::with_labels(test::make_graph(0, {}), label_of, {}),
                                     test::with_labels(test::make_graph(1, {}), label_of, {}),
                                     test::with_labels(test::make_graph(4, {}), label_of, {})};
  const auto gram = test::gram_of(graphs, "exponential-walks(node)[counts]");
  EXPECT_EQ(gram(0, 0), 0);
  EXPECT_EQ(gram(0, 2), 0);
  EXPECT_NEAR(gram(1, 1), 1, 1e-6);
  EXPECT_NEAR(gram(1, 2), 2, 1e-6);  // nodes 0 and 3 have its label
  EXPECT_NEAR(gram(2, 2), 8, 1e-6);
}

}  // namespace
}  // namespace awe::graph_kernels
