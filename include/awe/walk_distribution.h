// Distributions of anonymous walks: the result of exact enumeration and of sampling.
#pragma once

#include <cstdint>
#include <vector>

#include "awe/matrix.h"

namespace awe {

// The walks that reached a dead end after the same steps, which are fewer than the length asked for.
struct EndedWalk {
  std::uint8_t made = 0;   // number of steps made
  std::uint64_t rank = 0;  // rank of the first walk of the full length that begins with these steps
  double mass = 0;         // probability, or number of walks

  bool operator==(const EndedWalk&) const = default;
};

// A distribution of anonymous walks. Probabilities and `stopped` sum to 1; for a graph without nodes both are zero.
struct WalkDistribution {
  SparseVector probabilities;         // probability of each anonymous walk, by rank (awe/walk_index.h)
  double stopped = 0;                 // probability that a walk cannot make all its steps
  std::vector<EndedWalk> ended = {};  // the walks that could not, by steps made, then rank; they sum to `stopped`

  bool operator==(const WalkDistribution&) const = default;
};

}  // namespace awe
