#include "svm/svm_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace awe::svm {
namespace {

constexpr std::uint64_t kMostIterations = 10'000'000;
// Shrinking requires gathering rows again, now and when items return: about as much work as this many steps per item.
constexpr std::uint64_t kStepsBetweenShrinks = 2;
constexpr double kWorthShrinking = 0.7;  // shrink only if at most this share of the items remains

}  // namespace

DualSolver::DualSolver(const kernels::GramView& gram, DualProblem problem, const SvmOptions& options, RowMemory& memory)
    : gram_(gram),
      items_(std::move(problem.items)),
      positive_(std::move(problem.positive)),
      linear_(std::move(problem.linear)),
      distinct_(items_.size()),
      tolerance_(options.tolerance),
      shrinking_(options.shrinking),
      max_iterations_(options.max_iterations > 0 ? options.max_iterations
                                                 : std::max(kMostIterations, std::uint64_t{100} * items_.size())),
      signed_(items_.size(), 0.0),
      exact_at_(items_.size(), 0.0),
      exact_(padded(items_.size()), 0.0),
      rows_(gram, items_.size(), options.row_cache_bytes, memory) {
  const auto again = std::find(items_.begin() + 1, items_.end(), items_.front());
  if (again != items_.end()) distinct_ = static_cast<std::size_t>(again - items_.begin());
  std::copy(linear_.begin(), linear_.end(), exact_.begin());
  all_in_play();
  floats_.gradient.assign(exact_.begin(), exact_.end());
}

const float* DualSolver::row_of(std::size_t k, std::size_t keep) {
  const auto key = [&](std::size_t at) { return at < distinct_ || at == kNowhere ? at : at - distinct_; };
  return rows_.row(key(k), items_[k], key(keep));
}

void DualSolver::all_in_play() {
  active_.resize(items_.size());
  std::iota(active_.begin(), active_.end(), 0u);
  in_play_items_ = items_;
  diagonal_.assign(padded(items_.size()), 0.0f);
  for (std::size_t k = 0; k < items_.size(); ++k) diagonal_[k] = gram_(items_[k], items_[k]);
  rows_.reset(in_play_items_);
}

// Requires that all items are active.
void DualSolver::refresh_exact() {
  for (std::size_t k = 0; k < items_.size(); ++k) {
    const double change = signed_[k] - exact_at_[k];
    if (change == 0) continue;
    add_scaled(exact_.data(), row_of(k, kNowhere), change, items_.size());
    exact_at_[k] = signed_[k];
  }
  rounding_ = 0;
  steps_ = 0;
}

template <class T>
void DualSolver::mark(InPlay<T>& play, std::size_t position) const {
  const std::size_t k = active_[position];
  play.up.set(position, signed_[k] < upper(k));
  play.low.set(position, signed_[k] > lower(k));
}

template <class T>
void DualSolver::mark_all(InPlay<T>& play) const {
  play.up.reset(active_.size(), svm_loops<T>().lanes);
  play.low.reset(active_.size(), svm_loops<T>().lanes);
  for (std::size_t p = 0; p < active_.size(); ++p) mark(play, p);
}

template <class T>
Extremes<T> DualSolver::extremes_of(InPlay<T>& play) const {
  return svm_loops<T>().update(play.gradient.data(), diagonal_.data(), diagonal_.data(), T{0}, play.up.data(),
                               play.low.data(), active_.size());
}

