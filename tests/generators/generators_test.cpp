// Generators: the properties that each family guarantees, that graphs depend only on (seed, family, number), and that
// random choices have the right distribution (chi-square with fixed seeds, so the tests are never flaky).
#include "awe/generators.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "awe/error.h"
#include "awe/graph_summary.h"
#include "base/rng.h"

namespace awe::generators {
namespace {

Graph one(const Family& family, std::uint64_t seed = 1, std::uint64_t item = 0) {
  const std::string text = describe(family);
  base::Sequence random(seed, hash128(std::as_bytes(std::span(text))), item);
  return generate(family, random);
}

std::vector<Graph> all(const Recipe& recipe, std::uint64_t seed) {
  const auto source = generate(recipe, seed);
  return read_all(*source);
}

bool is_simple(const Graph& graph) {
  return !graph.directed() && !graph.weighted() && !graph.has_self_loops() && graph.build_notes().self_loops == 0 &&
         graph.build_notes().repeated_arcs == 0;
}

bool is_regular(const Graph& graph, std::uint32_t degree) {
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    if (graph.degree(u) != degree) return false;
  }
  return true;
}

std::string usage_message(const std::string& family) {
  try {
    check(parse_family(family));
  } catch (const Error& error) {
    return error.kind() == ErrorKind::usage ? error.what() : "of another kind";
  }
  return "";
}

TEST(Generators, MakeSimpleGraphsByDefaultInEveryFamily) {
  for (const auto name : family_names()) {
    const Graph graph = one(parse_family(name));
    EXPECT_TRUE(is_simple(graph)) << name;
    EXPECT_GT(graph.num_edges(), 0u) << name;
  }
}

TEST(Generators, GiveShapesTheirCounts) {
  EXPECT_EQ(one(Cycle{7}).num_edges(), 7u);
  EXPECT_TRUE(is_regular(one(Cycle{7}), 2));
  EXPECT_EQ(one(PathGraph{7}).num_edges(), 6u);
  EXPECT_EQ(one(PathGraph{1}).num_edges(), 0u);
  EXPECT_EQ(one(PathGraph{0}).num_nodes(), 0u);
  EXPECT_EQ(one(Star{7}).degree(0), 6u);
  EXPECT_EQ(one(Complete{7}).num_edges(), 21u);
  EXPECT_EQ(one(Grid{3, 4}).num_edges(), 3u * 3 + 2u * 4);
  EXPECT_TRUE(is_regular(one(Grid{3, 4, true}), 4));
  EXPECT_EQ(one(Grid{3, 4, true}).num_edges(), 24u);
  EXPECT_EQ(one(Grid{1, 1}).num_nodes(), 1u);
}

RC_GTEST_PROP(UniformEdges, HaveExactlyTheEdgesAskedFor, ()) {
  const auto nodes = *rc::gen::inRange<std::uint64_t>(0, 40);
  const std::uint64_t pairs = nodes < 2 ? 0 : nodes * (nodes - 1) / 2;
  const auto edges = *rc::gen::inRange<std::uint64_t>(0, pairs + 1);
  const Graph graph = one(UniformEdges{nodes, edges}, *rc::gen::arbitrary<std::uint64_t>());
  RC_ASSERT(is_simple(graph));
  RC_ASSERT(graph.num_nodes() == nodes);
  RC_ASSERT(graph.num_edges() == edges);
}

RC_GTEST_PROP(RandomRegular, IsSimpleAndRegularForEveryDegree, ()) {
  const auto nodes = *rc::gen::inRange<std::uint64_t>(1, 30);
  const auto degree = *rc::gen::inRange<std::uint64_t>(0, nodes);
  RC_PRE(nodes * degree % 2 == 0);
  const Graph graph = one(RandomRegular{nodes, degree}, *rc::gen::arbitrary<std::uint64_t>());
  RC_ASSERT(is_simple(graph));
  RC_ASSERT(is_regular(graph, static_cast<std::uint32_t>(degree)));
}

RC_GTEST_PROP(UniformTree, IsConnectedWithOneEdgeLessThanNodes, ()) {
  const auto nodes = *rc::gen::inRange<std::uint64_t>(1, 60);
  const Graph graph = one(UniformTree{nodes}, *rc::gen::arbitrary<std::uint64_t>());
  RC_ASSERT(graph.num_edges() == nodes - 1);
  RC_ASSERT(summarise(graph).components == 1u);
}

RC_GTEST_PROP(ExactEdges, HoldInEveryFamilyThatOffersThem, ()) {
  const auto nodes = *rc::gen::inRange<std::uint64_t>(3, 25);
  const auto edges = *rc::gen::inRange<std::uint64_t>(nodes - 1, nodes * (nodes - 1) / 2 + 1);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const std::vector<Family> families = {
      BarabasiAlbert{.nodes = nodes, .edges = edges}, WattsStrogatz{.nodes = nodes, .rewiring = 0.5, .edges = edges},
      StochasticBlock{.nodes = nodes, .blocks = 3, .edges = edges}, RandomGeometric{.nodes = nodes, .edges = edges}};
  for (const Family& family : families) {
    const Graph graph = one(family, seed);
    RC_ASSERT(is_simple(graph));
    RC_ASSERT(graph.num_nodes() == nodes);
    RC_ASSERT(graph.num_edges() == edges);
  }
}

TEST(BarabasiAlbert, IsConnectedAndHasTheEdgesOfItsFormula) {
  const Graph graph = one(BarabasiAlbert{.nodes = 500, .degree = 3});
  EXPECT_EQ(graph.num_edges(), 3u * 500 - 3 * 4 / 2);
  EXPECT_EQ(summarise(graph).components, 1u);
  EXPECT_GT(summarise(graph).max_degree, 30u);  // hubs: a random graph of that density stays below 20
}

TEST(WattsStrogatz, IsTheRingWithoutRewiring) {
  const Graph graph = one(WattsStrogatz{.nodes = 20, .degree = 4, .rewiring = 0});
  EXPECT_TRUE(is_regular(graph, 4));
  EXPECT_TRUE(graph.has_arc(0, 1) && graph.has_arc(0, 2) && graph.has_arc(0, 18) && graph.has_arc(0, 19));
}

TEST(WattsStrogatz, KeepsItsEdgesWhenRewiredWhole) {
  const Graph graph = one(WattsStrogatz{.nodes = 200, .degree = 6, .rewiring = 1});
  EXPECT_EQ(graph.num_edges(), 600u);
  EXPECT_GT(summarise(graph).max_degree, 8u);
}

TEST(RandomGeometric, JoinsExactlyTheClosePairs) {
  // The points are the first draws of the sequence: the oracle compares all pairs.
  const RandomGeometric family{.nodes = 150, .radius = 0.13};
  base::Sequence random(3, Hash128{}, 0), again(3, Hash128{}, 0);
  const Graph graph = generate(family, random);
  std::vector<std::pair<double, double>> points(family.nodes);
  for (auto& [x, y] : points) {
    x = again.unit();
    y = again.unit();
  }
  for (NodeId u = 0; u < family.nodes; ++u) {
    for (NodeId v = 0; v < family.nodes; ++v) {
      if (u == v) continue;
      const double dx = points[u].first - points[v].first, dy = points[u].second - points[v].second;
      EXPECT_EQ(graph.has_arc(u, v), dx * dx + dy * dy <= family.radius * family.radius);
    }
  }
}

TEST(StochasticBlock, JoinsBlocksMoreWithinThanBetween) {
  const Graph graph = one(StochasticBlock{.nodes = 300, .blocks = 3, .within = 0.2, .between = 0.02});
  std::uint64_t within = 0, between = 0;
  for (NodeId u = 0; u < 300; ++u) {
    for (const NodeId v : graph.neighbours(u)) ++(u / 100 == v / 100 ? within : between);
  }
  EXPECT_NEAR(static_cast<double>(within) / 2, 0.2 * 3 * 4950, 150);
  EXPECT_NEAR(static_cast<double>(between) / 2, 0.02 * 30000, 100);
}

TEST(Configuration, NeverPassesTheDegreesOfItsSequence) {
  const std::vector<std::uint64_t> degrees = {5, 4, 3, 3, 2, 2, 1};
  Configuration family;
  family.degrees = degrees;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Graph graph = one(family, seed);
    ASSERT_EQ(graph.num_nodes(), degrees.size());
    for (NodeId u = 0; u < graph.num_nodes(); ++u) EXPECT_LE(graph.degree(u), degrees[u]);
  }
}

