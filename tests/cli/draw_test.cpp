// awe draw as a user runs it.
#include <gtest/gtest.h>
#include <simdjson.h>

#include "support/command_folder.h"

namespace awe {
namespace {

class AweDraw : public test::CommandFolder {
 protected:
  AweDraw() { folder_.write("graphs.jsonl", test::kFiveGraphs); }
  static int count(const std::string& text, const std::string& part) {
    int found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
  }
};

TEST_F(AweDraw, DrawsAllGraphsOrThoseWithTheIdsInTheirOrder) {
  EXPECT_EQ(succeed("awe draw graphs.jsonl -o all.svg"), "5 graphs (22 nodes, 21 edges) -> all.svg\n");
  EXPECT_EQ(count(file("all.svg"), "<circle"), 22);
  EXPECT_EQ(count(file("all.svg"), ">e, class -1</text>"), 1);
  EXPECT_EQ(succeed("awe draw graphs.jsonl --ids e,a -o two.svg"), "2 graphs (12 nodes, 13 edges) -> two.svg\n");
  EXPECT_LT(file("two.svg").find(">e, class -1<"), file("two.svg").find(">a, class 1<"));
  succeed("awe draw graphs.jsonl --ids d -o one.svg");
  EXPECT_EQ(succeed("awe draw graphs.jsonl --ids d"), file("one.svg")) << "without -o, on standard output";
  EXPECT_EQ(succeed("awe draw graphs.jsonl --ids d -o - --threads 2"), file("one.svg"));
}

TEST_F(AweDraw, NumbersGraphsWithoutNames) {
  folder_.write("plain.jsonl", "{\"edges\": [[0, 1]]}\n{\"edges\": [[0, 1], [1, 2], [2, 0]]}\n");
  EXPECT_EQ(count(succeed("awe draw plain.jsonl --ids 1"), "<circle"), 3);
}

TEST_F(AweDraw, NamesLabelsAndDrawsMolecules) {
  folder_.write("m.jsonl",
                "{\"n\": 2, \"edges\": [[0, 1]], \"node_labels\": [0, 1], \"edge_labels\": [5], \"name\": \"m\"}\n");
  EXPECT_EQ(count(succeed("awe draw m.jsonl"), "<line"), 1);
  const std::string svg = succeed("awe draw m.jsonl --node-names 0=C,1=N --edge-names 5=triple");
  EXPECT_EQ(count(svg, "<line"), 3);
  EXPECT_EQ(count(svg, ">N</text>"), 1);
  EXPECT_EQ(count(succeed("awe draw m.jsonl --node-names 0=C,1=N --style graph"), "<rect"), 2);
}

TEST_F(AweDraw, DrawsWalks) {
  EXPECT_EQ(succeed("awe draw --walk '1 2 3 2 3' -o walk.svg"), "walk 1 2 3 2 3 -> walk.svg\n");
  EXPECT_EQ(count(file("walk.svg"), "<circle"), 3);
  fail(2, "awe draw --walk '1 3'", "no anonymous walk");
  fail(2, "awe draw graphs.jsonl --walk '1 2 1'", "name graphs to draw, or a walk with --walk");
  fail(2, "awe draw", "name graphs to draw, or a walk with --walk");
  fail(2, "awe draw --walk '1 2' --ids a", "--ids has no effect with --walk");
}

TEST_F(AweDraw, PrintsJson) {
  simdjson::dom::parser parser;
  const std::string text = succeed("awe draw graphs.jsonl --ids a -o a.svg --json");
  const auto json = parser.parse(text);
  EXPECT_EQ(json["graphs"].get_uint64().value(), 1u);
  EXPECT_EQ(json["nodes"].get_uint64().value(), 5u);
  EXPECT_EQ(json["edges"].get_uint64().value(), 6u);
  EXPECT_EQ(json["bytes"].get_uint64().value(), file("a.svg").size());
}

TEST_F(AweDraw, RefusesWhatCannotBeDrawn) {
  fail(2, "awe draw graphs.jsonl --ids a,x -o x.svg", "--ids: graphs.jsonl has no graph 'x'");
  fail(2, "awe draw graphs.jsonl --size 3 -o x.svg", "--size");
  fail(2, "awe draw graphs.jsonl --node-names C -o x.svg", "--node-names: 'C' is no LABEL=NAME");
  fail(2, "awe draw graphs.jsonl --node-names 0=C,0=N -o x.svg", "--node-names names label '0' twice");
  fail(2, "awe draw graphs.jsonl --json", "name a file");
  fail(2, "awe draw graphs.jsonl --layout nice", "layout");
  fail(3, "awe draw missing.jsonl -o x.svg", "missing.jsonl");
  succeed("awe generate star --num-nodes 20001 -o star.jsonl");
  succeed("awe generate path --num-nodes 3 --count 401 -o many.jsonl");
  fail(5, "awe draw star.jsonl -o x.svg", "at most 20000 nodes and 200000 edges are drawn");
  fail(5, "awe draw many.jsonl -o x.svg", "more than 400 graphs to draw; choose some with --ids or --limit");
  succeed("awe draw graphs.jsonl -o x.svg");
  fail(2, "awe draw graphs.jsonl -o x.svg", "x.svg");
}

}  // namespace
}  // namespace awe
