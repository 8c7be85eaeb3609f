// Checks from time to time, deep inside a search, whether the caller wants to stop: often enough to react promptly,
// rarely enough to cost nothing.
#pragma once

#include <cstdint>

#include "awe/run_options.h"

namespace awe::base {

class StopCheck {
 public:
  // Until this is called, tick() checks nothing. `progress` must outlive the search.
  void watch(const Progress* progress) noexcept { progress_ = progress; }
  void tick() {
    constexpr std::uint32_t kTicks = 1u << 12;  // a tick is 10 microseconds where nodes have many neighbours
    if (++ticks_ % kTicks == 0 && progress_ != nullptr) progress_->throw_if_stopped();
  }

 private:
  const Progress* progress_ = nullptr;
  std::uint32_t ticks_ = 0;
};

}  // namespace awe::base
