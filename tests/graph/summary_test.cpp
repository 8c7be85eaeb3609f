// Statistics of collections: graphs counted by hand; quantiles and components compared with simple references.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>

#include "awe/graph_summary.h"
#include "support/toy_graphs.h"

namespace awe::graph {
namespace {

using test::make_graph;

CollectionSummary summary_of(const std::vector<Graph>& graphs) {
  SummaryBuilder builder;
  for (const Graph& graph : graphs) builder.add(graph);
  return builder.result();
}

std::vector<ValueCount> counts_of(const std::vector<std::uint64_t>& values) {
  std::map<std::uint64_t, std::uint64_t> counts;
  for (const auto value : values) ++counts[value];
  std::vector<ValueCount> sorted;
  for (const auto& [value, count] : counts) sorted.push_back({value, count});
  return sorted;
}

TEST(GraphSummary, CountsComponentsAndIsolatedNodes) {
  const GraphSummary summary = summarise(make_graph(7, {{0, 1}, {1, 2}, {4, 5}}));
  EXPECT_EQ(summary.components, 4u);
  EXPECT_EQ(summary.isolated, 2u);
  EXPECT_EQ(summary.min_degree, 0u);
  EXPECT_EQ(summary.max_degree, 2u);
  EXPECT_DOUBLE_EQ(summary.mean_degree, 6.0 / 7);
}

TEST(GraphSummary, JoinsADirectedGraphWeakly) {
  const GraphSummary summary = summarise(make_graph(4, {{0, 1}, {2, 1}}, {.directed = true}));
  EXPECT_EQ(summary.components, 2u);
  EXPECT_EQ(summary.isolated, 1u);
}

TEST(GraphSummary, IsDefinedForTheEmptyGraph) {
  const GraphSummary summary = summarise(Graph());
  EXPECT_EQ(summary.components, 0u);
  EXPECT_EQ(summary.mean_degree, 0.0);
}

RC_GTEST_PROP(GraphSummary, AgreesWithFloodFilling, ()) {
  const auto nodes = *rc::gen::inRange<NodeId>(1, 12);
  const auto ends = *rc::gen::container<std::vector<std::pair<NodeId, NodeId>>>(
      rc::gen::pair(rc::gen::inRange<NodeId>(0, nodes), rc::gen::inRange<NodeId>(0, nodes)));
  const Graph graph = make_graph(nodes, ends);
  std::vector<NodeId> colour(nodes);
  for (NodeId u = 0; u < nodes; ++u) colour[u] = u;
  for (NodeId round = 0; round < nodes; ++round) {
    for (NodeId u = 0; u < nodes; ++u) {
      for (const NodeId v : graph.neighbours(u)) colour[u] = std::min(colour[u], colour[v]);
    }
  }
  std::sort(colour.begin(), colour.end());
  const auto distinct = std::unique(colour.begin(), colour.end()) - colour.begin();
  RC_ASSERT(summarise(graph).components == static_cast<std::uint64_t>(distinct));
}

TEST(Quantiles, AreByNearestRank) {
  const Quantiles one = quantiles(counts_of({5}));
  EXPECT_EQ(one.lower, 5u);
  EXPECT_EQ(one.upper, 5u);
  const Quantiles four = quantiles(counts_of({1, 2, 3, 10}));
  EXPECT_EQ(four.lower, 1u);
  EXPECT_EQ(four.median, 2u);
  EXPECT_EQ(four.upper, 3u);
  EXPECT_EQ(four.max, 10u);
  EXPECT_DOUBLE_EQ(four.mean, 4.0);
  EXPECT_EQ(quantiles({}).max, 0u);
}

RC_GTEST_PROP(Histogram, CoversEveryValueOnceInOrder, ()) {
  const auto values = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::uint64_t>>(
      rc::gen::oneOf(rc::gen::inRange<std::uint64_t>(0, 30), rc::gen::inRange<std::uint64_t>(0, 100000))));
  const auto bins = *rc::gen::inRange<std::size_t>(1, 12);
  const auto result = histogram(counts_of(values), bins);
  RC_ASSERT(result.size() <= bins);
  RC_ASSERT(result.front().low == *std::min_element(values.begin(), values.end()));
  RC_ASSERT(result.back().high == *std::max_element(values.begin(), values.end()));
  for (std::size_t b = 0; b < result.size(); ++b) {
    if (b > 0) RC_ASSERT(result[b].low == result[b - 1].high + 1);
    const auto inside = std::count_if(values.begin(), values.end(), [&](std::uint64_t value) {
      return value >= result[b].low && value <= result[b].high;
    });
    RC_ASSERT(result[b].count == static_cast<std::uint64_t>(inside));
  }
}

TEST(CollectionSummary, AddsUpAHandCountedCollection) {
  std::vector<Graph> graphs;
  graphs.push_back(test::cycle_graph(3).with_class("10"));
  graphs.push_back(test::path_graph(4).with_class("9"));
  graphs.push_back(test::cycle_graph(3).with_class("10"));
  graphs.push_back(make_graph(2, {{0, 0}, {0, 1}, {1, 0}}));
  graphs.push_back(Graph());
  const CollectionSummary summary = summary_of(graphs);
  EXPECT_EQ(summary.graphs, 5u);
  EXPECT_EQ(summary.empty, 1u);
  EXPECT_EQ(summary.nodes, 12u);
  EXPECT_EQ(summary.edges, 10u);
  EXPECT_EQ(summary.arcs, 20u);
  EXPECT_EQ(summary.self_loops, 1u);
  EXPECT_EQ(summary.graphs_with_loops, 1u);
  EXPECT_EQ(summary.repeated_arcs, 1u);
  EXPECT_EQ(summary.repeated_graphs, 1u);
  EXPECT_EQ(summary.connected, 4u);
  EXPECT_EQ(summary.components, 4u);
  EXPECT_EQ(summary.unclassed, 2u);
  ASSERT_EQ(summary.classes.size(), 2u);
  EXPECT_EQ(summary.classes[0].name, "9");  // by number, not by text
  EXPECT_EQ(summary.classes[1].count, 2u);
  EXPECT_EQ(quantiles(summary.node_counts).max, 4u);
  EXPECT_EQ(quantiles(summary.degrees).median, 2u);
}

TEST(CollectionSummary, CountsLabelsOncePerEdge) {
  GraphBuilder builder(BuildOptions{});
  builder.set_num_nodes(3);
  builder.add_edge(0, 1);
  builder.label_last_edge("single");
  builder.add_edge(1, 2);
  builder.label_last_edge("double");
  for (NodeId u = 0; u < 3; ++u) builder.set_node_label(u, u == 1 ? "C" : "O");
  builder.set_node_attributes({1, 2, 3, 4, 5, 6}, 2);
  std::vector<Graph> graphs;
  graphs.push_back(std::move(builder).build());
  graphs.push_back(test::path_graph(2));
  const CollectionSummary summary = summary_of(graphs);
  EXPECT_EQ(summary.node_labels.graphs, 1u);
  ASSERT_EQ(summary.node_labels.labels.size(), 2u);
  EXPECT_EQ(summary.node_labels.labels[0].name, "O");
  EXPECT_EQ(summary.node_labels.labels[0].count, 2u);
  ASSERT_EQ(summary.edge_labels.labels.size(), 2u);
  EXPECT_EQ(summary.edge_labels.labels[0].count, 1u);
  EXPECT_EQ(summary.min_attributes, 0u);
  EXPECT_EQ(summary.max_attributes, 2u);
}

TEST(CollectionSummary, CountsWeightsAndDirection) {
  std::vector<Graph> graphs;
  graphs.push_back(test::make_weighted_graph(3, {{0, 1, 2.0}, {1, 2, 0.0}}));
  graphs.push_back(make_graph(2, {{0, 1}}, {.directed = true}));
  const CollectionSummary summary = summary_of(graphs);
  EXPECT_EQ(summary.weighted, 1u);
  EXPECT_EQ(summary.zero_weights, 1u);
  EXPECT_EQ(summary.directed, 1u);
}

TEST(CollectionSummary, IsAllZeroForNoGraphs) {
  const CollectionSummary summary = summary_of({});
  EXPECT_EQ(summary.graphs, 0u);
  EXPECT_TRUE(summary.node_counts.empty());
  EXPECT_TRUE(histogram(summary.node_counts, 10).empty());
}

}  // namespace
}  // namespace awe::graph
