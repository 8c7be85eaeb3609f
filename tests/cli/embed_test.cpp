// awe embed as a user runs it: outputs, determinism, exit codes, signals.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <map>

#include "support/comma_locale.h"
#include "support/command_folder.h"
#include "support/data.h"

namespace awe {
namespace {

using test::lines_of;
using test::run_shell;
using test::TemporaryFolder;

// A folder with graphs.jsonl.
class AweEmbed : public test::CommandFolder {
 protected:
  AweEmbed() { folder_.write("graphs.jsonl", test::kFiveGraphs); }
};

TEST_F(AweEmbed, WritesEveryOutputAtEveryLevel) {
  folder_.write("sets.csv", "a,0,1\nd,0,5\nd,1\n");
  const std::map<std::string, std::size_t> rows = {{"graph", 5}, {"node", 22}, {"edge", 21}, {"subgraph", 3}};
  for (const auto& [level, count] : rows) {
    const std::string level_flags = "--level " + level + (level == "subgraph" ? " --nodes sets.csv" : "");
    for (const char* extension : {"npy", "npz", "csv", "svm", "txt"}) {
      const std::string output = level + "." + extension;
      succeed("awe embed graphs.jsonl --length 4 --force " + level_flags + " -o " + output);
      EXPECT_FALSE(file(output).empty()) << output;
    }
    EXPECT_EQ(lines_of(file(level + ".csv")).size(), count + 1) << level;
    EXPECT_EQ(lines_of(file(level + ".svm")).size(), count) << level;
    EXPECT_EQ(lines_of(file(level + ".txt")).size(), count + 1) << level;
    EXPECT_EQ(lines_of(file(level + ".rows.csv")).size(), count + 1) << level;
    EXPECT_EQ(lines_of(file(level + ".columns.csv")).size(), 16u);
    const auto python =
        run("/usr/bin/python3 -c 'import numpy, scipy.sparse; x = numpy.load(\"" + level +
            ".npy\"); y = scipy.sparse.load_npz(\"" + level + ".npz\"); print(x.shape, (x == y.toarray()).all())'");
    EXPECT_EQ(python.out, "(" + std::to_string(count) + ", 15) True\n") << python.err;
  }
}

TEST_F(AweEmbed, WritesTheProbabilitiesOfAPath) {
  succeed("awe embed graphs.jsonl --length 2 -o x.csv");
  // b: a path of three nodes and an isolated one. From the ends 1 2 1 or 1 2 3, from the middle 1 2 1.
  EXPECT_EQ(lines_of(file("x.csv"))[0], "id,class,1 2 1,1 2 3");
  EXPECT_EQ(lines_of(file("x.csv"))[2], "b,-1,0.5,0.25");
  EXPECT_EQ(lines_of(file("x.csv"))[3], "c,1,0,0");
  succeed("awe embed graphs.jsonl --length 2 --normalise --force -o x.csv");
  EXPECT_EQ(lines_of(file("x.csv"))[2].substr(0, 10), "b,-1,0.666");
}

TEST_F(AweEmbed, PrintsASummaryAsJson) {
  const auto result = run("awe embed graphs.jsonl --length 4 --method sampled --walks 100 --json -o x.npy");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  simdjson::dom::parser parser;
  simdjson::dom::element summary;
  ASSERT_EQ(parser.parse(result.out).get(summary), simdjson::SUCCESS) << result.out;
  const std::pair<const char*, std::uint64_t> numbers[] = {
      {"/graphs", 5},  {"/nodes", 22},        {"/edges", 21},         {"/rows", 5}, {"/columns", 15},
      {"/walks", 400}, {"/methods/exact", 0}, {"/methods/sampled", 5}};  // c has no nodes to begin from
  for (const auto& [pointer, expected] : numbers) {
    std::uint64_t value = 0;
    EXPECT_EQ(summary.at_pointer(pointer).get(value), simdjson::SUCCESS) << pointer;
    EXPECT_EQ(value, expected) << pointer;
  }
  for (const char* part : {"/seconds/read", "/seconds/fit", "/seconds/write", "/seconds/total"}) {
    double value = -1;
    EXPECT_EQ(summary.at_pointer(part).get(value), simdjson::SUCCESS) << part;
    EXPECT_GE(value, 0) << part;
  }
  double walking = 0;
  EXPECT_EQ(summary.at_pointer("/seconds/walk").get(walking), simdjson::SUCCESS);
  EXPECT_GT(walking, 0);
  std::uint64_t bytes = 0;
  EXPECT_EQ(summary.at_pointer("/peak_rss_bytes").get(bytes), simdjson::SUCCESS);
  EXPECT_GT(bytes, 1'000'000u);
}

TEST_F(AweEmbed, GivesTheSameBytesForAnyNumberOfThreads) {
  for (const std::string flags : {"--length 5 --method sampled --walks 20000", "--length 7 --method exact",
                                  "--length 5 --level node --method sampled", "--length 2..5 --level edge"}) {
    std::string first;
    for (const char* threads : {"1", "2", "3", "8"}) {
      succeed("awe embed graphs.jsonl --force -o x.npz " + flags + " --threads " + threads);
      const std::string bytes = file("x.npz") + file("x.rows.csv") + file("x.columns.csv");
      if (first.empty()) first = bytes;
      EXPECT_TRUE(bytes == first) << flags << ", " << threads << " threads";
    }
  }
}

TEST_F(AweEmbed, GivesTheSameRowsInThreeShards) {
  folder_.write("unnamed.jsonl",
                "{\"n\": 2, \"edges\": [[0, 1]]}\n{\"n\": 3, \"edges\": [[0, 1], [1, 2]]}\n"
                "{\"n\": 4, \"edges\": [[0, 1], [1, 2], [2, 3]]}\n{\"n\": 1, \"edges\": []}\n");
  for (const std::string input : {"graphs.jsonl", "unnamed.jsonl"}) {
    const std::string command = "awe embed " + input + " --length 5 --method sampled --walks 5000 --force -o ";
    succeed(command + "whole.csv");
    const auto whole = lines_of(file("whole.csv"));
    std::vector<std::vector<std::string>> shards;
    for (const char* shard : {"0/3", "1/3", "2/3"}) {
      succeed(command + "part.csv --shard " + shard);
      shards.push_back(lines_of(file("part.csv")));
    }
    std::vector<std::string> together = {shards[0][0]};
    for (std::size_t row = 0; row + 1 < whole.size(); ++row) together.push_back(shards[row % 3].at(1 + row / 3));
    EXPECT_EQ(together, whole) << input;
  }
}

TEST_F(AweEmbed, NamesTheNodesOfAShardAsInTheWhole) {
  // Three one-graph shards of a folder: a shard of one graph is still a part of three.
  for (const char* name : {"p", "q", "r"}) folder_.write(std::string("set/") + name + ".el", "0 1\n1 2\n");
  succeed("awe embed set --level node --length 3 -o whole.csv");
  const auto whole = lines_of(file("whole.csv"));
  std::vector<std::string> together = {whole[0]};
  for (const char* shard : {"0/3", "1/3", "2/3"}) {
    succeed(std::string("awe embed set --level node --length 3 --force -o part.csv --shard ") + shard);
    const auto part = lines_of(file("part.csv"));
    together.insert(together.end(), part.begin() + 1, part.end());
  }
  EXPECT_EQ(together, whole);
  // And one graph alone has plain names, sharded or not.
  folder_.write("one.txt", "x y\ny z\n");
  succeed("awe embed one.txt --level node --length 3 -o one.csv");
  succeed("awe embed one.txt --level node --length 3 --shard 0/1 -o shard.csv");
  EXPECT_EQ(lines_of(file("one.csv"))[1].substr(0, 2), "x,");
  EXPECT_EQ(file("one.csv"), file("shard.csv"));
}

TEST_F(AweEmbed, GivesTheSameVectorWhateverTheOrderOfLines) {
  folder_.write("one.txt", "a b\nb c\nc d\nd a\na c\n");
  folder_.write("two.txt", "c a\n# a comment\nd c\na d\nc b\nb a\n");
  for (const char* name : {"one", "two"}) {
    succeed("awe embed " + std::string(name) + ".txt --level node --length 6 --method sampled --walks 5000 -o " + name +
            ".csv");
  }
  EXPECT_TRUE(file("one.csv") == file("two.csv"));  // too long to print
}

TEST_F(AweEmbed, GivesAGraphTheSameVectorAmongOtherNeighbours) {
  const auto lines = lines_of(test::kFiveGraphs);
  folder_.write("other.jsonl", lines[4] + "\n" + lines[0] + "\n");
  for (const char* name : {"graphs", "other"}) {
    succeed("awe embed " + std::string(name) + ".jsonl --length 6 --method sampled --walks 5000 -o " + name + ".csv");
  }
  EXPECT_EQ(lines_of(file("other.csv"))[1], lines_of(file("graphs.csv"))[5]);
  EXPECT_EQ(lines_of(file("other.csv"))[2], lines_of(file("graphs.csv"))[1]);
}

TEST_F(AweEmbed, DependsOnTheSeedWhereItSamples) {
  const std::string command = "awe embed graphs.jsonl --length 6 --method sampled --walks 500 --force -o x.csv --seed ";
  succeed(command + "1");
  const std::string one = file("x.csv");
  succeed(command + "2");
  EXPECT_NE(file("x.csv"), one);
}

TEST_F(AweEmbed, ReadsStandardInput) {
  const auto result = run("awe embed - --format jsonl --length 3 -o x.csv", test::kFiveGraphs);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out.substr(0, result.out.find('\n')), "5 graphs, 22 nodes, 21 edges -> 5 rows x 5 columns in x.csv");
}

TEST_F(AweEmbed, ReadsAtMostTheLimit) {
  succeed("awe embed graphs.jsonl --length 3 --limit 2 -o x.csv");
  EXPECT_EQ(lines_of(file("x.csv")).size(), 3u);
}

TEST_F(AweEmbed, ReplacesAnOutputOnlyByForce) {
  succeed("awe embed graphs.jsonl --length 3 -o x.npy");
  fail(2, "awe embed graphs.jsonl --length 4 -o x.npy", "exists already; --force replaces it");
  succeed("awe embed graphs.jsonl --length 4 -o x.npy --force");
  EXPECT_EQ(lines_of(file("x.columns.csv")).size(), 16u);
}

TEST_F(AweEmbed, WritesFloat32OnRequest) {
  succeed("awe embed graphs.jsonl --length 3 --dtype float32 -o x.npy");
  EXPECT_NE(file("x.npy").find("'<f4'"), std::string::npos);
}

TEST_F(AweEmbed, IsTheSameInALocaleWithCommas) {
  const test::CommaLocale locale;
  if (!locale.present()) GTEST_SKIP() << "localedef cannot make " << test::CommaLocale::kName;
  folder_.write("weighted.txt", "0 1 0.5\n1 2 1.25\n2 0 3\n");
  const std::string command = "awe embed weighted.txt --weighted --length 3 --epsilon 0.5 --json -o ";
  succeed(command + "plain.csv");
  succeed(locale.environment() + command + "comma.csv");
  EXPECT_EQ(file("plain.csv"), file("comma.csv"));
  EXPECT_EQ(run(locale.environment() + "awe walks --length 7 --epsilon 0.5 --delta 0.05").out, "4888\n");
}

TEST_F(AweEmbed, NotesWeightsThatItDoesNotUse) {
  folder_.write("weighted.txt", "0 1 0.5\n1 2 1.25\n");
  const auto result = run("awe embed weighted.txt --length 3");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "awe: note: the input has weights that were not used; --weighted uses them\n");
}

