// Writers: output written completely or not at all, deterministic, with a report of what the format cannot hold.
#include "awe/writer.h"

#include <filesystem>

#include "readers/reading.h"
#include "support/toy_graphs.h"

namespace awe::test {
namespace {

constexpr const char* kOutputs[] = {"g.jsonl", "g.jsonl.gz", "g.graphml", "g.gml", "g.mtx", "g.edgelist", "g.zip", "g"};

TEST(Writers, LeaveNothingWithoutCommit) {
  for (const char* name : kOutputs) {
    SCOPED_TRACE(name);
    const TemporaryFolder folder;
    create_graphs(folder.file(name))->write(path_graph(3));
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  }
}

TEST(Writers, GiveTheSameBytesTwice) {
  for (const char* name : kOutputs) {
    SCOPED_TRACE(name);
    std::string bytes[2];
    for (std::string& content : bytes) {
      const TemporaryFolder folder;
      const auto writer = create_graphs(folder.file(name));
      writer->write(path_graph(3));
      writer->commit();
      for (const std::string& file : folder.list()) content += file + "\n" + read_file(folder.file(file));
    }
    EXPECT_FALSE(bytes[0].empty());
    EXPECT_EQ(bytes[0], bytes[1]);
  }
}

TEST(Writers, ReplaceOnlyWithForce) {
  for (const char* name : kOutputs) {
    SCOPED_TRACE(name);
    const TemporaryFolder folder;
    for (const bool force : {false, true}) {
      const auto writer = create_graphs(folder.file(name), {std::nullopt, force});
      writer->write(path_graph(3));
      writer->commit();
    }
    expect_error(ErrorKind::usage, "`force`", [&] { static_cast<void>(create_graphs(folder.file(name))); });
    EXPECT_EQ(read_all(*open_graphs(folder.file(name))).size(), 1u);
  }
}

TEST(Writers, RefuseASecondWriterAndLeaveOthersFilesAlone) {
  for (const char* name : kOutputs) {
    SCOPED_TRACE(name);
    const TemporaryFolder folder;
    const auto writer = create_graphs(folder.file(name));
    expect_error(ErrorKind::locked, "another process", [&] { static_cast<void>(create_graphs(folder.file(name))); });
    writer->write(path_graph(3));
    writer->commit();
    EXPECT_EQ(read_all(*open_graphs(folder.file(name))).size(), 1u);
  }
  const TemporaryFolder folder;
  folder.write("SET.part/SET_A.txt", "mine");
  folder.write("SET.old/SET_A.txt", "mine, too");
  const auto writer = create_graphs(folder.file("SET"));
  writer->write(path_graph(3));
  writer->commit();
  EXPECT_EQ(folder.list(), (std::vector<std::string>{"SET.old/SET_A.txt", "SET.part/SET_A.txt", "SET/SET_A.txt",
                                                     "SET/SET_graph_indicator.txt"}));
}

TEST(Writers, NeverReplaceAFolderOfOtherFiles) {
  const TemporaryFolder folder;
  folder.write("mine/thesis.tex", "years of work");
  expect_error(ErrorKind::usage, "thesis.tex", [&] {
    static_cast<void>(create_graphs(folder.file("mine"), {std::nullopt, true}));
  });
  EXPECT_EQ(folder.list().size(), 1u);
}

TEST(Writers, SayWhatTheyLeaveOut) {
  const Graph graph = read_graph(
      "g.jsonl",
      R"({"n":2,"name":"x","label":1,"directed":true,"edges":[[0,1,2]],"node_labels":[1,2],"edge_labels":[3],"node_attributes":[1,2]})");
  const std::pair<const char*, std::size_t> expected[] = {{"g.jsonl", 0}, {"g.graphml", 0},  {"g.gml", 1},
                                                          {"g.mtx", 5},   {"g.edgelist", 6}, {"g.zip", 2}};
  for (const auto& [name, sentences] : expected) {
    SCOPED_TRACE(name);
    const TemporaryFolder folder;
    const auto writer = create_graphs(folder.file(name));
    writer->write(graph);
    writer->commit();
    EXPECT_EQ(writer->left_out().size(), sentences);
  }
}

TEST(Writers, LeaveOutALabelThatOnlySomeGraphsHave) {
  const TemporaryFolder folder;
  const auto writer = create_graphs(folder.file("S.zip"));
  writer->write(read_graph("g.jsonl", R"({"n":1,"name":"1","label":"a","node_labels":["x"]})"));
  writer->write(read_graph("g.jsonl", R"({"n":1,"name":"2","label":"b"})"));
  writer->commit();
  ASSERT_EQ(writer->left_out().size(), 1u);
  EXPECT_NE(writer->left_out()[0].find("node labels of some graphs"), std::string::npos);
  const auto graphs = read_all(*open_graphs(folder.file("S.zip")));
  EXPECT_TRUE(graphs[0].node_labels().empty());
  EXPECT_EQ(graphs[1].class_name(), "b");
}

TEST(Writers, RefuseASecondGraphWhereOneFits) {
  for (const char* name : {"g.mtx", "g.edgelist"}) {
    const TemporaryFolder folder;
    const auto writer = create_graphs(folder.file(name));
    writer->write(path_graph(2));
    expect_error(ErrorKind::usage, "one graph", [&] { writer->write(path_graph(2)); });
  }
}

TEST(Convert, StopsCleanlyOnASignal) {
  const TemporaryFolder folder;
  const auto result = run_shell(
      "(for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do echo '{\"n\":1}'; sleep 0.05; done) | "
      "timeout --foreground --preserve-status -s INT 0.3 awe convert - -o " +
      folder.file("o.jsonl"));
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_EQ(result.err, "awe: stopped; nothing was written\n");
  EXPECT_TRUE(folder.list().empty());
}

TEST(Convert, TellsWhatItDidAndWhatItLeftOut) {
  const TemporaryFolder folder;
  const std::string input = folder.write("g.txt", "a b 2\n");
  const auto result = run_shell("awe convert " + input + " -o " + folder.file("o.gml"));
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.out.find("1 graph, 2 nodes, 1 edge"), std::string::npos) << result.out;
  EXPECT_NE(result.err.find("awe: note: the format cannot hold node ids"), std::string::npos) << result.err;
  const auto json = run_shell("awe convert " + input + " -o " + folder.file("o.jsonl") + " --json");
  EXPECT_NE(json.out.find("\"graphs\": 1, \"nodes\": 2, \"edges\": 1, \"left_out\": []"), std::string::npos)
      << json.out;
  EXPECT_EQ(run_shell("awe convert " + input + " -o " + folder.file("o.jsonl")).exit_code, 2);
  const std::string nameless = "{\"n\":2,\"edges\":[[0,1]]}\n";
  EXPECT_EQ(run_shell("awe convert - -o " + folder.file("same.jsonl"), nameless).exit_code, 0);
  EXPECT_EQ(read_file(folder.file("same.jsonl")), nameless);
  EXPECT_EQ(run_shell("awe convert " + input + " -o " + folder.file("o.jsonl") + " --force").exit_code, 0);
  EXPECT_EQ(run_shell("awe convert " + input + " -o " + folder.file("o.docx")).exit_code, 2);
}

}  // namespace
}  // namespace awe::test