// Deactivates items at a bound whose gradient would push them further that way: they take part in no step now.
template <class T>
void DualSolver::shrink(InPlay<T>& play, const Extremes<T>& extremes) {
  const auto stays = [&](std::size_t p) {
    const std::size_t k = active_[p];
    const bool up = signed_[k]<upper(k), low = signed_[k]> lower(k);
    return (up && low) || (up ? play.gradient[p] <= extremes.highest_low : play.gradient[p] >= extremes.lowest_up);
  };
  std::size_t left = 0;
  for (std::size_t p = 0; p < active_.size(); ++p) left += stays(p) ? 1 : 0;
  if (static_cast<double>(left) > kWorthShrinking * static_cast<double>(active_.size())) return;
  std::size_t to = 0;
  for (std::size_t p = 0; p < active_.size(); ++p) {
    if (!stays(p)) continue;
    active_[to] = active_[p];
    in_play_items_[to] = in_play_items_[p];
    diagonal_[to] = diagonal_[p];
    play.gradient[to] = play.gradient[p];
    ++to;
  }
  active_.resize(to);
  in_play_items_.resize(to);
  rows_.reset(in_play_items_);
  mark_all(play);
}

// Makes all items active again, with the exact gradient.
template <class T>
void DualSolver::bring_back(InPlay<T>& play) {
  if (shrunk()) all_in_play();
  refresh_exact();
  play.gradient.resize(exact_.size());
  std::transform(exact_.begin(), exact_.end(), play.gradient.begin(), [](double x) { return static_cast<T>(x); });
  mark_all(play);
}

// Rounding errors add up like a random walk; four standard deviations must stay well below the tolerance.
template <class T>
bool DualSolver::rounding_matters(const Extremes<T>& extremes) const {
  const double scale = std::max({1.0, std::abs(double{extremes.lowest_up}), std::abs(double{extremes.highest_low})});
  const double unit = std::numeric_limits<T>::epsilon() / 2;
  return 4 * unit * scale * std::sqrt(rounding_ + static_cast<double>(steps_)) > tolerance_ / 8;
}

template <class T>
DualSolver::Outcome DualSolver::step(InPlay<T>& play, Extremes<T>& extremes) {
  const SvmLoops<T>& loops = svm_loops<T>();
  const std::size_t i = extremes.lowest_up_at, k_i = active_[i];
  const float* row_i = row_of(k_i, kNowhere);
  const std::size_t j = loops.partner(play.gradient.data(), row_i, diagonal_.data(), extremes.lowest_up, diagonal_[i],
                                      play.low.data(), active_.size());
  if (j == kNowhere) return Outcome::imprecise;
  const std::size_t k_j = active_[j];
  const float* row_j = row_of(k_j, k_i);
  double curvature = double{diagonal_[i]} + double{diagonal_[j]} - 2 * double{row_i[j]};
  if (!(curvature > 0)) curvature = kSmallestCurvature;
  const double wanted = (double{play.gradient[j]} - double{play.gradient[i]}) / curvature;
  const double room_i = upper(k_i) - signed_[k_i], room_j = signed_[k_j] - lower(k_j);
  const double length = std::min({wanted, room_i, room_j});
  signed_[k_i] = length == room_i ? upper(k_i) : signed_[k_i] + length;
  signed_[k_j] = length == room_j ? lower(k_j) : signed_[k_j] - length;
  mark(play, i);
  mark(play, j);
  extremes = loops.update(play.gradient.data(), row_i, row_j, static_cast<T>(length), play.up.data(), play.low.data(),
                          active_.size());
  return Outcome::solved;
}

template <class T>
DualSolver::Outcome DualSolver::run(InPlay<T>& play) {
  mark_all(play);
  Extremes<T> extremes = extremes_of(play);
  const std::uint64_t interval = kStepsBetweenShrinks * items_.size();
  std::uint64_t until_check = interval;
  int refreshed = 0;
  while (true) {
    const bool open = extremes.lowest_up_at != kNowhere && extremes.highest_low - extremes.lowest_up >= tolerance_;
    if (!open) {
      if (!shrunk() && !rounding_matters(extremes)) return Outcome::solved;
      if (!shrunk() && ++refreshed > 3) return Outcome::imprecise;
      bring_back(play);
      extremes = extremes_of(play);
      until_check = interval;
      if (!(extremes.highest_low - extremes.lowest_up >= tolerance_)) return Outcome::solved;
    }
    if (iterations_ == max_iterations_) {
      bring_back(play);
      return Outcome::out_of_iterations;
    }
    if (--until_check == 0) {
      until_check = interval;
      // A single rounding of the gradient must stay well below the tolerance.
      const double scale = std::max(std::abs(extremes.lowest_up), std::abs(extremes.highest_low));
      if (scale * std::numeric_limits<T>::epsilon() > tolerance_ / 32) return Outcome::imprecise;
      if (shrinking_) {
        shrink(play, extremes);
        extremes = extremes_of(play);
        continue;
      }
    }
    ++iterations_;
    ++steps_;
    if (step(play, extremes) != Outcome::solved) return Outcome::imprecise;
  }
}

