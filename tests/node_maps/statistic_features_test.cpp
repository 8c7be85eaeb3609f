#include "node_maps/statistic_features.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "node_maps/node_statistics.h"
#include "support/labelled_graphs.h"
#include "support/random_graphs.h"
#include "support/toy_graphs.h"

namespace awe::node_maps {
namespace {

bool adjacent(const graph::SimpleGraph& graph, NodeId u, NodeId v) {
  const auto row = graph.neighbours(u);
  return std::find(row.begin(), row.end(), v) != row.end();
}

double slow_clustering(const graph::SimpleGraph& graph, NodeId u) {
  double pairs = 0, found = 0;
  for (const NodeId v : graph.neighbours(u)) {
    for (const NodeId w : graph.neighbours(u)) {
      if (v == w) continue;
      ++pairs;
      if (graph.degree(v) <= kMostPassed && adjacent(graph, v, w)) ++found;
    }
  }
  return pairs > 0 ? found / pairs : 0;
}

// The definitions of the header, pair by pair.
NodeStatistics slow_statistics(const graph::SimpleGraph& graph, NodeId u) {
  const double degree = graph.degree(u);
  if (degree == 0) return {};
  double mean = 0, deviation = 0, clustering = 0, two = 0, four = 0, ends = 0;
  for (const NodeId v : graph.neighbours(u)) {
    mean += graph.degree(v) / degree;
    clustering += slow_clustering(graph, v) / degree;
    two += 1 / degree / graph.degree(v);
  }
  for (const NodeId v : graph.neighbours(u)) deviation += std::pow(graph.degree(v) - mean, 2) / degree;
  for (NodeId w = 0; w < graph.num_nodes(); ++w) {
    double there = 0, back = 0;  // probabilities of two steps from u to w, and from w to u
    for (const NodeId v : graph.neighbours(u)) {
      if (graph.degree(v) > kMostPassed || !adjacent(graph, v, w)) continue;
      there += 1 / degree / graph.degree(v);
      back += 1.0 / graph.degree(w) / graph.degree(v);
    }
    four += there * back;
    ends += there > 0 ? 1 : 0;
  }
  return {std::log1p(degree) / 0.3,
          std::log1p(mean) / 0.2,
          std::sqrt(deviation) / (1 + mean) / 0.1,
          slow_clustering(graph, u) / 0.25,
          two / 0.06,
          four / 0.05,
          std::log1p(ends) / 0.35,
          clustering / 0.2};
}

void expect_as_defined(const graph::SimpleGraph& graph) {
  const auto found = node_statistics(graph);
  ASSERT_EQ(found.size(), graph.num_nodes());
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    const NodeStatistics expected = slow_statistics(graph, u);
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[u][i], expected[i], 2e-6) << u << " " << i;
  }
}

TEST(NodeStatistics, OfSmallGraphsByHand) {
  // A triangle 0 1 2 with a tail 2 - 3.
  const auto found = node_statistics(graph::SimpleGraph(test::make_graph(5, {{0, 1}, {1, 2}, {2, 0}, {2, 3}})));
  EXPECT_NEAR(found[0][0] * 0.3, std::log(3), 1e-12);
  EXPECT_NEAR(found[0][1] * 0.2, std::log(3.5), 1e-12);     // neighbours of degrees 2 and 3
  EXPECT_NEAR(found[0][2] * 0.1, 0.5 / 3.5, 1e-12);         // deviation 1/2, mean 5/2
  EXPECT_NEAR(found[0][3] * 0.25, 1, 1e-12);                // its neighbours are adjacent
  EXPECT_NEAR(found[0][4] * 0.06, 5.0 / 12, 1e-9);          // (1/2 + 1/3) / 2
  EXPECT_NEAR(found[0][6] * 0.35, std::log(5), 1e-12);      // all of 0, 1, 2, 3
  EXPECT_NEAR(found[0][7] * 0.2, (1 + 1.0 / 3) / 2, 1e-9);  // of 1 and of 2
  EXPECT_NEAR(found[3][4] * 0.06, 1.0 / 3, 1e-9);
  EXPECT_EQ(found[4], NodeStatistics{});
}

TEST(NodeStatistics, AreAsDefined) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    expect_as_defined(graph::SimpleGraph(test::random_graph(40, 0.02 + 0.1 * static_cast<double>(seed), seed)));
  }
}

RC_GTEST_PROP(NodeStatistics, OfAnyGraphAreAsDefined, ()) {
  expect_as_defined(graph::SimpleGraph(test::build(*test::random_shape())));
  RC_ASSERT(!::testing::Test::HasFailure());
}

