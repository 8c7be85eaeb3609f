#include "awe/featurizer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "awe/error.h"
#include "awe/exact_walks.h"
#include "features/fitted_features.h"
#include "sampled_walks/certificate.h"
#include "sampled_walks/sample_size.h"
#include "support/random_dags.h"
#include "support/random_graphs.h"
#include "support/toy_graphs.h"

namespace awe::features {
namespace {

struct Output {
  std::vector<MatrixRow> rows;
  FeatureTotals totals;
};

Output run(const FeatureOptions& plan, GraphSource& source) {
  Output output;
  output.totals = Featurizer(plan).run(source, [&](MatrixRow&& row) { output.rows.push_back(std::move(row)); });
  return output;
}
Output run(const FeatureOptions& plan, std::vector<Graph> graphs) { return run(plan, *source_of(std::move(graphs))); }

std::vector<Graph> some_graphs() {
  std::vector<Graph> graphs;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    graphs.push_back(
        test::random_graph(static_cast<NodeId>(5 + seed), 0.3, seed).with_name("g" + std::to_string(seed)));
  }
  graphs.push_back(Graph{});
  graphs.push_back(test::make_graph(3, {}));
  return graphs;
}

FeatureOptions plan_of(Level level, Method method, int first = 4, int last = 4) {
  FeatureOptions plan;
  plan.level = level;
  plan.method = method;
  plan.features = anonymous_walks(first, last);
  if (method == Method::sampled) plan.walks = 3000;
  if (level == Level::subgraph) plan.node_sets = {{"g1", {{"0", "1"}, {"2"}}}, {"g4", {{"3", "1", "1"}}}};
  return plan;
}

template <class Call>
void expect_error(ErrorKind kind, const Call& call, const std::string& part) {
  try {
    (void)call();
    ADD_FAILURE() << "did not throw: " << part;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind);
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(Featurizer, NamesItsColumnsBlockByBlock) {
  const Featurizer featurizer(plan_of(Level::graph, Method::exact, 2, 4));
  ASSERT_EQ(featurizer.num_columns(), 2u + 5 + 15);
  const auto name = [&](std::uint64_t i) {
    const MatrixColumn column = featurizer.column(i);
    return column.block + "/" + std::to_string(column.length) + "/" + column.walk;
  };
  EXPECT_EQ(name(0), "aw/2/1 2 1");
  EXPECT_EQ(name(1), "aw/2/1 2 3");
  EXPECT_EQ(name(2), "aw/3/1 2 1 2");
  EXPECT_EQ(name(6), "aw/3/1 2 3 4");
  EXPECT_EQ(name(7), "aw/4/1 2 1 2 1");
  EXPECT_EQ(name(7 + 9), "aw/4/1 2 3 2 3");
  EXPECT_EQ(name(21), "aw/4/1 2 3 4 5");
}

TEST(Featurizer, HasTheLargerVocabularyWithSelfLoops) {
  FeatureOptions plan = plan_of(Level::graph, Method::exact);
  plan.self_loops = true;
  EXPECT_EQ(Featurizer(plan).num_columns(), 52u);
  EXPECT_EQ(Featurizer(plan).column(0).walk, "1 1 1 1 1");
}

TEST(Featurizer, PutsTheBlocksOfSeveralLengthsSideBySide) {
  for (const Method method : {Method::exact, Method::sampled}) {
    const Output together = run(plan_of(Level::graph, method, 2, 4), some_graphs());
    std::vector<SparseVector> side_by_side(together.rows.size());
    std::uint64_t first = 0;
    for (int length = 2; length <= 4; ++length) {
      const Output alone = run(plan_of(Level::graph, method, length, length), some_graphs());
      for (std::size_t r = 0; r < alone.rows.size(); ++r) {
        const SparseVector& values = alone.rows[r].values;
        for (std::size_t i = 0; i < values.size(); ++i)
          side_by_side[r].push_back(first + values.indices[i], values.values[i]);
      }
      first += WalkIndex(length).size();
    }
    for (std::size_t r = 0; r < together.rows.size(); ++r) {
      const SparseVector& row = together.rows[r].values;
      if (method == Method::sampled) {
        EXPECT_EQ(row, side_by_side[r]) << r;
        continue;
      }
      // Exact shorter lengths are sums over the longest.
      ASSERT_EQ(row.indices, side_by_side[r].indices) << r;
      for (std::size_t i = 0; i < row.size(); ++i) EXPECT_NEAR(row.values[i], side_by_side[r].values[i], 1e-12) << r;
    }
  }
}

TEST(Featurizer, GivesTheSameRowsForAnyNumberOfThreads) {
  for (const Level level : {Level::graph, Level::node, Level::edge, Level::subgraph}) {
    for (const Method method : {Method::exact, Method::sampled, Method::automatic}) {
      FeatureOptions plan = plan_of(level, method);
      const Output one = run(plan, some_graphs());
      EXPECT_FALSE(one.rows.empty());
      for (const int threads : {2, 3, 8}) {
        plan.run.threads = threads;
        EXPECT_EQ(run(plan, some_graphs()).rows, one.rows) << threads << " threads, level " << static_cast<int>(level);
      }
    }
  }
}

TEST(Featurizer, GivesTheSameRowsInShardsPutTogether) {
  for (const Level level : {Level::graph, Level::node}) {
    const FeatureOptions plan = plan_of(level, Method::sampled);
    const Output whole = run(plan, some_graphs());
    std::vector<MatrixRow> together;
    std::vector<Output> shards;
    for (std::uint64_t i = 0; i < 3; ++i) shards.push_back(run(plan, *select(source_of(some_graphs()), {i, 3, {}})));
    for (const Output& shard : shards) together.insert(together.end(), shard.rows.begin(), shard.rows.end());
    ASSERT_EQ(together.size(), whole.rows.size());
    if (level == Level::graph) {
      for (std::size_t r = 0; r < whole.rows.size(); ++r) EXPECT_EQ(shards[r % 3].rows[r / 3], whole.rows[r]) << r;
    }
    for (const MatrixRow& row : whole.rows) {
      EXPECT_EQ(std::count(together.begin(), together.end(), row), 1) << row.id;
    }
  }
}

TEST(Featurizer, GivesAGraphTheSameVectorAmongAnyNeighbours) {
  const FeatureOptions plan = plan_of(Level::graph, Method::sampled);
  const Output whole = run(plan, some_graphs());
  auto graphs = some_graphs();
  std::reverse(graphs.begin(), graphs.end());
  const Output reversed = run(plan, std::move(graphs));
  for (std::size_t r = 0; r < 10; ++r) EXPECT_EQ(reversed.rows[whole.rows.size() - 1 - r], whole.rows[r]) << r;
  EXPECT_EQ(run(plan, {test::random_graph(8, 0.3, 3).with_name("other name")}).rows[0].values, whole.rows[2].values);
}

TEST(Featurizer, NamesRowsByGraphNodeEdgeAndSubgraph) {
  const auto ids = [](FeatureOptions plan, const std::string& name) {
    std::vector<std::string> found;
    for (const MatrixRow& row : run(plan, {test::path_graph(3).with_name(name)}).rows) found.push_back(row.id);
    return found;
  };
  using Ids = std::vector<std::string>;
  FeatureOptions graph = plan_of(Level::graph, Method::exact), node = plan_of(Level::node, Method::exact);
  FeatureOptions edge = plan_of(Level::edge, Method::exact), sets = plan_of(Level::subgraph, Method::exact);
  EXPECT_EQ(ids(graph, "g1"), Ids{"g1"});
  EXPECT_EQ(ids(graph, ""), Ids{"0"});
  EXPECT_EQ(ids(node, "g1"), (Ids{"g1/0", "g1/1", "g1/2"}));
  EXPECT_EQ(ids(edge, "g1"), (Ids{"g1/0-1", "g1/1-2"}));
  EXPECT_EQ(ids(sets, "g1"), (Ids{"g1/0", "g1/1"}));
  EXPECT_EQ(ids(sets, "g9"), Ids{});
  for (FeatureOptions* plan : {&graph, &node, &edge, &sets}) plan->plain_ids = true;
  EXPECT_EQ(ids(node, "g1"), (Ids{"0", "1", "2"}));
  EXPECT_EQ(ids(edge, "g1"), (Ids{"0-1", "1-2"}));
  EXPECT_EQ(ids(graph, "g1"), Ids{"g1"});
  EXPECT_EQ(ids(sets, "g1"), (Ids{"g1/0", "g1/1"}));
}

TEST(Featurizer, TakesTheMeanOverTheTwoDirectionsOfAnEdge) {
  const Graph graph = test::star_graph(3);
  const WalkIndex index(4);
  const ExactWalks walks(graph, index);
  ExactWalks::Scratch scratch(walks);
  const Output output = run(plan_of(Level::edge, Method::exact), {test::star_graph(3)});
  ASSERT_EQ(output.rows.size(), 3u);
  const WalkDistribution out = walks.of_arc(0, 0, scratch), in = walks.of_arc(1, graph.offsets()[1], scratch);
  std::vector<double> mean(index.size());
  for (const WalkDistribution* way : {&out, &in}) {
    for (std::size_t i = 0; i < way->probabilities.size(); ++i) {
      mean[way->probabilities.indices[i]] += way->probabilities.values[i] / 2;
    }
  }
  const SparseVector& row = output.rows[0].values;
  EXPECT_EQ(static_cast<std::ptrdiff_t>(row.size()),
            std::count_if(mean.begin(), mean.end(), [](double p) { return p > 0; }));
  for (std::size_t i = 0; i < row.size(); ++i) EXPECT_NEAR(row.values[i], mean[row.indices[i]], 1e-15);
}

TEST(Featurizer, TakesTheOneDirectionOfAnArc) {
  BuildOptions directed;
  directed.directed = true;
  const Output output =
      run(plan_of(Level::edge, Method::exact, 1, 1), {test::make_graph(3, {{0, 1}, {1, 0}, {1, 2}}, directed)});
  std::vector<std::string> ids;
  for (const MatrixRow& row : output.rows) ids.push_back(row.id);
  EXPECT_EQ(ids, (std::vector<std::string>{"0/0-1", "0/1-0", "0/1-2"}));
}

TEST(Featurizer, SplitsTheWalksOfAnEdgeBetweenItsDirections) {
  FeatureOptions plan = plan_of(Level::edge, Method::sampled);
  plan.walks = 3001;
  const Output output = run(plan, {test::cycle_graph(5)});
  for (const MatrixRow& row : output.rows) {
    EXPECT_EQ(row.walks, 3002u);
    EXPECT_NEAR(std::accumulate(row.values.values.begin(), row.values.values.end(), 0.0), 1, 1e-12);
  }
  EXPECT_EQ(output.totals.walks, 5 * 3002u);
}

TEST(Featurizer, TakesTheMeanOverANodeSetWithoutRepeats) {
  FeatureOptions plan = plan_of(Level::subgraph, Method::exact);
  plan.node_sets = {{"s", {{"0", "1", "1"}, {"1"}, {"0"}}}};
  const Output output = run(plan, {test::star_graph(3).with_name("s")});
  ASSERT_EQ(output.rows.size(), 3u);
  std::vector<double> mean(15);
  for (const std::size_t r : {1u, 2u}) {
    const SparseVector& node = output.rows[r].values;
    for (std::size_t i = 0; i < node.size(); ++i) mean[node.indices[i]] += node.values[i] / 2;
  }
  const SparseVector& set = output.rows[0].values;
  for (std::size_t i = 0; i < set.size(); ++i) EXPECT_NEAR(set.values[i], mean[set.indices[i]], 1e-15);
  plan.node_sets = {{"s", {{"0", "nobody"}}}};
  expect_error(
      ErrorKind::usage, [&] { return run(plan, {test::star_graph(3).with_name("s")}); }, "has no node nobody");
}

TEST(Featurizer, PicksExactForSmallGraphsAndSampledForLarge) {
  FeatureOptions plan;  // length 7, epsilon 0.1
  const Output output = run(plan, {test::path_graph(10), test::complete_graph(3), test::random_graph(300, 0.5, 1)});
  EXPECT_EQ(output.rows[0].method, "exact");
  EXPECT_EQ(output.rows[0].walks, 0u);
  EXPECT_EQ(output.rows[0].certified_error, 0);
  EXPECT_EQ(output.rows[1].method, "exact");
  EXPECT_EQ(output.rows[2].method, "sampled");
  const std::uint64_t first_look = sampled_walks::StoppingRule(0.1, 0.05, 877).looks().front();
  EXPECT_GE(output.rows[2].walks, first_look);
  EXPECT_LT(output.rows[2].walks, sampled_walks::sample_size(877, 0.1, 0.05))
      << "the data certify it before the paper's bound does";
  EXPECT_GT(output.rows[2].certified_error, 0);
  EXPECT_LE(output.rows[2].certified_error, 0.1);
  EXPECT_EQ(output.totals.exact, 2u);
  EXPECT_EQ(output.totals.sampled, 1u);
  plan.budget = 1;
  EXPECT_EQ(run(plan, {test::path_graph(10)}).rows[0].method, "sampled");
}

TEST(Featurizer, CountsOneMoreOutcomeForGraphsThatCanStop) {
  // So few outcomes that the paper's bound alone decides how many walks there are.
  FeatureOptions plan = plan_of(Level::graph, Method::sampled, 3, 3);
  plan.walks.reset();
  const Output output = run(plan, {test::make_graph(4, {{0, 1}, {1, 2}}), test::path_graph(3)});
  ASSERT_TRUE(sampled_walks::StoppingRule(0.1, 0.05, 6).bound_only());
  EXPECT_EQ(output.rows[0].walks, sampled_walks::sample_size(6, 0.1, 0.05));
  EXPECT_EQ(output.rows[1].walks, sampled_walks::sample_size(5, 0.1, 0.05));
}

TEST(Featurizer, CountsEveryPrefixAtWhichAWalkMayStopWhereShorterLengthsAreAskedFor) {
  BuildOptions directed;
  directed.directed = true;
  const std::vector<std::pair<NodeId, NodeId>> arcs = {{0, 1}, {1, 2}};
  FeatureOptions plan = plan_of(Level::graph, Method::sampled, 1, 3);
  plan.walks.reset();
  // 5 walks of length 3, then 1 of length 1, 2 of length 2 and none at all.
  const Output several = run(plan, {test::make_graph(3, arcs, directed)});
  ASSERT_FALSE(sampled_walks::StoppingRule(0.1, 0.05, 9).bound_only());
  EXPECT_LE(several.rows[0].walks, sampled_walks::StoppingRule(0.1, 0.05, 9).looks().back() + 63) << "rounded up";
  plan.features = anonymous_walks(3, 3);
  EXPECT_EQ(run(plan, {test::make_graph(3, arcs, directed)}).rows[0].walks, sampled_walks::sample_size(6, 0.1, 0.05));
  // Where they have columns, they are counted for one length too.
  plan.dead_ends = DeadEnds::end;
  EXPECT_NE(run(plan, {test::make_graph(3, arcs, directed)}).rows[0].walks, sampled_walks::sample_size(6, 0.1, 0.05));
}

TEST(Featurizer, CertifiesTheErrorOfAGivenNumberOfWalks) {
  FeatureOptions plan;
  plan.method = Method::sampled;
  // A twentieth of delta is the bound's, which is what the error is at most; a long walk on a path of two nodes has one
  // outcome, and the data show it.
  plan.walks = sampled_walks::sample_size(877, 0.25, 0.0025);
  const double error = run(plan, {test::cycle_graph(9)}).rows[0].certified_error;
  EXPECT_LE(error, 0.25);
  const auto count = static_cast<double>(*plan.walks);
  const sampled_walks::Deviation one{sampled_walks::deviation_weight(count), count, 0};
  EXPECT_EQ(run(plan, {test::path_graph(2)}).rows[0].certified_error,
            sampled_walks::StoppingRule::fixed(*plan.walks, 0.05, 877).error_at(*plan.walks, one, true));
  EXPECT_LT(run(plan, {test::path_graph(2)}).rows[0].certified_error, error);
  plan.walks = 10;
  EXPECT_EQ(run(plan, {test::cycle_graph(9)}).rows[0].certified_error, 2) << "no two distributions are further apart";
}

TEST(Featurizer, KeepsItsCertifiedErrorInPractice) {
  FeatureOptions plan = plan_of(Level::graph, Method::sampled, 5, 5);
  plan.walks = std::nullopt;
  FeatureOptions exact = plan_of(Level::graph, Method::exact, 5, 5);
  auto graphs = some_graphs();
  const Output a = run(plan, std::move(graphs)), b = run(exact, some_graphs());
  for (std::size_t r = 0; r < a.rows.size(); ++r) {
    std::vector<double> difference(52);
    const SparseVector &x = a.rows[r].values, &y = b.rows[r].values;
    for (std::size_t i = 0; i < x.size(); ++i) difference[x.indices[i]] += x.values[i];
    for (std::size_t i = 0; i < y.size(); ++i) difference[y.indices[i]] -= y.values[i];
    double distance = std::abs(a.rows[r].stopped - b.rows[r].stopped);
    for (const double d : difference) distance += std::abs(d);
    if (a.rows[r].walks > 0) {
      EXPECT_LT(distance, a.rows[r].certified_error) << a.rows[r].id;
    } else {
      EXPECT_EQ(distance, 0) << "a graph without nodes has nothing to draw";
    }
    EXPECT_LE(a.rows[r].certified_error, 0.1);
  }
}

// L1 distance of two rows, values only.
double distance_of(const MatrixRow& a, const MatrixRow& b) {
  std::map<std::uint64_t, double> difference;
  for (std::size_t i = 0; i < a.values.size(); ++i) difference[a.values.indices[i]] += a.values.values[i];
  for (std::size_t i = 0; i < b.values.size(); ++i) difference[b.values.indices[i]] -= b.values.values[i];
  double distance = 0;
  for (const auto& [column, d] : difference) distance += std::abs(d);
  return distance;
}

// A directed graph on which nine walks of ten stop: the rest is divided by a tenth, and so is its error.
TEST(Featurizer, TheCertifiedErrorOfANormalisedRowHolds) {
  constexpr NodeId kCore = 12;
  std::vector<std::pair<NodeId, NodeId>> arcs;
  for (NodeId u = 0; u < kCore; ++u) {
    for (NodeId v = 0; v < kCore; ++v) {
      if (u != v && (u * 7 + v * 3) % 4 == 0) arcs.emplace_back(u, v);
    }
    arcs.emplace_back(u, (u + 1) % kCore);
  }
  const Graph graph = test::directed_graph(10 * kCore, arcs);
  FeatureOptions plan = plan_of(Level::graph, Method::exact, 4, 4);
  plan.normalise = true;
  plan.dead_ends = DeadEnds::stop;
  plan.walks = 1500;
  const MatrixRow exact = run(plan, {graph}).rows[0];
  EXPECT_NEAR(exact.stopped, 0.9, 1e-12);
  EXPECT_EQ(exact.certified_error, 0);
  plan.method = Method::sampled;
  int broken = 0, undivided = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    plan.run.seed = seed;
    const MatrixRow row = run(plan, {graph}).rows[0];
    const double error = distance_of(row, exact);
    broken += error > row.certified_error ? 1 : 0;
    undivided += error > row.certified_error * (1 - row.stopped) ? 1 : 0;
  }
  EXPECT_LE(broken, 5);
  EXPECT_GT(undivided, 90) << "the error of the row that is not normalised would not do";
}

// Lengths 2..7 of a cycle: what is certified for the row is the sum over its lengths.
TEST(Featurizer, TheCertifiedErrorOfARowCoversAllItsLengthsAndBlocks) {
  FeatureOptions plan = plan_of(Level::graph, Method::exact, 2, 7);
  plan.walks = 2000;
  const std::vector<Graph> cycle{test::cycle_graph(40)};
  for (const char* features : {"aw:2..7", "aw:3 + aw:5 + walks(degree):2..4"}) {
    plan.features = features;
    plan.method = Method::exact;
    const MatrixRow exact = embed(cycle, plan).rows[0];
    plan.method = Method::sampled;
    int broken = 0, larger = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      plan.run.seed = seed;
      const MatrixRow row = embed(cycle, plan).rows[0];
      const double error = distance_of(row, exact);
      broken += error > row.certified_error ? 1 : 0;
      larger += row.certified_error > row.largest_error * 1.5 ? 1 : 0;
    }
    EXPECT_LE(broken, 5) << features;
    EXPECT_EQ(larger, 100) << features;
  }
}

