// Attribution: nodes sum to weights times values of columns, equal a slow enumeration, and move with the numbering.
#include "explanation/attribution.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "awe/drawing.h"
#include "awe/featurizer.h"
#include "support/random_graphs.h"
#include "support/toy_graphs.h"

namespace awe::explanation {
namespace {

// Every walk of exactly `length` steps as (nodes, probability), one node after the other.
void every_walk(const Graph& graph, int length, WalkKind kind,
                const std::function<void(const std::vector<NodeId>&, double, bool)>& use) {
  std::vector<NodeId> walk;
  const std::function<void(double)> go = [&](double mass) {
    const NodeId x = walk.back();
    if (static_cast<int>(walk.size()) == length + 1) return use(walk, mass, false);
    const auto row = graph.neighbours(x);
    if (row.empty()) return use(walk, mass, true);
    double total = 0;
    const auto allowed = [&](NodeId y) {
      return kind == WalkKind::uniform || walk.size() < 2 || row.size() == 1 || y != walk[walk.size() - 2];
    };
    const auto weight = [&](std::size_t i) { return graph.weighted() ? graph.weights(x)[i] : 1.0; };
    for (std::size_t i = 0; i < row.size(); ++i) total += allowed(row[i]) ? weight(i) : 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (!allowed(row[i])) continue;
      walk.push_back(row[i]);
      go(mass * weight(i) / total);
      walk.pop_back();
    }
  };
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    walk = {u};
    go(1.0 / graph.num_nodes());
  }
}

// A weight for every walk, by its text.
double weight_of(const std::string& text) {
  return std::sin(static_cast<double>(std::hash<std::string>{}(text) % 1000));
}

struct Expected {
  std::vector<double> nodes, edges;
  double total = 0;
};

Expected slow(const Graph& graph, int first, int last, WalkKind kind) {
  Expected sums{std::vector<double>(graph.num_nodes(), 0), std::vector<double>(graph.num_edges(), 0)};
  const auto edges = edges_of(graph);
  for (int length = first; length <= last; ++length) {
    every_walk(graph, length, kind, [&](const std::vector<NodeId>& walk, double mass, bool ended) {
      const std::string text = to_string(anonymise(walk)) + (ended ? " ." : "");
      const double value = mass * weight_of(text);
      const std::set<NodeId> nodes(walk.begin(), walk.end());
      std::set<std::size_t> followed;
      for (std::size_t i = 1; i < walk.size(); ++i) {
        std::pair<NodeId, NodeId> edge{walk[i - 1], walk[i]};
        if (!graph.directed() && edge.first > edge.second) std::swap(edge.first, edge.second);
        followed.insert(static_cast<std::size_t>(std::find(edges.begin(), edges.end(), edge) - edges.begin()));
      }
      for (const NodeId node : nodes) sums.nodes[node] += value / static_cast<double>(nodes.size());
      for (const std::size_t edge : followed) sums.edges[edge] += value / static_cast<double>(followed.size());
      sums.total += value;
    });
  }
  return sums;
}

std::vector<WeightedWalk> weighted_walks(const Featurizer& features) {
  std::vector<WeightedWalk> walks;
  for (std::uint64_t column = 0; column < features.num_columns(); ++column) {
    const std::string text = features.column(column).walk;
    walks.push_back({parse_traced(text), weight_of(text)});
  }
  return walks;
}

void expect_near(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], tolerance) << i;
}

RC_GTEST_PROP(Attribution, EqualsASlowEnumerationOfWalks, ()) {
  const Graph graph = test::build(*test::random_shape(6));
  const WalkKind kind =
      graph.has_self_loops() ? WalkKind::uniform : *rc::gen::element(WalkKind::uniform, WalkKind::non_backtracking);
  FeatureOptions options;
  options.features = FeatureSpec("aw:1..4");
  options.self_loops = graph.has_self_loops();
  options.dead_ends = DeadEnds::end;
  AttributionOptions how;
  how.kind = kind;
  const auto walks = weighted_walks(Featurizer(options));
  const auto found = attribute(graph, labels::GraphLabels(graph, {}), walks, how);
  const Expected expected = slow(graph, 1, 4, kind);
  RC_ASSERT(found.exact);
  RC_ASSERT(std::abs(found.total - expected.total) < 1e-12);
  for (NodeId u = 0; u < graph.num_nodes(); ++u) RC_ASSERT(std::abs(found.nodes[u] - expected.nodes[u]) < 1e-12);
  for (std::size_t e = 0; e < expected.edges.size(); ++e) {
    RC_ASSERT(std::abs(found.edges[e] - expected.edges[e]) < 1e-12);
  }
}

