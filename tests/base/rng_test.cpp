// Random streams, version 1. The frozen words below are a promise: they must never change.
#include "base/rng.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <map>
#include <set>
#include <vector>

#include "support/statistics.h"

namespace awe::base {
namespace {

using test::kSuspicious;

constexpr Hash128 kGraph{0x0123456789abcdefu, 0xfedcba9876543210u};

StreamBlock stream(std::uint64_t seed = 1, std::uint64_t block = 0, const Hash128& graph = kGraph,
                   StreamPurpose purpose = StreamPurpose::graph_walks, std::uint64_t item = 0) {
  return {seed, graph, purpose, item, block};
}

TEST(StreamsVersion1, KeepTheirKeySchedule) {
  const StreamBlock block = stream();
  const WordKey first = block.word_key(0), later = block.word_key(51);
  EXPECT_EQ(first.before, 0x5c04062du);
  EXPECT_EQ(first.between, 0x328689eeu);
  EXPECT_EQ(later.before, 0xa180d6f6u);
  EXPECT_EQ(later.between, 0xefb34d2bu);
}

TEST(StreamsVersion1, KeepTheirLaneWords) {
  const StreamBlock block = stream();
  EXPECT_EQ(block.lane_word(0), 0xeff83c14u);
  EXPECT_EQ(block.lane_word(1), 0x7ff1a4e9u);
  EXPECT_EQ(block.lane_word(4095), 0x7727ff86u);
}

TEST(StreamsVersion1, KeepTheirDraws) {
  EXPECT_EQ(stream().draw(0, 0), 0x84a89de7u);
  EXPECT_EQ(stream().draw(1, 0), 0x1ec3b353u);
  EXPECT_EQ(stream().draw(4095, 51), 0x490001c8u);
  EXPECT_EQ(stream(2018, 77).draw(63, 14), 0x4fbb109du);
  EXPECT_EQ(stream(1, 0, kGraph, StreamPurpose::node_walks, 9).draw(5, 2), 0x5407dd6eu);
}

TEST(StreamsVersion1, KeepTheirChoices) {
  EXPECT_EQ(stream().choose(3, 0, 0), 1u);
  EXPECT_EQ(stream().choose(1000, 17, 4), 950u);
  // A quarter of the draws for this n is replaced: these include some.
  constexpr std::uint32_t n = 3u << 30;
  const std::array<std::uint32_t, 8> frozen = {1855244075u, 2126597149u, 1427920604u, 2317520646u,
                                               108889446u,  1028989978u, 2632697699u, 706298551u};
  for (std::uint32_t lane = 0; lane < frozen.size(); ++lane)
    EXPECT_EQ(stream().choose(n, lane, 2), frozen[lane]) << lane;
}

TEST(StreamsVersion1, KeepTheirSequence) {
  Sequence sequence(1, kGraph);
  EXPECT_EQ(sequence.next32(), 0xc8f8a6d2u);
  EXPECT_EQ(sequence.next64(), 0x07cade19f5081268u);
  EXPECT_EQ(sequence.below(1000), 305u);
  EXPECT_EQ(sequence.unit(), 0x1.d88c5de83f8e9p-1);
}

TEST(Streams, FixTheNumbersOfTheirPurposes) {
  EXPECT_EQ(static_cast<int>(StreamPurpose::graph_walks), 1);
  EXPECT_EQ(static_cast<int>(StreamPurpose::node_walks), 2);
  EXPECT_EQ(static_cast<int>(StreamPurpose::edge_walks), 3);
  EXPECT_EQ(static_cast<int>(StreamPurpose::subgraph_walks), 4);
  EXPECT_EQ(static_cast<int>(StreamPurpose::generator), 5);
  EXPECT_EQ(kBlockWalks, 4096u);
}

TEST(Streams, DifferWhereverTheirKeysDiffer) {
  const std::vector<StreamBlock> blocks = {stream(),
                                           stream(2),
                                           stream(1, 1),
                                           stream(1, 0, {kGraph.high ^ 1, kGraph.low}),
                                           stream(1, 0, {kGraph.high, kGraph.low ^ 1}),
                                           stream(1, 0, kGraph, StreamPurpose::node_walks),
                                           stream(1, 0, kGraph, StreamPurpose::graph_walks, 1)};
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    for (std::size_t j = i + 1; j < blocks.size(); ++j) {
      int equal = 0;
      for (std::uint32_t lane = 0; lane < kBlockWalks; ++lane)
        equal += blocks[i].draw(lane, 2) == blocks[j].draw(lane, 2);
      EXPECT_LE(equal, 1) << i << " and " << j;
      // Nor are they the same stream in another order of lanes.
      std::set<std::uint32_t> words;
      for (std::uint32_t lane = 0; lane < kBlockWalks; ++lane) words.insert(blocks[i].draw(lane, 2));
      int shared = 0;
      for (std::uint32_t lane = 0; lane < kBlockWalks; ++lane)
        shared += static_cast<int>(words.count(blocks[j].draw(lane, 2)));
      EXPECT_LE(shared, 2) << i << " and " << j;
    }
  }
}

TEST(Streams, GiveEveryLaneOfABlockItsOwnWord) {
  // lane -> word is a permutation of 32 bits.
  std::set<std::uint32_t> lane_words, draws;
  const StreamBlock block = stream(3, 5);
  for (std::uint32_t lane = 0; lane < kBlockWalks; ++lane) {
    lane_words.insert(block.lane_word(lane));
    draws.insert(block.draw(lane, 8));
  }
  EXPECT_EQ(lane_words.size(), kBlockWalks);
  EXPECT_EQ(draws.size(), kBlockWalks);
}

RC_GTEST_PROP(Streams, DrawTheSameInAnyOrder,
              (std::uint64_t seed, std::vector<std::pair<std::uint16_t, std::uint8_t>> places)) {
  const StreamBlock forwards = stream(seed);
  std::vector<std::uint32_t> words;
  for (const auto& [lane, word] : places) words.push_back(forwards.choose(1000, lane, word));
  const StreamBlock backwards = stream(seed);
  for (std::size_t i = places.size(); i-- > 0;) {
    RC_ASSERT(backwards.choose(1000, places[i].first, places[i].second) == words[i]);
  }
}

// Counts choices among n, put into `cells` cells by `cell_of`.
template <class CellOf>
std::vector<double> count_choices(std::uint32_t n, std::size_t cells, std::uint64_t blocks, const CellOf& cell_of) {
  std::vector<double> counts(cells);
  for (std::uint64_t b = 0; b < blocks; ++b) {
    const StreamBlock block = stream(11, b);
    for (std::uint32_t lane = 0; lane < kBlockWalks; ++lane) {
      for (const std::uint32_t word : {0u, 2u, 4u, 14u}) {
        const std::uint32_t choice = block.choose(n, lane, word);
        EXPECT_LT(choice, n);
        ++counts[cell_of(choice)];
      }
    }
  }
  return counts;
}

TEST(Choices, AreUniformForAwkwardNumbers) {
  const auto itself = [](std::uint32_t choice) { return std::size_t{choice}; };
  for (const std::uint32_t n : {1u, 2u, 3u, 7u, 64u, 1000u}) {
    EXPECT_GT(test::fit_to_uniform(count_choices(n, n, 64, itself)), kSuspicious) << n;
  }
  const auto top = [](std::uint32_t choice) { return std::size_t{choice >> 26}; };
  EXPECT_GT(test::fit_to_uniform(count_choices(~0u, 64, 64, top)), kSuspicious);
  const auto bottom = [](std::uint32_t choice) { return std::size_t{choice % 51}; };  // 2^32 - 1 is a multiple of 51
  EXPECT_GT(test::fit_to_uniform(count_choices(~0u, 51, 64, bottom)), kSuspicious);
}

TEST(Choices, AreUnbiasedWhereEveryFourthDrawMustBeRejected) {
  constexpr std::uint32_t n = 3u << 30;
  const auto mod3 = [](std::uint32_t choice) { return std::size_t{choice % 3}; };
  EXPECT_GT(test::fit_to_uniform(count_choices(n, 3, 64, mod3)), kSuspicious);
  const auto top = [](std::uint32_t choice) { return std::size_t{choice >> 26}; };
  EXPECT_GT(test::fit_to_uniform(count_choices(n, 48, 64, top)), kSuspicious);
  // The same test sees the bias of a choice without rejection: it is sharp enough.
  std::vector<double> biased(3);
  const StreamBlock block = stream(11);
  for (std::uint32_t lane = 0; lane < kBlockWalks; ++lane) ++biased[(std::uint64_t{block.draw(lane, 0)} * n >> 32) % 3];
  EXPECT_LT(test::fit_to_uniform(biased), kSuspicious);
}

TEST(Choices, ReplaceTheSameRareDrawWhereverItStands) {
  // choose is choose_from of the draw, and settle keeps a fair product as it is.
  const StreamBlock block = stream(4);
  for (std::uint32_t lane = 0; lane < 1000; ++lane) {
    const std::uint32_t n = 3u << 30, draw = block.draw(lane, 6);
    EXPECT_EQ(block.choose(n, lane, 6), block.choose_from(draw, n, lane, 6));
    EXPECT_EQ(block.choose(n, lane, 6), block.settle(std::uint64_t{draw} * n, n, lane, 6));
  }
}

// The top four bits of two words each.
template <class Pair>
double fit_of_pairs(const Pair& pair) {
  std::vector<double> counts(256);
  for (std::uint64_t b = 0; b < 64; ++b) {
    const StreamBlock block = stream(5, b);
    for (std::uint32_t lane = 0; lane + 64 < kBlockWalks; ++lane) {
      const auto [x, y] = pair(block, lane);
      ++counts[(x >> 28) * 16 + (y >> 28)];
    }
  }
  return test::fit_to_uniform(counts);
}

TEST(Draws, OfConsecutiveWordsAreIndependent) {
  for (const std::uint32_t word : {0u, 2u, 3u, 12u}) {
    for (const std::uint32_t apart : {1u, 2u, 4u}) {
      const auto pair = [&](const StreamBlock& block, std::uint32_t lane) {
        return std::pair(block.draw(lane, word), block.draw(lane, word + apart));
      };
      EXPECT_GT(fit_of_pairs(pair), kSuspicious) << word << " and " << word + apart;
    }
  }
}

TEST(Draws, OfNeighbouringLanesAreIndependent) {
  for (const std::uint32_t apart : {1u, 2u, 16u, 64u}) {
    const auto pair = [&](const StreamBlock& block, std::uint32_t lane) {
      return std::pair(block.draw(lane, 4), block.draw(lane + apart, 4));
    };
    EXPECT_GT(fit_of_pairs(pair), kSuspicious) << apart;
  }
}

TEST(Draws, OfNeighbouringBlocksSeedsAndItemsAreIndependent) {
  const auto fit = [](const auto& other) {
    std::vector<double> counts(256);
    for (std::uint64_t b = 0; b < 64; ++b) {
      const StreamBlock one = stream(6, b), two = other(b);
      for (std::uint32_t lane = 0; lane < kBlockWalks; ++lane)
        ++counts[(one.draw(lane, 2) >> 28) * 16 + (two.draw(lane, 2) >> 28)];
    }
    return test::fit_to_uniform(counts);
  };
  EXPECT_GT(fit([](std::uint64_t b) { return stream(6, b + 1); }), kSuspicious);
  EXPECT_GT(fit([](std::uint64_t b) { return stream(7, b); }), kSuspicious);
  EXPECT_GT(fit([](std::uint64_t b) { return stream(6, b, kGraph, StreamPurpose::graph_walks, 1); }), kSuspicious);
}

TEST(Draws, HaveBitsThatAreEachFair) {
  std::vector<double> ones(32);
  double total = 0;
  for (std::uint64_t b = 0; b < 64; ++b) {
    for (std::uint32_t lane = 0; lane < kBlockWalks; ++lane, ++total) {
      const std::uint32_t word = stream(8, b).draw(lane, 6);
      for (std::size_t bit = 0; bit < 32; ++bit) ones[bit] += word >> bit & 1u;
    }
  }
  for (const double count : ones) EXPECT_GT(test::fit_to_uniform(std::vector{count, total - count}), kSuspicious);
}

TEST(Sequence, IsTheSameForTheSameSeedAndNoOther) {
  Sequence one(1, kGraph, 3), same(1, kGraph, 3), seed(2, kGraph, 3), item(1, kGraph, 4), subject(1, {}, 3);
  int equal = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t word = one.next64();
    ASSERT_EQ(word, same.next64());
    equal += (word == seed.next64()) + (word == item.next64()) + (word == subject.next64());
  }
  EXPECT_EQ(equal, 0);
}

