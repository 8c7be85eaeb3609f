// How a computation runs: the seed of its random choices, threads, memory, progress reports and requests to stop. All
// options of the library share this struct; the library itself never prints.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "awe/error.h"

namespace awe {

// Reports of progress, requests to stop, and notes. Any of the functions may be empty. They may be called from any
// thread; `report` and `note` are called by one thread at a time.
struct Progress {
  std::function<void(std::uint64_t done, std::uint64_t total)> report;  // called with work done; total 0: unknown
  std::function<bool()> stop_requested;  // returns true to end the computation with Error(interrupted)
  // Called with a sentence for the user, on what looks unlike what was meant and is not an error.
  std::function<void(std::string_view text)> note = {};
  // Called from any thread with what is done within one large graph, if it is the only one: its nodes, or walks drawn
  // from it. Total 0: unknown.
  std::function<void(std::uint64_t done, std::uint64_t total, std::string_view unit)> within = {};

  // Throws Error(interrupted) if a stop was requested.
  void throw_if_stopped() const {
    if (stop_requested && stop_requested()) throw Error(ErrorKind::interrupted, "interrupted");
  }
  // Passes a sentence to `note`, if there is one.
  void tell(std::string_view text) const {
    if (note) note(text);
  }
};

// How a computation runs.
struct RunOptions {
  std::uint64_t seed = 1;  // seed of all random choices
  int threads = 0;         // number of threads; 0: all CPUs available; results never depend on it
  std::uint64_t memory = std::uint64_t{4} << 30;  // limit of the memory for matrices, in bytes
  Progress progress = {};                         // progress reports, requests to stop, notes

  // `threads`, or the number of CPUs available if it is 0.
  [[nodiscard]] int thread_count() const;
};

}  // namespace awe
