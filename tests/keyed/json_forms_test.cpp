// JSON in the forms of networkx and of PyTorch Geometric, on one line, on many, and in lists.
#include "readers/reading.h"

namespace awe::test {
namespace {

constexpr const char* kNodeLink = R"({
  "directed": true, "multigraph": false, "graph": {"name": "nights", "y": 1},
  "nodes": [{"id": "b", "size": 2, "label": "B", "x": 0.5}, {"id": "a", "size": 1.5, "label": "A", "x": "no"}],
  "links": [{"source": "b", "target": "a", "weight": 2, "label": "knows", "key": 0}]
})";

TEST(NodeLink, ReadsNodesEdgesAndTheirKeys) {
  const Graph graph = read_graph("g.json", kNodeLink);
  EXPECT_EQ(describe(graph), "b>a:2");
  EXPECT_EQ(graph.name(), "nights");
  EXPECT_EQ(graph.class_name(), "1");
  EXPECT_EQ(describe_labels(graph.node_labels()), "A B");
  EXPECT_EQ(describe_labels(graph.edge_labels()), "knows");
  ASSERT_EQ(graph.attribute_width(), 1u) << "x is no number of every node";
  EXPECT_EQ(graph.node_attributes()[0], 1.5);
  EXPECT_EQ(graph.node_attributes()[1], 2);
}

TEST(NodeLink, MayCallItsEdgesEdgesAndTakeOneLine) {
  EXPECT_EQ(describe(read_graph("g", R"({"nodes": [{"id": 0}, {"id": 7}], "edges": [{"source": 0, "target": 7}]})")),
            "0-7");
  EXPECT_EQ(describe(read_graph("g", R"({"nodes": [{"id": 3}, {"id": 1}], "edges": []})")), "1 3");
}

TEST(NodeLink, TakesAnyIdThatJsonCanWrite) {
  const Graph graph = read_graph("g.json", R"({"nodes": [{"id": [0, 1]}, {"id": 1.5}, {"id": true}, {"id": "t"}],
    "links": [{"source": [0, 1], "target": 1.5}, {"source": true, "target": "t"}]})");
  EXPECT_EQ(describe(graph), "1.5-[0,1] t-true");
  expect_error(ErrorKind::malformed, "neither an integer nor a string",
               [] { static_cast<void>(read_text("g.json", R"({"nodes": [{"id": null}], "links": []})")); });
}

TEST(NodeLink, WithoutIdsCountsNodes) {
  EXPECT_EQ(describe(read_graph("g.json", R"({"nodes": [{"name": "x"}, {"name": "y"}, {}],
    "links": [{"source": 0, "target": 2}]})")),
            "0-2 1");
}

TEST(NodeLink, MayHaveWeightsOnSomeEdgesIfTheyAreNotUsed) {
  constexpr const char* text = R"({"nodes": [{"id": 0}, {"id": 1}],
    "links": [{"source": 0, "target": 1, "weight": 2}, {"source": 1, "target": 1}]})";
  ReadOptions options;
  options.self_loops = SelfLoops::keep;
  EXPECT_EQ(describe(read_graph("g.json", text, options)), "0-1 1-1");
  expect_error(ErrorKind::malformed, "some edges have weights", [&] { static_cast<void>(read_text("g.json", text)); });
}

TEST(EdgeIndex, IsReadAsArcsOfUndirectedEdges) {
  const Graph graph = read_graph("g.jsonl", R"({"edge_index": [[0, 1, 1, 2], [1, 0, 2, 1]], "num_nodes": 4, "y": [[1]],
    "x": [[1, 0], [0, 1], [0, 0], [2, 2]], "edge_attr": [[1], [3], [2], [2]]})");
  EXPECT_EQ(describe(graph), "0-1:2 1-2:2 3");
  EXPECT_EQ(graph.class_name(), "1");
  EXPECT_EQ(graph.attribute_width(), 2u);
  EXPECT_EQ(describe(read_graph("g", R"({"edge_index": [[0], [3]], "directed": true})")), "0>3 1 2");
  EXPECT_EQ(describe(read_graph("g", R"({"edge_index": [[0, 1], [1, 2]]})")), "0-1 1-2");
}

TEST(EdgeIndex, TakesTheNamesOfOgb) {
  const Graph graph = read_graph("g", R"({"edge_index": [[0, 1], [1, 0]], "edge_feat": [[0, 0, 1], [0, 0, 1]],
    "node_feat": [[5], [6], [7]], "num_nodes": null, "y": [0, 1, 1]})");
  EXPECT_EQ(describe(graph), "0-1 2") << "three features per edge are no weights";
  EXPECT_EQ(graph.node_attributes()[2], 7);
  EXPECT_FALSE(graph.class_name().has_value()) << "three tasks are no class";
}

