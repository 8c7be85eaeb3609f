// Factors and solutions against products that must give back the matrix.
#include "algebra/cholesky.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace awe::algebra {
namespace {

// B' B + 1, of any size around the blocks of the algorithm.
Dense positive(std::size_t n) {
  Dense b(n, n), a(n, n);
  base::Sequence random(n, {});
  for (double& value : b.values) value = random.unit() - 0.5;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      double sum = i == j ? 1 : 0;
      for (std::size_t k = 0; k < n; ++k) sum += b(k, i) * b(k, j);
      a(i, j) = sum;
    }
  }
  return a;
}

Dense product(const Dense& a, const Dense& b) {
  Dense out(a.rows, b.columns);
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < b.columns; ++j) {
      for (std::size_t k = 0; k < a.columns; ++k) out(i, j) += a(i, k) * b(k, j);
    }
  }
  return out;
}

Dense transposed(const Dense& a) {
  Dense out(a.columns, a.rows);
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < a.columns; ++j) out(j, i) = a(i, j);
  }
  return out;
}

void expect_near(const Dense& a, const Dense& b, double error) {
  ASSERT_EQ(a.values.size(), b.values.size());
  for (std::size_t k = 0; k < a.values.size(); ++k) EXPECT_NEAR(a.values[k], b.values[k], error);
}

TEST(Cholesky, FactorsSolvesAndInverts) {
  for (const std::size_t n : {1u, 2u, 63u, 64u, 65u, 130u, 300u}) {
    const Dense a = positive(n);
    Dense u = a;
    ASSERT_TRUE(factor_positive(u, 2));
    expect_near(product(transposed(u), u), a, 1e-9);
    Dense right(n, 5);
    for (std::size_t k = 0; k < right.values.size(); ++k) right.values[k] = static_cast<double>(k % 7) - 3;
    Dense x = right;
    solve_factored(u, x, 2);
    expect_near(product(a, x), right, 1e-8);
    Dense forward = right, backward = right;
    solve_transposed_factor(u, forward);
    expect_near(product(transposed(u), forward), right, 1e-9);
    solve_factor(u, backward);
    expect_near(product(u, backward), right, 1e-9);
  }
}

// Solving for the unknowns that are left gives those of the whole system.
TEST(Cholesky, WhatEliminationLeavesHasTheSameSolution) {
  for (const std::size_t n : {3u, 64u, 65u, 200u}) {
    for (const std::size_t gone : {std::size_t{1}, n / 2, n - 1}) {
      const Dense a = positive(n);
      Dense u = a, x(n, 2), system(n, n + 2);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t t = 0; t < 2; ++t) x(i, t) = static_cast<double>((i + 3 * t) % 5) - 2;
        for (std::size_t j = i; j < n; ++j) system(i, j) = a(i, j);
        for (std::size_t t = 0; t < 2; ++t) system(i, n + t) = x(i, t);
      }
      ASSERT_TRUE(factor_positive(u));
      solve_factored(u, x);
      Dense other = system;
      ASSERT_TRUE(eliminate(system, gone, 1));
      ASSERT_TRUE(eliminate(other, gone, 4));
      EXPECT_EQ(system, other) << "the same for any number of threads";
      Dense left(n - gone, n - gone), y(n - gone, 2);
      for (std::size_t i = 0; i < left.rows; ++i) {
        for (std::size_t j = i; j < left.rows; ++j) left(i, j) = system(gone + i, gone + j);
        for (std::size_t t = 0; t < 2; ++t) y(i, t) = system(gone + i, n + t);
      }
      ASSERT_TRUE(factor_positive(left));
      solve_factored(left, y);
      for (std::size_t i = 0; i < left.rows; ++i) {
        for (std::size_t t = 0; t < 2; ++t) EXPECT_NEAR(y(i, t), x(gone + i, t), 1e-8) << n << ' ' << gone;
      }
    }
  }
}

TEST(Cholesky, IsTheSameForAnyNumberOfThreads) {
  Dense one = positive(333), four = one;
  ASSERT_TRUE(factor_positive(one, 1));
  ASSERT_TRUE(factor_positive(four, 4));
  EXPECT_EQ(one, four);
}

TEST(Cholesky, KnowsWhatIsNotPositiveDefinite) {
  Dense a = positive(70);
  a(69, 69) = -1;
  EXPECT_FALSE(factor_positive(a));
  Dense zero(3, 3);
  EXPECT_FALSE(factor_positive(zero));
}

}  // namespace
}  // namespace awe::algebra
