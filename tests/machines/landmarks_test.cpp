// The landmark machine against kernel ridge regression and against sums that are added up one by one.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "awe/error.h"
#include "machines/landmark_sums.h"
#include "machines/random_kernel.h"

namespace awe::machines {
namespace {

using algebra::Dense;
using test::RandomKernel;

std::vector<std::uint32_t> first_items(std::size_t count) {
  std::vector<std::uint32_t> items(count);
  std::iota(items.begin(), items.end(), 0u);
  return items;
}

TEST(Landmarks, AllItemsAsLandmarksAreKernelRidgeRegression) {
  const RandomKernel kernel(140, 3);
  const auto members = first_items(120);
  const Progress none;
  for (const std::vector<double>& weights : {std::vector<double>{}, std::vector<double>{1, 2, 0.5}}) {
    const Targets targets = targets_of_classes(kernel.classes, members, 3, weights);
    const RidgeProblem problem{kernel.view(), members, targets, 2, none};
    for (const double lambda : {1e-3, 1e-1, 1.0}) {
      const RidgeModel exact = train_ridge(problem, lambda), found = train_landmarks(problem, members, lambda);
      for (std::uint32_t item = 0; item < 140; ++item) {
        const auto a = exact.scores(kernel.gram.row(item)), b = found.scores(kernel.gram.row(item));
        for (std::size_t t = 0; t < 3; ++t) EXPECT_NEAR(a[t], b[t], 1e-6) << item << ' ' << lambda;
      }
    }
    const std::vector<std::vector<std::uint32_t>> parts = {{0, 3, 6, 9}, {1, 2, 50, 100, 119}};
    const std::vector<double> lambdas = {0.1};
    const Dense exact = held_out_scores(problem, parts, lambdas).front();
    const Dense found = held_out_scores(problem, members, parts, lambdas).front();
    for (std::size_t k = 0; k < exact.values.size(); ++k) EXPECT_NEAR(exact.values[k], found.values[k], 1e-6);
  }
}

// What is left of the second of two nearly equal landmarks is below the rounding of kernel values: noise, by which the
// sums are not to be divided, even if it is positive.
TEST(Landmarks, AreNotDividedByRounding) {
  const Progress none;
  for (const double apart : {0.5, 1e-6, 1e-9, 0.0, -1e-9}) {
    Dense kernel(2, 2);
    kernel(0, 0) = kernel(1, 1) = 1;
    kernel(0, 1) = kernel(1, 0) = 1 - apart;
    const LandmarkSums sums(2, {0.5}, 1);
    EXPECT_EQ(LandmarkSolver(kernel, sums, 1, none).jitter(), apart > 1e-7 ? 0 : 1e-6) << apart;
  }
}

// Sums of 600 items, more than one block in a fold.
struct Sums {
  RandomKernel kernel{600, 2};
  std::vector<std::uint32_t> landmarks = first_items(20);
  Dense between{20, 20};

  Sums() {
    for (std::size_t i = 0; i < 20; ++i) {
      for (std::size_t j = 0; j < 20; ++j) between(i, j) = static_cast<double>(kernel.gram(i, j));
    }
  }
  [[nodiscard]] LandmarkSums make(int threads) const {
    LandmarkSums sums(20, {0.5, 0.5}, 2);
    for (std::size_t i = 0; i < 600; ++i) {
      const double own = kernel.classes[i] == 0 ? 1 : 0;
      const std::vector<double> targets = {own, 1 - own};
      sums.add(kernel.gram.row(i).first(20), targets, 1 + static_cast<double>(i % 3), i % 2, threads);
    }
    sums.flush(threads);
    return sums;
  }
};

TEST(Landmarks, SumsAreThoseOfAPlainLoopAndTheSameOnAnyThreads) {
  const Sums set;
  const LandmarkSums one = set.make(1), three = set.make(3);
  for (std::size_t fold = 0; fold < 2; ++fold) {
    EXPECT_EQ(one.folds()[fold].c, three.folds()[fold].c);
    EXPECT_EQ(one.folds()[fold].b, three.folds()[fold].b);
    EXPECT_EQ(one.folds()[fold].items, 300);
    Dense c(20, 20);
    for (std::size_t i = fold; i < 600; i += 2) {
      for (std::size_t a = 0; a < 20; ++a) {
        for (std::size_t b = a; b < 20; ++b) {
          c(a, b) += (1 + static_cast<double>(i % 3)) * static_cast<double>(set.kernel.gram(i, a)) *
                     static_cast<double>(set.kernel.gram(i, b));
        }
      }
    }
    for (std::size_t a = 0; a < 20; ++a) {
      for (std::size_t b = a; b < 20; ++b) EXPECT_NEAR(one.folds()[fold].c(a, b), c(a, b), 1e-9);
    }
  }
}

TEST(Landmarks, HeldOutErrorIsThatOfTheItems) {
  const Sums set;
  const LandmarkSums sums = set.make(1);
  const Progress none;
  const LandmarkSolver solver(set.between, sums, 2, none);
  EXPECT_EQ(solver.jitter(), 0);
  for (const double lambda : {0.01, 1.0}) {
    double error = 0;
    for (std::size_t fold = 0; fold < 2; ++fold) {
      const RidgeModel model{set.landmarks, solver.coefficients(lambda, fold), {0.5, 0.5}};
      for (std::size_t i = fold; i < 600; i += 2) {
        const auto found = model.scores(set.kernel.gram.row(i));
        const double own = set.kernel.classes[i] == 0 ? 1 : 0;
        const double squares = (own - found[0]) * (own - found[0]) + (1 - own - found[1]) * (1 - own - found[1]);
        error += (1 + static_cast<double>(i % 3)) * squares;
      }
    }
    EXPECT_NEAR(solver.held_out_error(lambda, 2), error / 600, 1e-8);
  }
}

TEST(Landmarks, ASingularKernelIsSolvedWithAnAdditionToItsDiagonal) {
  Sums set;
  for (std::size_t j = 0; j < 20; ++j) {  // the second landmark is the first
    set.between(1, j) = set.between(0, j);
    set.between(j, 1) = set.between(j, 0);
  }
  set.between(1, 1) = set.between(0, 1) = set.between(1, 0) = set.between(0, 0);
  const LandmarkSums sums = set.make(1);
  const Progress none;
  const LandmarkSolver solver(set.between, sums, 1, none);
  EXPECT_GT(solver.jitter(), 0);
  for (const double value : solver.coefficients(0.1).values) EXPECT_TRUE(std::isfinite(value));
  for (std::size_t i = 0; i < 20; ++i) set.between(i, i) = -5;
  EXPECT_THROW(LandmarkSolver(set.between, sums, 1, none), Error);
}

}  // namespace
}  // namespace awe::machines
