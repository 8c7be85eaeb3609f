// Closed-form sums (closed_sums.h) of ordered sets of visited nodes, grouped by prefix and by which pairs of positions
// are adjacent. Cost: one hash table look-up per set; sums are kept only for prefixes and patterns that occur, and are
// distributed over the ranks when there are many.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "exact_walks/closed_sums.h"

namespace awe::exact_walks {

class PatternSums {
 public:
  using Bits = ClosedSums::Bits;
  // Whether the nodes at positions i < p are adjacent: bit p(p-1)/2 + i.
  using Pattern = std::uint32_t;

  explicit PatternSums(RankAccumulator& accumulator);

  // The pattern with one more node at `place`, adjacent to the nodes of `inside`.
  [[nodiscard]] static Pattern extend(Pattern pattern, int place, Bits inside) noexcept {
    return pattern | inside << place * (place - 1) / 2;
  }

  // The sums of sets of `places` nodes with this pattern and the prefix at `rank`, which ends at position `current`.
  // The reference is valid until the next call.
  [[nodiscard]] ClosedSums& of(Pattern pattern, std::uint64_t rank, int places, int current) {
    std::size_t slot = hash(pattern, rank) & (slots_.size() - 1);
    for (; slots_[slot] != kNone; slot = (slot + 1) & (slots_.size() - 1)) {
      Kept& kept = kept_[slots_[slot]];
      if (kept.pattern == pattern && kept.rank == rank) return kept.sums;
    }
    return keep(slot, {rank, pattern, places, current, {}});
  }

  // Adds all sums to the ranks, in the order of their first use, and clears them.
  void spread();

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::size_t kMostKept = 1024;
  struct Kept {
    std::uint64_t rank;
    Pattern pattern;
    int places, current;
    ClosedSums sums;
  };

  [[nodiscard]] static std::size_t hash(Pattern pattern, std::uint64_t rank) noexcept {
    return static_cast<std::size_t>((pattern + (rank << 28)) * 0x9E3779B97F4A7C15u >> 40);
  }
  ClosedSums& keep(std::size_t slot, Kept&& empty);

  RankAccumulator& accumulator_;
  std::vector<std::uint32_t> slots_;  // indices into kept_
  std::deque<Kept> kept_;             // large elements, which are not moved when there are more
};

}  // namespace awe::exact_walks
