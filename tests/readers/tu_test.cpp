// TU data sets: folder and zip, peculiarities of real sets, and the limits of archives.
#include "awe/writer.h"
#include "bytes/archive.h"
#include "bytes/zip_writer.h"
#include "readers/reading.h"

namespace awe::test {
namespace {

std::vector<Graph> read_set(const TemporaryFolder& folder, const ReadOptions& options = keep_all()) {
  return read_all(*open_graphs(folder.path(), options));
}

TEST(Tu, MergesArcsListedOnceTwiceOrFourTimes) {
  const TemporaryFolder folder;
  folder.write("X_A.txt", "1, 2\n2, 1\n2,3\n1, 2\n2, 1\n4, 4\n");
  folder.write("X_graph_indicator.txt", "1\n1\n1\n2\n2\n");
  folder.write("X_graph_labels.txt", "-1\n1\n\n");
  folder.write("README.txt", "anything");
  const auto graphs = read_set(folder);
  ASSERT_EQ(graphs.size(), 2u);
  EXPECT_EQ(describe(graphs[0]), "1-2 2-3");
  EXPECT_EQ(graphs[0].build_notes().repeated_arcs, 2u);
  EXPECT_EQ(graphs[0].class_name(), "-1");
  EXPECT_EQ(graphs[0].name(), "1");
  EXPECT_EQ(describe(graphs[1]), "4-4 5");
}

TEST(Tu, ReadsLabelsAttributesAndWeights) {
  const TemporaryFolder folder;
  folder.write("X_A.txt", "1, 2\n2, 1\n");
  folder.write("X_graph_indicator.txt", "1\n1\n");
  folder.write("X_node_labels.txt", "3, 4\n5, 6\n");
  folder.write("X_edge_labels.txt", "b\na\n");
  folder.write("X_node_attributes.txt", "0.5, 1e3\n-2, 0\n");
  folder.write("X_edge_attributes.txt", "2\n4\n");
  const auto graphs = read_set(folder);
  ASSERT_EQ(graphs.size(), 1u);
  EXPECT_EQ(describe(graphs[0]), "1-2:3");
  EXPECT_EQ(describe_labels(graphs[0].node_labels()), "3/4 5/6");
  EXPECT_EQ(describe_labels(graphs[0].edge_labels()), "a a");
  EXPECT_EQ(graphs[0].attribute_width(), 2u);
  EXPECT_EQ(graphs[0].node_attributes()[1], 1000.0);
  const auto plain = read_set(folder, {});
  EXPECT_FALSE(plain[0].weighted());
  EXPECT_TRUE(plain[0].build_notes().weights_unused);
}

TEST(Tu, TakesNodesOfGraphsThatAreInterleaved) {
  const TemporaryFolder folder;
  folder.write("X_A.txt", "4, 2\n3, 1\n");
  folder.write("X_graph_indicator.txt", "2\n1\n2\n1\n2\n");
  folder.write("X_node_labels.txt", "a\nb\nc\nd\ne\n");
  const auto graphs = read_set(folder);
  ASSERT_EQ(graphs.size(), 2u);
  EXPECT_EQ(describe(graphs[0]), "2-4");
  EXPECT_EQ(describe_labels(graphs[0].node_labels()), "b d");
  EXPECT_EQ(describe(graphs[1]), "1-3 5");
  EXPECT_EQ(describe_labels(graphs[1].node_labels()), "a c e");
}

TEST(Tu, KeepsGraphsWithoutNodes) {
  const TemporaryFolder folder;
  folder.write("X_A.txt", "");
  folder.write("X_graph_indicator.txt", "2\n");
  folder.write("X_graph_labels.txt", "a\nb\nc\n");
  const auto graphs = read_set(folder);
  ASSERT_EQ(graphs.size(), 3u);
  EXPECT_EQ(graphs[0].num_nodes(), 0u);
  EXPECT_EQ(graphs[1].num_nodes(), 1u);
  EXPECT_EQ(graphs[2].class_name(), "c");
}

TEST(Tu, ReadsAZipAsItsFolderAtAnyDepth) {
  const TemporaryFolder folder;
  bytes::AtomicFile file(folder.file("any.zip"));
  bytes::ZipWriter zip(file);
  for (const auto& [name, text] :
       {std::pair("X_A.txt", "1, 2\n"), {"X_graph_indicator.txt", "1\n1\n"}, {"X_graph_labels.txt", "7\n"}}) {
    zip.add_file(std::string("deep/../folder/") + name, folder.write(std::string("set/") + name, text));
  }
  zip.add_file("__MACOSX/._X_A.txt", folder.write("junk", "junk"));
  zip.finish();
  file.commit();
  const auto zipped = read_all(*open_graphs(folder.file("any.zip"))),
             plain = read_all(*open_graphs(folder.file("set")));
  ASSERT_EQ(zipped.size(), 1u);
  EXPECT_EQ(fingerprint(zipped[0]), fingerprint(plain[0]));
  EXPECT_EQ(zipped[0].class_name(), plain[0].class_name());
  EXPECT_EQ(folder.list().size(), 5u) << "nothing is extracted";
}

TEST(Archive, StopsABomb) {
  const TemporaryFolder folder;
  const std::string zeros = folder.write("zeros", std::string(4 << 20, '0'));
  bytes::AtomicFile out(folder.file("bomb.zip"));
  bytes::ZipWriter zip(out);
  zip.add_file("X_A.txt", zeros);
  zip.finish();
  out.commit();
  bytes::ArchiveLimits limits;
  limits.expansion.free_bytes = 1 << 20;
  auto bomb = bytes::Archive::open_file(folder.file("bomb.zip"), limits);
  ASSERT_TRUE(bomb.next());
  const auto content = bomb.content();
  expect_error(ErrorKind::limit, "bomb.zip!X_A.txt", [&] { static_cast<void>(bytes::read_whole(*content, 1u << 30)); });

  limits = {};
  limits.members = 0;
  auto crowd = bytes::Archive::open_file(folder.file("bomb.zip"), limits);
  expect_error(ErrorKind::limit, "members", [&] { static_cast<void>(crowd.next()); });
}

}  // namespace
}  // namespace awe::test
