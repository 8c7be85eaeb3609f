// Directed graphs whose walks end, as a user meets them: columns, notes, vocabularies, models, classifiers.
#include <gtest/gtest.h>

#include <string>

#include "support/command_folder.h"
#include "support/random_dags.h"

namespace awe {
namespace {

using test::lines_of;

// The graph as a line of JSON.
std::string line_of(const Graph& graph, const std::string& name, const std::string& label) {
  std::string text = R"({"name":")" + name + R"(","directed":true,"n":)" + std::to_string(graph.num_nodes()) +
                     R"(,"label":")" + label + R"(","edges":[)";
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      if (text.back() == ']') text += ',';
      text += '[' + std::to_string(u) + ',' + std::to_string(v) + ']';
    }
  }
  return text + "]}\n";
}

class AweDeadEnds : public test::CommandFolder {
 protected:
  AweDeadEnds() {
    std::string calls;
    for (std::uint64_t i = 0; i < 30; ++i) {
      calls += line_of(i % 2 == 0 ? test::layered_dag(4, 6, 30, i) : test::tree_like_dag(24, 30, i),
                       "g" + std::to_string(i), i % 2 == 0 ? "layers" : "tree");
    }
    folder_.write("calls.jsonl", calls);
    folder_.write("chain.jsonl", "{\"directed\":true,\"edges\":[[0,1],[1,2]]}\n");
    folder_.write("mixed.jsonl",
                  "{\"edges\":[[0,1],[1,2]]}\n{\"directed\":true,\"edges\":[[0,1],[1,2]],\"name\":\"chain\"}\n");
    folder_.write("isolated.jsonl", "{\"n\":5,\"edges\":[[0,1]]}\n");
  }
};

TEST_F(AweDeadEnds, WalksOfDirectedGraphsEndByDefault) {
  const auto result = run("awe embed chain.jsonl --length 2 -o x.csv");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err.find("note"), std::string::npos) << result.err;
  EXPECT_EQ(lines_of(file("x.csv"))[0], "id,class,1 2 1,1 2 3,1 .,1 2 .");
  const std::string third = "0.3333333333333333";
  EXPECT_EQ(lines_of(file("x.csv"))[1], "0,,0," + third + "," + third + "," + third);
  succeed("awe embed calls.jsonl -o calls.npy");
  EXPECT_EQ(lines_of(file("calls.columns.csv")).size(), 1u + 877 + 279);
  for (const std::string& line : lines_of(file("calls.rows.csv"))) {
    EXPECT_TRUE(line.ends_with(",0,0") || line.starts_with("id,")) << line;
  }
}

TEST_F(AweDeadEnds, SaysHowMuchStopped) {
  const auto note_of = [&](const std::string& command) { return run(command).err; };
  const std::string all = note_of("awe embed chain.jsonl --length 2 --dead-ends stop -o a.npy");
  EXPECT_NE(all.find("67 % of the walks stop at dead ends"), std::string::npos) << all;
  EXPECT_NE(all.find("--dead-ends end"), std::string::npos);
  EXPECT_NE(all.find("--undirected"), std::string::npos);
  const std::string later = note_of("awe embed mixed.jsonl --length 2 -o b.npy");
  EXPECT_NE(later.find("33 % of the walks stop at dead ends"), std::string::npos) << later;
  EXPECT_NE(later.find("the first graph is undirected"), std::string::npos) << later;
  const std::string isolated = note_of("awe embed isolated.jsonl --length 2 -o c.npy");
  EXPECT_NE(isolated.find("60 % of the walks start at nodes without edges"), std::string::npos) << isolated;
  const std::string kernel = note_of("awe kernel mixed.jsonl --length 2 -o k.npy");
  EXPECT_NE(kernel.find("stop at dead ends"), std::string::npos) << kernel;
  for (const char* quiet : {"--dead-ends end", "--undirected", "--dead-ends reverse", "--dead-ends restart"}) {
    EXPECT_EQ(note_of(std::string("awe embed chain.jsonl --force --length 2 -o a.npy ") + quiet).find("dead ends"),
              std::string::npos)
        << quiet;
  }
}

