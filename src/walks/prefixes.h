// Derives the distributions of all shorter lengths from the distribution of walks of one length: walks that begin with
// the same steps have consecutive ranks, so the mass of a shorter walk is a sum over a range of ranks.
//
// Cost: O(log) per walk present, and 4 bytes per anonymous walk of the lengths below the longest while these are few
// (lengths up to 12); beyond that O(length) per walk.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/matrix.h"
#include "awe/walk_distribution.h"
#include "awe/walk_index.h"

namespace awe::walks {

class WalkPrefixes {
 public:
  // Covers the lengths first .. index.length(); 1 <= first.
  WalkPrefixes(const WalkIndex& index, int first);

  [[nodiscard]] int first() const noexcept { return first_; }
  [[nodiscard]] int last() const noexcept { return indices_.back().length(); }
  [[nodiscard]] const WalkIndex& index(int length) const noexcept {
    return indices_[static_cast<std::size_t>(length - first_)];
  }

  struct Shorter {
    SparseVector mass;   // by rank
    double stopped = 0;  // mass of walks that stopped after fewer steps than the length
  };
  // The distributions of the lengths first() .. last(). `longest` is by rank; sums are computed in its order.
  [[nodiscard]] std::vector<Shorter> fold(SparseVector longest, std::span<const EndedWalk> stopped) const;

 private:
  [[nodiscard]] std::uint64_t shorten(std::uint64_t rank, int from, int to) const;

  int first_;
  std::vector<WalkIndex> indices_;                          // by length - first
  std::vector<std::vector<std::uint32_t>> first_children_;  // by length - first: rank -> rank of its first child
};

}  // namespace awe::walks
