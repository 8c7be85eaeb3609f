// graph6, sparse6 and digraph6: the examples of their definition, sizes of every kind, and damaged lines. What networkx
// writes is compared in tests/keyed/oracle_test.cpp, what awe writes in tests/writers/round_trip_test.cpp.
#include "readers/reading.h"

namespace awe::test {
namespace {

TEST(Graph6, ReadsTheExamplesOfItsDefinition) {
  EXPECT_EQ(describe(read_graph("g.g6", "DQc\n")), "0-2 0-4 1-3 3-4");
  EXPECT_EQ(describe(read_graph("g.s6", ":Fa@x^\n")), "0-1 0-2 1-2 5-6 3 4");
  EXPECT_EQ(describe(read_graph("g.d6", "&DI?AO?\n")), "0>2 0>4 3>1 3>4");
}

TEST(Graph6, ReadsManyLinesOfAllKindsWithTheirHeaders) {
  const auto graphs = read_text("g.txt", ">>graph6<<DQc\n\nA_\n>>sparse6<<\n:Fa@x^\r\n&DI?AO?\n?\n@\n");
  ASSERT_EQ(graphs.size(), 6u);
  EXPECT_EQ(describe(graphs[1]), "0-1");
  EXPECT_EQ(describe(graphs[2]), "0-1 0-2 1-2 5-6 3 4");
  EXPECT_TRUE(graphs[3].directed());
  EXPECT_EQ(graphs[4].num_nodes(), 0u);
  EXPECT_EQ(graphs[5].num_nodes(), 1u);
}

TEST(Graph6, ReadsLongNumbersOfNodes) {
  const std::string empty63(63 * 62 / 2 / 6 + 1, '?');
  EXPECT_EQ(read_graph("g.g6", "~??~" + empty63 + "\n").num_nodes(), 63u);
  EXPECT_EQ(read_graph("g.s6", ":~~??@???\n").num_nodes(), 1u << 18);
}

TEST(Graph6, ReadsEdgesAsTwoArcsIfDirected) {
  ReadOptions options = keep_all();
  options.directed = true;
  EXPECT_EQ(describe(read_graph("g.g6", "A_\n", options)), "0>1 1>0");
  options.directed = false;
  EXPECT_EQ(describe(read_graph("g.d6", "&DI?AO?\n", options)), "0-2 0-4 1-3 3-4");
}

TEST(Graph6, ReadsLoopsAndRepeatedEdgesOfSparse6) {
  // Two nodes, of one bit each: the edge 0-1 twice and the loop of 1, in bits 10 00 01 and ones.
  EXPECT_EQ(describe(read_graph("g.s6", ":A`\n")), "0-1 1-1");
}

TEST(Graph6, RefusesDamagedLines) {
  const auto refused = [](const std::string& line, std::string_view reason, ErrorKind kind = ErrorKind::malformed) {
    expect_error(kind, ":2: ", [&] { static_cast<void>(read_text("g.g6", "A_\n" + line + "\n")); });
    expect_error(kind, reason, [&] { static_cast<void>(read_text("g.g6", "A_\n" + line + "\n")); });
  };
  refused("DQ", "1 characters for the edges of 5 nodes, which need 2");
  refused("DQcc", "3 characters");
  refused("A`", "bits after the last pair");
  refused("D Q", "outside ? .. ~");
  refused("DQ\x7f", "outside ? .. ~");
  refused("~?", "ends within the number");
  refused(":", "ends within the number");
  refused(";A_", "incremental sparse6");
  refused(">>planar_code<<", "another format");
  refused("~~~~~~~~", "at most 4294967294", ErrorKind::limit);
  refused(":~~?@????", "nodes are claimed", ErrorKind::limit);
}

}  // namespace
}  // namespace awe::test
