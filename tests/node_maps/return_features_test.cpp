// Return probabilities: the oracle values, and the definitions written out.
#include "node_maps/return_features.h"

#include <gtest/gtest.h>

#include <cmath>

#include "baselines/oracle_graphs.h"
#include "support/random_graphs.h"

namespace awe::node_maps {
namespace {

std::vector<double> first_returns(const Graph& graph, NodeId node, std::size_t count) {
  const auto all = return_probabilities(graph::SimpleGraph(graph));
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(node * kReturnSteps);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

void expect_close(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-6) << i;
}

TEST(Returns, HaveTheOracleValues) {
  expect_close(first_returns(test::path_graph(3), 0, 4), {.5, .416667, .347222, .317130});
  expect_close(first_returns(test::path_graph(3), 1, 4), {.333333, .444444, .425926, .429012});
  expect_close(first_returns(test::complete_graph(3), 2, 4), {1.0 / 3, 1.0 / 3, 1.0 / 3, 1.0 / 3});
  expect_close(first_returns(test::star_graph(3), 0, 4), {.25, .4375, .390625, .402344});
  expect_close(first_returns(test::star_graph(3), 3, 4), {.5, .375, .28125, .242188});
}

// Powers of D^-1 (A + I), one step at a time, on a graph of more nodes than are followed together.
TEST(Returns, ArePowersOfTheTransitionMatrix) {
  const Graph graph = test::random_graph(37, 0.1, 4);
  const graph::SimpleGraph simple(graph);
  const auto found = return_probabilities(simple);
  for (NodeId start = 0; start < 37; ++start) {
    std::vector<double> at(37, 0.0);
    at[start] = 1;
    for (std::size_t s = 0; s < kReturnSteps; ++s) {
      std::vector<double> next(37, 0.0);
      for (NodeId u = 0; u < 37; ++u) {
        const double share = at[u] / (simple.degree(u) + 1.0);
        next[u] += share;
        for (const NodeId v : simple.neighbours(u)) next[v] += share;
      }
      at = next;
      ASSERT_NEAR(found[start * kReturnSteps + s], at[start], 1e-12);
    }
  }
}

// The inner product of two graphs is the mean of exp(-10 |p - q|^2) over pairs with equal labels, up to the error of
// 200 random features.
TEST(Returns, InnerProductsAreMeansOfAKernel) {
  const auto graphs = test::oracle_graphs();
  const auto gram = test::gram_of(graphs, "returns(node)");
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    for (std::size_t j = 0; j < graphs.size(); ++j) {
      const auto p = return_probabilities(graph::SimpleGraph(graphs[i])),
                 q = return_probabilities(graph::SimpleGraph(graphs[j]));
      double mean = 0;
      for (NodeId u = 0; u < graphs[i].num_nodes(); ++u) {
        for (NodeId v = 0; v < graphs[j].num_nodes(); ++v) {
          if (graphs[i].node_labels().name_of(u) != graphs[j].node_labels().name_of(v)) continue;
          double squares = 0;
          for (std::size_t s = 0; s < kReturnSteps; ++s) {
            const double difference = p[u * kReturnSteps + s] - q[v * kReturnSteps + s];
            squares += difference * difference;
          }
          mean += std::exp(-10 * squares) / graphs[i].num_nodes() / graphs[j].num_nodes();
        }
      }
      EXPECT_NEAR(gram(i, j), mean, 0.15) << i << " " << j;
    }
  }
}

}  // namespace
}  // namespace awe::node_maps
