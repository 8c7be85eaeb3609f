// Walks of columns: their texts are read back, and walks that trace the same graph have the same key.
#include "explanation/traced_walk.h"

#include <gtest/gtest.h>

#include "awe/error.h"

namespace awe::explanation {
namespace {

std::string key(const std::string& text, bool directed = false) { return traced_key(parse_traced(text), directed); }

TEST(TracedWalk, ReadsTheTextsOfColumns) {
  const TracedWalk plain = parse_traced("1 2 3 1");
  EXPECT_EQ(plain.names, (AnonymousWalk{1, 2, 3, 1}));
  EXPECT_EQ(plain.num_nodes(), 3u);
  EXPECT_EQ(plain.num_edges(), 3u);
  EXPECT_FALSE(plain.ended);
  const TracedWalk labelled = parse_traced("1:C-[2]-2:O-[2]-1-[1]-3:N+");
  EXPECT_EQ(labelled.names, (AnonymousWalk{1, 2, 1, 3}));
  EXPECT_EQ(labelled.nodes, (std::vector<std::string>{"C", "O", "N+"}));
  EXPECT_EQ(labelled.edges, (std::vector<std::string>{"2", "2", "1"}));
  EXPECT_EQ(labelled.num_edges(), 2u);
  EXPECT_EQ(parse_traced("1:a|3-2:b").nodes[0], "a|3");
  EXPECT_EQ(parse_traced("1-[x]-2-[y]-3").edges.size(), 2u);
  EXPECT_EQ(parse_traced("1:C").names.size(), 1u);
  for (const char* ended : {"1 2 .", "1 .", "1:C-2:O-.", "1:C-[2]-2:O-."}) EXPECT_TRUE(parse_traced(ended).ended);
  for (const char* wrong : {"", "2 1", "1:C-3:O", "1:C-[2]", "x", "1:C-x:O", "1-[a]-2-3", "-"}) {
    EXPECT_THROW((void)parse_traced(wrong), Error) << wrong;
  }
}

TEST(TracedWalk, HasTheKeyOfTheGraphThatItTraces) {
  EXPECT_EQ(key("1 2 3"), key("1 2 1 3")) << "from the end or from the middle";
  EXPECT_EQ(key("1 2 3"), key("1 2 3 2 1"));
  EXPECT_NE(key("1 2 3"), key("1 2 3 4"));
  EXPECT_NE(key("1 2 3 1 4"), key("1 2 3 4 1")) << "a triangle with a tail, and a square";
  EXPECT_EQ(key("1:C-2:O"), key("1:O-2:C")) << "reversed";
  EXPECT_NE(key("1:C-2:O"), key("1:C-2:C"));
  EXPECT_EQ(key("1:C-[1]-2:O-[2]-3:N"), key("1:N-[2]-2:O-[1]-3:C"));
  EXPECT_NE(key("1:C-[1]-2:O-[2]-3:N"), key("1:C-[2]-2:O-[1]-3:N"));
  EXPECT_EQ(key("1 2 1 3"), key("1 2 3"));
  EXPECT_NE(key("1 2 3", true), key("1 2 1 3", true)) << "arcs have directions";
}

TEST(TracedWalk, IsReadableWithTheNamesOfLabels) {
  DrawingOptions names;
  names.node_names = {{"0", "C"}, {"1", "N"}, {"a-b", "x"}};
  names.edge_names = {{"2", "double"}};
  EXPECT_EQ(readable(parse_traced("1:0-[2]-2:1-[2]-1"), names), "C -double- N -double- C(1)");
  EXPECT_EQ(readable(parse_traced("1:0-2:5"), names), "C - 5");
  EXPECT_EQ(readable(parse_traced("1 2 3 ."), names), "1 2 3 .");
  EXPECT_EQ(label_name("a%2Db", {}), "a-b") << "as the input writes it";
  EXPECT_EQ(label_name("a%2Db", names.node_names), "x");
  EXPECT_EQ(label_name("0|3", names.node_names), "C|3");
  EXPECT_NE(picture(parse_traced("1:0-[2]-2:1"), names).find(">N</text>"), std::string::npos);
}

}  // namespace
}  // namespace awe::explanation
