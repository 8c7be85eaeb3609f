#include "exact_form/minimiser.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algebra/linear_algebra.h"
#include "awe/error.h"

namespace awe::exact_form {
namespace {

using Pair = MinimiserState::Pair;

// -H g, where H is the inverse Hessian estimated from the pairs.
std::vector<double> direction(const std::deque<Pair>& pairs, std::span<const double> gradient) {
  std::vector<double> result(gradient.begin(), gradient.end());
  std::vector<double> factors(pairs.size());
  for (std::size_t k = pairs.size(); k-- > 0;) {
    factors[k] = pairs[k].inverse * algebra::inner_product(pairs[k].step, result);
    algebra::add_multiple(-factors[k], pairs[k].change, result);
  }
  if (!pairs.empty()) {
    const Pair& last = pairs.back();
    const double scale = 1 / (last.inverse * algebra::inner_product(last.change, last.change));
    for (double& value : result) value *= scale;
  }
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const double back = pairs[k].inverse * algebra::inner_product(pairs[k].change, result);
    algebra::add_multiple(factors[k] - back, pairs[k].step, result);
  }
  for (double& value : result) value = -value;
  return result;
}

double norm(std::span<const double> vector) { return std::sqrt(algebra::inner_product(vector, vector)); }

}  // namespace

Minimiser::Minimiser(SmoothFunction f, std::vector<double> x, const MinimiserOptions& options)
    : f_(std::move(f)), options_(options) {
  state_.x = std::move(x);
  state_.gradient.resize(state_.x.size());
  state_.value = f_(state_.x, state_.gradient);
  state_.evaluations = 1;
  if (!std::isfinite(state_.value)) {
    throw Error(ErrorKind::numeric, "training cannot begin: the objective is not finite");
  }
}

Minimiser::Minimiser(SmoothFunction f, MinimiserState state, const MinimiserOptions& options)
    : f_(std::move(f)), options_(options), state_(std::move(state)) {}

bool Minimiser::converged() const {
  return norm(state_.gradient) <= options_.gradient_tolerance * std::max(1.0, std::abs(state_.value));
}

bool Minimiser::step() {
  while (!state_.stuck && state_.iterations < options_.max_iterations && !converged()) {
    std::vector<double> along = direction(state_.pairs, state_.gradient);
    double slope = algebra::inner_product(along, state_.gradient);
    if (!(slope < 0)) {
      state_.pairs.clear();
      along = direction(state_.pairs, state_.gradient);
      slope = algebra::inner_product(along, state_.gradient);
    }
    const double first = state_.pairs.empty() ? 1 / std::max(1.0, norm(state_.gradient)) : 1;
    const std::uint64_t evaluations = state_.evaluations;
    bool found = false;
    try {
      found = search(along, slope, first);
    } catch (...) {
      state_.evaluations = evaluations;  // those of an unfinished search will be made again
      throw;
    }
    if (found) {
      accept();
      return true;
    }
    state_.stuck = state_.pairs.empty();
    state_.pairs.clear();
  }
  return false;
}

// Finds a point along the direction with sufficient decrease and a smaller slope; false if there is none.
bool Minimiser::search(std::span<const double> along, double slope, double first) {
  double low = 0, high = 0, step = first;
  for (int tries = 0; tries < 40; ++tries) {
    move(along, step);
    const double new_slope = algebra::inner_product(next_gradient_, along);
    if (!(next_value_ <= state_.value + 1e-4 * step * slope)) {
      high = step;
    } else if (new_slope < 0.9 * slope) {
      low = step;
    } else {
      return true;
    }
    step = high > 0 ? (low + high) / 2 : 2 * step;
  }
  // The best that floating-point arithmetic allows.
  return std::isfinite(next_value_) && next_value_ < state_.value;
}

void Minimiser::move(std::span<const double> along, double step) {
  next_x_ = state_.x;
  next_gradient_.resize(next_x_.size());
  algebra::add_multiple(step, along, next_x_);
  next_value_ = f_(next_x_, next_gradient_);
  ++state_.evaluations;
}

void Minimiser::accept() {
  Pair pair{next_x_, next_gradient_, 0};
  algebra::add_multiple(-1, state_.x, pair.step);
  algebra::add_multiple(-1, state_.gradient, pair.change);
  const double curvature = algebra::inner_product(pair.step, pair.change);
  if (curvature > 0) {
    pair.inverse = 1 / curvature;
    state_.pairs.push_back(std::move(pair));
    if (state_.pairs.size() > static_cast<std::size_t>(options_.history)) state_.pairs.pop_front();
  }
  std::swap(state_.x, next_x_);
  std::swap(state_.gradient, next_gradient_);
  state_.value = next_value_;
  ++state_.iterations;
}

Minimum Minimiser::minimum() const {
  return {state_.value, norm(state_.gradient), state_.iterations, state_.evaluations, converged()};
}

}  // namespace awe::exact_form
