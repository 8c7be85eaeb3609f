// Many walks at once: what the loops that draw walks (walks/draw_kernel.h, walks/plain_steps.h) fill, and those that
// name them (walks/name_kernel.h, walks/long_ranks.h) read.
//
// A batch is a structure of arrays: headers[s * kBatchLanes + lane] is the header (walks/packed_adjacency.h) of the
// node where the walk of a lane is after s steps. Headers are distinct, so they name the nodes.
#pragma once

#include <cstdint>
#include <optional>

#include "awe/walk_index.h"

namespace awe::walks {

// Lanes of a batch: as many walks in flight as hide the latency of memory.
inline constexpr std::uint32_t kBatchLanes = 256;

template <class Header>
struct WalkBatch {
  std::uint32_t first_lane = 0;  // of the block
  std::uint32_t size = 0;        // lanes that hold a walk; loops may compute a few more
  alignas(64) std::uint32_t words[kBatchLanes];
  alignas(64) std::uint32_t made[kBatchLanes];  // steps that the walk made, where walks can stop
  alignas(64) Header headers[(kMaxWalkLength + 1) * kBatchLanes];

  [[nodiscard]] Header* after(int steps) noexcept { return headers + static_cast<std::size_t>(steps) * kBatchLanes; }
  [[nodiscard]] const Header* after(int steps) const noexcept {
    return headers + static_cast<std::size_t>(steps) * kBatchLanes;
  }
};

// Where the walks of a batch begin: at one of `count` headers, with equal chances, and, if there is one, with this
// first step.
template <class Header>
struct WalkStarts {
  const Header* headers = nullptr;
  std::uint32_t count = 1;
  std::optional<Header> second;
};

}  // namespace awe::walks