// Two hubs, one of them with too many neighbours to pass; leaves of one of them or of both, some of them adjacent.
TEST(NodeStatistics, DoNotPassNodesOfManyNeighbours) {
  std::vector<std::pair<NodeId, NodeId>> edges = {{0, 1}};
  for (NodeId leaf = 2; leaf < 2 + kMostPassed; ++leaf) {
    edges.emplace_back(0, leaf);
    if (leaf % 3 == 0) edges.emplace_back(1, leaf);
    if (leaf % 5 == 0) edges.emplace_back(leaf - 1, leaf);
  }
  const graph::SimpleGraph graph(test::make_graph(2 + kMostPassed, edges));
  ASSERT_GT(graph.degree(0), kMostPassed);
  ASSERT_LE(graph.degree(1), kMostPassed);
  expect_as_defined(graph);
}

std::map<std::string, double> values_of(const Graph& graph, const LabelRule& rule, std::uint32_t features) {
  const baselines::MapSection section = statistic_features(rule, features)->of_graph(graph, {}).front();
  std::map<std::string, double> values;
  for (std::size_t i = 0; i < section.amounts.size(); ++i) {
    const std::string name = section.keys.empty() ? std::to_string(section.columns[i]) : section.text(i);
    values[name] = section.amounts[i] / section.total;
  }
  return values;
}

double inner_product(const std::map<std::string, double>& a, const std::map<std::string, double>& b) {
  double sum = 0;
  for (const auto& [name, value] : a) {
    if (const auto other = b.find(name); other != b.end()) sum += value * other->second;
  }
  return sum;
}

LabelRule of_nodes() {
  LabelRule rule;
  rule.node = true;
  return rule;
}

// The inner product of two graphs is the mean of the Gaussian kernel over pairs of nodes (with equal labels).
TEST(StatisticFeatures, InnerProductsApproximateTheGaussianKernel) {
  constexpr std::uint32_t kFeatures = 20'000;
  const auto letter = [](NodeId u) { return std::string(u % 2 == 0 ? "a" : "b"); };
  const std::vector<Graph> graphs = {test::with_labels(test::star_graph(4), letter),
                                     test::with_labels(test::cycle_graph(5), letter),
                                     test::with_labels(test::random_graph(9, 0.4, 7), letter)};
  for (const bool labels : {false, true}) {
    const LabelRule rule = labels ? of_nodes() : LabelRule{};
    for (const Graph& first : graphs) {
      for (const Graph& second : graphs) {
        const auto a = node_statistics(graph::SimpleGraph(first)), b = node_statistics(graph::SimpleGraph(second));
        double mean = 0;
        for (std::size_t u = 0; u < a.size(); ++u) {
          for (std::size_t v = 0; v < b.size(); ++v) {
            if (labels && letter(static_cast<NodeId>(u)) != letter(static_cast<NodeId>(v))) continue;
            double square = 0;
            for (std::size_t i = 0; i < a[u].size(); ++i) square += std::pow((a[u][i] - b[v][i]) / 1.3, 2);
            mean += std::exp(-square / 2) / static_cast<double>(a.size() * b.size());
          }
        }
        EXPECT_NEAR(inner_product(values_of(first, rule, kFeatures), values_of(second, rule, kFeatures)), mean,
                    5 / std::sqrt(kFeatures));
      }
    }
  }
}

TEST(StatisticFeatures, HaveAColumnPerFeatureOrAKeyPerLabelAndFeature) {
  EXPECT_EQ(statistic_features({}, 10)->columns(0), 10u);
  EXPECT_EQ(statistic_features(of_nodes(), 10)->columns(0), std::nullopt);
  const Graph path = test::with_labels(test::path_graph(3), [](NodeId u) { return std::string(u == 1 ? "N" : "C"); });
  const auto values = values_of(path, of_nodes(), 2);
  ASSERT_EQ(values.size(), 4u);
  for (const char* name : {"C-f0", "C-f1", "N-f0", "N-f1"}) EXPECT_TRUE(values.contains(name)) << name;
  EXPECT_TRUE(values_of(Graph(), {}, 10).empty());
}

RC_GTEST_PROP(StatisticFeatures, DoNotDependOnTheNumbersOfNodes, (std::uint64_t seed)) {
  const test::GraphShape shape = *test::random_shape();
  const auto before = values_of(test::build(shape), {}, 50);
  RC_ASSERT(values_of(test::build(test::renumbered(shape, seed)), {}, 50) == before);
}

}  // namespace
}  // namespace awe::node_maps
