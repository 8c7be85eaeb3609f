// Sums of mass and counts of codes, dense and sparse, compared with a std::map.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "base/rng.h"
#include "exact_walks/rank_accumulator.h"
#include "sampled_walks/rank_counter.h"

namespace awe::sampled_walks {
namespace {

// The same small ranks with a small vocabulary (dense) and a large one (sparse).
constexpr std::uint64_t kRanks[] = {5000, exact_walks::RankAccumulator::kDenseRanks,
                                    exact_walks::RankAccumulator::kDenseRanks + 1, std::uint64_t{1} << 60};

TEST(RankAccumulator, SumsTheSameDenseAndSparse) {
  for (const std::uint64_t ranks : kRanks) {
    exact_walks::RankAccumulator sum(ranks);
    for (int turn = 0; turn < 2; ++turn) {  // used again after take()
      std::map<std::uint64_t, double> expected;
      base::Sequence random(static_cast<std::uint64_t>(turn) + 1, {});
      for (int i = 0; i < 20000; ++i) {
        const std::uint64_t first = random.below(1000) * 5;
        const auto size = static_cast<std::uint32_t>(1 + first % 4);  // the same first has the same size
        double* block = sum.block(first, size);
        for (std::uint32_t j = 0; j < size; ++j) {
          const double mass = 1.0 / static_cast<double>(1 + random.below(8));
          block[j] += mass;
          expected[first + j] += mass;
        }
      }
      const SparseVector found = sum.take();
      ASSERT_EQ(found.size(), expected.size()) << ranks;
      std::size_t i = 0;
      for (const auto& [rank, mass] : expected) {
        ASSERT_EQ(found.indices[i], rank);
        ASSERT_EQ(found.values[i++], mass);  // the same order of additions: the same bits
      }
      EXPECT_EQ(sum.take(), SparseVector{}) << "empty after take()";
    }
  }
}

TEST(RankAccumulator, ReachesTheLastRankAndDropsZeros) {
  for (const std::uint64_t ranks : {std::uint64_t{1}, std::uint64_t{1024}, std::uint64_t{1} << 60}) {
    exact_walks::RankAccumulator sum(ranks);
    *sum.block(ranks - 1, 1) += 0.5;
    if (ranks > 1) *sum.block(0, 1) += 0;
    EXPECT_EQ(sum.take(), (SparseVector{{ranks - 1}, {0.5}}));
  }
}

TEST(RankAccumulator, AddsWholeVectors) {
  for (const std::uint64_t ranks : kRanks) {
    exact_walks::RankAccumulator sum(ranks);
    sum.add({{1, 7}, {0.25, 0.5}});
    sum.add({{7, 4999}, {0.5, 2}});
    EXPECT_EQ(sum.take(), (SparseVector{{1, 7, 4999}, {0.25, 1, 2}}));
  }
}

TEST(RankCounter, CountsTheSameDenseAndSparseWholeAndInParts) {
  constexpr int kLength = 9;
  base::Sequence random(1, {});
  std::vector<std::uint64_t> codes(30000);
  std::vector<std::uint8_t> made(codes.size(), kLength);
  std::map<std::uint64_t, double> expected;
  std::map<std::pair<std::uint8_t, std::uint64_t>, double> stopped;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    codes[i] = random.below(5003);
    if (codes[i] >= 5000) {
      made[i] = static_cast<std::uint8_t>(random.below(kLength));
      ++stopped[{made[i], codes[i]}];
    } else {
      ++expected[codes[i]];
    }
  }
  for (const std::uint64_t ranks : kRanks) {
    RankCounter whole(ranks), part(ranks), rest(ranks);
    for (int turn = 0; turn < 2; ++turn) {
      whole.count(codes, made, kLength);
      part.count(std::span(codes).first(777), std::span(made).first(777), kLength);
      rest.count(std::span(codes).subspan(777), std::span(made).subspan(777), kLength);
      part.add(rest);
      EXPECT_EQ(part.deviation(), whole.deviation()) << "to the bit, in whatever order they were counted";
      EXPECT_EQ(rest.walks(), 0u);
      const RankCounter::Counts found = whole.take(), in_parts = part.take();
      EXPECT_EQ(in_parts.walks, found.walks);
      EXPECT_EQ(in_parts.stopped, found.stopped);
      EXPECT_EQ(found.total, codes.size());
      ASSERT_EQ(found.walks.size(), expected.size());
      std::size_t i = 0;
      for (const auto& [rank, count] : expected) {
        ASSERT_EQ(found.walks.indices[i], rank);
        ASSERT_EQ(found.walks.values[i++], count);
      }
      ASSERT_EQ(found.stopped.size(), stopped.size());
      i = 0;
      for (const auto& [prefix, count] : stopped) {
        EXPECT_EQ(found.stopped[i++], (EndedWalk{prefix.first, prefix.second, count}));
      }
      EXPECT_EQ(whole.take().walks, SparseVector{}) << "empty after take()";
    }
  }
}

}  // namespace
}  // namespace awe::sampled_walks
