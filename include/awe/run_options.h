// How a computation runs: the seed of its random choices, threads, memory, progress reports and requests to stop. All
// options of the library share this struct; the library itself never prints.
#pragma once

#include <cstdint>
#include <functional>

#include "awe/error.h"

namespace awe {

// Reports of progress and requests to stop. Both functions may be empty. They may be called from any thread; `report`
// is called by one thread at a time.
struct Progress {
  std::function<void(std::uint64_t done, std::uint64_t total)> report;  // called with work done; total 0: unknown
  std::function<bool()> stop_requested;  // returns true to end the computation with Error(interrupted)

  // Throws Error(interrupted) if a stop was requested.
  void throw_if_stopped() const {
    if (stop_requested && stop_requested()) throw Error(ErrorKind::interrupted, "interrupted");
  }
};

// How a computation runs.
struct RunOptions {
  std::uint64_t seed = 1;  // seed of all random choices
  int threads = 0;         // number of threads; 0: all CPUs available; results never depend on it
  std::uint64_t memory = std::uint64_t{4} << 30;  // limit of the memory for matrices, in bytes
  Progress progress = {};                         // progress reports and requests to stop

  // `threads`, or the number of CPUs available if it is 0.
  [[nodiscard]] int thread_count() const;
};

}  // namespace awe
