// Sets of nodes from a file: separators, quotes, comments, and errors.
#include "inputs/node_sets.h"

#include "readers/reading.h"

namespace awe::test {
namespace {

using Sets = std::map<std::string, std::vector<std::vector<std::string>>>;

TEST(NodeSets, AreSeparatedByCommasOrBlanksAndMayBeQuoted) {
  const TemporaryFolder folder;
  const std::string path =
      folder.write("s.csv", "# graph, nodes\n\"a,b\", 1 ,\"x, y\",\nplain\t0 1  2\n\"two words\" \"n 1\" 2\nplain,3\n");
  EXPECT_EQ(inputs::read_node_sets(path),
            (Sets{{"a,b", {{"1", "x, y"}}}, {"plain", {{"0", "1", "2"}, {"3"}}}, {"two words", {{"n 1", "2"}}}}));
}

TEST(NodeSets, NameTheLineOfAnOpenQuoteOrALoneGraph) {
  const TemporaryFolder folder;
  for (const auto& [text, reason] :
       {std::pair("a,1\nb,\"2\n", "s.csv:2: a quote is left open"), std::pair("a,1\nb\n", "s.csv:2: a subgraph needs"),
        std::pair("# none\n", "holds no subgraph")}) {
    try {
      (void)inputs::read_node_sets(folder.write("s.csv", text));
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::malformed);
      EXPECT_NE(std::string_view(error.what()).find(reason), std::string_view::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace awe::test
