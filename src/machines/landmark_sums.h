// Ridge regression in the space of L landmarks (C. Williams & M. Seeger, "Using the Nystroem method to speed up kernel
// machines", 2000): f(x) = mu + k(x)' a, where k(x) has the kernel values of x with the landmarks and a minimises
// sum_i w_i |y_i - f(x_i)|^2 + lambda a' K a. Only sums over items are kept, apart for each fold: C = sum w k k' and
// b = sum w k (y - mu)'. So any number of items is read once, block by block, and the penalty is chosen by the squared
// error of held-out folds, which follows from the same sums. With all items as landmarks it is kernel ridge regression
// (machines/ridge.h). The system is solved in the coordinates U'^-1 k, where K = U' U (with as much added to the
// diagonal as that needs).
//
// Cost: L^2 / 2 fused operations per item, 8 L^2 bytes per fold; L^3 per fold and L^3 / 6 per fold and penalty to
// solve. The sums depend on the order of the items and on nothing else: not on threads, nor on how the items come.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "algebra/linear_algebra.h"
#include "awe/run_options.h"
#include "machines/ridge.h"

namespace awe::machines {

// The sums of all items of one fold.
struct FoldSums {
  algebra::Dense c;    // L x L, upper triangle
  algebra::Dense b;    // L x targets
  double squares = 0;  // sum of w |y - mu|^2
  double items = 0;
  // Items that are collected and not in c and b yet: their rows and targets, times the root of their weight.
  std::vector<double> pending_rows = {}, pending_targets = {};
  std::size_t pending = 0;
};

class LandmarkSums {
 public:
  LandmarkSums(std::size_t landmarks, std::vector<double> means, std::size_t folds);

  // One item: its kernel values with the landmarks, its targets, weight and fold. Items are collected and added up
  // kBlock at a time.
  void add(std::span<const float> kernel, std::span<const double> targets, double weight, std::size_t fold,
           int threads);
  // Adds what was collected; to be called before the sums are read.
  void flush(int threads);

  [[nodiscard]] std::size_t landmarks() const noexcept { return landmarks_; }
  [[nodiscard]] const std::vector<double>& means() const noexcept { return means_; }
  [[nodiscard]] const std::vector<FoldSums>& folds() const noexcept { return folds_; }
  // The same, to be replaced by those of a checkpoint.
  [[nodiscard]] std::vector<FoldSums>& folds() noexcept { return folds_; }

  static constexpr std::size_t kBlock = 256;

 private:
  void add_up(std::size_t fold, int threads);

  std::size_t landmarks_;
  std::vector<double> means_;
  std::vector<FoldSums> folds_;
};

// Solves for any penalty, from all sums or without those of one fold.
class LandmarkSolver {
 public:
  // `kernel`: L x L values between landmarks. Throws Error: numeric if no addition to the diagonal makes it positive
  // definite, interrupted.
  LandmarkSolver(const algebra::Dense& kernel, const LandmarkSums& sums, int threads, const Progress& stop);

  static constexpr std::size_t kNoFold = ~std::size_t{0};
  // a: landmarks x targets.
  [[nodiscard]] algebra::Dense coefficients(double lambda, std::size_t without = kNoFold) const;
  // Mean of w |y - f|^2 over the items of the first `folds` folds, each by the sums of all other folds.
  [[nodiscard]] double held_out_error(double lambda, std::size_t folds) const;
  // What was added to the diagonal.
  [[nodiscard]] double jitter() const noexcept { return jitter_; }

 private:
  [[nodiscard]] algebra::Dense solve(double lambda, std::size_t without) const;  // in the coordinates U'^-1 k

  algebra::Dense factor_;                // U
  std::vector<algebra::Dense> squares_;  // U'^-1 C U^-1, by fold; the last one is of all folds
  std::vector<algebra::Dense> sides_;    // U'^-1 b, likewise
  std::vector<double> totals_, items_;   // FoldSums::squares and items
  double jitter_ = 0;
  int threads_;
  const Progress& stop_;
};

// The landmark machine on a Gram matrix that is held whole: `landmarks` are items of it.
[[nodiscard]] RidgeModel train_landmarks(const RidgeProblem& problem, std::span<const std::uint32_t> landmarks,
                                         double lambda);
// As held_out_scores (machines/ridge.h).
[[nodiscard]] std::vector<algebra::Dense> held_out_scores(const RidgeProblem& problem,
                                                          std::span<const std::uint32_t> landmarks,
                                                          std::span<const std::vector<std::uint32_t>> parts,
                                                          std::span<const double> lambdas);

}  // namespace awe::machines