TEST(Configuration, DrawsDegreesByThePowerLaw) {
  // Degrees 1..3 with exponent 2: weights 1, 1/4, 1/9. Hardly any of 20000 nodes loses a stub.
  const Graph graph = one(Configuration{.nodes = 20000, .exponent = 2, .max_degree = 3});
  std::map<std::uint32_t, double> share;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) share[graph.degree(u)] += 1.0 / 20000;
  EXPECT_NEAR(share[1], 36.0 / 49, 0.01);
  EXPECT_NEAR(share[2], 9.0 / 49, 0.01);
  EXPECT_NEAR(share[3], 4.0 / 49, 0.01);
}

// Upper 0.1 per cent point of chi-square (Wilson-Hilferty).
double chi_square_limit(double freedom) {
  const double a = 2 / (9 * freedom);
  return freedom * std::pow(1 - a + 3.09 * std::sqrt(a), 3);
}

TEST(ErdosRenyi, HasBinomialEdgeCounts) {
  constexpr int kPairs = 45, kGraphs = 4000;
  constexpr double kShare = 0.3;
  std::vector<double> seen(kPairs + 1, 0);
  for (int i = 0; i < kGraphs; ++i) ++seen[one(ErdosRenyi{10, kShare}, 11, static_cast<std::uint64_t>(i)).num_edges()];
  double statistic = 0, rest_seen = 0, rest_expected = 0;
  int cells = 0;
  for (int k = 0; k <= kPairs; ++k) {
    const double log_choose = std::lgamma(kPairs + 1.0) - std::lgamma(k + 1.0) - std::lgamma(kPairs - k + 1.0);
    const double expected = kGraphs * std::exp(log_choose + k * std::log(kShare) + (kPairs - k) * std::log(1 - kShare));
    if (expected < 8) {
      rest_seen += seen[static_cast<std::size_t>(k)];
      rest_expected += expected;
      continue;
    }
    statistic += std::pow(seen[static_cast<std::size_t>(k)] - expected, 2) / expected;
    ++cells;
  }
  statistic += std::pow(rest_seen - rest_expected, 2) / rest_expected;
  EXPECT_LT(statistic, chi_square_limit(cells));
}

