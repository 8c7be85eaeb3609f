#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "awe/error.h"
#include "awe/exact_walks.h"
#include "sampled_walks/sampled_walks.h"
#include "support/random_graphs.h"
#include "support/statistics.h"
#include "support/toy_graphs.h"

namespace awe::sampled_walks {
namespace {

using test::kSuspicious;

constexpr std::uint64_t kWalks = 100'000;

BuildOptions policy(bool directed, bool loops = false) {
  BuildOptions result;
  result.directed = directed;
  result.self_loops = loops ? SelfLoops::keep : SelfLoops::drop;
  return result;
}

// A random graph with directions, loops and weights as asked; sparse enough for isolated nodes and sinks.
Graph random_kind(std::uint64_t seed, bool directed, bool weighted, bool loops) {
  base::Sequence random(seed, {});
  const auto nodes = static_cast<NodeId>(5 + random.below(10));
  std::vector<test::WeightedEdge> edges;
  for (NodeId i = 0; i < 2 * nodes; ++i) {
    const auto from = static_cast<NodeId>(random.below(nodes)), to = static_cast<NodeId>(random.below(nodes));
    edges.push_back({from, to, weighted ? std::exp(4 * random.unit() - 2) : 1.0});
  }
  test::GraphShape shape{nodes, edges, policy(directed, loops)};
  shape.policy.weighted = weighted;
  return test::build(shape);
}

double fit(const WalkDistribution& sampled, const WalkDistribution& exact, double walks) {
  std::map<std::uint64_t, std::pair<double, double>> cells;
  for (std::size_t i = 0; i < exact.probabilities.size(); ++i) {
    cells[exact.probabilities.indices[i]].second = exact.probabilities.values[i] * walks;
  }
  for (std::size_t i = 0; i < sampled.probabilities.size(); ++i) {
    cells[sampled.probabilities.indices[i]].first = sampled.probabilities.values[i] * walks;
  }
  std::vector<double> observed = {sampled.stopped * walks}, expected = {exact.stopped * walks};
  for (const auto& [rank, cell] : cells) {
    observed.push_back(cell.first);
    expected.push_back(cell.second);
  }
  return test::goodness_of_fit(observed, expected);
}

std::vector<Graph> forty_graphs() {
  std::vector<Graph> graphs = {
      test::path_graph(3),  test::path_graph(9),     test::cycle_graph(3),     test::cycle_graph(8),
      test::star_graph(20), test::complete_graph(6), test::complete_graph(11), test::random_graph(30, 0.15, 1)};
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    for (const bool directed : {false, true}) {
      for (const bool weighted : {false, true}) {
        for (const bool loops : {false, true}) graphs.push_back(random_kind(seed, directed, weighted, loops));
      }
    }
  }
  return graphs;
}

TEST(SampledWalks, FitTheExactDistributionOfFortyGraphs) {
  std::set<std::string> kinds;
  const auto graphs = forty_graphs();
  ASSERT_EQ(graphs.size(), 40u);
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const Graph& graph = graphs[i];
    const WalkIndex index(i % 2 == 0 ? 5 : 6, graph.has_self_loops());
    const WalkDistribution exact = ExactWalks(graph, index).of_graph();
    const WalkDistribution sampled = SampledWalks(graph, index, 42).of_graph(kWalks);
    EXPECT_GT(fit(sampled, exact, kWalks), kSuspicious) << "graph " << i;
    if (graph.directed()) kinds.insert("directed");
    if (graph.weighted()) kinds.insert("weighted");
    if (graph.has_self_loops()) kinds.insert("loops");
    if (exact.stopped > 0) kinds.insert(graph.directed() ? "sinks" : "isolated");
  }
  EXPECT_EQ(kinds.size(), 5u) << "the graphs cover every kind";
}

TEST(SampledWalks, FitTheExactDistributionOfNodesArcsAndNodeSets) {
  const auto graphs = forty_graphs();
  for (const std::size_t i : {1u, 7u, 10u, 11u, 13u, 15u, 20u, 23u}) {
    const Graph& graph = graphs[i];
    const WalkIndex index(4, graph.has_self_loops());
    const ExactWalks exact(graph, index);
    const SampledWalks sampled(graph, index, 7);
    ExactWalks::Scratch exact_scratch(exact);
    SampledWalks::Scratch scratch(sampled);
    for (const NodeId u : {NodeId{0}, NodeId{2}}) {
      EXPECT_GT(
          fit(sampled.of_origin(walks::WalkOrigin::node(u), 20000, scratch), exact.of_node(u, exact_scratch), 20000),
          kSuspicious)
          << "graph " << i << ", node " << u;
      for (std::uint64_t place = graph.offsets()[u]; place < graph.offsets()[u + 1]; ++place) {
        EXPECT_GT(fit(sampled.of_origin(walks::WalkOrigin::arc(graph, u, place), 20000, scratch),
                      exact.of_arc(u, place, exact_scratch), 20000),
                  kSuspicious)
            << "graph " << i << ", arc " << place << " of node " << u;
      }
    }
    const std::vector<NodeId> set = {0, 2, 4};
    EXPECT_GT(fit(sampled.of_origin(walks::WalkOrigin::nodes(set), 20000, scratch), exact.of_nodes(set, exact_scratch),
                  20000),
              kSuspicious)
        << "graph " << i;
  }
}

