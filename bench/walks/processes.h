// Two threads of one process against two processes of one thread each: how much the threads cost each other.
#pragma once

#include <cstdint>

#include "random_graph.h"

namespace awe::bench {

// M walks a second, of both together: medians of interleaved rounds.
struct Shared {
  double threads_by_clock, processes_by_clock;          // on the wall
  double threads_by_processor, processes_by_processor;  // of the time of one processor
};

// Call it before this process has used threads: it forks.
[[nodiscard]] Shared threads_and_processes(const GraphShape& shape, std::uint64_t walks, int rounds);

}  // namespace awe::bench
