// The distribution of anonymous walks: what exact enumeration and sampling both give.
#pragma once

#include "awe/matrix.h"

namespace awe {

// Probabilities by rank (awe/walk_index.h), and the mass of walks that could not make all their steps. Together they
// sum to 1; for a graph without nodes both are zero.
struct WalkDistribution {
  SparseVector probabilities;
  double stopped = 0;

  bool operator==(const WalkDistribution&) const = default;
};

}  // namespace awe
