// Compares two threads of one process with two single-threaded processes: how much the threads slow each other down.
#pragma once

#include <cstdint>

#include "random_graph.h"

namespace awe::bench {

// Million walks per second of both together: medians of interleaved rounds.
struct Shared {
  double threads_by_clock, processes_by_clock;          // per second of wall-clock time
  double threads_by_processor, processes_by_processor;  // per second of processor time
};

// Call this before the process has used threads: it forks.
[[nodiscard]] Shared threads_and_processes(const GraphShape& shape, std::uint64_t walks, int rounds);

}  // namespace awe::bench
