// GML as networkx and Newman's collection write it.
#include "readers/reading.h"

namespace awe::test {
namespace {

TEST(Gml, ReadsNodesEdgesAndPassesOverTheRest) {
  const Graph graph = read_graph("g.gml", R"(Creator "somebody"
# a comment
Version 1
graph [
  directed 1
  name "dolphins"
  node [ id 7 label "Beak &amp; &quot;Co&quot;" graphics [ x 1.0 fill [ r 1 ] ] ]
  node [ id 3 label "b" ]
  edge [ source 7 target 3 value 2.5 ]
])");
  EXPECT_EQ(describe(graph), "7>3:2.5");
  EXPECT_EQ(graph.name(), "dolphins");
  EXPECT_EQ(describe_labels(graph.node_labels()), "b Beak & \"Co\"");
}

TEST(Gml, ReadsSeveralGraphs) {
  const auto graphs =
      read_text("g.gml", "graph [ node [ id 1 ] ] graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]");
  ASSERT_EQ(graphs.size(), 2u);
  EXPECT_EQ(describe(graphs[1]), "1-2");
}

TEST(Gml, RefusesListsNestedTooDeep) {
  std::string text = "graph ";
  for (int i = 0; i < 100'000; ++i) text += "[ a ";
  expect_error(ErrorKind::limit, "64 deep", [&] { static_cast<void>(read_text("g.gml", text)); });
}

TEST(Gml, CountsLinesWithinTexts) {
  expect_error(ErrorKind::malformed, ":4: an edge to node 9", [] {
    static_cast<void>(read_text("g.gml", "graph [\n node [ id 1 label \"a\nb\" ]\nedge [ source 1 target 9 ] ]"));
  });
}

TEST(Gml, RefusesTextThatIsNotUtf8) {
  expect_error(ErrorKind::malformed, "g.gml:2: not UTF-8",
               [] { static_cast<void>(read_text("g.gml", "graph [\n node [ id 1 label \"caf\xe9\" ] ]")); });
}

}  // namespace
}  // namespace awe::test
