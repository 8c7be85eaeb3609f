// In-place operations on matrices: exp, powers, sums, mirroring, medians.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "awe/error.h"
#include "awe/gram_matrix.h"
#include "base/rng.h"

namespace awe::kernels {
namespace {

TEST(Gram, IsAlignedAndZero) {
  GramMatrix matrix(3, 5);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(matrix.data()) % GramMatrix::kAlignment, 0u);
  for (const float value : matrix.row(2)) EXPECT_EQ(value, 0);
  matrix.row(1)[4] = 2;
  const GramMatrix moved = std::move(matrix);
  EXPECT_EQ(moved(1, 4), 2);
  EXPECT_EQ(moved.data()[9], 2);
  static_assert(!std::is_copy_constructible_v<GramMatrix>);
  EXPECT_THROW(GramMatrix(std::size_t{1} << 40, std::size_t{1} << 40), std::bad_alloc);
}

TEST(Gram, ExpIsWithinItsError) {
  double largest = 0;
  for (double x = 0; x < 90; x += 1e-5) {
    const auto value = static_cast<float>(-x);
    largest =
        std::max(largest, std::abs(static_cast<double>(exp_of_negative(value)) - std::exp(static_cast<double>(value))));
  }
  EXPECT_LT(largest, 1e-7);
  EXPECT_EQ(exp_of_negative(0), 1);
  EXPECT_EQ(exp_of_negative(-1e30F), 0);
  EXPECT_EQ(exp_of_negative(-INFINITY), 0);
}

TEST(Gram, ExponentiatesEveryEntryOnAnyThreads) {
  // More than one piece of work, and no multiple of a vector.
  const std::size_t n = 601;
  GramMatrix one(n, n), many(n, n);
  for (std::size_t k = 0; k < n * n; ++k) one.data()[k] = many.data()[k] = static_cast<float>(k % 1001) / 50;
  exponentiate(one, 0.5, 1);
  exponentiate(many, 0.5, 8);
  for (std::size_t k = 0; k < n * n; ++k) {
    ASSERT_EQ(one.data()[k], many.data()[k]);
    ASSERT_NEAR(static_cast<double>(one.data()[k]), std::exp(-0.5 * static_cast<double>(k % 1001) / 50), 2e-7);
  }
  EXPECT_THROW(exponentiate(one, 0, 1), Error);
}

TEST(Gram, RaisesToPowers) {
  GramMatrix matrix(1, 3);
  matrix.row(0)[0] = 0.5F;
  matrix.row(0)[1] = -3;
  raise_to_power(matrix, 3, 1, 1);
  EXPECT_EQ(matrix(0, 0), 3.375F);
  EXPECT_EQ(matrix(0, 1), -8);
  EXPECT_EQ(matrix(0, 2), 1);
  EXPECT_THROW(raise_to_power(matrix, 0, 1, 1), Error);
  matrix.row(0)[0] = 1e30F;
  EXPECT_THROW(raise_to_power(matrix, 2, 0, 1), Error);
}

TEST(Gram, MirrorsTheUpperTriangle) {
  const std::size_t n = 203;
  GramMatrix matrix(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i; j < n; ++j) matrix.row(i)[j] = static_cast<float>(i * 1000 + j);
  }
  mirror(matrix, 3);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      ASSERT_EQ(matrix(i, j), static_cast<float>(std::min(i, j) * 1000 + std::max(i, j)));
    }
  }
}

TEST(Gram, AddsScaled) {
  GramMatrix sum(2, 2), more(2, 2), other(2, 3);
  more.row(1)[0] = 3;
  add_scaled(sum, more, 0.5, 1);
  add_scaled(sum, more, 1, 2);
  EXPECT_EQ(sum(1, 0), 4.5F);
  EXPECT_THROW(add_scaled(sum, other, 1, 1), Error);
}

TEST(Gram, MedianNeverGivesZero) {
  const auto median = [](std::vector<float> values) { return median_scale(values); };
  EXPECT_EQ(median({}), 1);
  EXPECT_EQ(median({5, 1, 3}), 3);
  EXPECT_EQ(median({4, 1, 3, 2}), 3);
  EXPECT_EQ(median({0, 0, 0, 2, 4, 0, 0}), 3);
  EXPECT_EQ(median({0, 0}), 1);
}

TEST(Gram, MedianOfPairsIsThatOfAllPairsOrOfAMillionDrawn) {
  const std::uint32_t n = 1500;
  GramMatrix matrix(n, n);
  base::Sequence values(3, {});
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) matrix.row(i)[j] = static_cast<float>(values.unit());
  }
  mirror(matrix, 1);
  std::vector<std::uint32_t> few = {1499, 3, 700, 701}, many(n);
  for (std::uint32_t i = 0; i < n; ++i) many[i] = n - 1 - i;
  std::vector<float> all, drawn;
  for (std::size_t i = 0; i < few.size(); ++i) {
    for (std::size_t j = i + 1; j < few.size(); ++j) all.push_back(matrix(few[i], few[j]));
  }
  EXPECT_EQ(median_of_pairs(matrix, few), median_scale(all));
  base::Sequence random(1, {}, n);
  while (drawn.size() < 1'000'000) {
    const auto i = random.below(n), j = random.below(n);
    if (i != j) drawn.push_back(matrix(many[i], many[j]));
  }
  EXPECT_EQ(median_of_pairs(matrix, many), median_scale(drawn));
  EXPECT_EQ(median_of_pairs(matrix, {}), 1);
  EXPECT_EQ(median_of_pairs(matrix, std::vector<std::uint32_t>{5}), 1) << "no pair";
}

}  // namespace
}  // namespace awe::kernels
