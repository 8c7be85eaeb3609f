// Dead ends: every rule against an oracle that follows its definition, exact and sampled, with and without labels, at
// every level; the columns of walks that end; and which rule is chosen.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "awe/error.h"
#include "awe/featurizer.h"
#include "awe/graph_builder.h"
#include "base/rng.h"
#include "features/fitted_features.h"
#include "support/dead_end_oracle.h"
#include "support/random_dags.h"
#include "support/statistics.h"
#include "support/toy_graphs.h"

namespace awe {
namespace {

constexpr DeadEnds kRules[] = {DeadEnds::end, DeadEnds::stop, DeadEnds::restart, DeadEnds::reverse};

// A row as a map from the text of each column to its value, for one length.
std::map<std::string, double> row_of(const FeatureMatrix& matrix, std::size_t row, int length) {
  std::map<std::string, double> values;
  const SparseVector& sparse = matrix.rows[row].values;
  for (std::size_t i = 0; i < sparse.size(); ++i) {
    const MatrixColumn column = matrix.columns.describe(sparse.indices[i]);
    if (column.length != length) continue;
    EXPECT_TRUE(values.emplace(column.walk, sparse.values[i]).second) << column.walk;
  }
  return values;
}

void expect_same(const std::map<std::string, double>& found, const std::map<std::string, double>& expected,
                 const std::string& what) {
  for (const auto& [walk, probability] : expected) {
    const auto at = found.find(walk);
    if (at == found.end()) {
      ADD_FAILURE() << what << ": no column " << walk;
      continue;
    }
    EXPECT_NEAR(at->second, probability, 1e-12) << what << ": " << walk;
  }
  for (const auto& [walk, probability] : found) {
    EXPECT_TRUE(expected.contains(walk)) << what << ": " << walk << " has " << probability << " and does not occur";
  }
}

// The features of the oracle's case for lengths 1..last.
std::string features_of(const test::DeadEndCase& wanted, int last) {
  std::string labels;
  if (wanted.node_labels) labels = "node";
  if (wanted.edge_labels) labels += labels.empty() ? "edge" : ",edge";
  const std::string block = labels.empty() ? "aw" : "walks(" + labels + ")";
  return block + ":1.." + std::to_string(last) + (wanted.non_backtracking ? "[non-backtracking]" : "");
}

// Exact rows of the graph, its nodes and its arcs against the oracle.
void check_exact(const Graph& graph, test::DeadEndCase wanted, int last, const std::string& name) {
  FeatureOptions options;
  options.features = features_of(wanted, last);
  options.dead_ends = wanted.rule;
  options.self_loops = graph.has_self_loops();
  options.method = Method::exact;
  const std::string what = name + ", " + std::string(to_string(wanted.rule)) + ", " + to_string(options.features);
  std::vector<NodeId> nodes;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) nodes.push_back(u);
  const auto compare = [&](const FeatureMatrix& matrix, std::size_t row, const std::vector<NodeId>& starts,
                           std::optional<NodeId> second) {
    for (wanted.length = 1; wanted.length <= last; ++wanted.length) {
      const test::DeadEndOracle expected = test::dead_end_oracle(graph, starts, wanted, second);
      expect_same(row_of(matrix, row, wanted.length), expected.outcomes,
                  what + ", length " + std::to_string(wanted.length) + ", row " + matrix.rows[row].id);
      if (wanted.length == last) {
        EXPECT_NEAR(matrix.rows[row].stopped, expected.stopped, 1e-12) << what;
      }
    }
  };
  const std::vector<Graph> graphs{graph};
  compare(embed(graphs, options), 0, nodes, std::nullopt);
  options.level = Level::node;
  const FeatureMatrix of_nodes = embed(graphs, options);
  for (const NodeId u : nodes) compare(of_nodes, u, {u}, std::nullopt);
  options.level = Level::edge;
  const FeatureMatrix of_edges = embed(graphs, options);
  std::size_t row = 0;
  for (const NodeId u : nodes) {
    for (const NodeId v : graph.neighbours(u)) compare(of_edges, row++, {u}, v);
  }
  EXPECT_EQ(of_edges.rows.size(), row) << what;
}

TEST(DeadEnds, AllRulesHoldOnEveryDigraphOfThreeNodes) {
  for (unsigned bits = 0; bits < 64; ++bits) {
    std::vector<std::pair<NodeId, NodeId>> arcs;
    unsigned bit = 0;
    for (NodeId u = 0; u < 3; ++u) {
      for (NodeId v = 0; v < 3; ++v) {
        if (u != v && (bits >> bit++ & 1) != 0) arcs.emplace_back(u, v);
      }
    }
    const Graph graph = test::directed_graph(3, arcs);
    for (const DeadEnds rule : kRules) check_exact(graph, {.rule = rule}, 4, "arcs " + std::to_string(bits));
  }
}

// A digraph with labels; weights and loops if asked for.
Graph labelled_digraph(NodeId nodes, double probability, std::uint64_t seed, bool weighted, bool loops) {
  base::Sequence random(seed, {});
  BuildOptions policy;
  policy.directed = true;
  policy.weighted = weighted;
  policy.self_loops = loops ? SelfLoops::keep : SelfLoops::drop;
  GraphBuilder builder(policy);
  builder.set_num_nodes(nodes);
  for (NodeId u = 0; u < nodes; ++u) builder.set_node_label(u, random.unit() < 0.5 ? "a" : "b");
  for (NodeId u = 0; u < nodes; ++u) {
    for (NodeId v = 0; v < nodes; ++v) {
      if ((u == v && !loops) || random.unit() >= probability) continue;
      builder.add_edge(u, v, weighted ? 1 + std::floor(3 * random.unit()) : 1);
      builder.label_last_edge(random.unit() < 0.5 ? "x" : "y");
    }
  }
  return std::move(builder).build();
}

TEST(DeadEnds, AllRulesHoldOnRandomDigraphsWithLabelsWeightsAndLoops) {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    const Graph graph = labelled_digraph(5, 0.25, seed, seed % 2 == 0, seed % 3 == 0);
    for (const DeadEnds rule : kRules) {
      for (const bool non_backtracking : {false, true}) {
        for (const int labels : {0, 1, 2, 3}) {
          check_exact(graph, {rule, 1, non_backtracking, (labels & 1) != 0, (labels & 2) != 0}, 3,
                      "seed " + std::to_string(seed));
        }
      }
    }
  }
}

