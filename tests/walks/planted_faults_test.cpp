// Tests the statistical checks of the walker: twelve faults that occur in practice are planted in the reference walker,
// and each is detected by a check that the real walker passes.
//
// A check sees only anonymous walks, as a user does, and returns the probability that a correct walker deviates at
// least this much from the exact distribution. Seeds are fixed: a check passes always or never.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "support/brute_force.h"
#include "support/faulty_walker.h"
#include "support/reference_walker.h"
#include "support/statistics.h"
#include "support/toy_graphs.h"
#include "walks/walker.h"

namespace awe::walks {
namespace {

using test::Fault;
using test::kSuspicious;

const std::string kStoppedText = "stopped";

// Walks that start uniformly in the graph: the texts of walks 0 .. count-1, "1 2 1" or kStoppedText.
using Texts = std::vector<std::string>;
using Sampler = std::function<Texts(const Graph& graph, std::uint64_t seed, std::size_t count, int length)>;

Sampler real_walker() {
  return [](const Graph& graph, std::uint64_t seed, std::size_t count, int length) {
    const WalkIndex index(length, graph.has_self_loops());
    const Walker walker(graph, index, seed);
    std::vector<std::uint64_t> codes(count);
    for (std::size_t first = 0; first < count; first += base::kBlockWalks) {
      walker.fill_block(WalkOrigin::whole_graph(graph), first / base::kBlockWalks,
                        std::span(codes).subspan(first, std::min<std::size_t>(base::kBlockWalks, count - first)));
    }
    Texts texts;
    for (const std::uint64_t code : codes) {
      texts.push_back(code == Walker::kStopped ? kStoppedText : to_string(index.unrank(code)));
    }
    return texts;
  };
}

std::string text_of(const std::vector<NodeId>& nodes, int length) {
  return static_cast<int>(nodes.size()) < length + 1 ? kStoppedText : to_string(anonymise(nodes));
}

Sampler plain_walker() {
  return [](const Graph& graph, std::uint64_t seed, std::size_t count, int length) {
    test::ReferenceOrigin origin;
    origin.starts.resize(graph.num_nodes());
    std::iota(origin.starts.begin(), origin.starts.end(), NodeId{0});
    Texts texts;
    for (std::size_t i = 0; i < count; ++i) {
      const auto nodes = test::reference_walk(graph, origin, length, seed, i / base::kBlockWalks,
                                              static_cast<std::uint32_t>(i % base::kBlockWalks));
      texts.push_back(text_of(nodes, length));
    }
    return texts;
  };
}

Sampler faulty_walker(Fault fault) {
  const auto walker = std::make_shared<test::FaultyWalker>(fault);
  return [walker](const Graph& graph, std::uint64_t seed, std::size_t count, int length) {
    Texts texts;
    for (const auto& nodes : walker->walks(graph, seed, count, length)) texts.push_back(text_of(nodes, length));
    return texts;
  };
}

using Distribution = std::map<std::string, double>;

Distribution exact(const Graph& graph, int length) {
  const test::BruteForce walks = test::brute_force_graph(graph, length);
  Distribution result = walks.probability;
  if (walks.stopped > 0) result[kStoppedText] = walks.stopped;
  return result;
}

// What was seen that often, against what is expected; what is seen and cannot be has p = 0.
double fit(const Texts& seen, const Distribution& expected) {
  std::map<std::string, std::pair<double, double>> cells;
  for (const std::string& text : seen) ++cells[text].first;
  for (const auto& [text, probability] : expected) cells[text].second = probability * static_cast<double>(seen.size());
  std::vector<double> observed_counts, expected_counts;
  for (const auto& [text, cell] : cells) {
    observed_counts.push_back(cell.first);
    expected_counts.push_back(cell.second);
  }
  return test::goodness_of_fit(observed_counts, expected_counts);
}

double fit_to_exact(const Sampler& sampler, const Graph& graph, int length, std::size_t count, std::uint64_t seed = 1) {
  return fit(sampler(graph, seed, count, length), exact(graph, length));
}

// Walk i of one sample and walk i of the other, as a pair: independent if every pair is as likely as the product.
double fit_to_independent(const Texts& first, const Texts& second, const Distribution& each) {
  Texts pairs;
  for (std::size_t i = 0; i < first.size(); ++i) pairs.push_back(first[i] + " and " + second[i]);
  Distribution product;
  for (const auto& [a, p] : each) {
    for (const auto& [b, q] : each) product[a + " and " + b] = p * q;
  }
  return fit(pairs, product);
}

BuildOptions directed() {
  BuildOptions policy;
  policy.directed = true;
  return policy;
}

// The checks. Each says how likely an honest walker is so far off.

// A star of 192 rays, the first 64 of one edge and the others of two: the walk tells which kind was drawn.
double star_fit(const Sampler& sampler) {
  constexpr NodeId kRays = 192, kShort = 64;
  std::vector<std::pair<NodeId, NodeId>> edges;
  for (NodeId ray = 1; ray <= kRays; ++ray) edges.emplace_back(0, ray);
  for (NodeId ray = kShort + 1; ray <= kRays; ++ray) edges.emplace_back(ray, ray + kRays - kShort);
  return fit_to_exact(sampler, test::make_graph(2 * kRays - kShort + 1, edges), 3, 20'000);
}

// Node 3 has neighbours of three kinds: a leaf, two in a triangle with it, and, last, one with a tail.
double every_neighbour_fit(const Sampler& sampler) {
  const Graph graph = test::make_graph(6, {{3, 0}, {3, 1}, {3, 2}, {1, 2}, {3, 4}, {4, 5}});
  return fit_to_exact(sampler, graph, 4, 20'000);
}

// One node in ten is the centre, and it has half of all arc ends. From the centre the walk comes back at once.
double start_fit(const Sampler& sampler) { return fit_to_exact(sampler, test::star_graph(9), 2, 20'000); }

double weighted_fit(const Sampler& sampler) {
  const Graph graph =
      test::make_weighted_graph(6, {{0, 1, 1}, {1, 2, 2.5}, {2, 3, 0.1}, {3, 0, 7}, {2, 4, 1}, {3, 4, 3}, {4, 5, 1}});
  return fit_to_exact(sampler, graph, 5, 20'000);
}

// Walks on a complete graph, of two blocks side by side.
double block_independence(const Sampler& sampler) {
  const Graph graph = test::complete_graph(5);
  constexpr std::size_t kBlocks = 4;
  const Texts texts = sampler(graph, 1, kBlocks * base::kBlockWalks, 3);
  const auto block = [&](std::size_t b) { return texts.begin() + static_cast<std::ptrdiff_t>(b * base::kBlockWalks); };
  Texts first, second;
  for (std::size_t b = 0; b + 1 < kBlocks; b += 2) {
    first.insert(first.end(), block(b), block(b + 1));
    second.insert(second.end(), block(b + 1), block(b + 2));
  }
  return fit_to_independent(first, second, exact(graph, 3));
}

// On a directed path of ten nodes a walk of l steps stops with probability l/10, and else has l + 1 nodes.
double length_fit(const Sampler& sampler) {
  std::vector<std::pair<NodeId, NodeId>> edges;
  for (NodeId u = 1; u < 10; ++u) edges.emplace_back(u - 1, u);
  const Graph path = test::make_graph(10, edges, directed());
  double p = 1;
  for (const int length : {1, 4, 9}) p = std::min(p, fit_to_exact(sampler, path, length, 10'000));
  return p;
}

double loop_fit(const Sampler& sampler) {
  BuildOptions keep;
  keep.self_loops = SelfLoops::keep;
  return fit_to_exact(sampler, test::make_graph(4, {{0, 0}, {0, 1}, {1, 2}, {2, 2}, {2, 3}}, keep), 4, 20'000);
}

// One source of three arcs and a way round; backwards it is one sink.
double directed_fit(const Sampler& sampler) {
  const Graph graph = test::make_graph(5, {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {2, 1}, {3, 4}}, directed());
  return fit_to_exact(sampler, graph, 3, 20'000);
}

// Two nodes in five are isolated: so many walks stop.
double isolated_fit(const Sampler& sampler) {
  return fit_to_exact(sampler, test::make_graph(5, {{0, 2}, {2, 4}}), 3, 20'000);
}

// Round a directed cycle there is one way to walk, and no draw, however rare, may lead to another.
double one_way_fit(const Sampler& sampler) {
  std::vector<std::pair<NodeId, NodeId>> edges;
  for (NodeId u = 0; u < 10; ++u) edges.emplace_back(u, (u + 1) % 10);
  return fit_to_exact(sampler, test::make_graph(10, edges, directed()), 20, 40'000);
}

// The same graph before and after the weight of its last edge changes.
double updated_weight_fit(const Sampler& sampler) {
  const auto star = [](double last) { return test::make_weighted_graph(4, {{0, 1, 1}, {0, 2, 1}, {0, 3, last}}); };
  return std::min(fit_to_exact(sampler, star(1), 4, 20'000), fit_to_exact(sampler, star(6), 4, 20'000));
}

// Seeds that differ in one high bit give independent walks.
double seed_independence(const Sampler& sampler) {
  const Graph graph = test::complete_graph(5);
  const auto walks = [&](std::uint64_t seed) { return sampler(graph, seed, 2 * base::kBlockWalks, 3); };
  const Texts texts = walks(1);
  double p = 1;
  for (const int bit : {32, 48, 63}) {
    p = std::min(p, fit_to_independent(texts, walks(1 + (std::uint64_t{1} << bit)), exact(graph, 3)));
  }
  return p;
}

struct Check {
  const char* name;
  double (*p_value)(const Sampler& sampler);
};

constexpr Check kChecks[] = {{"star fit", star_fit},
                             {"every neighbour fit", every_neighbour_fit},
                             {"start fit", start_fit},
                             {"weighted fit", weighted_fit},
                             {"block independence", block_independence},
                             {"length fit", length_fit},
                             {"loop fit", loop_fit},
                             {"directed fit", directed_fit},
                             {"isolated fit", isolated_fit},
                             {"one way fit", one_way_fit},
                             {"updated weight fit", updated_weight_fit},
                             {"seed independence", seed_independence}};

void expect_to_pass_every_check(const Sampler& sampler) {
  for (const Check& check : kChecks) EXPECT_GT(check.p_value(sampler), kSuspicious) << check.name;
}

TEST(PlantedFaults, AreNotInTheRealWalker) { expect_to_pass_every_check(real_walker()); }

TEST(PlantedFaults, AreNotInThePlainWalker) { expect_to_pass_every_check(plain_walker()); }

TEST(PlantedFaults, AreAllThatIsWrongWithTheFaultyWalker) {
  expect_to_pass_every_check(faulty_walker(Fault::none));
  const Graph graphs[] = {test::star_graph(5), test::make_graph(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}, directed()),
                          test::make_weighted_graph(4, {{0, 1, 1}, {1, 2, 5}, {2, 0, 0.5}}),
                          test::make_graph(3, {{0, 2}})};
  for (const Graph& graph : graphs) {
    const std::uint64_t seed = 0x1'2345'6789u;
    EXPECT_EQ(faulty_walker(Fault::none)(graph, seed, 5000, 6), plain_walker()(graph, seed, 5000, 6));
  }
}

void expect_caught(Fault fault, double (*p_value)(const Sampler& sampler)) {
  EXPECT_LT(p_value(faulty_walker(fault)), kSuspicious);
}

TEST(PlantedFaults, ModuloBiasIsCaughtByTheStarFit) { expect_caught(Fault::modulo_bias, star_fit); }

TEST(PlantedFaults, ANeighbourNeverDrawnIsCaughtByTheFitOfEveryNeighbour) {
  expect_caught(Fault::last_neighbour_never_drawn, every_neighbour_fit);
}

TEST(PlantedFaults, StartsByDegreeAreCaughtByTheStartFit) { expect_caught(Fault::start_by_degree, start_fit); }

TEST(PlantedFaults, IgnoredWeightsAreCaughtByTheWeightedFit) { expect_caught(Fault::weights_ignored, weighted_fit); }

TEST(PlantedFaults, AStreamUsedTwiceIsCaughtByTheIndependenceOfBlocks) {
  expect_caught(Fault::stream_used_twice, block_independence);
}

TEST(PlantedFaults, ALengthOffByOneIsCaughtByTheLengthFit) { expect_caught(Fault::length_off_by_one, length_fit); }

TEST(PlantedFaults, ALoopCountedTwiceIsCaughtByTheLoopFit) { expect_caught(Fault::self_loop_counted_twice, loop_fit); }

TEST(PlantedFaults, SwappedDirectionsAreCaughtByTheDirectedFit) {
  expect_caught(Fault::direction_swapped, directed_fit);
}

TEST(PlantedFaults, DroppedIsolatedNodesAreCaughtByTheIsolatedFit) {
  expect_caught(Fault::isolated_node_dropped, isolated_fit);
}

TEST(PlantedFaults, RoundingPastTheLastNeighbourIsCaughtByTheOneWayFit) {
  expect_caught(Fault::rounding_past_last_neighbour, one_way_fit);
}

TEST(PlantedFaults, StaleWeightsAreCaughtByTheFitAfterAnUpdate) {
  expect_caught(Fault::stale_alias_weights, updated_weight_fit);
}

TEST(PlantedFaults, ATruncatedSeedIsCaughtByTheIndependenceOfSeeds) {
  expect_caught(Fault::seed_truncated, seed_independence);
}

}  // namespace
}  // namespace awe::walks
