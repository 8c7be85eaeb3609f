// How a computation runs, whatever it computes: the seed of its random choices, threads, memory, and how it reports
// progress and learns that it should stop. One struct, shared by all options of the library, which never prints.
#pragma once

#include <cstdint>
#include <functional>

#include "awe/error.h"

namespace awe {

// Both functions may be empty. They may be called from any thread, one call at a time for `report`.
struct Progress {
  std::function<void(std::uint64_t done, std::uint64_t total)> report;  // total 0: unknown
  std::function<bool()> stop_requested;

  void throw_if_stopped() const {
    if (stop_requested && stop_requested()) throw Error(ErrorKind::interrupted, "interrupted");
  }
};

struct RunOptions {
  std::uint64_t seed = 1;                         // of every random choice
  int threads = 0;                                // 0: every CPU that the process may use; results never depend on it
  std::uint64_t memory = std::uint64_t{4} << 30;  // bytes that matrices may take
  Progress progress = {};

  // `threads`, or the number that 0 stands for.
  [[nodiscard]] int thread_count() const;
};

}  // namespace awe
