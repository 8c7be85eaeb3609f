// Linear systems with a positive definite matrix: the solution solves them, whatever the size; other matrices are
// refused.
#include <gtest/gtest.h>

#include <cmath>

#include "algebra/linear_algebra.h"
#include "algebra/random_values.h"
#include "support/vector_targets.h"

namespace awe::test {
namespace {

TEST(SolvePositive, SolvesSystemsOfEverySize) {
  for (const std::size_t n : {1u, 2u, 5u, 31u, 32u, 33u, 64u, 100u, 161u}) {
    // W' W + 1: well conditioned.
    const auto w = random_values<float>(2 * n * n, n);
    std::vector<float> a(n * n);
    algebra::gram_of_columns(w, n, a);
    for (std::size_t i = 0; i < n; ++i) a[i * n + i] += 1;
    const auto b = random_values<float>(n, n + 1000);
    std::vector<float> first;
    for_each_target([&](const std::string& target) {
      auto matrix = a, x = b;
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) matrix[i * n + j] = std::nanf("");  // only the lower triangle is read
      }
      ASSERT_TRUE(algebra::solve_positive(matrix, x));
      if (first.empty()) first = x;
      EXPECT_EQ(x, first) << target;
      for (std::size_t i = 0; i < n; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < n; ++j) {
          sum += static_cast<double>(a[std::max(i, j) * n + std::min(i, j)]) * static_cast<double>(x[j]);
        }
        EXPECT_NEAR(sum, static_cast<double>(b[i]), 2e-5);
      }
    });
  }
}

TEST(SolvePositive, RefusesOtherMatrices) {
  std::vector<float> x = {1, 1};
  std::vector<float> indefinite = {1, 0, 2, 1}, zero(4, 0.0f), broken = {1, 0, std::nanf(""), 1};
  EXPECT_FALSE(algebra::solve_positive(indefinite, x));
  EXPECT_FALSE(algebra::solve_positive(zero, x));
  EXPECT_FALSE(algebra::solve_positive(broken, x));
}

}  // namespace
}  // namespace awe::test