TEST_F(AweEmbed, FailsWithTwoForUsage) {
  fail(2, "awe embed", "INPUT is required; see awe embed --help");
  fail(2, "awe embed graphs.jsonl --colour red", "unknown option --colour; see awe embed --help");
  fail(2, "awe embed graphs.jsonl --length 0 -o x.csv", "--length 0");
  fail(2, "awe embed graphs.jsonl --length 7..2 -o x.csv", "--length 7..2");
  fail(2, "awe embed graphs.jsonl --level star",
       "'star' is not a level; use graph, node, edge or subgraph; see awe embed --help");
  fail(2, "awe embed graphs.jsonl --level subgraph -o x.csv", "--nodes");
  fail(2, "awe embed graphs.jsonl --shard 3/3 -o x.csv", "--shard 3/3");
  fail(2, "awe embed graphs.jsonl --epsilon 5 -o x.csv", "--epsilon");
  fail(2, "awe embed graphs.jsonl --walks 0 -o x.csv", "--walks");
  fail(2, "awe embed graphs.jsonl -o x.mat", "unknown extension");
  for (const char* flag : {"--walks", "--limit", "--seed"}) {
    fail(2, std::string("awe embed graphs.jsonl -o x.csv ") + flag + " -1", flag);
  }
  fail(2, "awe embed graphs.jsonl --format excel", "not a format");
}