TEST(Featurizer, SplitsDeltaOverTheSampledBlocksOfARow) {
  FeatureOptions plan;
  plan.method = Method::sampled;
  plan.walks = 4000;
  const std::vector<Graph> graphs{test::cycle_graph(40)};
  plan.features = "aw:5";
  const double alone = embed(graphs, plan).rows[0].largest_error;
  plan.delta = 0.025;
  const double half = embed(graphs, plan).rows[0].largest_error;
  plan.delta = 0.05;
  plan.features = "aw:5 + aw:4";
  EXPECT_EQ(embed(graphs, plan).rows[0].largest_error, half);
  EXPECT_GT(half, alone);
  plan.features = "aw:5 + colours:2 + size";  // the others are exact
  EXPECT_EQ(embed(graphs, plan).rows[0].largest_error, alone);
}

TEST(Featurizer, RefusesToSampleForAnEpsilonOutOfReach) {
  FeatureOptions plan;
  plan.length = 5;
  plan.epsilon = 1e-5;
  plan.method = Method::sampled;
  expect_error(
      ErrorKind::limit, [&] { return embed(std::vector{test::cycle_graph(9)}, plan); },
      "`epsilon` 1e-05 needs more than");
  plan.method = Method::exact;
  EXPECT_EQ(embed(std::vector{test::cycle_graph(9)}, plan).rows[0].method, "exact");
}

