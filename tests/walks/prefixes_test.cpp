#include "walks/prefixes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "base/rng.h"

namespace awe::walks {
namespace {

using Mass = std::map<std::uint64_t, double>;

// The first steps of a walk, by taking it apart and putting it together.
std::uint64_t shortened(const WalkIndex& from, std::uint64_t rank, int length) {
  AnonymousWalk walk = from.unrank(rank);
  walk.resize(static_cast<std::size_t>(length) + 1);
  return WalkIndex(length, from.self_loops()).rank(walk);
}

std::uint64_t random_rank(base::Sequence& random, std::uint64_t size) { return random.below(size); }

SparseVector random_walks(base::Sequence& random, std::uint64_t size, int count) {
  std::set<std::uint64_t> ranks;
  for (int i = 0; i < count; ++i) ranks.insert(random_rank(random, size));
  // Runs of neighbours, and both ends.
  for (std::uint64_t rank = size / 2; rank < std::min(size, size / 2 + 20); ++rank) ranks.insert(rank);
  ranks.insert(0);
  ranks.insert(size - 1);
  SparseVector walks;
  for (const std::uint64_t rank : ranks) walks.push_back(rank, 1 + static_cast<double>(random.below(1000)));
  return walks;
}

// Prefixes that stopped after 0 .. length-1 steps, by steps and then by rank; `rank` is the first walk that begins so.
std::vector<EndedWalk> random_stops(base::Sequence& random, const WalkIndex& index) {
  std::vector<EndedWalk> stops;
  for (int made = 0; made < index.length(); ++made) {
    std::map<std::uint64_t, double> found;
    for (int i = 0; i < 8; ++i) {
      AnonymousWalk walk = index.unrank(random_rank(random, index.size()));
      walk.resize(static_cast<std::size_t>(made) + 1);
      // The first way to go on: to the smallest name that may follow.
      while (static_cast<int>(walk.size()) <= index.length()) {
        walk.push_back(walk.back() == 1 && !index.self_loops() ? 2 : 1);
      }
      found[index.rank(walk)] = 1 + static_cast<double>(random.below(100));
    }
    for (const auto& [rank, mass] : found) stops.push_back({static_cast<std::uint8_t>(made), rank, mass});
  }
  return stops;
}

void check(const WalkIndex& index, int first, const SparseVector& walks, const std::vector<EndedWalk>& stops) {
  const WalkPrefixes prefixes(index, first);
  ASSERT_EQ(prefixes.first(), first);
  ASSERT_EQ(prefixes.last(), index.length());
  const auto folded = prefixes.fold(walks, stops);
  ASSERT_EQ(folded.size(), static_cast<std::size_t>(index.length() - first) + 1);
  for (int length = first; length <= index.length(); ++length) {
    Mass expected;
    double stopped = 0;
    for (std::size_t i = 0; i < walks.size(); ++i) {
      expected[shortened(index, walks.indices[i], length)] += walks.values[i];
    }
    for (const auto& [made, rank, mass] : stops) {
      if (made < length) {
        stopped += mass;
      } else {
        expected[shortened(index, rank, length)] += mass;
      }
    }
    const auto& found = folded[static_cast<std::size_t>(length - first)];
    ASSERT_EQ(found.mass.size(), expected.size()) << "length " << index.length() << " to " << length;
    std::size_t i = 0;
    for (const auto& [rank, mass] : expected) {
      ASSERT_EQ(found.mass.indices[i], rank);
      ASSERT_EQ(found.mass.values[i], mass) << "whole numbers add exactly";
      ++i;
    }
    EXPECT_EQ(found.stopped, stopped);
  }
}

TEST(WalkPrefixes, FoldAsUnrankAndRankDo) {
  base::Sequence random(5, {});
  for (const bool loops : {false, true}) {
    for (int length = 1; length <= 13; ++length) {
      const WalkIndex index(length, loops);
      for (const int first : {1, (length + 1) / 2, length}) {
        check(index, first, random_walks(random, index.size(), 500), {});
        check(index, first, random_walks(random, index.size(), 500), random_stops(random, index));
        check(index, first, {}, random_stops(random, index));
        check(index, first, {}, {});
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(WalkPrefixes, FoldEveryWalkOfShortLengths) {
  for (const bool loops : {false, true}) {
    for (int length = 1; length <= 7; ++length) {
      const WalkIndex index(length, loops);
      SparseVector all;
      for (std::uint64_t rank = 0; rank < index.size(); ++rank) all.push_back(rank, 1);
      check(index, 1, all, {});
    }
  }
}

TEST(WalkPrefixes, FoldTheLongestWalks) {
  base::Sequence random(6, {});
  check(WalkIndex(25, false), 1, random_walks(random, WalkIndex(25, false).size(), 50), {});
  check(WalkIndex(24, true), 20, random_walks(random, WalkIndex(24, true).size(), 50), {});
}

}  // namespace
}  // namespace awe::walks
