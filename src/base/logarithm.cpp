#include "base/logarithm.h"

#include <cmath>

namespace awe::base {
namespace {

constexpr double kTiny = 0x1p-54;                   // log(1 + x) rounds to x below it
constexpr double kHalfRoot = 0x1.6a09e667f3bcdp-1;  // sqrt(1/2)
constexpr double kLn2High = 0x1.62e42fefap-1;       // 33 bits: its products with exponents are exact
constexpr double kLn2Low = 0x1.cf79abc9e3b3ap-40;   // the rest of ln 2
constexpr int kTerms = 11;                          // |s| <= 0.1716: the next term is below half a unit

// z (2/3 + 2/5 z + ...), z = s^2.
double rest_of_series(double z) noexcept {
  double sum = 0;
  for (int k = 2 * kTerms + 1; k >= 3; k -= 2) sum = sum * z + 2.0 / k;
  return z * sum;
}

}  // namespace

double log_of_one_plus(double x) noexcept {
  if (std::abs(x) < kTiny || std::isinf(x)) return x;
  const double sum = 1 + x;
  // What rounding took from 1 + x, exactly, from the smaller to the larger term.
  const double lost = std::abs(x) < 1 ? x - (sum - 1) : 1 - (sum - x);
  int exponent = 0;
  double mantissa = std::frexp(sum, &exponent);
  if (mantissa < kHalfRoot) {
    mantissa *= 2;
    --exponent;
  }
  // Without a power of 2, f is x itself, unrounded.
  const double f = exponent == 0 ? x : mantissa - 1;
  const double correction = exponent == 0 ? 0 : lost / sum;
  const double s = f / (2 + f);
  const double power = exponent;
  return power * kLn2High + (f - (s * (f - rest_of_series(s * s)) - (power * kLn2Low + correction)));
}

}  // namespace awe::base
