// Edge lists read in blocks, on any number of threads and split at any position: the same graph and errors as reading
// line by line.
#include "readers/edge_blocks.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "readers/edge_list.h"
#include "readers/reading.h"

namespace awe::test {
namespace {

// All that a reading gives: a graph with its notes, or the error.
std::string outcome(readers::Graphs graphs) {
  try {
    const auto graph = graphs->next();
    if (!graph) return "nothing";
    const BuildNotes& notes = graph->build_notes();
    return describe(*graph) + " | " + to_string(fingerprint(*graph)) + " loops " + std::to_string(notes.self_loops) +
           " repeats " + std::to_string(notes.repeated_arcs) + " zeros " + std::to_string(notes.zero_weights) +
           (notes.weights_unused ? " unused" : "");
  } catch (const Error& error) {
    return std::to_string(static_cast<int>(error.kind())) + " " + error.what();
  }
}

constexpr std::size_t kMaxLine = std::size_t{1} << 20;

std::string in_blocks(const std::string& text, ReadOptions options, std::size_t block_bytes, int threads) {
  options.threads = threads;
  return outcome(readers::read_edge_list(bytes::memory_source("g", text), options, "g", block_bytes, kMaxLine));
}
std::string by_lines(const std::string& text, const ReadOptions& options) {
  return outcome(readers::read_edge_list_by_lines(bytes::memory_source("g", text), options, "g", kMaxLine));
}

// Lines of integers for the most part; `odd` of a hundred are something else.
std::string any_lines(int odd) {
  const auto count = *rc::gen::inRange(0, 60);
  std::string text = *rc::gen::element<std::string>("", "", "\xEF\xBB\xBF", "source,target\n", "target source\n",
                                                    "from;to;weight;x\n", "id class\n", "1;2\n", "# by hand\n");
  for (int i = 0; i < count; ++i) {
    const auto id = [] {
      return *rc::gen::weightedOneOf<std::string>(
          {{8, rc::gen::map(rc::gen::inRange(0, 30), [](int n) { return std::to_string(n); })},
           {1, rc::gen::element<std::string>("4294967293", "4294967294", "99999999999", "100000", "70000000")}});
    };
    const bool plain = *rc::gen::inRange(0, 100) >= odd;
    if (plain) {
      text += *rc::gen::element<std::string>("", "", "", " ", "\t") + id();
      text += *rc::gen::element<std::string>(" ", " ", "\t", ",", " , ", "  ") + id();
      text += *rc::gen::element<std::string>("", "", "", " ", "\t ");
    } else {
      text +=
          *rc::gen::element<std::string>("", "# c", "% 1 2", "7", "a b", "01 2", "-3 4", "1 2 0.5", "1,,2", "1 2 {}",
                                         "1 2 x", "1 2 3 4", "1,2,", "+1 2", " \r", "1 2\r ", "\r1 2", "1\r2");
    }
    text += *rc::gen::element<std::string>("\n", "\n", "\n", "\r\n");
  }
  if (!text.empty() && *rc::gen::arbitrary<bool>()) text.pop_back();
  return text;
}

RC_GTEST_PROP(EdgeBlocks, GiveWhatLinesGiveHoweverTheyAreCut, ()) {
  const std::string text = any_lines(*rc::gen::element(0, 0, 2, 20));
  ReadOptions options = *rc::gen::arbitrary<bool>() ? keep_all() : ReadOptions{};
  if (*rc::gen::arbitrary<bool>()) options.directed = *rc::gen::arbitrary<bool>();
  const std::string expected = by_lines(text, options);
  for (const std::size_t block_bytes : {1u, 7u, 64u, 1u << 20}) {
    RC_ASSERT(in_blocks(text, options, block_bytes, 1) == expected);
  }
  RC_ASSERT(in_blocks(text, options, 16, 3) == expected);
}

TEST(EdgeBlocks, TellTheLineOfAnErrorFarDown) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += std::to_string(i) + " " + std::to_string(i + 1) + "\n";
  const std::string bad = text + "1 2 3 4\n" + text;
  for (const int threads : {1, 2, 4}) {
    EXPECT_TRUE(in_blocks(bad, {}, 1000, threads).starts_with("4 g:20001: more than three columns; ")) << threads;
    EXPECT_EQ(in_blocks(text + "5 6 0.5\n", {}, 1000, threads),
              "4 g:20001: a weight, but the lines above have none; give all edges a weight or none");
    EXPECT_EQ(in_blocks("0 1 0.5\n" + text, {}, 1000, threads),
              "4 g:2: no weight, but the lines above have one; give all edges a weight or none");
  }
}

TEST(EdgeBlocks, RefuseALineWithoutEndAtItsNumber) {
  const std::string text = "1 2\n# c\n" + std::string(3 * kMaxLine, '7');
  EXPECT_EQ(in_blocks(text, {}, 1000, 2), by_lines(text, {}));
  EXPECT_NE(by_lines(text, {}).find("g:3: the line is longer"), std::string::npos);
}

TEST(EdgeBlocks, TakeIdsThatAreFarApart) {
  for (const char* text : {"4294967293 0\n", "5 4294967293\n4294967293 7\n", "4294967295 1\n",
                           "18446744073709551616 1\n", "9 9\n", "0 0\n", "70000000 69999999\n"}) {
    EXPECT_EQ(in_blocks(text, keep_all(), 100, 1), by_lines(text, keep_all())) << text;
  }
}

TEST(EdgeBlocks, KnowPlainLinesFromAllOthers) {
  for (const char* text : {"1 2\n", "1\t2", "0,1\r\n", "# x\n\n% y\n1 2\n", " 1 , 2 \r\n", "\r\n", "10 4294967293\n"}) {
    EXPECT_TRUE(readers::parse_plain(text).has_value()) << text;
  }
  for (const char* text :
       {"1\n", "1 2 3\n", "a b\n", "01 2\n", "-1 2\n", "1,,2\n", "1,2,\n", "1 4294967294\n", "1 2\r3\n"}) {
    EXPECT_FALSE(readers::parse_plain(text).has_value()) << text;
  }
  EXPECT_FALSE(readers::parse_plain(std::string("1 2\0\n3 4\n", 9)).has_value());
}

// Lines beyond the limit are refused at the same byte as by lines, wherever blocks end.
TEST(EdgeBlocks, RefusesLinesBeyondTheLimitByOneByte) {
  for (const std::size_t limit : {8u, 20u, 64u}) {
    for (const std::size_t length : {limit - 1, limit, limit + 1, limit + 2, 3 * limit}) {
      for (const std::string end : {"", "\n", "\r\n", "\r", "\n3 4\n", "\r\n3 4\n5 6\n"}) {
        const std::string text = "0 1\n1 2\n#" + std::string(length - 1, 'x') + end;
        const std::string expected =
            outcome(readers::read_edge_list_by_lines(bytes::memory_source("g", text), keep_all(), "g", limit));
        EXPECT_EQ(expected.find("g:3: the line is longer than") != std::string::npos, length > limit) << expected;
        for (const std::size_t block_bytes : {3u, 7u, 16u, 50u, 1000u}) {
          EXPECT_EQ(
              outcome(readers::read_edge_list(bytes::memory_source("g", text), keep_all(), "g", block_bytes, limit)),
              expected)
              << limit << " " << length << " " << block_bytes;
        }
      }
    }
  }
}

}  // namespace
}  // namespace awe::test
