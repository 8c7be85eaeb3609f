// Adjacency lists as networkx writes them, and as lists of all neighbours of each node.
#include "readers/reading.h"

namespace awe::test {
namespace {

TEST(AdjacencyList, ReadsNodesWithTheirNeighbours) {
  const Graph graph = read_graph("g.adjlist", "#program\n# GMT\n#\na b c\nb c\nc\nd # isolated\n\n");
  EXPECT_EQ(describe(graph), "a-b a-c b-c d");
  EXPECT_EQ(graph.name(), "g");
}

TEST(AdjacencyList, MayListAnEdgeAtBothEnds) {
  EXPECT_EQ(describe(read_graph("g.adjlist", "1 2 3\n2 1\n3 1\n")), "1-2 1-3");
}

TEST(AdjacencyList, IsDirectedIfAsked) {
  ReadOptions options = keep_all();
  options.directed = true;
  EXPECT_EQ(describe(read_graph("g.adjlist", "1 2 3\n2 1\n", options)), "1>2 1>3 2>1");
}

TEST(AdjacencyList, HasThreeNeighboursWhereAnEdgeListHasAWeight) {
  ReadOptions options = keep_all();
  options.format = Format::adjacency_list;
  EXPECT_EQ(describe(read_graph("g.txt", "1 2 3\n", options)), "1-2 1-3");
}

TEST(AdjacencyList, RefusesCommasAndBraces) {
  expect_error(ErrorKind::malformed, "g.adjlist:2: a comma or a brace",
               [] { static_cast<void>(read_text("g.adjlist", "1 2\n2,3\n")); });
  expect_error(ErrorKind::malformed, "g.adjlist:1: a comma or a brace",
               [] { static_cast<void>(read_text("g.adjlist", "1 2 {}\n")); });
}

TEST(AdjacencyList, RefusesTextThatIsNotUtf8) {
  expect_error(ErrorKind::malformed, "g.adjlist:2: not UTF-8",
               [] { static_cast<void>(read_text("g.adjlist", "1 2\ncaf\xe9 2\n")); });
  EXPECT_EQ(describe(read_graph("g.adjlist", "1 2 # caf\xe9\n")), "1-2");
}

}  // namespace
}  // namespace awe::test
