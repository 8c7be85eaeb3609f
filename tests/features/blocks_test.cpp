// Combined blocks of features: sections, values, weights, levels, and shorter lengths derived from the longest.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "awe/featurizer.h"
#include "features/fitted_features.h"
#include "support/brute_force.h"
#include "support/labelled_collection.h"

namespace awe::features {
namespace {

using test::apply;
using test::fit;
using test::labelled_collection;
using test::Matrix;
using test::named;
using test::plan_of;

Matrix matrix_of(const std::string& features, const std::vector<Graph>& graphs, Level level = Level::graph) {
  FeatureOptions plan = plan_of(features);
  plan.level = level;
  plan.method = Method::exact;
  std::optional<FittedFeatures> fitted;
  if (needs_fit(plan)) fitted = fit(plan, graphs);
  return apply(plan, std::move(fitted), graphs);
}

TEST(FeatureBlocks, StandSideBySideWithTheirNames) {
  const auto graphs = labelled_collection();
  const Matrix all = matrix_of("2*walks(degree):0..2 + aw:1..4 + colours:1..2 + size + ldp(16)", graphs);
  std::vector<std::string> sections;
  std::vector<std::size_t> sizes;
  for (const MatrixColumn& column : all.columns) {
    const std::string section = column.block + ":" + std::to_string(column.length);
    if (sections.empty() || sections.back() != section) {
      sections.push_back(section);
      sizes.push_back(0);
    }
    ++sizes.back();
  }
  EXPECT_EQ(sections, (std::vector<std::string>{"walks(degree):0", "walks(degree):1", "walks(degree):2", "aw:1", "aw:2",
                                                "aw:3", "aw:4", "colours:1", "colours:2", "size:0", "ldp:0"}));
  EXPECT_EQ((std::vector<std::size_t>(sizes.begin() + 3, sizes.begin() + 7)), (std::vector<std::size_t>{1, 2, 5, 15}));
  EXPECT_EQ(sizes[9], 4u);
  EXPECT_EQ(sizes[10], 16u);
  // Each block is what it is by itself.
  std::size_t first = 0;
  for (const std::string block : {"2*walks(degree):0..2", "aw:1..4", "colours:1..2", "size", "ldp(16)"}) {
    const Matrix alone = matrix_of(block, graphs);
    for (std::size_t i = 0; i < alone.columns.size(); ++i) {
      EXPECT_EQ(all.columns[first + i].walk, alone.columns[i].walk);
      EXPECT_EQ(all.columns[first + i].block, alone.columns[i].block);
    }
    for (std::size_t r = 0; r < graphs.size(); ++r) {
      SparseVector part;
      const SparseVector& row = all.rows[r].values;
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (row.indices[i] >= first && row.indices[i] < first + alone.columns.size()) {
          part.push_back(row.indices[i] - first, row.values[i]);
        }
      }
      EXPECT_EQ(part, alone.rows[r].values) << block << ", row " << r;
    }
    first += alone.columns.size();
  }
  EXPECT_EQ(first, all.columns.size());
}

TEST(FeatureBlocks, WeighInnerProducts) {
  const auto graphs = labelled_collection(6);
  const Matrix one = matrix_of("walks(node):0..2", graphs), three = matrix_of("3*walks(node):0..2", graphs);
  for (std::size_t a = 0; a < graphs.size(); ++a) {
    for (std::size_t b = 0; b < graphs.size(); ++b) {
      EXPECT_NEAR(test::inner_product(three.rows[a].values, three.rows[b].values),
                  3 * test::inner_product(one.rows[a].values, one.rows[b].values), 1e-12);
    }
  }
}

TEST(FeatureBlocks, CountByStartNodes) {
  const auto graphs = labelled_collection(6);
  const Matrix shares = matrix_of("walks(node):0..2", graphs), counts = matrix_of("walks(node):0..2[counts]", graphs);
  const Matrix log = matrix_of("walks(node):0..2[log]", graphs),
               log_counts = matrix_of("walks(node):0..2[counts, log]", graphs);
  for (std::size_t r = 0; r < graphs.size(); ++r) {
    const double n = graphs[r].num_nodes();
    ASSERT_EQ(counts.rows[r].values.indices, shares.rows[r].values.indices);
    for (std::size_t i = 0; i < shares.rows[r].values.size(); ++i) {
      EXPECT_NEAR(counts.rows[r].values.values[i], n * shares.rows[r].values.values[i], 1e-12);
      EXPECT_NEAR(log.rows[r].values.values[i], std::log1p(n * shares.rows[r].values.values[i]), 1e-12);
      EXPECT_NEAR(log_counts.rows[r].values.values[i], log.rows[r].values.values[i], 1e-12);
    }
  }
}

TEST(FeatureBlocks, ScaleInTheOrderWritten) {
  const auto graphs = labelled_collection(6);
  const Matrix plain = matrix_of("walks(node):1", graphs);
  const Matrix sqrt_unit = matrix_of("walks(node):1[sqrt, unit]", graphs);
  const Matrix unit_sqrt = matrix_of("walks(node):1[unit, sqrt]", graphs);
  for (std::size_t r = 0; r < graphs.size(); ++r) {
    const auto& p = plain.rows[r].values.values;
    double sum = 0, squares = 0;
    for (const double x : p) {
      sum += x;
      squares += x * x;
    }
    for (std::size_t i = 0; i < p.size(); ++i) {
      EXPECT_NEAR(sqrt_unit.rows[r].values.values[i], std::sqrt(p[i]) / std::sqrt(sum), 1e-12);
      EXPECT_NEAR(unit_sqrt.rows[r].values.values[i], std::sqrt(p[i] / std::sqrt(squares)), 1e-12);
    }
  }
}

TEST(FeatureBlocks, StandardiseSizes) {
  const auto graphs = labelled_collection();
  const Matrix sizes = matrix_of("size", graphs);
  const auto n = static_cast<double>(graphs.size());
  for (std::uint64_t column = 0; column < 4; ++column) {
    double sum = 0, squares = 0;
    for (const MatrixRow& row : sizes.rows) {
      const auto at = std::lower_bound(row.values.indices.begin(), row.values.indices.end(), column);
      if (at == row.values.indices.end() || *at != column) continue;
      const double value = row.values.values[static_cast<std::size_t>(at - row.values.indices.begin())];
      sum += value;
      squares += value * value;
    }
    EXPECT_NEAR(sum / n, 0, 1e-12) << column;
    EXPECT_NEAR(squares / n, 1, 1e-9) << column;
  }
  // Graphs of one size have nothing to tell.
  for (const MatrixRow& row : matrix_of("size", {test::path_graph(3), test::path_graph(3)}).rows) {
    EXPECT_EQ(row.values, SparseVector{});
  }
}

TEST(FeatureBlocks, ColourAsWalksWithoutSteps) {
  const auto graphs = labelled_collection();
  const Matrix colours = matrix_of("colours:1..3", graphs);
  const Matrix walks = matrix_of("walks(wl:1):0 + walks(wl:2):0 + walks(wl:3):0", graphs);
  ASSERT_EQ(colours.columns.size(), walks.columns.size());
  for (std::size_t i = 0; i < colours.columns.size(); ++i) {
    EXPECT_EQ(colours.columns[i].walk, walks.columns[i].walk);
    EXPECT_EQ(walks.columns[i].block, "walks(wl:" + std::to_string(colours.columns[i].length) + ")");
  }
  for (std::size_t r = 0; r < graphs.size(); ++r) EXPECT_EQ(colours.rows[r].values, walks.rows[r].values);
}

// The walks of the oracle as `named` gives a row.
std::map<std::string, double> expected(const Graph& graph, const std::vector<NodeId>& starts,
                                       std::optional<std::pair<NodeId, std::uint64_t>> arc = {}) {
  LabelRule rule;
  rule.node = rule.edge = true;
  const test::LabelTexts texts(graph, labels::GraphLabels(graph, rule));
  const auto walks = test::brute_force_labelled(graph, starts, 3, false, &texts.nodes, &texts.arcs, arc);
  std::map<std::string, double> values;
  for (std::size_t l = 0; l <= 3; ++l) {
    for (const auto& [name, mass] : walks.lengths[l]) {
      values["walks(node,edge)/" + std::to_string(l) + "/" + name] = mass;
    }
  }
  return values;
}

void expect_near(const std::map<std::string, double>& found, const std::map<std::string, double>& wanted) {
  ASSERT_EQ(found.size(), wanted.size());
  for (const auto& [name, mass] : wanted) EXPECT_NEAR(found.at(name), mass, 1e-12) << name;
}

TEST(FeatureBlocks, HaveTheirLabelsAtEveryLevel) {
  const auto graphs = labelled_collection(5);
  FeatureOptions plan = plan_of("walks(node,edge):0..3");
  plan.method = Method::exact;
  const FittedFeatures fitted = fit(plan, graphs);
  plan.level = Level::node;
  const Matrix nodes = apply(plan, fitted, graphs);
  plan.level = Level::edge;
  const Matrix edges = apply(plan, fitted, graphs);
  plan.level = Level::subgraph;
  plan.node_sets = {{"g2", {{"0", "2"}, {"1"}}}, {"g4", {{"3", "0", "1"}}}};
  const Matrix sets = apply(plan, fitted, graphs);
  ASSERT_EQ(sets.rows.size(), 3u);
  expect_near(named(sets, 0), expected(graphs[1], {0, 2}));
  expect_near(named(sets, 1), expected(graphs[1], {1}));
  expect_near(named(sets, 2), expected(graphs[3], {0, 1, 3}));
  std::size_t node = 0, edge = 0;
  for (const Graph& graph : graphs) {
    for (NodeId u = 0; u < graph.num_nodes(); ++u) expect_near(named(nodes, node++), expected(graph, {u}));
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      for (const NodeId v : graph.neighbours(u)) {
        if (v < u) continue;
        std::map<std::string, double> mean;
        for (const auto& [from, to] : {std::pair(u, v), std::pair(v, u)}) {
          const auto row = graph.neighbours(from);
          const auto place = graph.offsets()[from] +
                             static_cast<std::uint64_t>(std::lower_bound(row.begin(), row.end(), to) - row.begin());
          for (const auto& [name, mass] : expected(graph, {}, std::pair(from, place))) mean[name] += mass / 2;
        }
        expect_near(named(edges, edge++), mean);
      }
    }
  }
  EXPECT_EQ(node, nodes.rows.size());
  EXPECT_EQ(edge, edges.rows.size());
}

