// Classes from a separate CSV file.
#include "readers/reading.h"

namespace awe::test {
namespace {

TEST(Classes, GoByNameOrByPlaceAndReplaceThoseOfTheFile) {
  const TemporaryFolder folder;
  const std::string graphs = folder.write("g.jsonl",
                                          "{\"n\":1,\"name\":\"a,b\",\"label\":9}\n{\"n\":1}\n"
                                          "{\"n\":1,\"name\":\"c\",\"label\":9}\n");
  ReadOptions options;
  options.classes_file = folder.write("c.csv", "id,class\n\"a,b\",x\n1, y\n# none for c\n");
  const auto read = read_all(*open_graphs(graphs, options));
  ASSERT_EQ(read.size(), 3u);
  EXPECT_EQ(read[0].class_name(), "x");
  EXPECT_EQ(read[1].class_name(), "y");
  EXPECT_FALSE(read[2].class_name().has_value());
}

TEST(Classes, NameTheLineOfABadCsv) {
  const TemporaryFolder folder;
  ReadOptions options;
  const std::string graphs = folder.write("g.jsonl", "{\"n\":1}\n");
  options.classes_file = folder.write("c.csv", "id,class\n0\n");
  expect_error(ErrorKind::malformed, "c.csv:2:", [&] { static_cast<void>(open_graphs(graphs, options)); });
  options.classes_file = folder.write("d.csv", "0,a\n0,b\n");
  expect_error(ErrorKind::malformed, "d.csv:2:", [&] { static_cast<void>(open_graphs(graphs, options)); });
}

}  // namespace
}  // namespace awe::test