TEST(Featurizer, RefusesExactPastTheBudgetAndSaysWhatItWouldTake) {
  FeatureOptions plan;
  plan.method = Method::exact;
  plan.budget = 100;
  // A cycle of ten nodes: 10 * 2^5 walks.
  expect_error(
      ErrorKind::limit, [&] { return run(plan, {test::cycle_graph(10).with_name("ring")}); },
      "graph ring: exact enumeration of length 7 would take 320 walks, above the budget of 100");
}

TEST(Featurizer, NormalisesTheMassOfWalksThatWentOn) {
  FeatureOptions plan = plan_of(Level::graph, Method::exact);
  plan.normalise = true;
  const Output output = run(plan, {test::make_graph(4, {{0, 1}, {1, 2}}), test::make_graph(2, {}), Graph{}});
  EXPECT_EQ(output.rows[0].stopped, 0.25);
  EXPECT_NEAR(std::accumulate(output.rows[0].values.values.begin(), output.rows[0].values.values.end(), 0.0), 1, 1e-12);
  EXPECT_EQ(output.rows[1].stopped, 1);
  EXPECT_EQ(output.rows[1].values, SparseVector{});
  EXPECT_EQ(output.rows[2].values, SparseVector{});
}

TEST(Featurizer, ScalesEachBlockByItsOwnStarts) {
  FeatureOptions plan = plan_of(Level::graph, Method::exact, 2, 3);
  const SparseVector plain = run(plan, {test::path_graph(4)}).rows[0].values;
  plan.features.front().scalings = {Scaling::log};
  const SparseVector log = run(plan, {test::path_graph(4)}).rows[0].values;
  for (std::size_t i = 0; i < plain.size(); ++i) EXPECT_NEAR(log.values[i], std::log1p(4 * plain.values[i]), 1e-15);
  plan.features.front().scalings = {Scaling::unit};
  double first = 0, second = 0;
  const SparseVector unit = run(plan, {test::path_graph(4)}).rows[0].values;
  for (std::size_t i = 0; i < unit.size(); ++i)
    (unit.indices[i] < 2 ? first : second) += unit.values[i] * unit.values[i];
  EXPECT_NEAR(first, 1, 1e-12);
  EXPECT_NEAR(second, 1, 1e-12);
  plan = plan_of(Level::node, Method::exact);
  plan.features.front().scalings = {Scaling::log};
  const SparseVector node = run(plan, {test::path_graph(2)}).rows[0].values;
  ASSERT_EQ(node.size(), 1u);
  EXPECT_NEAR(node.values[0], std::log(2.0), 1e-15) << "a node is one start";
}

