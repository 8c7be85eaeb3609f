// JSON lines: the keys, both kinds of ids, and streaming in bounded memory.
#include <zlib.h>

#include "keyed/keyed.h"
#include "readers/reading.h"

namespace awe::test {
namespace {

TEST(JsonLines, ReadsEdgesWeightsAndDirection) {
  EXPECT_EQ(describe(read_graph("g.jsonl", R"({"edges": [[0, 1], [1, 2]], "n": 4})")), "0-1 1-2 3");
  EXPECT_EQ(describe(read_graph("g.jsonl", R"({"edges": [["b", "a", 2]], "directed": true})")), "b>a:2");
  EXPECT_EQ(describe(read_graph("g.jsonl", R"({"nodes": ["x", 5], "edges": []})")), "5 x");
}

TEST(JsonLines, TakesAnIntegerAndItsTextAsOneNode) {
  EXPECT_EQ(describe(read_graph("g.jsonl", R"({"edges": [[1, "2"], ["1", 3]]})")), "1-2 1-3");
}

TEST(JsonLines, ReadsLabelsByPlaceAndById) {
  const Graph listed =
      read_graph("g.jsonl", R"({"n": 2, "edges": [[0, 1]], "node_labels": ["C", 7], "edge_labels": ["="]})");
  EXPECT_EQ(describe_labels(listed.node_labels()), "C 7");
  EXPECT_EQ(describe_labels(listed.edge_labels()), "= =");
  const Graph named = read_graph("g.jsonl", R"({"node_labels": {"b": "N", "a": "C"}, "edges": [["b", "a"]]})");
  EXPECT_EQ(describe_labels(named.node_labels()), "C N");
}

TEST(JsonLines, ReadsAttributesAsRowsOrNumbers) {
  const Graph rows = read_graph("g.jsonl", R"({"n": 2, "edges": [], "node_attributes": [[1, 2.5], [3, 4]]})");
  EXPECT_EQ(rows.attribute_width(), 2u);
  EXPECT_EQ(rows.node_attributes()[1], 2.5);
  const Graph numbers = read_graph("g.jsonl", R"({"nodes": [9, 3], "edges": [], "node_attributes": [1, 2]})");
  EXPECT_EQ(numbers.attribute_width(), 1u);
  EXPECT_EQ(numbers.node_attributes()[0], 2.0) << "rows follow their nodes when ids are sorted";
}

TEST(JsonLines, ReadsNamesAndClassesOfEveryKind) {
  const auto graphs = read_text("g.jsonl",
                                "{\"n\":1,\"edges\":[],\"label\":1,\"name\":\"x\"}\n\n"
                                "{\"n\":1,\"edges\":[],\"label\":true,\"extra\":{\"a\":[1]}}\n"
                                "{\"n\":0,\"edges\":[],\"label\":\"toxic\"}\r\n"
                                "{\"n\":1,\"edges\":[],\"label\":null}\n");
  ASSERT_EQ(graphs.size(), 4u);
  EXPECT_EQ(graphs[0].name(), "x");
  EXPECT_EQ(graphs[0].class_name(), "1");
  EXPECT_EQ(graphs[1].class_name(), "true");
  EXPECT_EQ(graphs[2].class_name(), "toxic");
  EXPECT_EQ(graphs[2].num_nodes(), 0u);
  EXPECT_FALSE(graphs[3].class_name().has_value());
}

// Gives the same line again and again, far more bytes than may be held.
class EndlessLines final : public bytes::ByteSource {
 public:
  explicit EndlessLines(std::uint64_t lines) : bytes::ByteSource("endless"), left_(lines) {}
  std::size_t read(std::span<char> into) override {
    constexpr std::string_view kLine = "{\"n\":3,\"edges\":[[0,1],[1,2]]}\n";
    std::size_t filled = 0;
    for (; left_ > 0 && filled + kLine.size() <= into.size(); --left_, filled += kLine.size()) {
      std::copy(kLine.begin(), kLine.end(), into.begin() + static_cast<std::ptrdiff_t>(filled));
    }
    return filled;
  }

 private:
  std::uint64_t left_;
};

TEST(JsonLines, StreamWithoutHoldingTheFile) {
  const auto source = keyed::read_json(std::make_unique<EndlessLines>(200'000), {});
  std::uint64_t graphs = 0;
  while (const auto graph = source->next()) graphs += graph->num_edges() == 2 ? 1 : 0;
  EXPECT_EQ(graphs, 200'000u);
}

TEST(JsonLines, MayClaimNodesInProportionToTheirBytes) {
  EXPECT_EQ(read_graph("g.jsonl", R"({"n": 1048576, "edges": []})").num_nodes(), 1u << 20);
  expect_error(ErrorKind::limit, ":1: 4000000000 nodes",
               [] { static_cast<void>(read_text("g.jsonl", R"({"n": 4000000000, "edges": []})")); });
}

}  // namespace
}  // namespace awe::test
