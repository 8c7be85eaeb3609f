// log(1 + x) in a fixed order of operations, against the C library's.
#include "base/logarithm.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace awe::base {
namespace {

// Units in the last place between two positive numbers.
std::int64_t steps_between(double a, double b) {
  return std::abs(std::bit_cast<std::int64_t>(a) - std::bit_cast<std::int64_t>(b));
}

TEST(Logarithm, IsWithinOneUnitOfTheCLibrary) {
  std::uint64_t equal = 0, all = 0;
  double x = 0x1p-60;
  for (int i = 0; i < 200'000; ++i) {
    const double found = log_of_one_plus(x), reference = std::log1p(x);
    ASSERT_LE(steps_between(found, reference), 1) << x;
    equal += found == reference ? 1 : 0;
    ++all;
    x *= 1.0005;
  }
  EXPECT_GT(x, 1e20);
  EXPECT_GT(equal, all * 95 / 100);
  for (std::uint64_t n = 0; n < 100'000; ++n) {
    ASSERT_LE(steps_between(log_of_one_plus(static_cast<double>(n)), std::log1p(static_cast<double>(n))), 1) << n;
  }
}

TEST(Logarithm, HasTheSameBitsEverywhere) {
  EXPECT_EQ(std::bit_cast<std::uint64_t>(log_of_one_plus(1)), 0x3FE62E42FEFA39EFu);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(log_of_one_plus(0.1)), 0x3FB8663F793C46C7u);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(log_of_one_plus(1e10)), 0x4037069E2AA3184Eu);
}

TEST(Logarithm, TakesTheEndsOfItsRange) {
  EXPECT_EQ(log_of_one_plus(0), 0);
  EXPECT_EQ(log_of_one_plus(5e-324), 5e-324);
  EXPECT_EQ(log_of_one_plus(1e-17), 1e-17);
  EXPECT_EQ(log_of_one_plus(std::numeric_limits<double>::max()), std::log1p(std::numeric_limits<double>::max()));
  EXPECT_TRUE(std::isinf(log_of_one_plus(std::numeric_limits<double>::infinity())));
  for (const double x : {-0.1, -0.5, -0.9}) EXPECT_NEAR(log_of_one_plus(x), std::log1p(x), 1e-15) << x;
}

}  // namespace
}  // namespace awe::base
