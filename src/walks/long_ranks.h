// Ranks, in 64 bits, of walks whose vocabulary exceeds 32 bits (walks/name_kernel.h has the others), over lanes.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "awe/walk_index.h"
#include "walks/walk_batch.h"

namespace awe::walks {

// Steps beyond those made contribute nothing.
template <class Header>
void rank_long_walks(const WalkBatch<Header>& batch, const WalkIndex& index, bool can_stop,
                     std::span<std::uint64_t> ranks) {
  constexpr std::uint32_t kLanes = 32;
  const int length = index.length();
  const std::uint32_t loops = index.self_loops() ? 1 : 0;
  for (std::uint32_t first = 0; first < batch.size; first += kLanes) {
    std::array<std::array<std::uint32_t, kLanes>, kMaxWalkLength + 1> names;
    std::array<std::uint32_t, kLanes> used;
    std::array<std::uint64_t, kLanes> rank{};
    used.fill(1);
    names[0].fill(1);
    for (int s = 1; s <= length; ++s) {
      const Header* node = batch.after(s) + first;
      const auto& current = names[static_cast<std::size_t>(s) - 1];
      // A local array and masks, so that the compiler emits vector code without branches.
      std::array<std::uint32_t, kLanes> name;
      for (std::uint32_t i = 0; i < kLanes; ++i) name[i] = used[i] + 1;
      for (int earlier = 0; earlier < s; ++earlier) {
        const Header* earlier_node = batch.after(earlier) + first;
        const auto& earlier_name = names[static_cast<std::size_t>(earlier)];
        for (std::uint32_t i = 0; i < kLanes; ++i) {
          const std::uint32_t same = earlier_node[i] == node[i] ? ~0u : 0u;
          name[i] ^= (name[i] ^ earlier_name[i]) & same;
        }
      }
      for (std::uint32_t i = 0; i < kLanes; ++i) {
        const bool counts = !can_stop || static_cast<std::uint32_t>(s) <= batch.made[first + i];
        const std::uint32_t later = name[i] > current[i] ? 1 : 0;
        const std::uint64_t choice = counts ? name[i] - 1 - (later & ~loops) : 0;
        // Lanes beyond the batch hold no walk, but their names are bounded too.
        rank[i] += choice * index.completions(length - s, static_cast<int>(used[i]));
      }
      for (std::uint32_t i = 0; i < kLanes; ++i) used[i] = name[i] > used[i] ? name[i] : used[i];
      names[static_cast<std::size_t>(s)] = name;
    }
    for (std::uint32_t i = 0; i < kLanes && first + i < batch.size; ++i) ranks[first + i] = rank[i];
  }
}

}  // namespace awe::walks