TEST(ErdosRenyi, JoinsEveryPairAlike) {
  constexpr int kGraphs = 6000;
  std::vector<double> seen(64, 0);
  for (int i = 0; i < kGraphs; ++i) {
    const Graph graph = one(ErdosRenyi{8, 0.2}, 5, static_cast<std::uint64_t>(i));
    for (NodeId u = 0; u < 8; ++u) {
      for (const NodeId v : graph.neighbours(u)) ++seen[u * 8 + v];
    }
  }
  double statistic = 0;
  for (NodeId u = 0; u < 8; ++u) {
    for (NodeId v = u + 1; v < 8; ++v) {
      statistic += std::pow(seen[u * 8 + v] - 0.2 * kGraphs, 2) / (0.2 * 0.8 * kGraphs);
    }
  }
  EXPECT_LT(statistic, chi_square_limit(28));
}

TEST(ErdosRenyi, HasAllEdgesOrNoneAtTheEnds) {
  EXPECT_EQ(one(ErdosRenyi{30, 0}).num_edges(), 0u);
  EXPECT_EQ(one(ErdosRenyi{30, 1}).num_edges(), 435u);
  EXPECT_EQ(one(ErdosRenyi{0, 0.5}).num_nodes(), 0u);
  EXPECT_EQ(one(ErdosRenyi{1000, 1e-300}).num_edges(), 0u);
}

TEST(UniformTree, DrawsEveryTreeOfFourNodesAlike) {
  std::map<std::string, double> seen;
  constexpr int kTrees = 3200;
  for (int i = 0; i < kTrees; ++i)
    ++seen[to_string(fingerprint(one(UniformTree{4}, 2, static_cast<std::uint64_t>(i))))];
  ASSERT_EQ(seen.size(), 16u);  // Cayley: 4^2
  double statistic = 0;
  for (const auto& [tree, count] : seen) statistic += std::pow(count - kTrees / 16.0, 2) / (kTrees / 16.0);
  EXPECT_LT(statistic, chi_square_limit(15));
}

TEST(RandomRegular, DrawsEveryCubicGraphOfSixNodes) {
  // 70 labelled cubic graphs on 6 nodes: 10 of K(3,3) and 60 prisms. The switches are near uniform, not exactly so.
  std::map<std::string, int> seen;
  for (std::uint64_t i = 0; i < 3000; ++i) ++seen[to_string(fingerprint(one(RandomRegular{6, 3}, 4, i)))];
  EXPECT_EQ(seen.size(), 70u);
}

TEST(Recipes, GiveTheSameGraphsWhateverTheCountAndTheCompany) {
  const Family family = UniformEdges{30, 60};
  const auto few = all({{{family, 3, {}}}}, 9);
  const auto mixed = all({{{UniformTree{10}, 2, {}}, {family, 5, "mine"}}}, 9);
  ASSERT_EQ(few.size(), 3u);
  ASSERT_EQ(mixed.size(), 7u);
  const std::size_t places[] = {1, 3, 4};  // after each tree, then alone
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(fingerprint(few[i]), fingerprint(mixed[places[i]]));
    EXPECT_EQ(mixed[places[i]].class_name(), "mine");
  }
  EXPECT_EQ(few[0].class_name(), "gnm");
  EXPECT_EQ(few[2].name(), "gnm-2");
}

TEST(Recipes, DifferByNumberSeedAndPart) {
  const Family family = UniformEdges{30, 60};
  std::set<Hash128> seen;
  for (const std::uint64_t seed : {1u, 2u}) {
    for (const Graph& graph : all({{{family, 4, {}}, {family, 4, {}}}}, seed)) {
      seen.insert(fingerprint(graph));
    }
  }
  EXPECT_EQ(seen.size(), 16u);
}

