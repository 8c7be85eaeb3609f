// Anonymous walks and their dense index.
//
// A walk of length l makes l steps and visits l+1 nodes; its anonymous walk replaces each node by the order of its
// first visit: a b c b c -> 1 2 3 2 3. At each step the choices are, in this order, the names already used without the
// current one, then the fresh name (with self-loops: the current one too). The rank of an anonymous walk is its place,
// from 0, in the lexicographic order of these choices. With r steps left and k names used there are T(r,k) ways to go
// on:
//   T(0,k) = 1,  T(r,k) = (k-1) T(r-1,k) + T(r-1,k+1)      (with self-loops: k in the place of k-1)
// so rank and unrank cost O(l) and need no table of walks. T(l,1) = Bell(l); with self-loops Bell(l+1).
// 64 bits hold l <= 25, with self-loops l <= 24.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace awe {

// 1-based names in first-visit order, l+1 of them.
using AnonymousWalk = std::vector<std::uint8_t>;

[[nodiscard]] AnonymousWalk anonymise(std::span<const std::uint32_t> nodes);
// "1 2 3 2 3", and back. Throws Error(usage) for text that is no anonymous walk.
[[nodiscard]] std::string to_string(const AnonymousWalk& walk);
[[nodiscard]] AnonymousWalk parse_walk(std::string_view text);

inline constexpr int kMaxWalkLength = 25;  // without self-loops
inline constexpr int kMaxWalkLengthWithLoops = 24;

// The index of all anonymous walks of one length. A value: cheap to copy, safe to share.
class WalkIndex {
 public:
  // Throws Error(usage) unless 1 <= length <= the largest that 64 bits hold.
  explicit WalkIndex(int length, bool self_loops = false);

  [[nodiscard]] int length() const noexcept { return length_; }
  [[nodiscard]] bool self_loops() const noexcept { return self_loops_; }
  // How many anonymous walks there are: T(length, 1).
  [[nodiscard]] std::uint64_t size() const noexcept { return completions(length_, 1); }
  // T(left, used): the ways to go on with `left` steps left and `used` names used; left + used <= length + 1.
  [[nodiscard]] std::uint64_t completions(int left, int used) const noexcept {
    return table_[static_cast<std::size_t>(left) * kStride + static_cast<std::size_t>(used)];
  }
  // The place of a step to `name` among the choices at `current` (1-based names).
  [[nodiscard]] int choice(int name, int current) const noexcept {
    return name - 1 - (!self_loops_ && name > current ? 1 : 0);
  }

  // Throws Error(usage) if the walk is not one of this index.
  [[nodiscard]] std::uint64_t rank(const AnonymousWalk& walk) const;
  [[nodiscard]] AnonymousWalk unrank(std::uint64_t rank) const;
  // Moves to the walk of the next rank; false at the last. Amortised O(1).
  [[nodiscard]] bool advance(AnonymousWalk& walk) const;

 private:
  static constexpr std::size_t kStride = kMaxWalkLength + 2;
  int length_;
  bool self_loops_;
  std::vector<std::uint64_t> table_;
};

}  // namespace awe