TEST(SampledWalks, WouldNotFitAnotherGraph) {
  // The test above is sharp: one edge more is seen.
  const Graph graph = test::cycle_graph(8);
  const Graph other = test::make_graph(8, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {7, 0}, {0, 4}});
  const WalkIndex index(6);
  EXPECT_LT(fit(SampledWalks(graph, index, 42).of_graph(kWalks), ExactWalks(other, index).of_graph(), kWalks),
            kSuspicious);
}

TEST(SampledWalks, AreIdenticalForAnyNumberOfThreads) {
  const Graph graph = test::random_graph(50, 0.2, 5);
  for (const int length : {7, 14}) {  // counted dense and sparse
    const SampledWalks walks(graph, WalkIndex(length), 3);
    const std::uint64_t count = 700'000;  // 171 blocks, the last one partial: cut among threads
    const WalkDistribution one = walks.of_graph(count, 1);
    for (const int threads : {2, 3, 8}) EXPECT_EQ(walks.of_graph(count, threads), one) << threads << " threads";
  }
}

TEST(SampledWalks, OfASmallerSampleAreThoseOfALargerOne) {
  const Graph graph = test::random_graph(20, 0.3, 5);
  const SampledWalks walks(graph, WalkIndex(4), 3);
  const WalkDistribution small = walks.of_graph(5000), large = walks.of_graph(12000);
  std::map<std::uint64_t, double> counts;
  for (std::size_t i = 0; i < large.probabilities.size(); ++i) {
    counts[large.probabilities.indices[i]] = large.probabilities.values[i] * 12000;
  }
  for (std::size_t i = 0; i < small.probabilities.size(); ++i) {
    EXPECT_LE(small.probabilities.values[i] * 5000, counts[small.probabilities.indices[i]] + 1e-6);
  }
}

TEST(SampledWalks, UseAScratchAgainWithoutATrace) {
  const Graph graph = test::random_graph(20, 0.3, 5);
  const SampledWalks walks(graph, WalkIndex(5), 3);
  SampledWalks::Scratch used(walks), fresh(walks);
  (void)walks.of_origin(walks::WalkOrigin::node(1), 777, used);
  EXPECT_EQ(walks.of_origin(walks::WalkOrigin::node(2), 777, used),
            walks.of_origin(walks::WalkOrigin::node(2), 777, fresh));
}

TEST(SampledWalks, RefuseLoopsWithoutTheirVocabulary) {
  const Graph graph = test::make_graph(2, {{0, 0}, {0, 1}}, policy(false, true));
  EXPECT_THROW(SampledWalks(graph, WalkIndex(3), 1), Error);
  EXPECT_THROW(ExactWalks(graph, WalkIndex(3)), Error);
}

TEST(SampledWalks, StopWhenAsked) {
  const Graph graph = test::cycle_graph(5);
  Progress progress;
  progress.stop_requested = [] { return true; };
  for (const int threads : {1, 3}) {
    try {
      (void)SampledWalks(graph, WalkIndex(7), 1).of_graph(10'000'000, threads, progress);
      ADD_FAILURE() << "did not stop";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::interrupted);
    }
  }
}

// Graphs where chance has no say: exact and sampled are the same numbers.
struct Degenerate {
  const char* name;
  Graph graph;
  int length;
  bool loops;
  WalkDistribution expected;
};

std::vector<Degenerate> degenerate_graphs() {
  const auto keep = policy(false, true);
  std::vector<Degenerate> list;
  list.push_back({"empty", Graph{}, 3, false, {}});
  list.push_back({"one node", test::make_graph(1, {}), 3, false, {{}, 1}});
  list.push_back({"edgeless", test::make_graph(7, {}), 1, false, {{}, 1}});
  list.push_back({"two paths of two nodes", test::make_graph(4, {{0, 1}, {2, 3}}), 3, false, {{{0}, {1}}, 0}});
  list.push_back({"one loop, kept", test::make_graph(1, {{0, 0}}, keep), 3, true, {{{0}, {1}}, 0}});
  list.push_back({"loops dropped", test::make_graph(2, {{0, 0}, {1, 1}}), 2, false, {{}, 1}});
  list.push_back({"zero weights", test::make_weighted_graph(3, {{0, 1, 0}, {1, 2, 0}}), 2, false, {{}, 1}});
  list.push_back({"a zero weight beside another",
                  test::make_weighted_graph(2, {{0, 1, 3}, {1, 0, 0}}),
                  4,
                  false,
                  {{{0}, {1}}, 0}});
  list.push_back({"all into sinks", test::make_graph(4, {{0, 2}, {1, 3}}, policy(true)), 2, false, {{}, 1}});
  list.push_back(
      {"a directed cycle", test::make_graph(3, {{0, 1}, {1, 2}, {2, 0}}, policy(true)), 2, false, {{{1}, {1}}, 0}});
  list.push_back({"parallel edges", test::make_graph(2, {{0, 1}, {0, 1}, {1, 0}}), 2, false, {{{0}, {1}}, 0}});
  return list;
}