TEST(Recipes, AreTheSameOnEveryMachine) {
  // Frozen when the streams were: a change here breaks the promise that a seed means a graph.
  std::string text;
  for (const auto name : family_names()) text += to_string(fingerprint(one(parse_family(name), 42)));
  EXPECT_EQ(to_string(hash128(std::as_bytes(std::span(text)))), "7a94e21d69cba9528f6f407329c63eda");
}

TEST(SixFamilies, HaveEqualNodesAndEdgesAndTakeTurns) {
  const auto source = six_families(60, 120, 5, 7);
  EXPECT_EQ(source->count(), 30u);
  std::map<std::string, int> classes;
  std::vector<std::string> order;
  while (const auto graph = source->next()) {
    EXPECT_TRUE(is_simple(*graph));
    EXPECT_EQ(graph->num_nodes(), 60u);
    EXPECT_EQ(graph->num_edges(), 120u);
    ++classes[graph->class_name().value()];
    order.push_back(*graph->class_name());
  }
  EXPECT_EQ(classes.size(), 6u);
  for (const auto& [name, count] : classes) EXPECT_EQ(count, 5) << name;
  EXPECT_TRUE(std::equal(order.begin(), order.begin() + 6, order.begin() + 6));
}

TEST(SixFamilies, NeedAWholeDegree) {
  EXPECT_NO_THROW(static_cast<void>(six_families(5, 10, 1)));
  try {
    const auto recipe = six_families(50, 110, 1);
    FAIL() << recipe.parts.size();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_NE(std::string(error.what()).find("take 100 edges, not 110"), std::string::npos) << error.what();
  }
  EXPECT_THROW(static_cast<void>(six_families(50, 49, 1)), Error);
}

TEST(Families, RefuseBadParametersWithTheRange) {
  const std::pair<const char*, const char*> cases[] = {
      {"erdos-renyi:probability=1.5", "[0, 1]"},
      {"erdos-renyi:probability=nan", "[0, 1]"},
      {"gnm:nodes=4,edges=7", "[0, 6]"},
      {"barabasi-albert:nodes=5,degree=5", "nodes - 1 = 4"},
      {"barabasi-albert:nodes=5,degree=0", "[1,"},
      {"barabasi-albert:nodes=5,edges=3", "[4, 10]"},
      {"watts-strogatz:nodes=10,degree=3", "even"},
      {"watts-strogatz:rewiring=-0.1", "[0, 1]"},
      {"random-regular:nodes=5,degree=3", "must be even"},
      {"random-regular:nodes=5,degree=5", "nodes - 1 = 4"},
      {"stochastic-block:blocks=0", "[1, nodes"},
      {"stochastic-block:within=2", "[0, 1]"},
      {"stochastic-block:nodes=4,blocks=2,between=0,edges=3", "[0, 2]"},
      {"geometric:radius=-1", "[0, 2]"},
      {"configuration:degrees=2+1", "must lie in [0, nodes - 1 = 1]"},
      {"configuration:degrees=2+2+1", "even sum"},
      {"configuration:exponent=-1", "[0, 50]"},
      {"cycle:nodes=2", "at least 3"},
      {"grid:rows=2,columns=3,torus=true", "at least 3"},
      {"grid:rows=0", "at least 1"},
      {"star:nodes=0", "at least 1"},
      {"gnm:degree=3", "its parameters are nodes, edges"},
      {"gnm:nodes=-1", "not a whole number"},
      {"gnm:nodes", "name=value"},
      {"wheel:nodes=5", "known are erdos-renyi"},
  };
  for (const auto& [family, reason] : cases) {
    EXPECT_NE(usage_message(family).find(reason), std::string::npos) << family << ": " << usage_message(family);
  }
}

TEST(Families, RefuseGraphsBeyondTheLimit) {
  for (const char* family : {"complete:nodes=1000000", "path:nodes=5000000000", "grid:rows=100000,columns=100000"}) {
    try {
      check(parse_family(family));
      ADD_FAILURE() << family;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::limit) << family;
    }
  }
}

TEST(Families, ReadBackFromTheirDescription) {
  for (const auto name : family_names()) {
    const std::string text = describe(parse_family(name));
    EXPECT_EQ(describe(parse_family(text)), text);
  }
  EXPECT_EQ(describe(parse_family("gnm:edges=7, nodes=9")), "gnm:nodes=9,edges=7");
  EXPECT_EQ(describe(parse_family("configuration:degrees=2+1+1")),
            "configuration:nodes=100,exponent=2.5,min-degree=1,degrees=2+1+1");
}

}  // namespace
}  // namespace awe::generators
