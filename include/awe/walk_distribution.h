// Distributions of anonymous walks: the result of exact enumeration and of sampling.
#pragma once

#include "awe/matrix.h"

namespace awe {

// A distribution of anonymous walks. Probabilities and `stopped` sum to 1; for a graph without nodes both are zero.
struct WalkDistribution {
  SparseVector probabilities;  // probability of each anonymous walk, by rank (awe/walk_index.h)
  double stopped = 0;          // probability that a walk cannot make all its steps

  bool operator==(const WalkDistribution&) const = default;
};

}  // namespace awe
