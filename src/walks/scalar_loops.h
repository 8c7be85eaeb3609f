// The loops of walks/draw_kernel.h and walks/name_kernel.h lane by lane, in plain C++: for processors without vector
// instructions, and as the reference for the vector code.
#pragma once

#include <algorithm>
#include <array>

#include "walks/draw_kernel.h"
#include "walks/name_kernel.h"

namespace awe::walks {

template <class Header>
void walk_by_lane(const base::StreamBlock& stream, const WalkStarts<Header>& starts, const PackedRows<Header>& rows,
                  int length, WalkBatch<Header>& batch) {
  using Packed = PackedAdjacency<Header>;
  const Header degree_mask = (Header{1} << rows.degree_bits) - 1;
  std::fill_n(batch.made, kBatchLanes, static_cast<std::uint32_t>(length));
  for (std::uint32_t i = 0; i < batch.size; ++i) {
    const std::uint32_t lane = batch.first_lane + i;
    batch.after(0)[i] = starts.headers[starts.count == 1 ? 0 : stream.choose(starts.count, lane, 0)];
    if (starts.second) batch.after(1)[i] = *starts.second;
    for (int s = starts.second ? 2 : 1; s <= length; ++s) {
      const Header from = batch.after(s - 1)[i];
      const auto degree = static_cast<std::uint32_t>(from & degree_mask);
      if (degree == 0) batch.made[i] = std::min(batch.made[i], static_cast<std::uint32_t>(s) - 1);
      const auto word = static_cast<std::uint32_t>(2 * s);
      const Header place = (from >> rows.place_shift) + (degree == 0 ? 0 : stream.choose(degree, lane, word));
      if (!rows.weighted) {
        batch.after(s)[i] = rows.rows[place];
        continue;
      }
      const Header* slot = rows.rows + place * Packed::kSlot;
      const bool own = stream.draw(lane, word + 1) < slot[Packed::kThreshold];
      batch.after(s)[i] = slot[own ? Packed::kOwn : Packed::kAlias];
    }
  }
}

template <class Header>
void rank_by_lane(const WalkBatch<Header>& batch, const RankTables& tables, bool can_stop, std::uint32_t* ranks) {
  for (std::uint32_t i = 0; i < batch.size; ++i) {
    std::array<std::uint32_t, RankTables::kMaxLength + 1> names;
    std::uint32_t used = 1, rank = 0;
    names[0] = 1;
    const int made = can_stop ? static_cast<int>(batch.made[i]) : tables.length();
    for (int s = 1; s <= made; ++s) {
      std::uint32_t name = used + 1;
      for (int earlier = 0; earlier < s; ++earlier) {
        if (batch.after(earlier)[i] == batch.after(s)[i]) name = names[static_cast<std::size_t>(earlier)];
      }
      const bool later = !tables.self_loops() && name > names[static_cast<std::size_t>(s) - 1];
      rank += (name - 1 - (later ? 1 : 0)) * tables.table(s)[used];
      used = std::max(used, name);
      names[static_cast<std::size_t>(s)] = name;
    }
    ranks[i] = rank;
  }
}

template <class Header>
void labels_by_lane(const WalkBatch<Header>& batch, int length, int degree_bits, int label_bits,
                    std::uint32_t* labels) {
  const Header mask = (Header{1} << label_bits) - 1;
  for (std::uint32_t i = 0; i < batch.size; ++i) {
    labels[i] = 0;
    for (int s = 0; s <= length; ++s) {
      labels[i] = labels[i] << label_bits | static_cast<std::uint32_t>(batch.after(s)[i] >> degree_bits & mask);
    }
  }
}

}  // namespace awe::walks
