// Asks now and then, deep inside a search, whether the caller wants to stop: often enough to be prompt, seldom enough
// to cost nothing.
#pragma once

#include <cstdint>

#include "awe/run_options.h"

namespace awe::base {

class StopCheck {
 public:
  // The progress must live as long as the search asks; none is asked before this is called.
  void watch(const Progress* progress) noexcept { progress_ = progress; }
  void tick() {
    constexpr std::uint32_t kTicks = 1u << 16;
    if (++ticks_ % kTicks == 0 && progress_ != nullptr) progress_->throw_if_stopped();
  }

 private:
  const Progress* progress_ = nullptr;
  std::uint32_t ticks_ = 0;
};

}  // namespace awe::base