TEST_F(AweEmbed, FailsWithThreeForFiles) {
  fail(3, "awe embed absent.jsonl -o x.csv", "absent.jsonl");
  fail(3, "awe embed graphs.jsonl --length 3 -o no/such/folder/x.csv", "cannot be created");
  fail(3, "awe embed graphs.jsonl --level subgraph --nodes absent.csv", "absent.csv");
}

TEST_F(AweEmbed, FailsWithFourForMalformedInput) {
  folder_.write("bad.jsonl", "{\"n\": 2, \"edges\": [[0, 1]]}\n{\"n\": 2, \"edges\": [[0, ");
  fail(4, "awe embed bad.jsonl -o x.npy", "bad.jsonl:2: ");
}

TEST_F(AweEmbed, FailsWithFiveForLimits) {
  fail(5, "awe embed graphs.jsonl --method exact --budget 1 -o x.csv", "above the budget of 1");
  fail(5, "awe embed graphs.jsonl --length 10 --memory 1MB -o x.npy",
       "write a sparse one (.npz or .svm) or raise --memory");
}

TEST_F(AweEmbed, FailsWithSixForWeightsThatAreNoWeights) {
  folder_.write("negative.txt", "0 1 0.5\n1 2 -1\n");
  fail(6, "awe embed negative.txt --weighted -o x.csv", "negative.txt:2: ");
  folder_.write("nan.txt", "0 1 nan\n");
  fail(6, "awe embed nan.txt --weighted -o x.csv", "nan.txt:1: ");
}

