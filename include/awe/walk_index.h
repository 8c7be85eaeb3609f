// Anonymous walks and their dense index.
//
// A walk of length l makes l steps and visits l+1 nodes. Its anonymous walk replaces each node by a name, the order of
// its first visit: a b c b c -> 1 2 3 2 3. At each step the choices are, in this order, the names already used except
// the current one (with self-loops: all names already used), then the next new name. The rank of an anonymous walk is
// its position, from 0, in the lexicographic order of these choices. With r steps left and k names used there are
// T(r,k) continuations:
//   T(0,k) = 1,  T(r,k) = (k-1) T(r-1,k) + T(r-1,k+1)      (with self-loops: k instead of k-1)
// so that rank and unrank cost O(l) and need no table of walks. T(l,1) = Bell(l); with self-loops Bell(l+1).
// 64 bits hold l <= 25, with self-loops l <= 24.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace awe {

// An anonymous walk of length l: l+1 names, numbered from 1 in the order of their first visits.
using AnonymousWalk = std::vector<std::uint8_t>;

// The anonymous walk of a walk over these nodes.
[[nodiscard]] AnonymousWalk anonymise(std::span<const std::uint32_t> nodes);
// The walk as text: "1 2 3 2 3".
[[nodiscard]] std::string to_string(const AnonymousWalk& walk);
// The walk that a text describes. Throws Error(usage) for text that is not an anonymous walk.
[[nodiscard]] AnonymousWalk parse_walk(std::string_view text);

inline constexpr int kMaxWalkLength = 25;           // largest length of an index without self-loops
inline constexpr int kMaxWalkLengthWithLoops = 24;  // largest length of an index with self-loops

// The index of all anonymous walks of one length. Cheap to copy, safe to share between threads.
class WalkIndex {
 public:
  // Throws Error(usage) unless 1 <= length <= kMaxWalkLength, or kMaxWalkLengthWithLoops with self-loops.
  explicit WalkIndex(int length, bool self_loops = false);

  [[nodiscard]] int length() const noexcept { return length_; }           // steps of each walk
  [[nodiscard]] bool self_loops() const noexcept { return self_loops_; }  // whether walks may stay at a node
  // Number of anonymous walks: T(length, 1).
  [[nodiscard]] std::uint64_t size() const noexcept { return completions(length_, 1); }
  // T(left, used): number of continuations with `left` steps left and `used` names used; left + used <= length + 1.
  [[nodiscard]] std::uint64_t completions(int left, int used) const noexcept {
    return table_[static_cast<std::size_t>(left) * kStride + static_cast<std::size_t>(used)];
  }
  // Position of the step to `name` among the choices at `current`, from 0.
  [[nodiscard]] int choice(int name, int current) const noexcept {
    return name - 1 - (!self_loops_ && name > current ? 1 : 0);
  }

  // The rank of a walk. O(length). Throws Error(usage) if the walk is not in this index.
  [[nodiscard]] std::uint64_t rank(const AnonymousWalk& walk) const;
  // The walk of a rank, which must be below size(). O(length).
  [[nodiscard]] AnonymousWalk unrank(std::uint64_t rank) const;
  // Changes `walk` to the walk of the next rank; returns false at the last one. Amortised O(1).
  [[nodiscard]] bool advance(AnonymousWalk& walk) const;

 private:
  static constexpr std::size_t kStride = kMaxWalkLength + 2;
  int length_;
  bool self_loops_;
  std::vector<std::uint64_t> table_;
};

}  // namespace awe