TEST(Sequence, IsUniformBelowAnyNumber) {
  Sequence sequence(9, kGraph);
  for (const std::uint64_t n : {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{10}}) {
    std::vector<double> counts(n);
    for (int i = 0; i < 30000; ++i) ++counts[sequence.below(n)];
    EXPECT_GT(test::fit_to_uniform(counts), kSuspicious) << n;
  }
  // Without rejection the lowest third would come up twice as often.
  std::vector<double> halves(2);
  for (int i = 0; i < 30000; ++i) ++halves[sequence.below(std::uint64_t{3} << 62) < (std::uint64_t{3} << 61) ? 0 : 1];
  EXPECT_GT(test::fit_to_uniform(halves), kSuspicious);
}

TEST(Sequence, GivesUnitsInTheHalfOpenInterval) {
  Sequence sequence(10, kGraph);
  std::vector<double> counts(20);
  for (int i = 0; i < 30000; ++i) {
    const double x = sequence.unit();
    ASSERT_GE(x, 0);
    ASSERT_LT(x, 1);
    ++counts[static_cast<std::size_t>(x * 20)];
  }
  EXPECT_GT(test::fit_to_uniform(counts), kSuspicious);
}

TEST(Sequence, GoesOnPastItsFirstBlock) {
  // 4096 lanes of 1024 words, then another block: the words do not begin again.
  constexpr int kBlock = 4096 * 1024;
  Sequence sequence(12, kGraph);
  std::vector<std::uint32_t> first(64);
  for (std::uint32_t& word : first) word = sequence.next32();
  for (int i = 64; i < kBlock; ++i) (void)sequence.next32();
  int equal = 0;
  for (const std::uint32_t word : first) equal += word == sequence.next32();
  EXPECT_EQ(equal, 0);
}

TEST(ChiSquare, HasTheTailsOfTheTables) {
  EXPECT_NEAR(test::chi_square_tail(3.841459, 1), 0.05, 1e-6);
  EXPECT_NEAR(test::chi_square_tail(18.307038, 10), 0.05, 1e-6);
  EXPECT_NEAR(test::chi_square_tail(2.558212, 10), 0.99, 1e-6);
  EXPECT_NEAR(test::chi_square_tail(293.2478, 255), 0.05, 1e-5);
}

}  // namespace
}  // namespace awe::base
