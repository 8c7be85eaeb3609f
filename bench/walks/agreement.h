// What has to hold before anything of this task is timed.
#pragma once

#include "awe/graph.h"

namespace awe::bench {

// Whether the walker gives the first walks of the obvious one (tests/support), one by one. O(walks * steps * arcs)
// where weighted: for graphs that fit a cache.
[[nodiscard]] bool agrees_with_reference(const Graph& graph);

// Whether the sampled distribution is as near the exact one, at length 4, as a sample of its size should be.
[[nodiscard]] bool agrees_with_exact(const Graph& graph);

}  // namespace awe::bench
