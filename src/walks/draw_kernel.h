// Draws walks over the packed adjacency: many in lock-step lanes, in vectors as wide as the processor has. Highway
// compiles the loop for every instruction set and picks one at run time; all give the same walks, to the bit. Cost of a
// step: one read of the packed rows, some twenty operations per vector.
#pragma once

#include <cstdint>

#include "base/rng.h"
#include "walks/packed_adjacency.h"
#include "walks/walk_batch.h"

namespace awe::walks {

// What the loop reads of a packed adjacency.
template <class Header>
struct PackedRows {
  const Header* rows = nullptr;
  int degree_bits = 0, place_shift = 0;
  bool weighted = false;
  bool can_stop = false;  // some node has no neighbours: steps made are counted
  bool far = false;       // beyond the caches: reads are asked for ahead
};

// Draws `batch.size` walks of `length` steps into the batch, over headers of std::uint32_t or std::uint64_t.
template <class Header>
void draw_walks(const base::StreamBlock& stream, const WalkStarts<Header>& starts, const PackedRows<Header>& rows,
                int length, WalkBatch<Header>& batch);

}  // namespace awe::walks