// Widens the bounds and scales all multipliers by the factor that is best for the dual, without reading the Gram.
void DualSolver::grow(double positive_bound, double negative_bound) {
  const double factor = positive_bound / positive_bound_;
  double linear = 0, quadratic = 0;
  for (std::size_t k = 0; k < items_.size(); ++k) {
    linear -= signed_[k] * linear_[k];
    quadratic += signed_[k] * (gradient_of(k) - linear_[k]);
  }
  const double best = quadratic > 0 ? linear / quadratic : factor;
  const double by = std::clamp(best, 1.0, factor);
  const bool to_bounds = by == factor;
  for (std::size_t k = 0; k < items_.size(); ++k) {
    const double p = linear_[k], most = positive_[k] ? positive_bound : negative_bound;
    const bool at_bound = std::abs(signed_[k]) >= bound(k);
    signed_[k] = to_bounds && at_bound ? (positive_[k] ? most : -most) : std::clamp(signed_[k] * by, -most, most);
    exact_at_[k] *= by;
    exact_[k] = by * (exact_[k] - p) + p;
    if (in_double_) {
      doubles_.gradient[k] = by * (doubles_.gradient[k] - p) + p;
    } else {
      floats_.gradient[k] = static_cast<float>(by * (floats_.gradient[k] - p) + p);
    }
  }
  rounding_ = by * by * (rounding_ + static_cast<double>(steps_)) + 1;
  steps_ = 0;
}

void DualSolver::solve(double positive_bound, double negative_bound) {
  if (positive_bound_ > 0 && positive_bound > positive_bound_) grow(positive_bound, negative_bound);
  positive_bound_ = positive_bound;
  negative_bound_ = negative_bound;
  iterations_ = 0;
  Outcome outcome = Outcome::imprecise;
  if (!in_double_) outcome = run(floats_);
  if (outcome == Outcome::imprecise) {
    if (!in_double_) bring_back(doubles_);
    in_double_ = true;
    outcome = run(doubles_);
  }
  converged_ = outcome == Outcome::solved;
}

bool DualSolver::inside_bounds() const {
  for (std::size_t k = 0; k < items_.size(); ++k) {
    if (std::abs(signed_[k]) >= bound(k)) return false;
  }
  return true;
}

SvmPair DualSolver::result() const {
  SvmPair pair;
  double free_sum = 0, free = 0, linear = 0, product = 0;
  double lowest_up = std::numeric_limits<double>::infinity(), highest_low = -lowest_up;
  for (std::size_t k = 0; k < items_.size(); ++k) {
    const double gradient = gradient_of(k);
    const bool up = signed_[k]<upper(k), low = signed_[k]> lower(k);
    if (up) lowest_up = std::min(lowest_up, gradient);
    if (low) highest_low = std::max(highest_low, gradient);
    if (up && low) {
      free_sum += gradient;
      ++free;
    }
    if (signed_[k] == 0) continue;
    pair.support.push_back(items_[k]);
    pair.coefficients.push_back(signed_[k]);
    linear += signed_[k] * linear_[k];
    product += signed_[k] * gradient;
  }
  pair.rho = free > 0 ? free_sum / free : (lowest_up + highest_low) / 2;
  pair.objective = (product + linear) / 2;
  pair.iterations = iterations_;
  pair.converged = converged_;
  return pair;
}

}  // namespace awe::svm
