#include "embedding/minimiser.h"

#include <algorithm>
#include <cmath>
#include <deque>

#include "awe/base/error.h"
#include "embedding/linear_algebra.h"

namespace awe {
namespace {

struct Pair {
  std::vector<double> step, change;  // of x and of the gradient
  double inverse = 0;                // 1 / (step . change)
};

// -H g, with H the inverse Hessian that the pairs tell of.
std::vector<double> direction(const std::deque<Pair>& pairs, std::span<const double> gradient) {
  std::vector<double> result(gradient.begin(), gradient.end());
  std::vector<double> factors(pairs.size());
  for (std::size_t k = pairs.size(); k-- > 0;) {
    factors[k] = pairs[k].inverse * inner_product(pairs[k].step, result);
    add_multiple(-factors[k], pairs[k].change, result);
  }
  if (!pairs.empty()) {
    const Pair& last = pairs.back();
    const double scale = 1 / (last.inverse * inner_product(last.change, last.change));
    for (double& value : result) value *= scale;
  }
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const double back = pairs[k].inverse * inner_product(pairs[k].change, result);
    add_multiple(factors[k] - back, pairs[k].step, result);
  }
  for (double& value : result) value = -value;
  return result;
}

struct Point {
  std::vector<double> x, gradient;
  double value = 0;
};

class Search {
 public:
  Search(const SmoothFunction& f, std::size_t size)
      : f_(f), next_{std::vector<double>(size), std::vector<double>(size), 0} {}

  // A point along the direction with enough decrease and less slope; false if there is none to be found.
  bool run(const Point& from, std::span<const double> along, double slope, double first) {
    double low = 0, high = 0, step = first;
    for (int tries = 0; tries < 40; ++tries) {
      move(from, along, step);
      const double new_slope = inner_product(next_.gradient, along);
      if (!(next_.value <= from.value + 1e-4 * step * slope)) {
        high = step;
      } else if (new_slope < 0.9 * slope) {
        low = step;
      } else {
        return true;
      }
      step = high > 0 ? (low + high) / 2 : 2 * step;
    }
    // As good as arithmetic allows.
    return std::isfinite(next_.value) && next_.value < from.value;
  }
  [[nodiscard]] Point& found() { return next_; }
  [[nodiscard]] std::uint64_t evaluations() const { return evaluations_; }

 private:
  void move(const Point& from, std::span<const double> along, double step) {
    next_.x = from.x;
    add_multiple(step, along, next_.x);
    next_.value = f_(next_.x, next_.gradient);
    ++evaluations_;
  }
  const SmoothFunction& f_;
  Point next_;
  std::uint64_t evaluations_ = 0;
};

double norm(std::span<const double> vector) { return std::sqrt(inner_product(vector, vector)); }

}  // namespace

Minimum minimise(const SmoothFunction& f, std::vector<double>& x, const MinimiserOptions& options,
                 const Progress& progress) {
  Point here{x, std::vector<double>(x.size()), 0};
  here.value = f(here.x, here.gradient);
  if (!std::isfinite(here.value)) throw Error(ErrorKind::numeric, "training cannot begin: the objective is not finite");
  Search search(f, x.size());
  std::deque<Pair> pairs;
  Minimum result;
  const auto small = [&] {
    return norm(here.gradient) <= options.gradient_tolerance * std::max(1.0, std::abs(here.value));
  };
  while (!small() && result.iterations < options.max_iterations) {
    progress.throw_if_stopped();
    std::vector<double> along = direction(pairs, here.gradient);
    double slope = inner_product(along, here.gradient);
    if (!(slope < 0)) {
      pairs.clear();
      along = direction(pairs, here.gradient);
      slope = inner_product(along, here.gradient);
    }
    const double first = pairs.empty() ? 1 / std::max(1.0, norm(here.gradient)) : 1;
    if (!search.run(here, along, slope, first)) {
      if (pairs.empty()) break;
      pairs.clear();
      continue;
    }
    Point& next = search.found();
    Pair pair{next.x, next.gradient, 0};
    add_multiple(-1, here.x, pair.step);
    add_multiple(-1, here.gradient, pair.change);
    const double curvature = inner_product(pair.step, pair.change);
    if (curvature > 0) {
      pair.inverse = 1 / curvature;
      pairs.push_back(std::move(pair));
      if (pairs.size() > static_cast<std::size_t>(options.history)) pairs.pop_front();
    }
    std::swap(here, next);
    ++result.iterations;
    if (progress.report) progress.report(result.iterations, options.max_iterations);
  }
  result.value = here.value;
  result.gradient_norm = norm(here.gradient);
  result.evaluations = search.evaluations() + 1;
  result.converged = small();
  x = std::move(here.x);
  return result;
}

}  // namespace awe
