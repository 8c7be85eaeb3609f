// Random-walk kernels: the oracle values, and sums over walks of product graphs written out.
#include <gtest/gtest.h>

#include <cmath>

#include "awe/error.h"
#include "baselines/oracle_graphs.h"
#include "support/product_graph.h"
#include "support/random_graphs.h"

namespace awe::baselines {
namespace {

TEST(WalkCounts, KStepKernelHasTheOracleValues) {
  const auto graphs = test::oracle_graphs();
  const auto both = test::gram_of(graphs, "walk-counts(node,edge):0..3");
  test::expect_upper(both, 0, 7, {125, 297, 252, 396, 42,   42,  42,  765, 624, 1020, 90, 90, 90, 520,
                                  832, 80,  80,  80,  1360, 120, 120, 120, 29,  17,   30, 29, 30, 50});
  test::expect_upper(test::gram_of(graphs, "walk-counts(node):0..3"), 4, 3, {29, 29, 48, 29, 48, 104});
  test::expect_upper(test::gram_of(graphs, "walk-counts:0..2"), 0, 4,
                     {61, 105, 108, 140, 189, 192, 252, 196, 256, 336});
}

TEST(WalkCounts, AgreeWithTheProductGraph) {
  std::vector<Graph> graphs;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) graphs.push_back(test::random_graph(7, 0.4, seed));
  graphs.push_back(test::make_graph(5, {{0, 1}, {1, 2}, {2, 0}, {3, 1}}, {.directed = true}));
  const auto gram = test::gram_of(graphs, "walk-counts:0..4");
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    for (std::size_t j = 0; j < graphs.size(); ++j) {
      const double expected = test::product_graph_sum(graphs[i], graphs[j], {1, 1, 1, 1, 1});
      EXPECT_NEAR(gram(i, j) / expected, 1, 1e-6);
    }
  }
}

TEST(ExponentialWalks, HaveTheOracleValues) {
  test::expect_upper(
      test::gram_of(test::oracle_graphs(), "exponential-walks[counts]"), 0, 4,
      {23.289335, 36.023238, 37.415988, 48.030985, 66.501505, 63.425487, 88.668673, 63.189907, 84.567317, 118.224898});
}

TEST(ExponentialWalks, AgreeWithTheProductGraph) {
  std::vector<Graph> graphs;
  for (NodeId n = 1; n <= 4; ++n) {
    for (const Graph& graph : test::all_graphs(n)) graphs.push_back(graph);
  }
  graphs.push_back(test::random_graph(9, 0.5, 3));
  graphs.push_back(test::make_graph(5, {{0, 1}, {1, 2}, {2, 0}, {3, 1}}, {.directed = true}));
  std::vector<double> weights = {1};
  for (int k = 1; k < 60; ++k) weights.push_back(weights.back() * 0.5 / k);
  const auto plain = test::gram_of(graphs, "exponential-walks[counts]"),
             shares = test::gram_of(graphs, "exponential-walks");
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const double own = test::product_graph_sum(graphs[i], graphs[i], weights);
    const std::size_t j = (7 * i + 3) % graphs.size();
    const double other = test::product_graph_sum(graphs[j], graphs[j], weights);
    const double expected = test::product_graph_sum(graphs[i], graphs[j], weights);
    EXPECT_NEAR(plain(i, j) / expected, 1, 1e-6) << i << " " << j;
    EXPECT_NEAR(shares(i, j), expected / std::sqrt(own * other), 1e-6) << i << " " << j;
  }
}

// The complete graph of n nodes has W_k = n (n-1)^k: the vector is a Poisson distribution's root.
TEST(ExponentialWalks, OfLargeGraphsNeedLogarithms) {
  const std::vector<Graph> graphs = {test::complete_graph(300), test::complete_graph(301), test::make_graph(0, {})};
  const auto gram = test::gram_of(graphs, "exponential-walks");
  const double a = 299, b = 300;
  EXPECT_NEAR(gram(0, 0), 1, 1e-6);
  EXPECT_NEAR(gram(0, 1), std::exp(-0.25 * (a - b) * (a - b)), 1e-5);
  EXPECT_EQ(gram(2, 2), 0);
  try {
    (void)embed(graphs, {.features = "exponential-walks[counts]"});
    FAIL() << "was not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::numeric);
  }
}

}  // namespace
}  // namespace awe::baselines
