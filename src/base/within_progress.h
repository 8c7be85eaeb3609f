// Reports what threads together have done within one large graph. Cost: an addition of an atomic number per step, and a
// call of Progress::within for about a thousand of all steps.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string_view>

#include "awe/run_options.h"

namespace awe::base {

class WithinProgress {
 public:
  // `progress` must outlive it. Total 0: unknown.
  WithinProgress(const Progress& progress, std::uint64_t total, std::string_view unit)
      : progress_(progress), total_(total), step_(std::max<std::uint64_t>(1, total / 1024)), unit_(unit) {}

  void add(std::uint64_t count) {
    if (!progress_.within) return;
    const std::uint64_t before = done_.fetch_add(count, std::memory_order_relaxed), after = before + count;
    if (before / step_ != after / step_) progress_.within(after, total_, unit_);
  }

 private:
  const Progress& progress_;
  std::uint64_t total_, step_;
  std::string_view unit_;
  std::atomic<std::uint64_t> done_ = 0;
};

}  // namespace awe::base
