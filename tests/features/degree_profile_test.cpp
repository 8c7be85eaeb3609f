#include "features/degree_profile.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "awe/error.h"
#include "base/rng.h"
#include "support/random_graphs.h"
#include "support/toy_graphs.h"

namespace awe::features {
namespace {

using Numbers = std::array<double, DegreeProfile::kNumbers>;

Numbers logs(double degree, double mean, double least, double largest, double deviation) {
  return {std::log1p(degree), std::log1p(mean), std::log1p(least), std::log1p(largest), std::log1p(deviation)};
}

void expect_numbers(const Graph& graph, NodeId node, const Numbers& expected) {
  const Numbers numbers = DegreeProfile::profile(graph, node);
  for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_NEAR(numbers[i], expected[i], 4e-15) << i;
}

void expect_near(const std::vector<double>& a, const std::vector<double>& b, double error) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], error) << i;
}

std::vector<double> of_node(const DegreeProfile& profile, const Graph& graph, NodeId node) {
  return profile.of_nodes(graph, std::span<const NodeId>(&node, 1));
}

double inner_product(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

TEST(DegreeProfile, IsTheDegreeAndWhatTheNeighboursDegreesAre) {
  // 0 has the neighbours 1 (degree 1), 2 (degree 2) and 3 (degree 3); 5 is isolated.
  const Graph graph = test::make_graph(6, {{0, 1}, {0, 2}, {0, 3}, {2, 3}, {3, 4}});
  expect_numbers(graph, 0, logs(3, 2, 1, 3, std::sqrt(2.0 / 3)));
  expect_numbers(graph, 4, logs(1, 3, 3, 3, 0));
  EXPECT_EQ(DegreeProfile::profile(graph, 5), Numbers{});
}

TEST(DegreeProfile, OfDirectedGraphsFollowsTheArcs) {
  BuildOptions policy;
  policy.directed = true;
  const Graph graph = test::make_graph(4, {{0, 1}, {0, 2}, {1, 0}, {1, 2}, {3, 0}}, policy);
  expect_numbers(graph, 0, logs(2, 1, 0, 2, 1));
  EXPECT_EQ(DegreeProfile::profile(graph, 2), Numbers{}) << "no out-neighbours";
  expect_numbers(graph, 3, logs(1, 2, 2, 2, 0));
}

TEST(DegreeProfile, NothingCancelsInTheDeviationOfHubs) {
  // Two hubs of degrees a million and a million and two, both next to node 0.
  GraphBuilder builder(BuildOptions{});
  builder.set_num_nodes(2'000'003);
  builder.add_edge(0, 1);
  builder.add_edge(0, 2);
  NodeId leaf = 3;
  for (int i = 0; i < 999'999; ++i) builder.add_edge(1, leaf++);
  for (int i = 0; i < 1'000'001; ++i) builder.add_edge(2, leaf++);
  const Graph graph = std::move(builder).build();
  expect_numbers(graph, 0, logs(2, 1'000'001, 1'000'000, 1'000'002, 1));
  // Five distinct profiles: quick for all the nodes there are.
  EXPECT_EQ(DegreeProfile(1000).of_graph(graph).size(), 1000u);
}

TEST(DegreeProfile, RefusesNoFeaturesAndTooMany) {
  EXPECT_THROW(DegreeProfile(0), Error);
  EXPECT_THROW(DegreeProfile(1'000'001), Error);
  EXPECT_EQ(DegreeProfile(1).features(), 1u);
}

TEST(DegreeProfile, OfNoNodesIsZero) {
  const DegreeProfile profile(10);
  EXPECT_EQ(profile.of_graph(Graph()), std::vector<double>(10, 0.0));
  EXPECT_EQ(profile.of_nodes(test::path_graph(3), {}), std::vector<double>(10, 0.0));
}

// All pairs of these nodes: their inner products against the kernel.
TEST(DegreeProfile, InnerProductsApproximateTheGaussianKernel) {
  constexpr std::uint32_t kFeatures = 20'000;
  const DegreeProfile profile(kFeatures);
  const Graph graph = test::make_graph(
      12, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {0, 6}, {0, 7}, {7, 8}, {8, 9}, {9, 10}, {10, 8}, {1, 2}});
  double farthest = 0;
  for (NodeId u = 0; u < 12; ++u) {
    for (NodeId v = 0; v < 12; ++v) {
      const Numbers x = DegreeProfile::profile(graph, u), y = DegreeProfile::profile(graph, v);
      double squares = 0;
      for (std::size_t i = 0; i < x.size(); ++i) squares += (x[i] - y[i]) * (x[i] - y[i]);
      farthest = std::max(farthest, squares);
      EXPECT_NEAR(inner_product(of_node(profile, graph, u), of_node(profile, graph, v)), std::exp(-squares / 2),
                  5 / std::sqrt(kFeatures))
          << u << " " << v;
    }
  }
  EXPECT_GT(farthest, 4) << "near nodes alone show little";
}

TEST(DegreeProfile, IsTheMeanOverItsNodes) {
  const DegreeProfile profile(300);
  const Graph graph = test::make_graph(7, {{0, 1}, {0, 2}, {0, 3}, {3, 4}, {4, 5}, {5, 3}});  // 6 is isolated
  std::vector<double> sum(300, 0.0);
  std::vector<NodeId> all;
  for (NodeId u = 0; u < 7; ++u) {
    all.push_back(u);
    const std::vector<double> one = of_node(profile, graph, u);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += one[i] / 7;
  }
  expect_near(profile.of_graph(graph), sum, 1e-15);
  EXPECT_EQ(profile.of_nodes(graph, all), profile.of_graph(graph));
}

// The features again, from the documented stream and with the library's cosine: the fast one is right.
TEST(DegreeProfile, HasTheCosinesOfTheStandardLibrary) {
  constexpr std::uint32_t kFeatures = 1000;
  const DegreeProfile profile(kFeatures);
  const double amplitude = std::sqrt(2.0 / kFeatures);
  base::Sequence random(0, hash128(std::as_bytes(std::span("awe degree profile 1", 20))));
  std::vector<double> frequencies(DegreeProfile::kNumbers * kFeatures), phases(kFeatures);
  for (std::size_t f = 0; f < kFeatures; ++f) {
    double normal[6];
    for (int pair = 0; pair < 3; ++pair) {
      double x = 0, y = 0, square = 0;
      do {
        x = 2 * random.unit() - 1;
        y = 2 * random.unit() - 1;
        square = x * x + y * y;
      } while (square >= 1 || square == 0);
      normal[2 * pair] = x * std::sqrt(-2 * std::log(square) / square);
      normal[2 * pair + 1] = y * std::sqrt(-2 * std::log(square) / square);
    }
    for (std::size_t i = 0; i < DegreeProfile::kNumbers; ++i) frequencies[i * kFeatures + f] = normal[i];
    phases[f] = 2 * std::acos(-1.0) * random.unit();
  }
  const Graph graph = test::make_graph(9, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {5, 6}, {6, 7}, {7, 5}});
  for (const Graph& each : {graph, test::star_graph(2'000'000)}) {
    for (NodeId u = 0; u < 9; ++u) {
      const Numbers x = DegreeProfile::profile(each, u);
      std::vector<double> expected = phases;
      for (std::size_t f = 0; f < kFeatures; ++f) {
        for (std::size_t i = 0; i < x.size(); ++i) expected[f] += x[i] * frequencies[i * kFeatures + f];
        expected[f] = amplitude * std::cos(expected[f]);
      }
      expect_near(of_node(profile, each, u), expected, 1e-9 * amplitude);
    }
  }
  // As normal numbers should be.
  const double count = static_cast<double>(frequencies.size());
  const double sum = std::accumulate(frequencies.begin(), frequencies.end(), 0.0);
  EXPECT_NEAR(sum / count, 0, 5 / std::sqrt(count));
  EXPECT_NEAR(inner_product(frequencies, frequencies) / count, 1, 5 * std::sqrt(2 / count));
}

