// Unconstrained minimisation of a smooth function: limited-memory BFGS (J. Nocedal, S. Wright, "Numerical
// Optimization", chapter 7) with a line search for the weak Wolfe conditions. Deterministic; cost: one evaluation a
// step, mostly, and 4 * history vectors of work.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "awe/base/progress.h"

namespace awe {

struct MinimiserOptions {
  int history = 12;
  std::uint64_t max_iterations = 500;
  double gradient_tolerance = 1e-5;  // of the gradient's length, relative to max(1, |f|)
};

struct Minimum {
  double value = 0;
  double gradient_norm = 0;
  std::uint64_t iterations = 0, evaluations = 0;
  bool converged = false;
};

// The value at x; writes the gradient.
using SmoothFunction = std::function<double(std::span<const double> x, std::span<double> gradient)>;

// Moves x to a minimum. Progress counts iterations. Throws Error(numeric) if f(x) is not finite at the start.
Minimum minimise(const SmoothFunction& f, std::vector<double>& x, const MinimiserOptions& options,
                 const Progress& progress = {});

}  // namespace awe
