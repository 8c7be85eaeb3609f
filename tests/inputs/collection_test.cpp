// Folders, archives and several inputs: which files are read, ids and classes from their names, and what is told.
#include <filesystem>

#include "awe/writer.h"
#include "bytes/atomic_file.h"
#include "bytes/zip_writer.h"
#include "inputs/file_names.h"
#include "inputs/tar_text.h"
#include "readers/gzip.h"
#include "readers/reading.h"

namespace awe::test {
namespace {

using namespace std::string_literals;

constexpr const char* kGraphml =
    "<graphml><graph id='G'><node id='a'/><node id='b'/><edge source='a' target='b'/></graph></graphml>";
constexpr const char* kTwoGraphml =
    "<graphml><graph id='G'><node id='a'/><node id='b'/><edge source='a' target='b'/></graph>"
    "<graph id='H'><node id='a'/></graph></graphml>";

// "id" or "id:class" of every graph, and the notes.
struct Read {
  std::string graphs, notes;
};

Read read_inputs(const std::vector<std::string>& paths, ReadOptions options = {}) {
  Read read;
  options.progress.note = [&](std::string_view text) { read.notes += std::string(text) + "\n"; };
  const auto source = open_inputs(paths, options);
  while (const auto graph = source->next()) {
    read.graphs += (read.graphs.empty() ? "" : " ") + graph->name();
    if (graph->class_name()) read.graphs += ":" + *graph->class_name();
  }
  return read;
}

ReadOptions class_from(ClassFrom from) {
  ReadOptions options;
  options.class_from = from;
  return options;
}

std::string zip_of(const TemporaryFolder& folder, const std::string& name,
                   const std::vector<std::pair<std::string, std::string>>& files) {
  bytes::AtomicFile file(folder.file(name), true);
  bytes::ZipWriter zip(file, bytes::ZipWriter::Packing::store);
  for (const auto& [path, content] : files) {
    zip.add(path, content.size());
    zip.write(content);
  }
  zip.finish();
  file.commit();
  return folder.file(name);
}

TEST(FileNames, AreIdsThatDiffer) {
  using Ids = std::vector<std::string>;
  EXPECT_EQ(inputs::ids_of({"a.graphml", "b.el.gz", "c"}), (Ids{"a", "b", "c"}));
  EXPECT_EQ(inputs::ids_of({"x/a.el", "y/a.el", "y/b.el"}), (Ids{"x/a", "y/a", "b"}));
  EXPECT_EQ(inputs::ids_of({"a.el", "a.gml", "x/a.gml"}), (Ids{"a.el", "a.gml", "x/a"}));
  EXPECT_EQ(inputs::ids_of({".el", "a.b.el"}), (Ids{".el", "a.b"}));
}

TEST(FileNames, HaveClasses) {
  EXPECT_EQ(inputs::name_prefix("x/barabasi_albert_3.gml"), "barabasi_albert");
  EXPECT_EQ(inputs::name_prefix("cat-12.el.gz"), "cat");
  EXPECT_FALSE(inputs::name_prefix("x_y/cat12.el"));
  EXPECT_FALSE(inputs::name_prefix("_12.el"));
  EXPECT_EQ(inputs::first_folder("a/b/c"), "a");
  EXPECT_FALSE(inputs::first_folder("c"));
  EXPECT_EQ(inputs::last_folder("/a/b/c.el"), "b");
  EXPECT_FALSE(inputs::last_folder("/c.el"));
  std::vector<std::string> paths = {"s/t/a/x", "s/t/b/y"};
  inputs::remove_common_folders(paths);
  EXPECT_EQ(paths, (std::vector<std::string>{"a/x", "b/y"}));
}

TEST(Folders, NameGraphsAfterTheirFiles) {
  const TemporaryFolder folder;
  folder.write("one.graphml", kGraphml);
  folder.write("two.graphml", kTwoGraphml);
  folder.write("json.jsonl", "{\"edges\": [[0, 1]]}\n{\"edges\": [[0, 1]], \"name\": \"n\"}\n");
  folder.write("list.el.gz", gzip_of("1 2\n"));
  EXPECT_EQ(read_inputs({folder.path()}).graphs, "json#0 json/n list one two/G two/H");
  // A file on its own keeps its names.
  EXPECT_EQ(read_inputs({folder.file("one.graphml")}).graphs, "G");
}

TEST(Folders, AreReadWithoutFilesOfOtherKinds) {
  const TemporaryFolder folder;
  folder.write("a.el", "1 2\n");
  folder.write("labels.txt", "a 1\nb 2\n");
  folder.write("README.md", "graphs");
  folder.write(".hidden.el", "5 6\n");
  folder.write("sub/b.el", "1 2\n");
  const Read read = read_inputs({folder.path()});
  EXPECT_EQ(read.graphs, "a");
  EXPECT_NE(read.notes.find("2 files are not of a known graph format and not read (README.md, labels.txt)"),
            std::string::npos)
      << read.notes;
  EXPECT_NE(read.notes.find("1 subfolder is not read (sub)"), std::string::npos) << read.notes;
}

TEST(Folders, TakeAPatternOfFileNames) {
  const TemporaryFolder folder;
  folder.write("a.txt", "1 2\n");
  folder.write("b.txt", "1 2\n");
  folder.write("c.el", "1 2\n");
  ReadOptions options;
  options.pattern = "*.txt";
  const Read read = read_inputs({folder.path()}, options);
  EXPECT_EQ(read.graphs, "a b");
  EXPECT_EQ(read.notes, "");
  options.pattern = "*.net";
  expect_error(ErrorKind::malformed, "none of its 3 files (a.txt, b.txt, c.el) matches `pattern` '*.net'",
               [&] { static_cast<void>(read_inputs({folder.path()}, options)); });
}

TEST(Folders, WithoutGraphFilesSayWhatTheyHold) {
  const TemporaryFolder folder;
  folder.write("x/a.txt", "1 2\n");
  expect_error(ErrorKind::malformed, "no file, but subfolders (x)",
               [&] { static_cast<void>(read_inputs({folder.path()})); });
  expect_error(ErrorKind::malformed, "no file of a known graph format, but 1 file (a.txt); name the files to read",
               [&] { static_cast<void>(read_inputs({folder.file("x")})); });
  folder.write("y/a.gexf", "<gexf/>");
  expect_error(ErrorKind::malformed, "read_gexf", [&] { static_cast<void>(read_inputs({folder.file("y")})); });
}

TEST(Folders, OfTuPartsLackTheFileThatIsNamed) {
  const TemporaryFolder folder;
  folder.write("X_A.txt", "1, 2\n");
  folder.write("X_graph_labels.txt", "1\n");
  expect_error(ErrorKind::malformed, "a TU data set without X_graph_indicator.txt",
               [&] { static_cast<void>(read_inputs({folder.path()})); });
  std::filesystem::remove(folder.file("X_A.txt"));
  expect_error(ErrorKind::malformed, "a TU data set without X_A.txt",
               [&] { static_cast<void>(read_inputs({folder.path()})); });
}

TEST(Classes, ComeFromSubfolders) {
  const TemporaryFolder folder;
  folder.write("set/cats/1.el", "1 2\n");
  folder.write("set/cats/deep/2.el", "1 2\n");
  folder.write("set/dogs/1.graphml", kGraphml);
  const ReadOptions options = class_from(ClassFrom::folder);
  EXPECT_EQ(read_inputs({folder.file("set")}, options).graphs, "cats/1:cats 2:cats dogs/1:dogs");
  EXPECT_EQ(read_inputs({folder.file("set/cats"), folder.file("set/dogs")}, options).graphs,
            "cats/1:cats 2:deep dogs/1:dogs");
  EXPECT_EQ(read_inputs({folder.file("set/cats/1.el"), folder.file("set/dogs/1.graphml")}, options).graphs,
            "cats/1:cats dogs/1:dogs");
  EXPECT_EQ(read_inputs({folder.file("set/dogs/1.graphml")}, options).graphs, "G:dogs");
  folder.write("set/stray.el", "1 2\n");
  expect_error(ErrorKind::malformed, "stray.el: in no subfolder",
               [&] { static_cast<void>(read_inputs({folder.file("set")}, options)); });
}

TEST(Classes, ComeFromSubfoldersThroughLinksAndNotInCircles) {
  const TemporaryFolder folder;
  folder.write("set/cats/1.el", "1 2\n");
  folder.write("elsewhere/2.el", "1 2\n");
  std::filesystem::create_directory_symlink(folder.file("elsewhere"), folder.file("set/dogs"));
  std::filesystem::create_directory_symlink(folder.file("set"), folder.file("set/cats/again"));
  EXPECT_EQ(read_inputs({folder.file("set")}, class_from(ClassFrom::folder)).graphs, "1:cats 2:dogs");
}

TEST(Classes, ComeFromFileNames) {
  const TemporaryFolder folder;
  folder.write("cat_1.el", "1 2\n");
  folder.write("big-dog_2.el", "1 2\n");
  EXPECT_EQ(read_inputs({folder.path()}, class_from(ClassFrom::name)).graphs, "big-dog_2:big-dog cat_1:cat");
  folder.write("x.el", "1 2\n");
  expect_error(ErrorKind::malformed, "x.el: no _ or - in the name",
               [&] { static_cast<void>(read_inputs({folder.path()}, class_from(ClassFrom::name))); });
}

TEST(Classes, ComeFromOnePlace) {
  const TemporaryFolder folder;
  folder.write("cat_1.el", "1 2\n");
  ReadOptions options = class_from(ClassFrom::name);
  options.classes_file = folder.write("c.csv", "cat_1,x\n");
  expect_error(ErrorKind::usage, "both give classes",
               [&] { static_cast<void>(read_inputs({folder.path()}, options)); });
  folder.write("set/X_A.txt", "1, 2\n");
  folder.write("set/X_graph_indicator.txt", "1\n1\n");
  expect_error(ErrorKind::usage, "a TU data set has classes of its own",
               [&] { static_cast<void>(read_inputs({folder.file("set")}, class_from(ClassFrom::folder))); });
}

TEST(Archives, HoldGraphFiles) {
  const TemporaryFolder folder;
  const std::vector<std::pair<std::string, std::string>> files = {{"set/cats/1.el", "1 2\n"},
                                                                  {"set/cats/1.txt", "not a graph"},
                                                                  {"set/dogs/1.graphml", kTwoGraphml},
                                                                  {"__MACOSX/set/dogs/1.graphml", "x"},
                                                                  {"set/dogs/2.el.gz", gzip_of("3 4\n")}};
  std::string tar;
  for (const auto& [path, content] : files) tar += tar_member(path, content);
  tar += tar_end();
  for (const std::string& archive :
       {zip_of(folder, "a.zip", files), folder.write("a.tar", tar), folder.write("a.tar.gz", gzip_of(tar)),
        folder.write("b.tgz", gzip_of(tar)), folder.write("plain", gzip_of(tar))}) {
    SCOPED_TRACE(archive);
    const Read read = read_inputs({archive});
    EXPECT_EQ(read.graphs, "cats/1 dogs/1/G dogs/1/H 2");
    EXPECT_NE(read.notes.find("1 file is not of a known graph format and not read (set/cats/1.txt)"),
              std::string::npos);
    if (archive.ends_with("plain")) continue;
    EXPECT_EQ(read_inputs({archive}, class_from(ClassFrom::folder)).graphs,
              "cats/1:cats dogs/1/G:dogs dogs/1/H:dogs 2:dogs");
  }
}

TEST(Archives, MayHoldATuDataSet) {
  const TemporaryFolder folder;
  const std::string tar = tar_member("X/X_A.txt", "1, 2\n2, 1\n") + tar_member("X/X_graph_indicator.txt", "1\n1\n2\n") +
                          tar_member("X/X_graph_labels.txt", "a\nb\n") + tar_end();
  EXPECT_EQ(read_inputs({folder.write("X.tar.gz", gzip_of(tar))}).graphs, "1:a 2:b");
  expect_error(ErrorKind::malformed, "a TU data set without X_graph_indicator.txt", [&] {
    static_cast<void>(read_inputs({folder.write("Y.tar", tar_member("X/X_A.txt", "1, 2\n") + tar_end())}));
  });
}

TEST(Archives, WithoutGraphsOrWithMembersTwiceAreRefused) {
  const TemporaryFolder folder;
  expect_error(ErrorKind::malformed, "no file of a known graph format, but 1 file (a.txt)", [&] {
    static_cast<void>(read_inputs({folder.write("a.tar", tar_member("a.txt", "1 2\n") + tar_end())}));
  });
  expect_error(ErrorKind::malformed, "holds no graph",
               [&] { static_cast<void>(read_inputs({folder.write("b.tar", tar_end())})); });
  expect_error(ErrorKind::malformed, "the member a.el stands twice", [&] {
    static_cast<void>(
        read_inputs({folder.write("c.tar", tar_member("a.el", "1 2\n") + tar_member("a.el", "1 2\n") + tar_end())}));
  });
  expect_error(ErrorKind::malformed, "d.tar!a.gml:", [&] {
    static_cast<void>(read_inputs({folder.write("d.tar", tar_member("a.gml", "graph [ node [ ] ]") + tar_end())}));
  });
}

TEST(SeveralInputs, AreOneCollection) {
  const TemporaryFolder folder;
  folder.write("a.graphml", kGraphml);
  folder.write("x/b.el", "1 2\n");
  folder.write("x/a.graphml", kTwoGraphml);
  folder.write("t.tar", tar_member("m.el", "1 2\n") + tar_end());
  EXPECT_EQ(read_inputs({folder.file("x/b.el"), folder.file("a.graphml")}).graphs, "b a");
  EXPECT_EQ(read_inputs({folder.file("a.graphml"), folder.file("x"), folder.file("t.tar")}).graphs,
            "a x/a/G x/a/H b t");
  expect_error(ErrorKind::usage, "named twice", [&] {
    static_cast<void>(read_inputs({folder.file("a.graphml"), folder.file("x/../a.graphml")}));
  });
  expect_error(ErrorKind::usage, "standard input is one input", [&] {
    static_cast<void>(read_inputs({folder.file("a.graphml"), "-"}));
  });
  expect_error(ErrorKind::usage, "there is no input", [&] { static_cast<void>(read_inputs({})); });
  expect_error(ErrorKind::io, "cannot be opened", [&] {
    static_cast<void>(read_inputs({folder.file("a.graphml"), folder.file("absent.el")}));
  });
}

TEST(SeveralInputs, MayBeDataSets) {
  const TemporaryFolder folder;
  folder.write("X/X_A.txt", "1, 2\n2, 1\n");
  folder.write("X/X_graph_indicator.txt", "1\n1\n2\n");
  folder.write("a.el", "1 2\n");
  EXPECT_EQ(read_inputs({folder.file("X"), folder.file("a.el")}).graphs, "X/1 X/2 a");
}

TEST(Notes, TellOfEdgeListsWithoutEdges) {
  const TemporaryFolder folder;
  const Read one = read_inputs({folder.write("nodes.txt", "a\nb\n")});
  EXPECT_EQ(one.graphs, "nodes");
  EXPECT_NE(one.notes.find("nodes.txt: an edge list without edges"), std::string::npos) << one.notes;
  folder.write("set/a.el", "1 2\n");
  EXPECT_EQ(read_inputs({folder.file("set")}).notes, "");
  folder.write("set/b.el", "1\n2\n");
  const Read some = read_inputs({folder.file("set")});
  EXPECT_NE(some.notes.find("1 of 2 edge lists have no edges ("), std::string::npos) << some.notes;
}

TEST(Notes, TellOfCollectionsWithoutAnyEdge) {
  const TemporaryFolder folder;
  const Read none = read_inputs({folder.write("g.jsonl", "{\"n\": 2}\n{\"n\": 3}\n")});
  EXPECT_NE(none.notes.find("no graph has an edge"), std::string::npos) << none.notes;
  EXPECT_EQ(read_inputs({folder.write("h.jsonl", "{\"n\": 2}\n{\"edges\": [[0, 1]]}\n")}).notes, "");
}

}  // namespace
}  // namespace awe::test
