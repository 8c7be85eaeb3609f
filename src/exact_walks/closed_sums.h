// Sums of the last three steps over many ordered sets of visited nodes with the same structure: the same prefix, the
// same current position c and the same adjacent pairs of positions. The contribution of a set is linear in a few
// closed-form masses, so these are summed first and distributed over the ranks once. Cost of spread: O(size^3).
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "exact_walks/rank_accumulator.h"

namespace awe::exact_walks {

struct ClosedSums {
  static constexpr std::size_t kMost = 8;
  using Row = std::array<double, kMost>;
  using Bits = std::uint32_t;

  // Masses of the last three steps, by the nodes they visit:
  // c, v_j, v_i at [j][i], and then each visited neighbour of v_i (inside), or a fresh node (inside_on).
  std::array<Row, kMost> inside{}, inside_on{};
  // c, v_j, a fresh node, and then v_i at [j][i] (fresh_back), or another fresh node (fresh_on).
  std::array<Row, kMost> fresh_back{};
  Row fresh_on{};
  // c, a fresh node x, v_j, and then x or any visited neighbour of v_j (back), or another fresh node (back_on).
  Row back{}, back_on{};
  // c, a fresh node x, another fresh node, and then v_j (two_back), x (two_self), or a third fresh node (two_on).
  Row two_back{};
  double two_self = 0, two_on = 0;

  // Adds the sums to the completions of a prefix, whose ranks begin at `rank`. Adjacency: one bit mask per position.
  void spread(RankAccumulator& accumulator, std::uint64_t rank, std::span<const Bits> adjacency, int current) const;
};

}  // namespace awe::exact_walks