TEST(Featurizer, CountsWhatItSaw) {
  FeatureOptions plan = plan_of(Level::node, Method::sampled);
  const Output output = run(plan, {test::path_graph(4), test::cycle_graph(3)});
  EXPECT_EQ(output.totals.graphs, 2u);
  EXPECT_EQ(output.totals.nodes, 7u);
  EXPECT_EQ(output.totals.edges, 6u);
  EXPECT_EQ(output.totals.rows, 7u);
  EXPECT_EQ(output.totals.walks, 7 * 3000u);
  EXPECT_FALSE(output.totals.weights_unused);
}

TEST(Featurizer, ReportsProgressByGraphAndStopsWhenAsked) {
  for (const int threads : {1, 3}) {
    FeatureOptions plan = plan_of(Level::graph, Method::exact);
    plan.run.threads = threads;
    std::vector<std::uint64_t> reports;
    Progress progress;
    progress.report = [&](std::uint64_t done, std::uint64_t total) {
      reports.push_back(done);
      EXPECT_EQ(total, 12u);
    };
    const auto source = source_of(some_graphs());
    (void)Featurizer(plan).run(
        *source, [](MatrixRow&&) {}, progress);
    ASSERT_EQ(reports.size(), 12u);
    EXPECT_TRUE(std::is_sorted(reports.begin(), reports.end()));
    progress.stop_requested = [] { return true; };
    const auto again = source_of(some_graphs());
    expect_error(
        ErrorKind::interrupted,
        [&] {
          return Featurizer(plan).run(
              *again, [](MatrixRow&&) {}, progress);
        },
        "interrupted");
  }
}

