// Adds the duration of its scope, in seconds, to a total.
#pragma once

#include <chrono>

namespace awe::evaluation {

class PhaseTimer {
 public:
  explicit PhaseTimer(double& total) : total_(total), start_(now()) {}
  ~PhaseTimer() { total_ += now() - start_; }
  PhaseTimer(const PhaseTimer&) = delete;
  PhaseTimer& operator=(const PhaseTimer&) = delete;

 private:
  static double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
  double& total_;
  double start_;
};

}  // namespace awe::evaluation
