// Draws walks over the packed adjacency: many in lock-step lanes, in vectors of the processor's full width. Highway
// compiles the loop for every instruction set and selects one at run time; all give the same walks, bit for bit. Cost
// per step: one read of the packed rows and about twenty operations per vector.
#pragma once

#include <cstdint>

#include "base/rng.h"
#include "walks/packed_adjacency.h"
#include "walks/walk_batch.h"

namespace awe::walks {

// The parts of a packed adjacency that the loop reads.
template <class Header>
struct PackedRows {
  const Header* rows = nullptr;
  int degree_bits = 0, place_shift = 0;
  bool weighted = false;
  bool can_stop = false;  // some node has no neighbours: steps made are counted
  bool far = false;       // larger than the caches: rows are prefetched
};

// Draws `batch.size` walks of `length` steps into the batch. Header is std::uint32_t or std::uint64_t.
template <class Header>
void draw_walks(const base::StreamBlock& stream, const WalkStarts<Header>& starts, const PackedRows<Header>& rows,
                int length, WalkBatch<Header>& batch);

}  // namespace awe::walks
