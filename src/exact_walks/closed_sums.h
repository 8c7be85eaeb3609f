// Sums of the last three steps over many ordered sets of visited nodes that look alike: the same prefix, the same
// current place c, the same pairs of places adjacent. What a set adds is linear in a few closed masses, so that they
// are added up first and spread over the ranks once. Cost: O(size^3) to spread.
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

  // c, v_j, v_i at [j][i], and then to each visited neighbour of v_i; or to a fresh node.
  std::array<Row, kMost> inside{}, inside_on{};
  // c, v_j, a fresh node, and then to v_i at [j][i]; or on to another fresh node.
  std::array<Row, kMost> fresh_back{};
  Row fresh_on{};
  // c, a fresh node, v_j, and then to each visited neighbour of v_j and the node before; or to a fresh node.
  Row back{}, back_on{};
  // c, a fresh node, another, and then to v_j; to the first of the two; or on.
  Row two_back{};
  double two_self = 0, two_on = 0;

  // Adds to the ranks of the completions of the prefix that begin at `rank`. Adjacency is by place, as bits.
  void spread(RankAccumulator& accumulator, std::uint64_t rank, std::span<const Bits> adjacency, int current) const;
};

}  // namespace awe::exact_walks