TEST_F(AweDeadEnds, ShardsAndLimitsHaveTheColumnsOfTheWholeInput) {
  const std::string lines = file("mixed.jsonl");
  folder_.write("mixed2.jsonl", lines_of(lines)[1] + "\n" + lines_of(lines)[0] + "\n");
  succeed("awe embed mixed2.jsonl --length 3 --shard 1/2 -o shard.npy");
  EXPECT_EQ(lines_of(file("shard.columns.csv")).size(), 10u) << "the first graph is directed, though not in this shard";
  succeed("awe embed - --format jsonl --length 3 -o in.npy < mixed2.jsonl");
  EXPECT_EQ(lines_of(file("in.columns.csv")).size(), 10u);
  EXPECT_EQ(lines_of(file("in.rows.csv")).size(), 3u) << "no graph is lost by looking at it";
}

TEST_F(AweDeadEnds, VocabulariesApplyTheirRule) {
  succeed("awe embed calls.jsonl --features 'walks(degree):0..3' --vocabulary-out a.voc -o x.npz");
  EXPECT_EQ(lines_of(file("a.voc"))[0], "awe vocabulary 2");
  succeed("awe embed calls.jsonl --vocabulary a.voc -o y.npz");
  EXPECT_EQ(file("x.npz"), file("y.npz"));
  EXPECT_NE(file("x.columns.csv").find("-."), std::string::npos);
  const auto refused = run("awe embed calls.jsonl --vocabulary a.voc --dead-ends stop -o z.npz");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("the vocabulary was learnt with --dead-ends end, not stop"), std::string::npos)
      << refused.err;
}

TEST_F(AweDeadEnds, ModelsLearnFromWalksThatEnd) {
  for (const std::string solver : {"--solver exact", "--solver descent --epochs 2"}) {
    for (const std::string words : {"aw:7", "'walks(degree):1..3'"}) {
      const auto trained = run("awe train calls.jsonl --force --words " + words + " --dimensions 4 --min-count 1 " +
                               solver + " -o m.awe --vectors-out v.npy --walk-vectors-out w.txt");
      ASSERT_EQ(trained.exit_code, 0) << trained.err;
      EXPECT_NE(file("w.txt").find(words == "aw:7" ? "1_2_." : "-."), std::string::npos) << solver << words;
      succeed("awe infer m.awe calls.jsonl --force -o again.npy");
      EXPECT_EQ(file("v.npy"), file("again.npy"));
    }
  }
  const auto stopped = run("awe train calls.jsonl --dead-ends stop --words aw:7 -o n.awe");
  EXPECT_EQ(stopped.exit_code, 2);
  EXPECT_NE(stopped.err.find("--dead-ends end"), std::string::npos) << stopped.err;
}

TEST_F(AweDeadEnds, CorporaHoldWalksThatEnd) {
  const auto written = run(
      "awe train calls.jsonl --words aw:3 --dimensions 4 --min-count 1 --solver descent --epochs 1 --corpus-out c.txt "
      "-o m.awe");
  ASSERT_EQ(written.exit_code, 0) << written.err;
  EXPECT_NE(file("c.txt").find(" 1-2-. "), std::string::npos);
  succeed("awe train --corpus c.txt --words aw:3 --dimensions 4 --min-count 1 -o t.awe --walk-vectors-out w.txt");
  EXPECT_NE(file("w.txt").find("1_2_. "), std::string::npos) << file("w.txt").substr(0, 200);
}

TEST_F(AweDeadEnds, ClassifiersKeepTheirRule) {
  succeed("awe classify fit calls.jsonl --recipe structure -o c.awe");
  succeed("awe classify predict c.awe calls.jsonl -o p.csv");
  int right = 0;
  for (const std::string& line : lines_of(file("p.csv"))) {
    const bool layers = line.find("layers") != std::string::npos;
    if (line.starts_with("g")) right += layers == (std::stoi(line.substr(1)) % 2 == 0) ? 1 : 0;
  }
  EXPECT_GE(right, 29);
}

}  // namespace
}  // namespace awe
