// Checks that must hold before anything in this task is timed.
#pragma once

#include "awe/graph.h"

namespace awe::bench {

// True if the first walks of the walker equal those of the reference walker (tests/support). O(walks * steps * arcs)
// for weighted graphs: use graphs that fit in cache.
[[nodiscard]] bool agrees_with_reference(const Graph& graph);

// True if the sampled distribution at length 4 is as close to the exact one as a sample of its size should be.
[[nodiscard]] bool agrees_with_exact(const Graph& graph);

}  // namespace awe::bench
