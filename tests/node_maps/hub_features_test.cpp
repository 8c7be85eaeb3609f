#include "node_maps/hub_features.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/random_graphs.h"
#include "support/toy_graphs.h"

namespace awe::node_maps {
namespace {

std::vector<double> values_of(const Graph& graph, std::uint32_t features) {
  const baselines::MapSection section = hub_features(features)->of_graph(graph, {}).front();
  std::vector<double> values(features, 0.0);
  for (std::size_t i = 0; i < section.columns.size(); ++i) {
    values[section.columns[i]] = section.amounts[i] / section.total;
  }
  return values;
}

double inner_product(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// Distances of all pairs by as many rounds as there are nodes.
std::vector<std::uint32_t> slow_distances(const graph::SimpleGraph& graph) {
  const NodeId n = graph.num_nodes();
  std::uint32_t largest = 0;
  for (NodeId u = 0; u < n; ++u) largest = std::max(largest, graph.degree(u));
  std::vector<std::uint32_t> distances(n, kFarFromHub);
  for (NodeId u = 0; u < n; ++u) distances[u] = graph.degree(u) == largest ? 0 : kFarFromHub;
  for (NodeId round = 0; round < n; ++round) {
    for (NodeId u = 0; u < n; ++u) {
      for (const NodeId v : graph.neighbours(u)) distances[u] = std::min(distances[u], distances[v] + 1);
    }
  }
  return distances;
}

TEST(HubFeatures, DistancesAreFromTheNearestNodeOfTheLargestDegree) {
  // A hub with three leaves, one of which goes on for nine nodes; a pair apart.
  const Graph graph = test::make_graph(
      14, {{0, 1}, {0, 2}, {0, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {7, 8}, {8, 9}, {9, 10}, {10, 11}, {12, 13}});
  EXPECT_EQ(distances_from_hub(graph::SimpleGraph(graph)),
            (std::vector<std::uint32_t>{0, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8}));
  EXPECT_EQ(distances_from_hub(graph::SimpleGraph(test::path_graph(5))), (std::vector<std::uint32_t>{1, 0, 0, 0, 1}));
  EXPECT_EQ(distances_from_hub(graph::SimpleGraph(test::make_graph(2, {}))), (std::vector<std::uint32_t>{0, 0}));
}

RC_GTEST_PROP(HubFeatures, DistancesAreThoseOfASlowSearch, ()) {
  const graph::SimpleGraph graph(test::build(*test::random_shape()));
  RC_ASSERT(distances_from_hub(graph) == slow_distances(graph));
}

// The inner product of two graphs is the mean of the Gaussian kernel over pairs of nodes, times both logarithms.
TEST(HubFeatures, InnerProductsApproximateTheGaussianKernel) {
  constexpr std::uint32_t kFeatures = 20'000;
  const Graph star = test::star_graph(6);
  const Graph tail = test::make_graph(7, {{0, 1}, {0, 2}, {0, 3}, {3, 4}, {4, 5}, {5, 6}});
  for (const Graph* first : {&star, &tail}) {
    for (const Graph* second : {&star, &tail}) {
      const graph::SimpleGraph a(*first), b(*second);
      const auto from_a = slow_distances(a), from_b = slow_distances(b);
      double sum = 0;
      for (NodeId u = 0; u < a.num_nodes(); ++u) {
        for (NodeId v = 0; v < b.num_nodes(); ++v) {
          const double x = std::log1p(a.degree(u)) - std::log1p(b.degree(v));
          const double y = static_cast<double>(from_a[u]) - static_cast<double>(from_b[v]);
          sum += std::exp(-(x * x + y * y) / 2) / (double{1} * a.num_nodes() * b.num_nodes());
        }
      }
      const double scale = std::log1p(a.num_nodes()) * std::log1p(b.num_nodes());
      EXPECT_NEAR(inner_product(values_of(*first, kFeatures), values_of(*second, kFeatures)), scale * sum,
                  5 * scale / std::sqrt(kFeatures));
    }
  }
}

TEST(HubFeatures, OfNoNodesAreNone) {
  EXPECT_TRUE(hub_features(10)->of_graph(Graph(), {}).front().columns.empty());
  EXPECT_EQ(hub_features(10)->columns(0), 10u);
}

RC_GTEST_PROP(HubFeatures, DoNotDependOnTheNumbersOfNodes, (std::uint64_t seed)) {
  const test::GraphShape shape = *test::random_shape();
  const std::vector<double> before = values_of(test::build(shape), 50);
  RC_ASSERT(values_of(test::build(test::renumbered(shape, seed)), 50) == before);
}

}  // namespace
}  // namespace awe::node_maps