TEST(FeatureBlocks, RunTogetherAtEveryLevelAndMethod) {
  const auto graphs = labelled_collection(4);
  for (const Level level : {Level::graph, Level::node, Level::edge, Level::subgraph}) {
    for (const Method method : {Method::exact, Method::sampled}) {
      FeatureOptions plan = plan_of("walks(node,edge):0..2[nb, sqrt] + aw:2..3[nb] + colours:1 + size + ldp(4)");
      plan.level = level;
      plan.method = method;
      if (method == Method::sampled) plan.walks = 200;
      if (level == Level::subgraph) plan.node_sets = {{"g2", {{"0", "2"}}}};
      const FittedFeatures fitted = fit(plan, graphs);
      const Matrix one = apply(plan, fitted, graphs);
      EXPECT_FALSE(one.rows.empty());
      for (const MatrixRow& row : one.rows) EXPECT_EQ(row.method, method == Method::exact ? "exact" : "mixed");
      plan.run.threads = 3;
      EXPECT_EQ(apply(plan, fitted, graphs).rows, one.rows);
    }
  }
}

std::vector<Graph> directed_graphs() {
  BuildOptions policy;
  policy.directed = true;
  std::vector<Graph> graphs;
  graphs.push_back(test::make_graph(6, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {1, 5}}, policy));
  graphs.push_back(test::make_graph(4, {{0, 1}, {1, 0}, {1, 2}, {2, 1}, {2, 3}}, policy));
  graphs.push_back(test::make_graph(3, {{0, 1}}, policy));
  graphs.push_back(test::make_graph(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}}, policy));
  policy.self_loops = SelfLoops::keep;
  graphs.push_back(test::make_graph(4, {{0, 0}, {0, 1}, {1, 2}, {2, 2}, {2, 3}}, policy));
  return graphs;
}

