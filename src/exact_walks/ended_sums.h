// Sums of the mass of walks that reached a dead end, by the steps they made. Cost: one hash table look-up per addition.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "awe/walk_distribution.h"

namespace awe::exact_walks {

class EndedSums {
 public:
  // `rank` is that of the first walk of the full length that begins with the steps made.
  void add(int made, std::uint64_t rank, double mass) {
    const auto at = static_cast<std::size_t>(made);
    if (sums_.size() <= at) sums_.resize(at + 1);
    sums_[at][rank] += mass;
  }
  void add(std::span<const EndedWalk> walks) {
    for (const EndedWalk& walk : walks) add(walk.made, walk.rank, walk.mass);
  }
  // Everything added so far, by steps made, then rank; empty afterwards.
  [[nodiscard]] std::vector<EndedWalk> take() {
    std::vector<EndedWalk> walks;
    for (std::size_t made = 0; made < sums_.size(); ++made) {
      const auto first = static_cast<std::ptrdiff_t>(walks.size());
      for (const auto& [rank, mass] : sums_[made]) walks.push_back({static_cast<std::uint8_t>(made), rank, mass});
      std::sort(walks.begin() + first, walks.end(),
                [](const EndedWalk& a, const EndedWalk& b) { return a.rank < b.rank; });
    }
    sums_.clear();
    return walks;
  }

 private:
  std::vector<std::unordered_map<std::uint64_t, double>> sums_;  // by steps made
};

}  // namespace awe::exact_walks