TEST(DeadEnds, LongerWalksOnDagsAgreeWithTheOracle) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Graph graph = test::random_dag(8, 0.3, seed);
    for (const DeadEnds rule : kRules) check_exact(graph, {.rule = rule}, 6, "dag " + std::to_string(seed));
  }
}

// Counts of sampled walks against exact probabilities, over all columns and `stopped`.
double fit_of_sample(const Graph& graph, FeatureOptions options) {
  constexpr double kWalks = 20'000;
  const std::vector<Graph> graphs{graph};
  options.method = Method::exact;
  const FeatureMatrix exact = embed(graphs, options);
  options.method = Method::sampled;
  options.walks = static_cast<std::uint64_t>(kWalks);
  const Featurizer sampler = Featurizer::fit(graphs, options);
  const FeatureMatrix sampled = sampler.transform(graphs);
  EXPECT_EQ(exact.columns.count, sampled.columns.count);
  std::vector<double> observed(exact.columns.count + 1), expected(exact.columns.count + 1);
  const auto fill = [&](const MatrixRow& row, std::vector<double>& counts) {
    for (std::size_t i = 0; i < row.values.size(); ++i) counts[row.values.indices[i]] = kWalks * row.values.values[i];
    counts.back() = kWalks * row.stopped;
  };
  fill(exact.rows[0], expected);
  fill(sampled.rows[0], observed);
  return test::goodness_of_fit(observed, expected);
}

TEST(DeadEnds, SampledRowsFitExactOnesOn30RandomDags) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Graph graph = test::random_dag(12 + static_cast<NodeId>(seed % 5), 0.2, seed);
    for (const DeadEnds rule : kRules) {
      FeatureOptions options;
      options.length = 5;
      options.dead_ends = rule;
      EXPECT_GT(fit_of_sample(graph, options), test::kSuspicious) << seed << ' ' << to_string(rule);
    }
  }
}

