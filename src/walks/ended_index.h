// The numbers of walks that ended early: those of 0 steps, then of 1 step, and so on, by rank within each. The walks
// that ended before a length are numbered without a gap from 0, whatever the length, so the columns of length l are its
// full walks by rank, followed by these.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "awe/walk_distribution.h"
#include "awe/walk_index.h"

namespace awe::walks {

class EndedIndex {
 public:
  // For walks of up to longest.length() steps.
  explicit EndedIndex(const WalkIndex& longest) : longest_(longest), before_{0, 1} {
    for (int made = 1; made < longest.length(); ++made) {
      shorter_.emplace_back(made, longest.self_loops());
      before_.push_back(before_.back() + shorter_.back().size());
    }
  }

  // Number of walks with fewer than this many steps; length <= longest.length().
  [[nodiscard]] std::uint64_t size_before(int length) const { return before_[static_cast<std::size_t>(length)]; }
  // Number of a walk, whose rank is that of the first walk of the longest length that begins with it. O(length).
  [[nodiscard]] std::uint64_t place(const EndedWalk& walk) const {
    AnonymousWalk steps = longest_.unrank(walk.rank);
    steps.resize(std::size_t{walk.made} + 1);
    return place(steps);
  }
  // Number of a walk of fewer steps than the longest.
  [[nodiscard]] std::uint64_t place(const AnonymousWalk& steps) const {
    const std::size_t made = steps.size() - 1;
    return made == 0 ? 0 : before_[made] + shorter_[made - 1].rank(steps);
  }
  // The walk of a number, without its end.
  [[nodiscard]] AnonymousWalk walk(std::uint64_t place) const {
    const auto after = std::upper_bound(before_.begin(), before_.end(), place);
    const auto made = static_cast<std::size_t>(after - before_.begin()) - 1;
    return made == 0 ? AnonymousWalk{1} : shorter_[made - 1].unrank(place - before_[made]);
  }

 private:
  WalkIndex longest_;
  std::vector<WalkIndex> shorter_;     // by length - 1
  std::vector<std::uint64_t> before_;  // by length
};

// The text of a walk that ended: "1 2 3 .".
[[nodiscard]] inline std::string ended_text(const AnonymousWalk& walk) { return to_string(walk) + " ."; }

}  // namespace awe::walks
