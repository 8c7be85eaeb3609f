// awe generate as a user runs it: the contents of the files, and the errors for bad parameters.
#include <gtest/gtest.h>

#include "awe/reader.h"
#include "support/process.h"

namespace awe {
namespace {

using test::run_shell;

std::vector<Graph> graphs_in(const std::string& path) {
  const auto source = open_graphs(path);
  return read_all(*source);
}

TEST(AweGenerate, WritesJsonLinesToStandardOutput) {
  const auto result = run_shell("awe generate cycle --num-nodes 3 --count 2");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out,
            "{\"name\":\"cycle-0\",\"label\":\"cycle\",\"n\":3,\"edges\":[[0,1],[0,2],[1,2]]}\n"
            "{\"name\":\"cycle-1\",\"label\":\"cycle\",\"n\":3,\"edges\":[[0,1],[0,2],[1,2]]}\n");
}

TEST(AweGenerate, RunsEveryFamily) {
  const test::TemporaryFolder folder;
  for (const char* family :
       {"erdos-renyi", "gnm", "barabasi-albert", "watts-strogatz", "random-regular", "stochastic-block", "geometric",
        "configuration", "tree", "cycle", "grid", "complete", "path", "star"}) {
    const std::string path = folder.file(std::string(family) + ".jsonl");
    const auto result = run_shell(std::string("awe generate ") + family + " --count 3 -o " + path);
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const auto graphs = graphs_in(path);
    ASSERT_EQ(graphs.size(), 3u) << family;
    EXPECT_EQ(graphs[2].class_name(), family);
  }
}

TEST(AweGenerate, TakesParametersAsFlags) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("grid.jsonl");
  EXPECT_EQ(run_shell("awe generate grid --rows 3 --columns 4 --torus -o " + path).exit_code, 0);
  EXPECT_EQ(graphs_in(path).at(0).num_edges(), 24u);
  const std::string degrees = folder.file("degrees.jsonl");
  EXPECT_EQ(run_shell("awe generate configuration --degrees 1+1+0 -o " + degrees).exit_code, 0);
  EXPECT_EQ(graphs_in(degrees).at(0).num_edges(), 1u);
}

TEST(AweGenerate, GivesTheSameBytesForTheSameSeedAndAPrefixForFewer) {
  const std::string command = "awe generate gnm --num-nodes 20 --num-edges 30 --seed 5 --count ";
  const auto ten = run_shell(command + "10"), again = run_shell(command + "10 --threads 1"),
             four = run_shell(command + "4");
  EXPECT_EQ(ten.out, again.out);
  EXPECT_FALSE(four.out.empty());
  EXPECT_TRUE(ten.out.starts_with(four.out));
  EXPECT_NE(ten.out, run_shell("awe generate gnm --num-nodes 20 --num-edges 30 --seed 6 --count 10").out);
}

TEST(AweGenerate, MakesSixFamiliesOfEqualSize) {
  const test::TemporaryFolder folder;
  const auto result = run_shell("awe generate six-families --num-nodes 40 --num-edges 80 --count 2 --json -o " +
                                folder.file("six.jsonl"));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("\"graphs\": 12, \"nodes\": 480, \"edges\": 960"), std::string::npos) << result.out;
  for (const Graph& graph : graphs_in(folder.file("six.jsonl"))) EXPECT_EQ(graph.num_edges(), 80u);
}

TEST(AweGenerate, MixesFamiliesAsClasses) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("mix.jsonl");
  const auto result = run_shell(
      "awe generate mix --family gnm:nodes=9,edges=8 --family tree:class=mine,nodes=9,count=1 --count 2 -o " + path);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto graphs = graphs_in(path);
  ASSERT_EQ(graphs.size(), 3u);
  EXPECT_EQ(graphs[0].class_name(), "gnm");
  EXPECT_EQ(graphs[1].class_name(), "mine");
  EXPECT_EQ(graphs[2].class_name(), "gnm");
  EXPECT_EQ(graphs[1].num_edges(), 8u);
}

TEST(AweGenerate, ReplacesAnOutputOnlyByForce) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("mine.jsonl", "mine");
  const auto refused = run_shell("awe generate path -o " + path);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("--force"), std::string::npos);
  EXPECT_EQ(test::read_file(path), "mine");
  EXPECT_EQ(run_shell("awe generate path --force -o " + path).exit_code, 0);
  EXPECT_NE(test::read_file(path), "mine");
}

TEST(AweGenerate, SaysWhatIsWrongInOneLineAndWritesNothing) {
  const test::TemporaryFolder folder;
  const std::pair<const char*, const char*> cases[] = {
      {"erdos-renyi --probability 2", "[0, 1]"},
      {"gnm --num-nodes 3 --num-edges 4", "[0, 3]"},
      {"gnm --num-nodes many", "not a whole number"},
      {"gnm --degree 3", "its parameters are nodes, edges"},
      {"random-regular --num-nodes 5 --degree 3", "even"},
      {"six-families --num-nodes 50 --num-edges 110", "take 100 edges"},
      {"six-families --degree 3", "its parameters are --num-nodes and --num-edges"},
      {"mix", "--family"},
      {"mix --num-nodes 3 --family tree", "inside --family"},
      {"mix --family tree:count=x", "count x"},
      {"tree --family gnm", "mix"},
      {"wheel", "known are"}};
  for (const auto& [command, reason] : cases) {
    const auto result = run_shell(std::string("awe generate ") + command + " -o " + folder.file("x.jsonl"));
    EXPECT_EQ(result.exit_code, 2) << command;
    EXPECT_NE(result.err.find(reason), std::string::npos) << command << ": " << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_TRUE(folder.list().empty());
  }
  EXPECT_EQ(run_shell("awe generate path --json").exit_code, 2);
  EXPECT_EQ(run_shell("awe generate complete --num-nodes 1000000").exit_code, 5);
}

TEST(AweGenerate, FailsWhenStandardOutputIsFull) {
  const auto result = run_shell("awe generate path --num-nodes 1000 --count 1000 >/dev/full");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_NE(result.err.find("standard output"), std::string::npos);
}

TEST(AweGenerate, ShowsFamiliesAndExamplesInItsHelp) {
  const auto result = run_shell("awe generate --help");
  EXPECT_EQ(result.exit_code, 0);
  for (const char* text : {"watts-strogatz", "rewiring=0.1", "six-families", "Examples:"}) {
    EXPECT_NE(result.out.find(text), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace awe