TEST(Featurizer, RefusesPlansThatMakeNoSense) {
  const auto refused = [](const auto& change, const std::string& part) {
    FeatureOptions plan;
    plan.features = anonymous_walks(7, 7);
    change(plan);
    expect_error(
        ErrorKind::usage, [&] { return Featurizer(plan); }, part);
  };
  refused([](FeatureOptions& plan) { plan.features.front().first = 8; }, "empty range");
  refused([](FeatureOptions& plan) { plan.features.front().first = 0; }, "outside 1..25");
  refused([](FeatureOptions& plan) { plan.features.front().last = 26; }, "outside 1..25");
  refused(
      [](FeatureOptions& plan) {
        plan.features.front().last = 25;
        plan.self_loops = true;
      },
      "outside 1..24");
  refused([](FeatureOptions& plan) { plan.walks = 0; }, "`walks`");
  refused([](FeatureOptions& plan) { plan.epsilon = 2; }, "`epsilon`");
  refused([](FeatureOptions& plan) { plan.delta = 0; }, "`delta`");
  refused([](FeatureOptions& plan) { plan.budget = NAN; }, "`budget`");
  refused([](FeatureOptions& plan) { plan.level = Level::subgraph; }, "`node_sets`");
}

TEST(Featurizer, HoldsTheLongestWalksSparsely) {
  FeatureOptions plan = plan_of(Level::graph, Method::sampled, 25, 25);
  const Output output = run(plan, {test::path_graph(2), test::cycle_graph(5)});
  EXPECT_EQ(output.rows[0].values, (SparseVector{{0}, {1}}));
  EXPECT_GT(output.rows[1].values.size(), 100u);
  EXPECT_EQ(output.rows[1].certified_error, 2);
}

}  // namespace
}  // namespace awe::features