TEST(EdgeIndex, MayHoldNoEdge) {
  EXPECT_EQ(describe(read_graph("g", R"({"edge_index": [[], []], "num_nodes": 2})")), "0 1");
  EXPECT_EQ(describe(read_graph("g", R"({"edge_index": [], "num_nodes": 1})")), "0");
}

TEST(Json, ReadsListsAndObjectsOverManyLines) {
  const std::string two = std::string(kNodeLink) + ",\n{\"edge_index\": [[0], [1]]}, {\"edges\": [[5, 6]]}";
  const auto graphs = read_text("g.json", "[\n" + two + "\n]\n");
  ASSERT_EQ(graphs.size(), 3u);
  EXPECT_EQ(describe(graphs[1]), "0-1");
  EXPECT_EQ(describe(graphs[2]), "5-6");
  const auto objects = read_text("g", std::string(kNodeLink) + kNodeLink + "\n{\n\"n\": 1}");
  ASSERT_EQ(objects.size(), 3u);
  EXPECT_EQ(describe(objects[1]), "b>a:2");
  expect_error(ErrorKind::malformed, "g.json:6: not the JSON of a graph",
               [] { static_cast<void>(read_text("g.json", std::string(kNodeLink) + "\n{\"edges\": 5}")); });
}

TEST(Json, RefusesGraphsWhoseEdgesItDoesNotKnow) {
  const auto refused = [](const std::string& text, std::string_view reason) {
    expect_error(ErrorKind::malformed, reason, [&] { static_cast<void>(read_text("g.jsonl", text)); });
  };
  refused(R"({"adjacency": [[1], [0]]})", "g.jsonl:1: neither edges nor n nor nodes, but adjacency; a graph needs");
  refused(R"({"n": 2, "adj": [[1], [0]]})", "no edges, but adj");
  refused(R"({"nodes": [{"id": 0}], "adjacency": [[]], "multigraph": false})", "no edges, but adjacency");
  refused(R"({"elements": {"nodes": [], "edges": []}})", "but elements");
  refused("{}", "edge_index");
  EXPECT_EQ(describe(read_graph("g.jsonl", R"({"n": 2, "id": 7, "name": "x", "label": 1})")), "0 1");
}

TEST(Json, RefusesRecordsThatDoNotFitTogether) {
  const auto refused = [](const std::string& text, std::string_view reason, ErrorKind kind = ErrorKind::malformed) {
    expect_error(kind, reason, [&] { static_cast<void>(read_text("g.jsonl", text)); });
  };
  refused(R"({"edge_index": [[0, 1], [1]]})", "different lengths");
  refused(R"({"edge_index": [[0, 1], [1, 2], [2, 3]]})", "3 rows");
  refused(R"({"edge_index": [[0], [-1]]})", "negative node");
  refused(R"({"edge_index": [[0], [1]], "edges": []})", "stands twice, or beside other edges");
  refused(R"({"edge_index": [[0], [1]], "x": [[1]]})", "node 1 with n = 1");
  refused(R"({"edge_index": [[0], [1]], "edge_weight": [1, 2]})", "2 weights for 1 edges");
  refused(R"({"edge_index": [[0], [1]], "edge_weight": [[1, 2]]})", "several numbers of one edge");
  refused(R"({"edge_index": [[0], [4000000000]]})", "nodes are claimed", ErrorKind::limit);
  refused(R"({"edge_index": [[0], [1]], "edge_weight": [-1]})", "negative", ErrorKind::numeric);
  refused(R"({"nodes": [{"id": 0}], "links": [{"source": 0, "target": 1}]})", "a node that is not in nodes");
  refused(R"({"nodes": [{"id": 0}, {}], "links": []})", "some nodes have an id");
  refused(R"({"nodes": [{"id": 0}, {"id": 0}], "links": []})", "names a node twice");
  refused(R"({"nodes": [{"id": 0}], "links": [{"source": 0}]})", "an edge without source or target");
  refused(R"({"nodes": [{"id": 0, "label": "a"}, {"id": 1}], "links": []})", "1 entries in node_labels for 2 nodes");
  refused(R"({"nodes": [{"id": 0}], "links": [{"source": 0, "target": 0}, [0, 0]]})", "edges of two kinds");
}

}  // namespace
}  // namespace awe::test