TEST(DeadEnds, SampledRowsWithLabelsFitExactOnes) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Graph graph = labelled_digraph(9, 0.15, seed, seed % 2 == 0, false);
    for (const DeadEnds rule : kRules) {
      for (const char* features :
           {"walks(node):3", "walks(node,edge):3", "walks(edge):3[non-backtracking]", "aw:4[non-backtracking]"}) {
        FeatureOptions options;
        options.features = features;
        options.dead_ends = rule;
        EXPECT_GT(fit_of_sample(graph, options), test::kSuspicious)
            << seed << ' ' << to_string(rule) << ' ' << features;
      }
    }
  }
}

TEST(DeadEnds, RowsOfEndedWalksSumToOneInEveryLength) {
  const std::vector<Graph> graphs{test::layered_dag(5, 6, 40, 3), test::random_dag(20, 0.1, 4)};
  for (const Method method : {Method::exact, Method::sampled}) {
    FeatureOptions options;
    options.length = {1, 6};
    options.method = method;
    const FeatureMatrix matrix = embed(graphs, options);
    for (std::size_t row = 0; row < graphs.size(); ++row) {
      EXPECT_EQ(matrix.rows[row].stopped, 0);
      for (int length = 1; length <= 6; ++length) {
        double sum = 0;
        for (const auto& [walk, value] : row_of(matrix, row, length)) sum += value;
        EXPECT_NEAR(sum, 1, 1e-12) << length;
      }
    }
  }
}

TEST(DeadEnds, EndedWalksHaveTheirColumnsAfterTheFullOnes) {
  const std::vector<Graph> graphs{test::directed_graph(4, {{0, 1}, {1, 2}, {2, 3}})};
  FeatureOptions options;
  options.length = 3;
  const FeatureMatrix matrix = embed(graphs, options);
  std::vector<std::string> walks;
  for (std::uint64_t i = 0; i < matrix.columns.count; ++i) walks.push_back(matrix.columns.describe(i).walk);
  const std::vector<std::string> expected = {"1 2 1 2", "1 2 1 3", "1 2 3 1", "1 2 3 2", "1 2 3 4",
                                             "1 .",     "1 2 .",   "1 2 1 .", "1 2 3 ."};
  EXPECT_EQ(walks, expected);
  const std::map<std::string, double> row = {{"1 2 3 4", 0.25}, {"1 2 3 .", 0.25}, {"1 2 .", 0.25}, {"1 .", 0.25}};
  expect_same(row_of(matrix, 0, 3), row, "path");
  options.dead_ends = DeadEnds::stop;
  EXPECT_EQ(embed(graphs, options).columns.count, 5u);
}

TEST(DeadEnds, TheFirstGraphChoosesTheRule) {
  const Graph directed = test::directed_graph(3, {{0, 1}, {1, 2}}), undirected = test::make_graph(4, {{0, 1}, {1, 2}});
  FeatureOptions options;
  options.length = 3;
  const auto columns = [&](const std::vector<Graph>& graphs) { return embed(graphs, options).columns.count; };
  EXPECT_EQ(columns({directed, undirected}), 9u);
  EXPECT_EQ(columns({undirected, directed}), 5u);
  EXPECT_EQ(columns({}), 5u);
  EXPECT_EQ(Featurizer(options).num_columns(), 5u);
  // Undirected graphs: the rows of the rule `stop`, isolated nodes included.
  const FeatureMatrix automatic = embed(std::vector{undirected}, options);
  options.dead_ends = DeadEnds::stop;
  EXPECT_EQ(automatic.rows, embed(std::vector{undirected}, options).rows);
  EXPECT_EQ(automatic.rows[0].stopped, 0.25);
  // By the other rules an isolated node stops as well, and by `end` it has a column.
  for (const DeadEnds rule : {DeadEnds::restart, DeadEnds::reverse}) {
    options.dead_ends = rule;
    EXPECT_EQ(automatic.rows, embed(std::vector{undirected}, options).rows);
  }
  options.dead_ends = DeadEnds::end;
  const FeatureMatrix ended = embed(std::vector{undirected}, options);
  EXPECT_EQ(row_of(ended, 0, 3).at("1 ."), 0.25);
  EXPECT_EQ(ended.rows[0].stopped, 0);
}