TEST(DegenerateGraphs, AreTheSameExactAndSampled) {
  for (const Degenerate& item : degenerate_graphs()) {
    const WalkIndex index(item.length, item.loops);
    const auto check = [&](const WalkDistribution& found) {
      EXPECT_EQ(found.probabilities, item.expected.probabilities) << item.name;
      EXPECT_EQ(found.stopped, item.expected.stopped) << item.name;
      double ended = 0;
      for (const EndedWalk& walk : found.ended) ended += walk.mass;
      EXPECT_NEAR(ended, found.stopped, 1e-15) << item.name;
    };
    check(ExactWalks(item.graph, index).of_graph());
    for (const std::uint64_t walks : {std::uint64_t{1}, std::uint64_t{5000}}) {
      check(SampledWalks(item.graph, index, 1).of_graph(walks));
    }
  }
}

TEST(DegenerateGraphs, KeepTheMassOfStoppedWalksOutsideTheVector) {
  // One of three nodes is isolated; a sink is reached from one of two.
  const Graph isolated = test::make_graph(3, {{0, 1}});
  const WalkIndex index(2);
  EXPECT_EQ(ExactWalks(isolated, index).of_graph().probabilities.indices, std::vector<std::uint64_t>{0});
  EXPECT_NEAR(ExactWalks(isolated, index).of_graph().stopped, 1.0 / 3, 1e-15);
  const Graph sink = test::make_graph(3, {{0, 1}, {1, 0}, {1, 2}}, policy(true));
  // From 0: 0 1 0 or 0 1 2; from 1: 1 0 1 with one half, else it stops at 2; from 2 it stops.
  const WalkDistribution exact = ExactWalks(sink, index).of_graph();
  EXPECT_NEAR(exact.stopped, 0.5, 1e-15);
  EXPECT_EQ(exact.probabilities.indices, (std::vector<std::uint64_t>{0, 1}));
  EXPECT_NEAR(exact.probabilities.values[0], 1.0 / 3, 1e-15);
  EXPECT_NEAR(exact.probabilities.values[1], 1.0 / 6, 1e-15);
  EXPECT_GT(fit(SampledWalks(sink, index, 1).of_graph(kWalks), exact, kWalks), kSuspicious);
}

RC_GTEST_PROP(ExactWalks, AreInvariantUnderRelabelling, ()) {
  const auto shape = *test::random_shape(9);
  const int length = *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(1, 8));
  std::vector<NodeId> new_id(shape.nodes);
  base::Sequence random(*rc::gen::arbitrary<std::uint64_t>(), {});
  for (NodeId u = 0; u < shape.nodes; ++u) {
    const auto other = static_cast<NodeId>(random.below(u + 1));
    new_id[u] = new_id[other];
    new_id[other] = u;
  }
  auto renamed = shape;
  for (auto& edge : renamed.edges) edge = {new_id[edge.from], new_id[edge.to], edge.weight};
  const WalkIndex index(length, shape.policy.self_loops == SelfLoops::keep);
  const Graph graph = test::build(shape), other = test::build(renamed);
  const WalkDistribution a = ExactWalks(graph, index).of_graph(), b = ExactWalks(other, index).of_graph();
  RC_ASSERT(a.probabilities.indices == b.probabilities.indices);
  RC_ASSERT(std::abs(a.stopped - b.stopped) <= 1e-12);
  for (std::size_t i = 0; i < a.probabilities.size(); ++i) {
    RC_ASSERT(std::abs(a.probabilities.values[i] - b.probabilities.values[i]) <= 1e-12);
  }
  ExactWalks walks(graph, index), other_walks(other, index);
  ExactWalks::Scratch scratch(walks), other_scratch(other_walks);
  for (NodeId u = 0; u < shape.nodes; ++u) {
    RC_ASSERT(walks.of_node(u, scratch).probabilities.indices ==
              other_walks.of_node(new_id[u], other_scratch).probabilities.indices);
  }
}

}  // namespace
}  // namespace awe::sampled_walks