Graph labelled_graph(const Graph& shape, const std::vector<NodeId>& place) {
  GraphBuilder builder(BuildOptions{});
  builder.set_num_nodes(shape.num_nodes());
  for (NodeId u = 0; u < shape.num_nodes(); ++u) {
    builder.set_node_label(place[u], std::string(1, static_cast<char>('A' + u % 3)));
  }
  for (const auto& [u, v] : edges_of(shape)) {
    builder.add_edge(place[u], place[v]);
    builder.label_last_edge((u + v) % 2 == 0 ? "x" : "y-z");
  }
  return std::move(builder).build();
}

TEST(Attribution, OfLabelledWalksSumsToTheValuesOfTheirColumns) {
  const Graph shape = test::random_graph(12, 0.25, 5);
  std::vector<NodeId> same(12);
  for (NodeId u = 0; u < 12; ++u) same[u] = u;
  const Graph graph = labelled_graph(shape, same);
  for (const char* spec : {"walks(node,edge):0..4", "walks(node):0..4[nb]", "walks(edge):1..3"}) {
    FeatureOptions options;
    options.features = FeatureSpec(spec);
    const Featurizer features = Featurizer::fit({&graph, 1}, options);
    const FeatureMatrix matrix = features.transform({&graph, 1});
    const auto walks = weighted_walks(features);
    double expected = 0;
    for (std::uint64_t column = 0; column < matrix.num_columns(); ++column) {
      expected += matrix.at(0, column) * walks[column].weight;
    }
    const FeatureBlock& block = options.features.front();
    AttributionOptions how;
    how.kind = block.walk;
    const auto found = attribute(graph, labels::GraphLabels(graph, block.labels), walks, how);
    double nodes = 0;
    for (const double value : found.nodes) nodes += value;
    EXPECT_NEAR(found.total, expected, 1e-12) << spec;
    EXPECT_NEAR(nodes, expected, 1e-12) << spec;
  }
}

TEST(Attribution, MovesWithTheNumberingOfTheNodes) {
  const Graph shape = test::random_graph(10, 0.3, 8);
  std::vector<NodeId> same(10), moved(10);
  for (NodeId u = 0; u < 10; ++u) same[u] = u, moved[u] = (7 * u + 3) % 10;
  const Graph one = labelled_graph(shape, same), other = labelled_graph(shape, moved);
  FeatureOptions options;
  options.features = FeatureSpec("walks(node,edge):0..4");
  const auto walks = weighted_walks(Featurizer::fit({&one, 1}, options));
  const LabelRule rule = options.features.front().labels;
  const auto a = attribute(one, labels::GraphLabels(one, rule), walks, {});
  const auto b = attribute(other, labels::GraphLabels(other, rule), walks, {});
  for (NodeId u = 0; u < 10; ++u) EXPECT_NEAR(a.nodes[u], b.nodes[moved[u]], 1e-12);
}

TEST(Attribution, DrawsWalksBeyondItsBudget) {
  const Graph graph = test::random_graph(15, 0.3, 2);
  FeatureOptions options;
  options.features = FeatureSpec("aw:2..4");
  const auto walks = weighted_walks(Featurizer(options));
  const labels::GraphLabels labels(graph, {});
  const auto exact = attribute(graph, labels, walks, {});
  AttributionOptions how;
  how.budget = 100;
  const auto sampled = attribute(graph, labels, walks, how);
  EXPECT_TRUE(exact.exact);
  EXPECT_FALSE(sampled.exact);
  expect_near(sampled.nodes, exact.nodes, 0.004);
  expect_near(sampled.edges, exact.edges, 0.004);
  EXPECT_EQ(attribute(graph, labels, walks, how).nodes, sampled.nodes) << "the same every time";
  EXPECT_EQ(attribute(Graph(), labels::GraphLabels(Graph(), {}), walks, {}).total, 0);
}

}  // namespace
}  // namespace awe::explanation