TEST(DeadEnds, TotalsTellHowMuchStopped) {
  const std::vector<Graph> graphs{test::directed_graph(2, {{0, 1}, {1, 0}}),
                                  test::directed_graph(3, {{0, 1}, {1, 2}}).with_name("chain")};
  FeatureOptions options;
  options.length = 2;
  options.dead_ends = DeadEnds::stop;
  const Featurizer featurizer(options);
  const FeatureTotals totals = featurizer.run(*source_of_borrowed(graphs), [](MatrixRow&&) {});
  EXPECT_NEAR(totals.stopped, 1.0 / 3, 1e-15);
  EXPECT_NEAR(totals.largest_stopped, 2.0 / 3, 1e-15);
  EXPECT_EQ(totals.most_stopped, "chain");
  EXPECT_TRUE(totals.directed);
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(DeadEnds, VocabulariesKeepTheRuleAndTheEndedWalks) {
  std::vector<Graph> graphs;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) graphs.push_back(labelled_digraph(7, 0.2, seed, false, false));
  const std::string path = testing::TempDir() + "dead_ends.voc";
  for (const DeadEnds rule : kRules) {
    for (const std::optional<std::uint64_t> limit : {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(7)}) {
      FeatureOptions options;
      options.features = "walks(node,edge):0..3 + aw:2";
      options.dead_ends = rule;
      options.vocabulary.max_columns = limit;
      const Featurizer fitted = Featurizer::fit(graphs, options);
      fitted.save(path, true);
      EXPECT_TRUE(text_of(path).starts_with(rule == DeadEnds::stop ? "awe vocabulary 1\n" : "awe vocabulary 2\n"));
      const Featurizer loaded = Featurizer::load(path);
      EXPECT_EQ(loaded.options().dead_ends, rule);
      ASSERT_EQ(loaded.num_columns(), fitted.num_columns());
      for (std::uint64_t i = 0; i < fitted.num_columns(); ++i) {
        EXPECT_EQ(loaded.column(i).walk, fitted.column(i).walk) << i;
      }
      EXPECT_EQ(loaded.transform(graphs).rows, fitted.transform(graphs).rows);
      const std::string first = text_of(path);
      loaded.save(path, true);
      EXPECT_EQ(text_of(path), first);
      if (!limit) continue;
      std::map<int, int> columns;
      for (std::uint64_t i = 0; i < fitted.num_columns(); ++i) {
        if (fitted.column(i).block == "walks(node,edge)") {
          EXPECT_LE(++columns[fitted.column(i).length], 7);
        }
      }
    }
  }
  EXPECT_THROW((void)Featurizer::load(path, {.dead_ends = DeadEnds::restart}), Error);
  std::filesystem::remove(path);
}

TEST(DeadEnds, HashedColumnsHoldAllOfARow) {
  const std::vector<Graph> graphs{labelled_digraph(9, 0.15, 5, false, false)};
  FeatureOptions options;
  options.features = "walks(node,edge):0..3";
  options.hash_bits = 12;
  const FeatureMatrix matrix = embed(graphs, options);
  double sum = 0;
  for (const double value : matrix.rows[0].values.values) sum += value;
  EXPECT_NEAR(sum, 4, 1e-12) << "one per length";
  EXPECT_EQ(matrix.rows[0].stopped, 0);
}

TEST(DeadEnds, SubgraphRowsEndToo) {
  FeatureOptions options;
  options.length = 2;
  options.level = Level::subgraph;
  options.node_sets["g"] = {{"0", "2"}};
  const std::vector<Graph> graphs{test::directed_graph(3, {{0, 1}, {1, 2}}).with_name("g")};
  for (const Method method : {Method::exact, Method::sampled}) {
    options.method = method;
    const std::map<std::string, double> row = row_of(embed(graphs, options), 0, 2);
    EXPECT_NEAR(row.at("1 ."), 0.5, 0.1);
    EXPECT_NEAR(row.at("1 2 3"), 0.5, 0.1);
    EXPECT_EQ(row.size(), 2u);
  }
}

TEST(DeadEnds, ResultsDoNotDependOnThreads) {
  const std::vector<Graph> graphs{test::layered_dag(6, 30, 500, 1)};
  for (const DeadEnds rule : kRules) {
    for (const Method method : {Method::exact, Method::sampled}) {
      FeatureOptions options;
      options.length = {2, 6};
      options.dead_ends = rule;
      options.method = method;
      options.run.threads = 1;
      const FeatureMatrix one = embed(graphs, options);
      options.run.threads = 3;
      EXPECT_EQ(one.rows, embed(graphs, options).rows) << to_string(rule);
    }
  }
}

}  // namespace
}  // namespace awe