TEST(FeatureBlocks, OfShorterLengthsAreThoseFoundByThemselves) {
  for (const char* walk : {"", "[nb]"}) {
    for (const Level level : {Level::graph, Level::node, Level::edge}) {
      for (const Method method : {Method::exact, Method::sampled}) {
        FeatureOptions plan = plan_of(std::string("aw:1..5") + walk);
        plan.self_loops = true;
        plan.level = level;
        plan.method = method;
        if (method == Method::sampled) plan.walks = 2001;
        const Matrix together = apply(plan, std::nullopt, directed_graphs());
        std::uint64_t first = 0;
        for (int length = 1; length <= 5; ++length) {
          plan.features.front().first = plan.features.front().last = length;
          const Matrix alone = apply(plan, std::nullopt, directed_graphs());
          ASSERT_EQ(alone.rows.size(), together.rows.size());
          const std::uint64_t end = first + WalkIndex(length, true).size();
          for (std::size_t r = 0; r < alone.rows.size(); ++r) {
            SparseVector part;
            const SparseVector& row = together.rows[r].values;
            for (std::size_t i = 0; i < row.size(); ++i) {
              if (row.indices[i] >= first && row.indices[i] < end)
                part.push_back(row.indices[i] - first, row.values[i]);
            }
            const std::string where = "length " + std::to_string(length) + ", row " + alone.rows[r].id + walk;
            if (method == Method::sampled) {
              EXPECT_EQ(part, alone.rows[r].values) << where;
            } else {
              ASSERT_EQ(part.indices, alone.rows[r].values.indices) << where;
              for (std::size_t i = 0; i < part.size(); ++i) {
                EXPECT_NEAR(part.values[i], alone.rows[r].values.values[i], 1e-12) << where;
              }
            }
            // What is not there has stopped.
            EXPECT_NEAR(std::accumulate(part.values.begin(), part.values.end(), 0.0), 1 - alone.rows[r].stopped, 1e-12);
            if (length == 5) {
              EXPECT_NEAR(together.rows[r].stopped, alone.rows[r].stopped, 1e-12) << where;
            }
          }
          first = end;
        }
      }
    }
  }
}

