// A batch of walks: filled by the loops that draw walks (walks/draw_kernel.h, walks/plain_steps.h) and read by those
// that name them (walks/name_kernel.h, walks/long_ranks.h).
//
// A batch is a structure of arrays: headers[s * kBatchLanes + lane] is the header (walks/packed_adjacency.h) of the
// node that the walk of the lane has reached after s steps. Headers are distinct, so they identify the nodes.
#pragma once

#include <cstdint>
#include <optional>

#include "awe/walk_index.h"

namespace awe::walks {

// The number of lanes of a batch: enough walks in flight to hide the latency of memory.
inline constexpr std::uint32_t kBatchLanes = 256;

template <class Header>
struct WalkBatch {
  std::uint32_t first_lane = 0;  // within the block
  std::uint32_t size = 0;        // lanes that hold a walk; loops may compute a few more
  alignas(64) std::uint32_t words[kBatchLanes];
  alignas(64) std::uint32_t made[kBatchLanes];  // steps that each walk made; used only if walks can stop
  alignas(64) Header headers[(kMaxWalkLength + 1) * kBatchLanes];

  [[nodiscard]] Header* after(int steps) noexcept { return headers + static_cast<std::size_t>(steps) * kBatchLanes; }
  [[nodiscard]] const Header* after(int steps) const noexcept {
    return headers + static_cast<std::size_t>(steps) * kBatchLanes;
  }
};

// Where the walks of a batch start: at one of `count` headers with equal probability, and with the first step `second`
// if it is set.
template <class Header>
struct WalkStarts {
  const Header* headers = nullptr;
  std::uint32_t count = 1;
  std::optional<Header> second;
};

}  // namespace awe::walks
