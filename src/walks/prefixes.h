// From the distribution of walks of one length to those of all shorter lengths: the walks that begin with the same
// steps have consecutive ranks, so a shorter walk's mass is a sum over a run.
//
// Cost: O(log) for each walk that is there, and 4 bytes for each anonymous walk of the lengths below the longest while
// these are few (lengths up to 12); past that O(length) a walk.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/matrix.h"
#include "awe/walk_index.h"

namespace awe::walks {

// Mass of walks that had to stop after `made` steps, of which `rank` is the first walk that begins so.
struct StoppedPrefix {
  std::uint8_t made = 0;
  std::uint64_t rank = 0;
  double mass = 0;
  bool operator==(const StoppedPrefix&) const = default;
};

class WalkPrefixes {
 public:
  // Lengths first .. index.length(); 1 <= first.
  WalkPrefixes(const WalkIndex& index, int first);

  [[nodiscard]] int first() const noexcept { return first_; }
  [[nodiscard]] int last() const noexcept { return indices_.back().length(); }
  [[nodiscard]] const WalkIndex& index(int length) const noexcept {
    return indices_[static_cast<std::size_t>(length - first_)];
  }

  struct Shorter {
    SparseVector mass;   // by rank
    double stopped = 0;  // after fewer steps than the length
  };
  // Of each length from first() to last(). `longest` is by rank; sums run in its order.
  [[nodiscard]] std::vector<Shorter> fold(SparseVector longest, std::span<const StoppedPrefix> stopped) const;

 private:
  [[nodiscard]] std::uint64_t shorten(std::uint64_t rank, int from, int to) const;

  int first_;
  std::vector<WalkIndex> indices_;                          // by length - first
  std::vector<std::vector<std::uint32_t>> first_children_;  // by length - first: rank -> rank of its first child
};

}  // namespace awe::walks
