// Unconstrained minimisation of a smooth function: limited-memory BFGS (J. Nocedal, S. Wright, "Numerical
// Optimization", chapter 7) with a line search for the weak Wolfe conditions. Deterministic. Cost per step: usually one
// evaluation, and 4 * history vector operations. Between steps the whole state is a value that can be stored and
// resumed with the same bits.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <vector>

namespace awe::exact_form {

struct MinimiserOptions {
  int history = 12;
  std::uint64_t max_iterations = 500;
  double gradient_tolerance = 1e-5;  // on the gradient's length, relative to max(1, |f|)
};

struct Minimum {
  double value = 0;
  double gradient_norm = 0;
  std::uint64_t iterations = 0, evaluations = 0;
  bool converged = false;
};

// Returns the value at x and writes the gradient.
using SmoothFunction = std::function<double(std::span<const double> x, std::span<double> gradient)>;

struct MinimiserState {
  std::vector<double> x, gradient;
  double value = 0;
  // Information on the Hessian from recent steps, latest last.
  struct Pair {
    std::vector<double> step, change;  // differences of x and of the gradient
    double inverse = 0;                // 1 / (step . change)
  };
  std::deque<Pair> pairs;
  std::uint64_t iterations = 0, evaluations = 0;
  bool stuck = false;  // no lower point can be found
};

class Minimiser {
 public:
  // Starts at x. Throws Error(numeric) if f(x) is not finite.
  Minimiser(SmoothFunction f, std::vector<double> x, const MinimiserOptions& options);
  // Continues from a state of the same function.
  Minimiser(SmoothFunction f, MinimiserState state, const MinimiserOptions& options);

  // One iteration; returns false and does nothing at the end: at a minimum, after max_iterations, or if stuck. If f
  // throws, the state is still that of the last whole iteration, up to what an interrupted one would do again.
  bool step();
  [[nodiscard]] const MinimiserState& state() const noexcept { return state_; }
  [[nodiscard]] Minimum minimum() const;

 private:
  [[nodiscard]] bool converged() const;
  [[nodiscard]] bool search(std::span<const double> along, double slope, double first);
  void move(std::span<const double> along, double step);
  void accept();

  SmoothFunction f_;
  MinimiserOptions options_;
  MinimiserState state_;
  std::vector<double> next_x_, next_gradient_;  // current point of the line search
  double next_value_ = 0;
};

}  // namespace awe::exact_form