TEST(DegreeProfile, FewerFeaturesAreTheFirstOfMore) {
  const Graph graph = test::random_graph(30, 0.2, 1);
  const std::vector<double> many = DegreeProfile(1000).of_graph(graph);
  for (const std::uint32_t features : {1u, 2u, 255u, 256u, 257u, 999u}) {
    std::vector<double> first(many.begin(), many.begin() + features);
    for (double& value : first) value *= std::sqrt(1000.0 / features);
    expect_near(DegreeProfile(features).of_graph(graph), first, 1e-12);
  }
}

RC_GTEST_PROP(DegreeProfile, DoesNotDependOnTheNumbersOfNodes, (std::uint64_t seed)) {
  const test::GraphShape shape = *test::random_shape();
  const DegreeProfile profile(50);
  const std::vector<double> before = profile.of_graph(test::build(shape));
  RC_ASSERT(profile.of_graph(test::build(test::renumbered(shape, seed))) == before);
}

TEST(DegreeProfile, IsFrozen) {
  const std::vector<double> values = DegreeProfile(6).of_graph(test::make_graph(5, {{0, 1}, {0, 2}, {0, 3}, {2, 3}}));
  expect_near(values,
              {0.13639557234803498, -0.39714277343314086, 0.3032731393586991, 0.17955669676399294, -0.33698691963270883,
               -0.41834460321882611},
              1e-12);
}

}  // namespace
}  // namespace awe::features
