#include "machines/landmark_sums.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algebra/cholesky.h"
#include "algebra/fixed_loops.h"
#include "awe/error.h"
#include "base/parallel.h"

namespace awe::machines {
namespace {

using algebra::Dense;

constexpr std::size_t kTile = 64;  // rows of the sums that a task adds to

void transpose(Dense& square) {
  for (std::size_t i = 0; i < square.rows; ++i) {
    for (std::size_t j = i + 1; j < square.rows; ++j) std::swap(square(i, j), square(j, i));
  }
}

void mirror(Dense& upper) {
  for (std::size_t i = 0; i < upper.rows; ++i) {
    for (std::size_t j = i + 1; j < upper.rows; ++j) upper(j, i) = upper(i, j);
  }
}

void add_to(Dense& sum, const Dense& more, double factor) { algebra::add_multiple(factor, more.values, sum.values); }

Dense kernel_between(const kernels::GramView& gram, std::span<const std::uint32_t> items) {
  Dense kernel(items.size(), items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    for (std::size_t j = 0; j < items.size(); ++j) kernel(i, j) = static_cast<double>(gram(items[i], items[j]));
  }
  return kernel;
}

std::vector<float> picked(std::span<const float> row, std::span<const std::uint32_t> items) {
  std::vector<float> values(items.size());
  std::transform(items.begin(), items.end(), values.begin(), [&](std::uint32_t item) { return row[item]; });
  return values;
}

// The sums of all members, each in the fold that is given for its position.
LandmarkSums sums_of(const RidgeProblem& problem, std::span<const std::uint32_t> landmarks,
                     const std::vector<std::size_t>& fold_of, std::size_t folds) {
  LandmarkSums sums(landmarks.size(), means_of(problem.targets), folds);
  for (std::size_t i = 0; i < problem.members.size(); ++i) {
    problem.stop.throw_if_stopped();
    sums.add(picked(problem.gram.row(problem.members[i]), landmarks), problem.targets.values.row(i),
             problem.targets.weight(i), fold_of[i], problem.threads);
  }
  sums.flush(problem.threads);
  return sums;
}

}  // namespace

LandmarkSums::LandmarkSums(std::size_t landmarks, std::vector<double> means, std::size_t folds)
    : landmarks_(landmarks), means_(std::move(means)) {
  for (std::size_t fold = 0; fold < folds; ++fold) {
    folds_.push_back({Dense(landmarks, landmarks), Dense(landmarks, means_.size())});
  }
}

void LandmarkSums::add(std::span<const float> kernel, std::span<const double> targets, double weight, std::size_t fold,
                       int threads) {
  if (kernel.size() != landmarks_ || targets.size() != means_.size() || fold >= folds_.size()) {
    throw Error(ErrorKind::usage, "landmarks: an item of another shape");
  }
  FoldSums& own = folds_[fold];
  const double root = std::sqrt(weight);
  for (const float value : kernel) own.pending_rows.push_back(root * static_cast<double>(value));
  for (std::size_t t = 0; t < targets.size(); ++t) {
    own.pending_targets.push_back(root * (targets[t] - means_[t]));
    own.squares += own.pending_targets.back() * own.pending_targets.back();
  }
  own.items += 1;
  if (++own.pending == kBlock) add_up(fold, threads);
}

void LandmarkSums::flush(int threads) {
  for (std::size_t fold = 0; fold < folds_.size(); ++fold) add_up(fold, threads);
}

// Tiles of the upper triangle, each by one thread; every value is a sum in the order of the items.
void LandmarkSums::add_up(std::size_t fold, int threads) {
  FoldSums& own = folds_[fold];
  if (own.pending == 0) return;
  const auto& loops = algebra::fixed_loops<double>();
  const std::size_t l = landmarks_, targets = means_.size();
  base::parallel_for((l + kTile - 1) / kTile, threads, [&](std::size_t tile) {
    const std::size_t i = tile * kTile, rows = std::min(kTile, l - i);
    loops.product(rows, own.pending, {own.pending_rows.data() + i, 1, l}, {own.pending_rows.data() + i, l, l - i},
                  own.c.row(i).data() + i, l, true);
    loops.product(rows, own.pending, {own.pending_rows.data() + i, 1, l},
                  {own.pending_targets.data(), targets, targets}, own.b.row(i).data(), targets, true);
  });
  own.pending_rows.clear();
  own.pending_targets.clear();
  own.pending = 0;
}

LandmarkSolver::LandmarkSolver(const Dense& kernel, const LandmarkSums& sums, int threads, const Progress& stop)
    : threads_(threads), stop_(stop) {
  // Kernel values are rounded to float32: a pivot below that is noise, by which the sums would be divided.
  constexpr double kFirstJitter = 1e-6, kMostJitter = 1, kLeastPivot = 1e-7;
  double scale = 0;
  for (std::size_t i = 0; i < kernel.rows; ++i) scale = std::max(scale, std::abs(kernel(i, i)));
  for (bool done = false; !done;) {
    factor_ = kernel;
    for (std::size_t i = 0; i < kernel.rows; ++i) factor_(i, i) += jitter_ * scale;
    done = algebra::factor_positive(factor_, threads, stop);
    for (std::size_t i = 0; done && i < kernel.rows; ++i) {
      done = factor_(i, i) * factor_(i, i) >= kLeastPivot * scale;
    }
    if (done) break;
    jitter_ = jitter_ == 0 ? kFirstJitter : 10 * jitter_;
    if (jitter_ > kMostJitter) throw Error(ErrorKind::numeric, "the kernel of the landmarks is not positive definite");
  }
  const std::size_t l = kernel.rows, folds = sums.folds().size();
  squares_.emplace_back(l, l);
  sides_.emplace_back(l, sums.means().size());
  for (std::size_t fold = 0; fold < folds; ++fold) {
    stop.throw_if_stopped();
    Dense m = sums.folds()[fold].c, v = sums.folds()[fold].b;
    mirror(m);
    algebra::solve_transposed_factor(factor_, m, threads);
    transpose(m);
    algebra::solve_transposed_factor(factor_, m, threads);
    algebra::solve_transposed_factor(factor_, v, threads);
    add_to(squares_.back(), m, 1);
    add_to(sides_.back(), v, 1);
    totals_.push_back(sums.folds()[fold].squares);
    items_.push_back(sums.folds()[fold].items);
    // One fold alone is never left out.
    if (folds == 1) break;
    squares_.insert(squares_.end() - 1, std::move(m));
    sides_.insert(sides_.end() - 1, std::move(v));
  }
}

Dense LandmarkSolver::solve(double lambda, std::size_t without) const {
  if (!(lambda > 0) || !std::isfinite(lambda)) throw Error(ErrorKind::usage, "lambda must be above 0");
  Dense m = squares_.back(), x = sides_.back();
  if (without != kNoFold) {
    add_to(m, squares_[without], -1);
    add_to(x, sides_[without], -1);
  }
  // Rounding leaves the two triangles of a product unlike; only the upper one is read.
  for (std::size_t i = 0; i < m.rows; ++i) m(i, i) += lambda;
  if (!algebra::factor_positive(m, threads_, stop_)) {
    throw Error(ErrorKind::numeric, "the sums of the landmarks are not positive definite; use a larger lambda");
  }
  algebra::solve_factored(m, x, threads_);
  return x;
}

Dense LandmarkSolver::coefficients(double lambda, std::size_t without) const {
  Dense x = solve(lambda, without);
  algebra::solve_factor(factor_, x, threads_);
  return x;
}

double LandmarkSolver::held_out_error(double lambda, std::size_t folds) const {
  double error = 0, items = 0;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    const Dense x = solve(lambda, fold);
    Dense mx(x.rows, x.columns);
    algebra::multiply(squares_[fold], x, mx.values.data());
    error += totals_[fold] - 2 * algebra::inner_product(x.values, sides_[fold].values) +
             algebra::inner_product(x.values, mx.values);
    items += items_[fold];
  }
  return items > 0 ? error / items : 0;
}

