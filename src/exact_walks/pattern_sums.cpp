#include "exact_walks/pattern_sums.h"

#include <algorithm>
#include <array>
#include <utility>

namespace awe::exact_walks {

PatternSums::PatternSums(RankAccumulator& accumulator) : accumulator_(accumulator), slots_(4 * kMostKept, kNone) {}

ClosedSums& PatternSums::keep(std::size_t slot, Kept&& empty) {
  if (kept_.size() == kMostKept) {
    spread();
    slot = hash(empty.pattern, empty.rank) & (slots_.size() - 1);
  }
  slots_[slot] = static_cast<std::uint32_t>(kept_.size());
  kept_.push_back(empty);
  return kept_.back().sums;
}

void PatternSums::spread() {
  for (const Kept& kept : kept_) {
    const auto places = static_cast<std::size_t>(kept.places);
    std::array<Bits, ClosedSums::kMost> adjacency{};
    for (std::size_t place = 1; place < places; ++place) {
      const Bits inside = kept.pattern >> place * (place - 1) / 2 & ((Bits{1} << place) - 1);
      adjacency[place] = inside;
      for (std::size_t j = 0; j < place; ++j) adjacency[j] |= (inside >> j & 1) << place;
    }
    kept.sums.spread(accumulator_, kept.rank, {adjacency.data(), places}, kept.current);
  }
  if (!kept_.empty()) std::fill(slots_.begin(), slots_.end(), kNone);
  kept_.clear();
}

}  // namespace awe::exact_walks
