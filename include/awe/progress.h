// How a long computation tells of its progress and hears that it should stop. The library never prints: the caller
// decides what becomes of the reports.
#pragma once

#include <cstdint>
#include <functional>

#include "awe/error.h"

namespace awe {

// Both functions may be empty. They may be called from any thread, one call at a time for `report`.
struct Progress {
  std::function<void(std::uint64_t done, std::uint64_t total)> report;  // total 0: not known
  std::function<bool()> stop_requested;

  void throw_if_stopped() const {
    if (stop_requested && stop_requested()) throw Error(ErrorKind::interrupted, "interrupted");
  }
};

}  // namespace awe
