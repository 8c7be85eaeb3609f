// awe info as a user runs it, on small inputs counted by hand.
#include <gtest/gtest.h>
#include <simdjson.h>

#include "support/data.h"
#include "support/process.h"

namespace awe {
namespace {

using test::run_shell;

constexpr const char* kGraphs =
    "{\"n\": 3, \"edges\": [[0, 1], [1, 2], [2, 2]], \"label\": \"a\"}\n"
    "{\"n\": 4, \"edges\": [[0, 1], [1, 0]], \"label\": \"b\", \"node_labels\": [\"C\", \"O\", \"C\", \"C\"]}\n"
    "{\"n\": 3, \"edges\": [[0, 1], [1, 2]], \"label\": \"a\"}\n";

std::uint64_t number_in(const std::string& json, const std::string& pointer) {
  simdjson::dom::parser parser;
  std::uint64_t value = 0;
  const auto error = parser.parse(json).at_pointer(pointer).get(value);
  EXPECT_EQ(error, simdjson::SUCCESS) << pointer << " in " << json;
  return value;
}

TEST(AweInfo, CountsByHandCountedGraphs) {
  const auto result = run_shell("awe info - --format jsonl --json", kGraphs);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const std::pair<const char*, std::uint64_t> expected[] = {{"/graphs", 3},
                                                            {"/nodes", 10},
                                                            {"/edges", 5},
                                                            {"/arcs", 10},
                                                            {"/components", 5},
                                                            {"/connected_graphs", 2},
                                                            {"/isolated_nodes", 2},
                                                            {"/self_loops", 1},
                                                            {"/repeated_arcs", 1},
                                                            {"/repeated_graphs", 1},
                                                            {"/classes/a", 2},
                                                            {"/classes/b", 1},
                                                            {"/degrees/max", 2},
                                                            {"/nodes_per_graph/median", 3},
                                                            {"/node_labels/distinct", 2},
                                                            {"/node_labels/most_frequent/C", 3}};
  for (const auto& [pointer, value] : expected) EXPECT_EQ(number_in(result.out, pointer), value) << pointer;
}

TEST(AweInfo, CountsLoopsWhetherKeptOrDropped) {
  for (const char* loops : {"drop", "keep"}) {
    const auto result = run_shell(std::string("awe info - --format jsonl --json --self-loops ") + loops, kGraphs);
    EXPECT_EQ(number_in(result.out, "/self_loops"), 1u) << loops;
  }
}

TEST(AweInfo, VerifiesBinaryGraphsByteByByte) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("g.awg");
  ASSERT_EQ(run_shell("awe convert - --format jsonl -o " + path, kGraphs).exit_code, 0);
  const auto good = run_shell("awe info --verify " + path);
  EXPECT_EQ(good.exit_code, 0) << good.err;
  EXPECT_NE(good.out.find("verified: 3 graphs"), std::string::npos) << good.out;
  const auto same = run_shell("awe info --json " + path), text = run_shell("awe info --json - --format jsonl", kGraphs);
  EXPECT_EQ(same.out.substr(same.out.find(",")), text.out.substr(text.out.find(",")));
  std::string bytes = test::read_file(path);
  bytes[bytes.find("CO") + 1] ^= 2;  // the name of a label: no index, so only a checksum tells
  folder.write("g.awg", bytes);
  EXPECT_EQ(run_shell("awe info " + path).exit_code, 0);
  const auto bad = run_shell("awe info --verify " + path);
  EXPECT_EQ(bad.exit_code, 4);
  EXPECT_NE(bad.err.find("the checksum of the body of graph 1"), std::string::npos) << bad.err;
}

TEST(AweInfo, TellsBrieflyWhatTheHeadsOfBinaryGraphsSay) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("g.awg");
  ASSERT_EQ(run_shell("awe convert - --format jsonl -o " + path, kGraphs).exit_code, 0);
  const auto result = run_shell("awe info --brief --json " + path);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  for (const auto& [pointer, value] : {std::pair<const char*, std::uint64_t>{"/graphs", 3},
                                       {"/nodes", 10},
                                       {"/edges", 6},
                                       {"/arcs", 11},
                                       {"/graphs_with_node_labels", 1}}) {
    EXPECT_EQ(number_in(result.out, pointer), value) << pointer;
  }
  EXPECT_EQ(run_shell("awe info --brief - --format jsonl", kGraphs).exit_code, 3);
}

TEST(AweInfo, PrintsAPageWithHistograms) {
  const auto result = run_shell("awe info - --format jsonl", kGraphs);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  for (const char* text : {"graphs         3", "self-loops     1 in 1 graph, dropped", "classes        2: a x 2, b x 1",
                           "node labels    2: C x 3, O x 1", "graphs by nodes", "nodes by degree", "####"}) {
    EXPECT_NE(result.out.find(text), std::string::npos) << text << "\n" << result.out;
  }
}

TEST(AweInfo, TellsOfWeightsThatAreNotUsed) {
  const std::string input = "0 1 2.5\n1 2 1.5\n";
  const auto plain = run_shell("awe info - --format edgelist", input);
  EXPECT_NE(plain.out.find("--weighted uses them"), std::string::npos) << plain.out << plain.err;
  const auto weighted = run_shell("awe info - --format edgelist --weighted --json", input);
  EXPECT_EQ(number_in(weighted.out, "/weighted_graphs"), 1u);
  EXPECT_EQ(number_in(weighted.out, "/graphs_with_unused_weights"), 0u);
}

TEST(AweInfo, VerifiesByReadingEverything) {
  const test::TemporaryFolder folder;
  const auto sound = run_shell("awe info --verify " + folder.write("sound.jsonl", kGraphs));
  EXPECT_EQ(sound.exit_code, 0);
  EXPECT_NE(sound.out.find("verified: 3 graphs"), std::string::npos);
  const auto broken =
      run_shell("awe info --verify " + folder.write("broken.jsonl", kGraphs + std::string("{\"n\": -1}\n")));
  EXPECT_EQ(broken.exit_code, 4);
  EXPECT_EQ(broken.out.find("verified"), std::string::npos);
  EXPECT_EQ(run_shell("awe info --verify " + folder.file("absent.jsonl")).exit_code, 3);
}

TEST(AweInfo, KnowsTheNumbersOfMutag) {
  AWE_NEED_DATA("MUTAG.zip");
  const auto result = run_shell("awe info --json " + test::data_path("MUTAG.zip"));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(number_in(result.out, "/graphs"), 188u);
  EXPECT_EQ(number_in(result.out, "/nodes"), 3371u);
  EXPECT_EQ(number_in(result.out, "/edges"), 3721u);
  EXPECT_EQ(number_in(result.out, "/classes/1"), 125u);
  EXPECT_EQ(number_in(result.out, "/node_labels/distinct"), 7u);
  EXPECT_EQ(number_in(result.out, "/edge_labels/distinct"), 4u);
}

}  // namespace
}  // namespace awe