TEST(FeatureBlocks, OfWalksThatDoNotTurnBackAgreeWithTheOracle) {
  const auto graphs = directed_graphs();
  FeatureOptions plan = plan_of("aw:1..4[nb]");
  plan.self_loops = true;
  plan.method = Method::exact;
  const Matrix matrix = apply(plan, std::nullopt, graphs);
  for (std::size_t r = 0; r < graphs.size(); ++r) {
    const auto walks = test::brute_force_labelled(graphs[r], test::all_nodes(graphs[r]), 4, true, nullptr, nullptr);
    std::map<std::string, double> wanted;
    for (std::size_t l = 1; l <= 4; ++l) {
      for (const auto& [name, mass] : walks.lengths[l]) wanted["aw nb/" + std::to_string(l) + "/" + name] = mass;
    }
    expect_near(named(matrix, r), wanted);
    EXPECT_NEAR(matrix.rows[r].stopped, walks.stopped[4], 1e-12);
  }
}

TEST(FeatureBlocks, KeepTheCertifiedErrorOfSampledLabels) {
  const auto graphs = labelled_collection(8);
  FeatureOptions plan = plan_of("walks(node):0..3");
  plan.method = Method::exact;
  const FittedFeatures fitted = fit(plan, graphs);
  const Matrix exact = apply(plan, fitted, graphs);
  plan.method = Method::sampled;
  plan.epsilon = 0.2;
  plan.delta = 0.1;
  int failures = 0, trials = 0;
  for (plan.run.seed = 1; plan.run.seed <= 40; ++plan.run.seed) {
    const Matrix sampled = apply(plan, fitted, graphs);
    for (std::size_t r = 0; r < graphs.size(); ++r) {
      EXPECT_LE(sampled.rows[r].largest_error, 0.2);
      EXPECT_DOUBLE_EQ(sampled.rows[r].certified_error, 4 * sampled.rows[r].largest_error) << "four lengths";
      EXPECT_GT(sampled.rows[r].walks, 0u);
      auto difference = named(exact, r);
      for (const auto& [name, value] : named(sampled, r)) difference[name] -= value;
      std::map<char, double> distance;  // by length, which is behind the name of the block
      for (const auto& [name, value] : difference) distance[name[name.find('/') + 1]] += std::abs(value);
      distance['3'] += std::abs(exact.rows[r].stopped - sampled.rows[r].stopped);
      ++trials;
      failures += std::any_of(distance.begin(), distance.end(),
                              [&](const auto& d) { return d.second > sampled.rows[r].largest_error; });
    }
  }
  EXPECT_LE(failures, trials / 10);
}

TEST(FeatureForecast, SaysWhatWillBeComputed) {
  const auto graphs = labelled_collection(6);
  const FeatureOptions plan = plan_of("walks(attribute:2):0..1 + aw:2..3 + size");
  const auto source = source_of(graphs);
  const FeatureForecast known = forecast(plan, source.get());
  EXPECT_EQ(known.graphs, 6u);
  EXPECT_EQ(known.passes, 3u);
  ASSERT_EQ(known.blocks.size(), 3u);
  EXPECT_EQ(known.blocks[0].block, "walks(attribute:2):0..1");
  EXPECT_TRUE(known.blocks[0].learnt);
  EXPECT_EQ(known.blocks[1].columns, 7u);
  EXPECT_EQ(known.blocks[1].exact, 6u);
  EXPECT_EQ(known.blocks[2].columns, 4u);
  // With a fit everything is known, and one pass is enough.
  const FittedFeatures fitted = fit(plan, graphs);
  const auto again = source_of(graphs);
  const FeatureForecast fitted_known = forecast(plan, again.get(), {}, fitted);
  EXPECT_EQ(fitted_known.passes, 1u);
  EXPECT_FALSE(fitted_known.blocks[0].learnt);
  EXPECT_EQ(fitted_known.blocks[0].columns, fitted.vocabularies[0].size(0) + fitted.vocabularies[0].size(1));
  FeatureOptions hashed = plan_of("walks(node):0..1");
  hashed.hash_bits = 5;
  EXPECT_EQ(forecast(hashed, nullptr).blocks[0].columns, 64u);
  EXPECT_TRUE(forecast(hashed, nullptr).blocks[0].hashed);
  EXPECT_EQ(forecast(hashed, nullptr).passes, 1u);
}

}  // namespace
}  // namespace awe::features