TEST_F(AweEmbed, FailsWithSevenForAnOutputThatAnotherWrites) {
  // flock(1) stands for the other writer.
  folder_.write(".x.csv.awe-lock", "");
  fail(7, "flock .x.csv.awe-lock awe embed graphs.jsonl --length 3 -o x.csv", "another process is writing it");
}

// Starts a long run, waits until its output has begun, and sends the signal.
void expect_clean_stop(const TemporaryFolder& folder, const std::string& signal, int code, const std::string& flags) {
  const auto result =
      run_shell("cd " + folder.path() + " && (awe embed big.jsonl --length 6 " + flags +
                " -o x.npz > out 2> err & pid=$!; "
                "for i in $(seq 500); do ls x.npz.*.part > /dev/null 2>&1 && break; sleep 0.01; done; sleep 0.1; "
                "kill -" +
                signal + " $pid; wait $pid; code=$?; cat err >&2; exit $code)");
  EXPECT_EQ(result.exit_code, code) << flags << "\n" << result.err;
  EXPECT_NE(result.err.find("stopped; nothing was written"), std::string::npos) << result.err;
  EXPECT_EQ(folder.list(), (std::vector<std::string>{"big.jsonl", "err", "graphs.jsonl", "out"})) << flags;
}

TEST_F(AweEmbed, StopsCleanlyOnSignals) {
  // Far more than a second of work if nobody stopped it; single starts take milliseconds.
  ASSERT_EQ(run("awe generate gnm --num-nodes 5000 --num-edges 50000 --count 1 -o big.jsonl").exit_code, 0);
  for (const std::string threads : {" --threads 1", " --threads 2"}) {
    // A shell lets commands in its background ignore SIGINT; awe installs its own handler.
    expect_clean_stop(folder_, "INT", 130, "--method sampled --walks 100000000000" + threads);
    expect_clean_stop(folder_, "TERM", 143, "--method exact --budget 1e15" + threads);
    expect_clean_stop(folder_, "INT", 130, "--level node --method sampled --walks 100000" + threads);
  }
}