RidgeModel train_landmarks(const RidgeProblem& problem, std::span<const std::uint32_t> landmarks, double lambda) {
  const LandmarkSums sums = sums_of(problem, landmarks, std::vector<std::size_t>(problem.members.size(), 0), 1);
  const LandmarkSolver solver(kernel_between(problem.gram, landmarks), sums, problem.threads, problem.stop);
  return {{landmarks.begin(), landmarks.end()}, solver.coefficients(lambda), sums.means()};
}

std::vector<Dense> held_out_scores(const RidgeProblem& problem, std::span<const std::uint32_t> landmarks,
                                   std::span<const std::vector<std::uint32_t>> parts, std::span<const double> lambdas) {
  // Members of no part are in a last fold, which is never left out.
  std::vector<std::size_t> fold_of(problem.members.size(), parts.size());
  for (std::size_t p = 0; p < parts.size(); ++p) {
    for (const std::uint32_t place : parts[p]) fold_of[place] = p;
  }
  const LandmarkSums sums = sums_of(problem, landmarks, fold_of, parts.size() + 1);
  const LandmarkSolver solver(kernel_between(problem.gram, landmarks), sums, problem.threads, problem.stop);
  std::vector<Dense> scores;
  for (const double lambda : lambdas) {
    Dense& made = scores.emplace_back(problem.members.size(), sums.means().size());
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const RidgeModel model{{landmarks.begin(), landmarks.end()}, solver.coefficients(lambda, p), sums.means()};
      base::parallel_for(parts[p].size(), problem.threads, [&](std::size_t i) {
        const std::uint32_t place = parts[p][i];
        const auto of_item = model.scores(problem.gram.row(problem.members[place]));
        std::copy(of_item.begin(), of_item.end(), made.row(place).begin());
      });
    }
  }
  return scores;
}

}  // namespace awe::machines
