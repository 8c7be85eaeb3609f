// Formats that are known and not read, and edge lists that look like them and are read.
#include "inputs/foreign.h"

#include "readers/reading.h"

namespace awe::test {
namespace {

TEST(Foreign, TextIsRecognisedByItsContent) {
  const auto what = [](std::string_view text) {
    const auto* format = inputs::foreign_by_content(text, true);
    return format == nullptr ? std::string_view("none") : format->what;
  };
  EXPECT_EQ(what("*Vertices 3\n"), "a Pajek network");
  EXPECT_EQ(what("c a graph\nc\np col 3 2\ne 1 2\n"), "a DIMACS graph");
  EXPECT_EQ(what("# a\nb\n# b\nc\n"), "an LGL graph");
  EXPECT_EQ(what("c1ccccc1\nCCO\nCC(=O)[O-]\n"), "SMILES");
  EXPECT_EQ(what("3 2\n2\n1 3\n2\n"), "a METIS graph");
  EXPECT_EQ(what("4 1\n2\n1\n\n\n"), "a METIS graph");
}

TEST(Foreign, EdgeListsAreNot) {
  for (const char* text : {
           "1 2\n2 3\n3 1\n",
           "3 3\n1 2\n2 3\n3 1\n",  // would be METIS if each edge stood twice
           "a b\nb c\n",
           "C N\nN O\nO C\n",  // atoms as ids
           "C1 C2\nC2 N1\n",
           "p q\nq r\n",
           "c d\np e\n",
           "PAR1 MDM2\nBZh x\n",
           "# edges\n1 2\n",
           "# a\n# b\n1 2\n",
           "# nodes\na\nb\n",
           "f(x) g(y)\n",
       }) {
    SCOPED_TRACE(text);
    EXPECT_EQ(inputs::foreign_by_content(text, true), nullptr);
    EXPECT_NO_THROW(static_cast<void>(read_graph("g.txt", text)));
  }
}

TEST(Foreign, MetisIsDecidedOnlyForWholeFiles) {
  EXPECT_EQ(inputs::foreign_by_content("3 2\n2\n1 3\n2\n", false), nullptr);
}

TEST(Foreign, NamesDecideUnlessAFormatIsNamed) {
  ReadOptions options = keep_all();
  options.format = Format::edge_list;
  EXPECT_EQ(describe(read_graph("g.graph", "1 2\n", options)), "1-2");
  EXPECT_EQ(describe(read_graph("X_A.txt", "1, 2\n", options)), "1-2");
  expect_error(ErrorKind::malformed, "a METIS graph", [&] { static_cast<void>(read_graph("g.GRAPH.gz", "1 2\n")); });
  expect_error(ErrorKind::io, "cannot be opened", [&] { static_cast<void>(open_graphs("/nowhere/g.gexf")); });
}

TEST(Foreign, WaysNameTheFileIfItCanBeQuoted) {
  const auto* gexf = inputs::foreign_by_name("x.gexf");
  ASSERT_NE(gexf, nullptr);
  EXPECT_NE(std::string(inputs::refusal(*gexf, "a/x.gexf").what()).find("read_gexf('a/x.gexf')"), std::string::npos);
  EXPECT_NE(std::string(inputs::refusal(*gexf, "a'; rm x.gexf").what()).find("read_gexf('FILE')"), std::string::npos);
}

}  // namespace
}  // namespace awe::test
