// Processor time of this thread in seconds: steadier than wall-clock time on a shared machine, and equivalent to it for
// work on one thread.
#pragma once

#include <ctime>

namespace awe::bench {

class CpuStopwatch {
 public:
  CpuStopwatch() : start_(now()) {}
  [[nodiscard]] double seconds() const { return now() - start_; }

 private:
  static double now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  }
  double start_;
};

}  // namespace awe::bench
