// MatrixMarket coordinate files.
#include "readers/reading.h"

namespace awe::test {
namespace {

TEST(MatrixMarket, ReadsSymmetricAsUndirectedAndGeneralAsDirected) {
  EXPECT_EQ(describe(read_graph("g.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n% c\n3 3 2\n2 1\n3 3\n")),
            "1-2 3-3");
  const std::string general = "%%MatrixMarket matrix coordinate real general\n3 3 3\n1 2 2\n2 1 4\n3 1 1e0\n";
  EXPECT_EQ(describe(read_graph("g.mtx", general)), "1>2:2 2>1:4 3>1:1");
  ReadOptions options = keep_all();
  options.directed = false;
  EXPECT_EQ(describe(read_graph("g.mtx", general, options)), "1-2:3 1-3:1") << "two arcs of an edge weigh their mean";
  options.directed = true;
  EXPECT_EQ(describe(read_graph("g.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n", options)),
            "1>2 2>1");
}

TEST(MatrixMarket, IsKnownByItsBanner) {
  EXPECT_EQ(describe(read_graph("noextension", "%%MatrixMarket matrix coordinate integer symmetric\n2 2 1\n2 1 3\n")),
            "1-2:3");
}

TEST(MatrixMarket, MayClaimRowsInProportionToItsBytes) {
  expect_error(ErrorKind::limit, ":2: 1000000000 nodes", [] {
    static_cast<void>(
        read_text("g.mtx", "%%MatrixMarket matrix coordinate pattern general\n1000000000 1000000000 1\n1 2\n"));
  });
}

}  // namespace
}  // namespace awe::test
