// Eigenvectors of symmetric matrices: they satisfy the definition, are orthogonal, and are the same bits on every
// instruction set and for every number of threads.
#include <gtest/gtest.h>

#include <cmath>

#include "algebra/linear_algebra.h"
#include "algebra/random_values.h"
#include "awe/error.h"
#include "support/vector_targets.h"

namespace awe::test {
namespace {

using algebra::Dense;
using algebra::Eigenvectors;
using algebra::largest_eigenvectors;

Dense random_symmetric(std::size_t n, std::uint64_t seed) {
  Dense a(n, n);
  a.values = random_values(n * n, seed);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) a(j, i) = a(i, j);
  }
  return a;
}

// X X' for a matrix of few columns with lengths 1, 1/10, 1/100, ...: most eigenvalues are zero up to rounding.
Dense graded(std::size_t n, std::size_t rank, std::uint64_t seed) {
  Dense x(n, rank), a(n, n);
  x.values = random_values(n * rank, seed);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < rank; ++k) x(i, k) *= std::pow(10.0, -static_cast<double>(k));
  }
  algebra::multiply_by_transpose(x, x, a.values.data());
  return a;
}

void expect_eigenvectors(const Dense& a, const Eigenvectors& found, std::size_t count) {
  const std::size_t n = a.rows;
  double norm = 0;
  for (const double value : a.values) norm += value * value;
  const double tolerance = 1e-13 * (std::sqrt(norm) + 1e-300) * std::sqrt(static_cast<double>(n));
  ASSERT_EQ(found.vectors.rows, count);
  for (std::size_t k = 0; k < count; ++k) {
    const auto x = found.vectors.row(k);
    if (k > 0) {
      EXPECT_LE(found.eigenvalues[k], found.eigenvalues[k - 1]);
    }
    std::size_t largest = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (std::abs(x[i]) > std::abs(x[largest])) largest = i;
    }
    EXPECT_GT(x[largest], 0);
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < n; ++j) sum += a(i, j) * x[j];
      ASSERT_NEAR(sum, found.eigenvalues[k] * x[i], tolerance) << "vector " << k << " of " << n;
    }
    for (std::size_t m = 0; m <= k; ++m) {
      ASSERT_NEAR(algebra::inner_product(x, found.vectors.row(m)), m == k ? 1 : 0,
                  1e-13 * std::sqrt(static_cast<double>(n)) + 1e-14);
    }
  }
}

TEST(Eigenvectors, SatisfyTheirDefinition) {
  for (const std::size_t n : {1u, 2u, 3u, 5u, 31u, 32u, 33u, 34u, 65u, 130u}) {
    const Dense a = random_symmetric(n, n);
    expect_eigenvectors(a, largest_eigenvectors(a, n), n);
    const std::size_t few = (n + 2) / 3;
    const Eigenvectors some = largest_eigenvectors(a, few), all = largest_eigenvectors(a, n);
    expect_eigenvectors(a, some, few);
    for (std::size_t k = 0; k < few; ++k) {
      EXPECT_TRUE(std::equal(some.vectors.row(k).begin(), some.vectors.row(k).end(), all.vectors.row(k).begin()));
    }
  }
}

TEST(Eigenvectors, OfSpecialMatrices) {
  const std::size_t n = 40;
  Dense zero(n, n), one(n, n), ones(n, n), apart(n, n), tiny = random_symmetric(n, 5), huge = tiny;
  for (std::size_t i = 0; i < n; ++i) {
    one(i, i) = 1;
    for (std::size_t j = 0; j < n; ++j) ones(i, j) = 1;
    // Blocks of two, and rows of zeros.
    if (i % 4 == 0) apart(i, i) = 2;
    if (i % 4 == 1) apart(i, i - 1) = apart(i - 1, i) = 1;
  }
  for (double& value : tiny.values) value *= 1e-150;
  for (double& value : huge.values) value *= 1e150;
  for (const Dense& a : {zero, one, ones, apart, graded(n, 6, 3), graded(n, n, 4)}) {
    expect_eigenvectors(a, largest_eigenvectors(a, n), n);
  }
  for (const Dense& a : {tiny, huge}) {
    const Eigenvectors found = largest_eigenvectors(a, 3), plain = largest_eigenvectors(random_symmetric(n, 5), 3);
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(found.vectors(0, i), plain.vectors(0, i), 1e-10);
  }
  EXPECT_EQ(largest_eigenvectors(one, 0).vectors.rows, 0u);
  EXPECT_EQ(largest_eigenvectors(one, 99).vectors.rows, n);
  Dense broken = one;
  broken(3, 2) = std::nan("");
  EXPECT_THROW((void)largest_eigenvectors(broken, 2), Error);
}

TEST(Eigenvectors, AreTheSameOnEveryInstructionSetAndNumberOfThreads) {
  const Dense a = random_symmetric(70, 7), b = random_symmetric(600, 8);  // the second is multiplied in parts
  Eigenvectors first;
  for_each_target([&](const std::string& target) {
    const Eigenvectors found = largest_eigenvectors(a, 20);
    if (first.eigenvalues.empty()) first = found;
    EXPECT_EQ(found.eigenvalues, first.eigenvalues) << target;
    EXPECT_EQ(found.vectors, first.vectors) << target;
  });
  const Eigenvectors alone = largest_eigenvectors(b, 130, 1), shared = largest_eigenvectors(b, 130, 3);
  EXPECT_EQ(alone.eigenvalues, shared.eigenvalues);
  EXPECT_EQ(alone.vectors, shared.vectors);
  expect_eigenvectors(b, shared, 130);
}

TEST(Eigenvectors, StopOnRequestInEveryPhase) {
  const Dense a = random_symmetric(100, 9);
  int asked = 0;
  const Progress count{{}, [&] { return ++asked < 0; }};
  (void)largest_eigenvectors(a, 100, 1, count);
  EXPECT_GT(asked, 250);  // rows, sweeps, strips
  for (const int stop : {1, 50, 150, asked - 1}) {
    int now = 0;
    const Progress progress{{}, [&] { return ++now >= stop; }};
    EXPECT_THROW((void)largest_eigenvectors(a, 100, 1, progress), Error) << stop;
    EXPECT_LE(now, stop + 1);
  }
}

}  // namespace
}  // namespace awe::test
