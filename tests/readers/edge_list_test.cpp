// Edge lists: ids, separators, weights, comments, folders of them.
#include "readers/reading.h"

namespace awe::test {
namespace {

TEST(EdgeList, TakesBlanksTabsAndCommas) {
  EXPECT_EQ(describe(read_graph("g.txt", "1 2\n2\t3\n3,4\n4 , 5\n  5   6  \r\n")), "1-2 2-3 3-4 4-5 5-6");
}

TEST(EdgeList, TakesAnyTextAsAnId) {
  const Graph graph = read_graph("g.edgelist", "b a\nZürich b\n");
  EXPECT_EQ(describe(graph), "Zürich-b a-b");
  EXPECT_EQ(graph.name(), "g");
}

TEST(EdgeList, SortsIntegerIdsByValueAndMixedIdsByBytes) {
  EXPECT_EQ(describe(read_graph("g.txt", "10 9\n9 -3\n")), "-3-9 9-10");
  EXPECT_EQ(describe(read_graph("g.txt", "10 9\n9 x\n")), "10-9 9-x");
}

TEST(EdgeList, SkipsCommentsAndHeaders) {
  EXPECT_EQ(describe(read_graph("g.txt", "# a\n% b\n\n1 2\n")), "1-2");
  EXPECT_EQ(describe(read_graph("g.csv", "Source,Target,Weight\n1,2,0.5\n")), "1-2:0.5");
  EXPECT_EQ(describe(read_graph("g.csv", "source,target\n1,2\n")), "1-2");
  EXPECT_EQ(describe(read_graph("g.csv", "source target\n1 2\n")), "1-2");
  EXPECT_EQ(describe(read_graph("g.txt", "from to\n1 2\n")), "1-2");
  EXPECT_EQ(describe(read_graph("g.csv", "\xEF\xBB\xBFsource,target\r\n1,2\r\n")), "1-2");
}

TEST(EdgeList, FindsColumnsByTheNamesOfTheHeader) {
  EXPECT_EQ(describe(read_graph("g.csv", "weight,target,source\n0.5,2,1\n")), "1-2:0.5");
  EXPECT_EQ(describe(read_graph("g.csv", "Id,Source,Type,Target,Weight\n0,a b,x,c,2\n")), "a b-c:2");
  EXPECT_EQ(describe(read_graph("g.tsv", "from_node\tto_node\nx\ty\n")), "x-y");
  EXPECT_EQ(describe(read_graph("g.csv", "\"src\";\"dst\"\n\"a;b\";\"c\"\n")), "a;b-c");
  ReadOptions directed = keep_all();
  directed.directed = true;
  EXPECT_EQ(describe(read_graph("g.csv", "target,source\n2,1\n", directed)), "1>2");
}

TEST(EdgeList, TellsOfColumnsThatAreNotRead) {
  ReadOptions options = keep_all();
  std::string told;
  options.progress.note = [&](std::string_view text) { told += text; };
  static_cast<void>(read_graph("g.csv", "source,target,kind,id\n1,2,a,0\n", options));
  EXPECT_EQ(told, "columns of an edge list that are not read: kind, id");
}

TEST(EdgeList, ReadsColumnsThatSemicolonsSeparate) {
  EXPECT_EQ(describe(read_graph("g.csv", "1;2\n2; 3\n")), "1-2 2-3");
  EXPECT_EQ(describe(read_graph("g.csv", "a;b;1.5\n")), "a-b:1.5");
  EXPECT_EQ(describe(read_graph("g.txt", "a;b c;d\n")), "a;b-c;d");  // blanks: the semicolons are of the ids
}

TEST(EdgeList, RefusesAHeaderOfOtherNamesButNotIdsThatComeOnce) {
  expect_error(ErrorKind::malformed, "g.txt:1: 'user item' looks like a header",
               [&] { static_cast<void>(read_graph("g.txt", "user item\n1 2\n2 3\n")); });
  EXPECT_EQ(describe(read_graph("g.txt", "user item\n1 2\n2 user\n")), "1-2 2-user item-user");
  EXPECT_EQ(describe(read_graph("g.txt", "user item\n")), "item-user");
  EXPECT_EQ(describe(read_graph("g.txt", "u v\nv w\n")), "u-v v-w");
}

TEST(EdgeList, TakesALineOfOneIdAsANode) { EXPECT_EQ(describe(read_graph("g.txt", "a b\nlonely\n")), "a-b lonely"); }

TEST(EdgeList, AddsWeightsOfParallelEdges) {
  EXPECT_EQ(describe(read_graph("g.txt", "a b 1\nb a 2.5\nb c +1\n")), "a-b:3.5 b-c:1");
  ReadOptions ignore;
  const Graph plain = read_graph("g.txt", "a b 1\nb a 2.5\n", ignore);
  EXPECT_EQ(describe(plain), "a-b");
  EXPECT_TRUE(plain.build_notes().weights_unused);
  EXPECT_EQ(plain.build_notes().repeated_arcs, 1u);
}

TEST(EdgeList, UnderstandsTheDataColumnOfNetworkx) {
  EXPECT_EQ(describe(read_graph("g.txt", "0 1 {}\n1 2 {}\n")), "0-1 1-2");
  EXPECT_EQ(describe(read_graph("g.txt", "0 1 {'weight': 2.0}\n")), "0-1:2");
}

TEST(EdgeList, IsDirectedOnRequest) {
  ReadOptions options = keep_all();
  options.directed = true;
  EXPECT_EQ(describe(read_graph("g.txt", "b a\na a\n", options)), "a>a b>a");
}

TEST(EdgeList, RefusesWeightsThatAreAskedForAndAbsent) {
  ReadOptions options;
  options.weights = WeightUse::use;
  expect_error(ErrorKind::usage, "no weights", [&] { static_cast<void>(read_graph("g.txt", "1 2\n", options)); });
}

TEST(EdgeList, OfAFolderComesInTheOrderOfFileNames) {
  const TemporaryFolder folder;
  folder.write("b.el", "1 2\n");
  folder.write("a.edgelist", "3 4\n");
  folder.write(".hidden", "5 6\n");
  const auto graphs = read_all(*open_graphs(folder.path()));
  ASSERT_EQ(graphs.size(), 2u);
  EXPECT_EQ(graphs[0].name(), "a");
  EXPECT_EQ(describe(graphs[1]), "1-2");
}

TEST(EdgeList, GivesTheSameGraphForAnyOrderOfLines) {
  const Graph one = read_graph("g.txt", "1 2 .1\n2 3 .2\n2 1 .3\n7\n"),
              two = read_graph("g.txt", "7\n2 1 .3\n2 3 .2\n1 2 .1\n");
  EXPECT_EQ(fingerprint(one), fingerprint(two));
}

}  // namespace
}  // namespace awe::test