TEST_F(AweEmbed, SamplesALargerGraphInLittleMemory) {
  // 8000 walks of three steps from each of 20000 nodes: tables of them would take gigabytes.
  ASSERT_EQ(run("awe generate gnm --num-nodes 20000 --num-edges 200000 --count 1 -o large.jsonl").exit_code, 0);
  const auto result = run("awe embed large.jsonl --length 7 --walks 1000 --json");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  simdjson::dom::parser parser;
  std::uint64_t bytes = 0;
  ASSERT_EQ(parser.parse(result.out)["peak_rss_bytes"].get(bytes), simdjson::SUCCESS) << result.out;
  EXPECT_LT(bytes, 1'000'000'000u);
}

TEST_F(AweEmbed, WritesRowsOfTheListedNodesAlone) {
  folder_.write("few.csv", "d,5,0\na,2,2\n");
  succeed("awe embed graphs.jsonl --level node --length 3 -o all.csv");
  succeed("awe embed graphs.jsonl --level node --nodes few.csv --length 3 -o few_rows.csv");
  std::map<std::string, std::string> all;
  for (const std::string& line : lines_of(file("all.csv"))) all[line.substr(0, line.find(','))] = line;
  const auto few = lines_of(file("few_rows.csv"));
  ASSERT_EQ(few.size(), 4u);
  EXPECT_EQ(few[1], all.at("a/2"));
  EXPECT_EQ(few[2], all.at("d/0"));
  EXPECT_EQ(few[3], all.at("d/5"));
  succeed(
      "awe train graphs.jsonl --level node --nodes few.csv --words aw:3 --dimensions 2 --min-count 0 -o m.awe "
      "--vectors-out v.csv");
  EXPECT_EQ(lines_of(file("v.csv")).size(), 4u);
}

TEST_F(AweEmbed, TakesClassesOfNodesAtLevelNode) {
  std::string classes = "id,class\n";
  for (int u = 0; u < 5; ++u) classes += "a/" + std::to_string(u) + (u < 2 ? ",low\n" : ",high\n");
  folder_.write("roles.csv", classes);
  folder_.write("one.csv", "a,0,1,2,3,4\n");
  succeed("awe embed graphs.jsonl --level node --nodes one.csv --classes roles.csv --length 2 -o n.csv");
  const auto rows = lines_of(file("n.csv"));
  EXPECT_EQ(rows[1].substr(0, 8), "a/0,low,");
  EXPECT_EQ(rows[5].substr(0, 9), "a/4,high,");
}

TEST_F(AweEmbed, LearnsTheVocabularyThatItExplains) {
  folder_.write("m.jsonl", "{\"n\": 2, \"edges\": [[0, 1]], \"node_labels\": [\"C\", \"O\"]}\n");
  succeed("awe embed m.jsonl --features 'walks(node):0..1' --explain-features --vocabulary-out v");
  EXPECT_NE(file("v").find("awe vocabulary 1"), std::string::npos);
}

TEST_F(AweEmbed, ShowsNoProgressWhereStderrIsNoTerminal) {
  // Longer than the two quiet seconds of the bar.
  const auto result =
      run("awe generate gnm --num-nodes 200 --num-edges 4000 --count 80 -o many.jsonl > /dev/null && "
          "awe embed many.jsonl --length 7 --method sampled --walks 1000000 --threads 1 --json");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
}

TEST(AweHelp, HasExamplesForEveryVerb) {
  for (const char* verb : {"", "embed", "kernel", "train", "infer", "walks", "info", "convert", "evaluate", "classify",
                           "reproduce", "generate", "datasets"}) {
    const auto result = run_shell(std::string("awe ") + verb + " --help");
    EXPECT_EQ(result.exit_code, 0) << verb;
    EXPECT_NE(result.out.find("Examples:"), std::string::npos) << verb;
    EXPECT_NE(result.out.find(std::string("\n  awe ") + verb), std::string::npos) << verb;
    EXPECT_EQ(result.err, "") << verb;
  }
}

TEST(AweHelp, NamesAWordThatIsNoVerb) {
  const auto result = test::run_shell("awe frobnicate");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err, "awe: 'frobnicate' is not a verb; see awe --help\n");
}

