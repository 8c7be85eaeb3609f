// Exponential, logarithm and power beside those of the C library, and frozen values: they are the same bits everywhere.
#include "algebra/elementary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/rng.h"

namespace awe::algebra {
namespace {

constexpr double kUlp = std::numeric_limits<double>::epsilon();

TEST(Elementary, IsThatOfTheCLibraryUpToRounding) {
  base::Sequence random(31, {});
  for (int i = 0; i < 100'000; ++i) {
    const double x = (random.unit() - 0.5) * 1400, small = random.unit(), any = std::exp(x);
    EXPECT_NEAR(exponential(x) / std::exp(x), 1, 3 * kUlp) << x;
    EXPECT_NEAR(logarithm(any), std::log(any), 2 * kUlp * std::abs(std::log(any)) + 1e-300) << any;
    EXPECT_NEAR(logarithm(0.5 + small), std::log(0.5 + small), 2 * kUlp * std::abs(std::log(0.5 + small))) << small;
    EXPECT_NEAR(logarithm_of_one_plus(small), std::log1p(small), 2 * kUlp * std::log1p(small)) << small;
    EXPECT_NEAR(power(0.01 + small, 0.75) / std::pow(0.01 + small, 0.75), 1, 1e-14);
  }
}

TEST(Elementary, HasTheRightLimits) {
  EXPECT_EQ(exponential(0), 1);
  EXPECT_EQ(exponential(-std::numeric_limits<double>::infinity()), 0);
  EXPECT_EQ(exponential(-709), 0);
  EXPECT_GT(exponential(-708), 0);
  EXPECT_EQ(exponential(710), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(exponential(std::nan(""))));
  EXPECT_EQ(logarithm(1), 0);
  EXPECT_EQ(logarithm(0), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(logarithm(-1)));
  EXPECT_NEAR(logarithm(std::numeric_limits<double>::denorm_min()), -1074 * std::log(2.0), 1e-12);
  EXPECT_EQ(logarithm_of_one_plus(0), 0);
  EXPECT_EQ(logarithm_of_one_plus(1e-300), 1e-300);
}

}  // namespace
}  // namespace awe::algebra
