// Detection of the input format by folder, magic number, extension and content; gzip and standard input.
#include "awe/writer.h"
#include "readers/gzip.h"
#include "readers/reading.h"

namespace awe::test {
namespace {

struct Sample {
  const char* extension;
  const char* text;
};
constexpr Sample kSamples[] = {
    {".jsonl", "{\"edges\": [[1, 2], [2, 3]]}\n"},
    {".graphml",
     "<graphml><graph><node id='1'/><node id='2'/><node id='3'/><edge source='1' target='2'/><edge source='2' "
     "target='3'/></graph></graphml>"},
    {".gml",
     "graph [ node [ id 1 ] node [ id 2 ] node [ id 3 ] edge [ source 1 target 2 ] edge [ source 2 target 3 ] ]"},
    {".mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n"},
    {".edgelist", "1 2\n2 3\n"},
};

TEST(Detection, KnowsEveryFormatWithAndWithoutExtension) {
  for (const auto& [extension, text] : kSamples) {
    SCOPED_TRACE(extension);
    EXPECT_EQ(describe(read_graph(std::string("g") + extension, text)), "1-2 2-3");
    EXPECT_EQ(describe(read_graph("g", text)), "1-2 2-3");
    EXPECT_EQ(describe(read_graph("g.txt", text)), "1-2 2-3");
  }
}

TEST(Detection, IsNotMisledByComments) {
  EXPECT_EQ(describe(read_graph("g", "# a graph [of mine]\n1 2\n")), "1-2");
  EXPECT_EQ(describe(read_graph("g", "# { }\n1 2\n")), "1-2");
}

TEST(Detection, UnpacksGzipWhateverTheName) {
  for (const auto& [extension, text] : kSamples) {
    SCOPED_TRACE(extension);
    EXPECT_EQ(describe(read_graph(std::string("g") + extension + ".gz", gzip_of(text))), "1-2 2-3");
    EXPECT_EQ(describe(read_graph("g", gzip_of(text))), "1-2 2-3");
  }
}

TEST(Detection, YieldsToAForcedFormat) {
  ReadOptions options = keep_all();
  options.format = Format::edge_list;
  EXPECT_EQ(describe(read_graph("g.jsonl", "1 2\n", options)), "1-2");
  options.format = Format::json_lines;
  expect_error(ErrorKind::malformed, ":1:", [&] { static_cast<void>(read_text("g.txt", "1 2\n", options)); });
}

TEST(Detection, ReadsStandardInput) {
  const TemporaryFolder folder;
  for (const auto& [extension, text] : kSamples) {
    SCOPED_TRACE(extension);
    for (const std::string& input : {std::string(text), gzip_of(text)}) {
      const auto result = run_shell("awe convert - --undirected -o " + folder.file("out.edgelist") + " --force", input);
      EXPECT_EQ(result.exit_code, 0) << result.err;
      EXPECT_EQ(read_file(folder.file("out.edgelist")), "1 2\n2 3\n");
    }
  }
}

TEST(Detection, ReadsAZipFromStandardInput) {
  const TemporaryFolder folder;
  const std::string zip = folder.file("SET.zip");
  const auto writer = create_graphs(zip);
  writer->write(read_graph("g.txt", "1 2\n2 3\n"));
  writer->commit();
  const auto result = run_shell("awe convert - -o " + folder.file("out.edgelist"), read_file(zip));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(read_file(folder.file("out.edgelist")), "1 2\n2 3\n");
}

TEST(Detection, KnowsAwgByItsFirstBytes) {
  const TemporaryFolder folder;
  const auto writer = create_graphs(folder.file("g"), {Format::awg, false});
  writer->write(read_graph("g.txt", "1 2\n2 3\n"));
  writer->commit();
  const std::string bytes = read_file(folder.file("g"));
  EXPECT_EQ(describe(read_all(*open_graphs(folder.file("g"))).at(0)), "1-2 2-3");
  EXPECT_EQ(describe(read_all(*open_graphs(folder.write("g.txt.gz", gzip_of(bytes)))).at(0)), "1-2 2-3");
  const auto result = run_shell("awe convert - -o " + folder.file("out.edgelist"), bytes);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(read_file(folder.file("out.edgelist")), "1 2\n2 3\n");
  expect_error(ErrorKind::malformed, "not an .awg", [&] { static_cast<void>(read_text("g.awg", "1 2\n")); });
}

TEST(Detection, RefusesInputsWithoutAGraph) {
  const TemporaryFolder folder;
  for (const char* name : {"g.jsonl", "g.txt", "g.gml", "g.mtx", "g"}) {
    SCOPED_TRACE(name);
    expect_error(ErrorKind::malformed, "holds no graph", [&] { static_cast<void>(read_text(name, "")); });
  }
  expect_error(ErrorKind::malformed, "holds no graph",
               [&] { static_cast<void>(read_all(*open_graphs(folder.path()))); });
  expect_error(ErrorKind::io, "cannot be opened", [&] { static_cast<void>(open_graphs(folder.file("absent"))); });
}

TEST(Formats, HaveNames) {
  for (const Format format : {Format::tu, Format::edge_list, Format::json_lines, Format::graphml, Format::gml,
                              Format::matrix_market, Format::awg}) {
    EXPECT_EQ(parse<Format>(to_string(format)), format);
  }
  EXPECT_FALSE(find_enum<Format>("xlsx").has_value());
}

}  // namespace
}  // namespace awe::test