TEST(AweHelp, ExplainsTheFormulasOfEmbedAndTheExitCodes) {
  const std::string embed = run_shell("awe embed --help").out;
  EXPECT_NE(embed.find("p(a) = 1/n * sum over nodes u of P(a walk of length l from u is a)"), std::string::npos);
  EXPECT_NE(embed.find("walks are drawn until P(L1 error >= epsilon) <= delta"), std::string::npos);
  EXPECT_NE(embed.find("docs/explanation/guarantee.md"), std::string::npos);
  EXPECT_NE(embed.find("docs/reference/features.md"), std::string::npos);
  EXPECT_NE(run_shell("awe --help").out.find("Exit codes: 0 success, 2 usage error"), std::string::npos);
  EXPECT_EQ(run_shell("awe --version").out.substr(0, 4), "awe ");
  EXPECT_EQ(run_shell("awe").exit_code, 2);
}

TEST_F(AweEmbed, ABlockThatNeedsMoreMemoryThanAllowedIsRefused) {
  succeed("awe generate cycle --num-nodes 300 -o cycle.jsonl");
  for (const char* command : {"awe embed cycle.jsonl -o x.npz", "awe kernel cycle.jsonl -o k.npy"}) {
    const std::string features = std::string(command) + " --features resistances --memory ";
    fail(5, features + "100KB", "leave out this block, or raise --memory");
    succeed(features + "100MB");
  }
}

TEST_F(AweEmbed, ADenseOutputThatCannotFitIsRefusedBeforeWalking) {
  // Walking would fail, too, with another message.
  const std::string command = "awe embed graphs.jsonl --method exact --budget 1 --length ";
  fail(5, command + "15 -o x.npy", "a dense matrix of 1 row needs");
  fail(5, command + "16 -o x.txt", "a dense matrix of 1 row needs");
  fail(5, command + "15 -o x.csv", "columns need more than");
  // The rows of a graph are counted when it is read, not when they have been computed.
  succeed("awe generate cycle --num-nodes 1000 -o cycle.jsonl");
  fail(5, "awe embed cycle.jsonl --level node --length 7 --memory 1MB -o x.npy", "a dense matrix of 1000 rows needs");
  fail(5, "awe embed cycle.jsonl --level edge --length 7 --memory 1MB -o x.csv", "a dense matrix of 1000 rows needs");
}

}  // namespace
}  // namespace awe
