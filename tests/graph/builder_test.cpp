// The rules for edges, loops, weights, labels and ids, and the agreement of the builder's linear path with the general
// one.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "awe/error.h"
#include "awe/graph_builder.h"
#include "support/toy_graphs.h"

namespace awe::test {
namespace {

std::vector<NodeId> row(const Graph& graph, NodeId node) {
  const auto neighbours = graph.neighbours(node);
  return {neighbours.begin(), neighbours.end()};
}

TEST(Builder, CollapsesParallelEdgesWithoutWeights) {
  const Graph graph = make_graph(3, {{0, 1}, {1, 0}, {0, 1}, {1, 2}});
  EXPECT_EQ(graph.num_edges(), 2u);
  EXPECT_EQ(graph.num_arcs(), 4u);
  EXPECT_EQ(row(graph, 1), (std::vector<NodeId>{0, 2}));
  EXPECT_EQ(graph.build_notes().repeated_arcs, 2u);
}

TEST(Builder, AddsTheWeightsOfParallelEdges) {
  const Graph graph = make_weighted_graph(2, {{0, 1, 0.1}, {1, 0, 0.2}, {0, 1, 0.3}});
  ASSERT_EQ(graph.num_edges(), 1u);
  EXPECT_EQ(graph.weights(0)[0], 0.1 + 0.2 + 0.3);
  EXPECT_EQ(graph.weights(0)[0], graph.weights(1)[0]);
  const Graph other = make_weighted_graph(2, {{0, 1, 0.3}, {0, 1, 0.2}, {0, 1, 0.1}});
  EXPECT_EQ(fingerprint(graph), fingerprint(other)) << "the order of lines changes nothing";
}

TEST(Builder, TakesTwoArcsAsOneEdgeWhereArcsAreListed) {
  BuildOptions arcs;
  arcs.listing = EdgeListing::arcs;
  const Graph pair = make_weighted_graph(2, {{0, 1, 2}, {1, 0, 2}}, arcs);
  EXPECT_EQ(pair.weights(0)[0], 2.0);
  EXPECT_EQ(pair.build_notes().repeated_arcs, 0u);
  EXPECT_EQ(make_weighted_graph(2, {{0, 1, 2}}, arcs).weights(1)[0], 2.0) << "listed once, it is the same edge";
  const Graph twice = make_graph(2, {{0, 1}, {1, 0}, {0, 1}, {1, 0}}, arcs);
  EXPECT_EQ(twice.num_edges(), 1u);
  EXPECT_EQ(twice.build_notes().repeated_arcs, 2u);
}

TEST(Builder, DropsLoopsUnlessTheyAreKept) {
  EXPECT_EQ(make_graph(2, {{0, 0}, {0, 1}}).num_arcs(), 2u);
  EXPECT_EQ(make_graph(2, {{0, 0}, {0, 1}}).build_notes().self_loops, 1u);
  BuildOptions keep;
  keep.self_loops = SelfLoops::keep;
  const Graph kept = make_graph(2, {{0, 0}, {0, 1}}, keep);
  EXPECT_TRUE(kept.has_self_loops());
  EXPECT_EQ(kept.degree(0), 2u) << "a loop counts once in the degree";
  EXPECT_EQ(kept.num_edges(), 2u);
}

TEST(Builder, RemovesZeroWeightsAndRefusesBadOnes) {
  const Graph graph = make_weighted_graph(3, {{0, 1, 0}, {1, 2, 1}});
  EXPECT_EQ(graph.num_edges(), 1u);
  EXPECT_EQ(graph.build_notes().zero_weights, 1u);
  for (const double bad : {-1.0, std::nan(""), HUGE_VAL}) {
    EXPECT_THROW(static_cast<void>(make_weighted_graph(2, {{0, 1, bad}})), Error);
  }
}

TEST(Builder, KeepsDirection) {
  BuildOptions directed;
  directed.directed = true;
  const Graph graph = make_graph(3, {{2, 0}, {0, 2}, {2, 1}, {2, 1}}, directed);
  EXPECT_EQ(graph.num_edges(), 3u);
  EXPECT_EQ(row(graph, 2), (std::vector<NodeId>{0, 1}));
  EXPECT_TRUE(row(graph, 1).empty());
}

Graph named_path(const std::vector<std::string>& ids) {
  GraphBuilder builder({});
  for (const std::string& id : ids) builder.set_node_label(builder.node_of(id), "label of " + id);
  for (NodeId u = 1; u < ids.size(); ++u) builder.add_edge(u - 1, u);
  return std::move(builder).build();
}

TEST(Builder, NumbersNodesInTheOrderOfTheirIds) {
  const Graph integers = named_path({"10", "9", "-1", "1000000000000"});
  EXPECT_EQ(integers.node_ids().name(0), "-1");
  EXPECT_EQ(integers.node_ids().name(1), "9");
  EXPECT_EQ(integers.node_ids().name(3), "1000000000000");
  EXPECT_EQ(integers.node_labels().name_of(2), "label of 10");
  EXPECT_EQ(row(integers, 0), (std::vector<NodeId>{1, 3}));
  const Graph texts = named_path({"b", "10", "9", "01"});
  EXPECT_EQ(texts.node_ids().name(0), "01");
  EXPECT_EQ(texts.node_ids().name(1), "10");
  EXPECT_EQ(texts.node_ids().name(3), "b");
  EXPECT_TRUE(named_path({"2", "0", "1"}).node_ids().are_positions());
}

RC_GTEST_PROP(Builder, FindsEveryIdAgainWhateverItsSizeAndOrder, ()) {
  const auto ids = *rc::gen::container<std::vector<std::int64_t>>(
      rc::gen::oneOf(rc::gen::inRange<std::int64_t>(0, 300), rc::gen::inRange<std::int64_t>(-5, 100'000),
                     rc::gen::arbitrary<std::int64_t>()));
  GraphBuilder builder({});
  std::vector<NodeId> nodes;
  for (const auto id : ids) nodes.push_back(builder.node_of_integer(id));
  for (std::size_t i = 0; i < ids.size(); ++i) RC_ASSERT(builder.node_of(std::to_string(ids[i])) == nodes[i]);
  const Graph graph = std::move(builder).build();
  for (const auto id : ids) {
    const auto node = graph.node_ids().find(std::to_string(id), graph.num_nodes());
    RC_ASSERT(node.has_value());
    RC_ASSERT(graph.node_ids().name(*node) == std::to_string(id));
  }
}

TEST(Builder, KeepsTheSmallestLabelOfParallelEdgesAndForgetsTheOthers) {
  GraphBuilder builder({});
  builder.set_num_nodes(2);
  for (const char* label : {"10", "9", "11"}) {
    builder.add_edge(0, 1);
    builder.label_last_edge(label);
  }
  const Graph graph = std::move(builder).build();
  EXPECT_EQ(graph.edge_labels().names, std::vector<std::string>{"9"});
  EXPECT_EQ(graph.edge_labels().ids, (std::vector<std::uint32_t>{0, 0}));
}

TEST(Builder, RefusesLabelsOfSomeOnly) {
  GraphBuilder builder({});
  builder.set_num_nodes(2);
  builder.set_node_label(0, "a");
  EXPECT_THROW(static_cast<void>(std::move(builder).build()), Error);
}

// A label on every edge takes the general path, and changes nothing else.
RC_GTEST_PROP(Builder, LaysOutTheSameGraphOnBothPaths, ()) {
  BuildOptions policy;
  policy.directed = *rc::gen::arbitrary<bool>();
  policy.self_loops = *rc::gen::element(SelfLoops::drop, SelfLoops::keep);
  policy.listing = *rc::gen::element(EdgeListing::edges, EdgeListing::arcs);
  const auto nodes = *rc::gen::inRange<NodeId>(1, 12);
  const auto edges = *rc::gen::container<std::vector<std::pair<NodeId, NodeId>>>(
      rc::gen::pair(rc::gen::inRange<NodeId>(0, nodes), rc::gen::inRange<NodeId>(0, nodes)));
  const Graph plain = make_graph(nodes, edges, policy);
  GraphBuilder builder(policy);
  builder.set_num_nodes(nodes);
  for (const auto& [from, to] : edges) {
    builder.add_edge(from, to);
    builder.label_last_edge("x");
  }
  const Graph general = std::move(builder).build();
  RC_ASSERT(fingerprint(plain) == fingerprint(general));
  RC_ASSERT(plain.num_edges() == general.num_edges());
  RC_ASSERT(plain.has_self_loops() == general.has_self_loops());
  RC_ASSERT(plain.build_notes().repeated_arcs == general.build_notes().repeated_arcs);
  RC_ASSERT(plain.build_notes().self_loops == general.build_notes().self_loops);
}

TEST(Builder, DefinesDegenerateGraphs) {
  EXPECT_EQ(make_graph(0, {}).num_nodes(), 0u);
  EXPECT_EQ(make_graph(3, {}).num_arcs(), 0u);
  EXPECT_EQ(make_weighted_graph(1, {{0, 0, 1}}).num_arcs(), 0u);
}

TEST(GraphBuilder, RefusesWeightsWhoseSumOverflows) {
  for (const NodeId other : {NodeId{1}, NodeId{2}}) {  // merged into one edge, or two edges of one node
    BuildOptions policy;
    policy.weighted = true;
    GraphBuilder builder(policy);
    builder.set_num_nodes(3);
    builder.add_edge(0, 1, 1e308);
    builder.add_edge(0, other, 1e308);
    try {
      (void)std::move(builder).build();
      ADD_FAILURE() << "did not throw";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::numeric);
    }
  }
}

}  // namespace
}  // namespace awe::test
