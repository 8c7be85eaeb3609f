#include "algebra/elementary.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace awe::algebra {
namespace {

// log 2 in two parts: the first has 32 digits, so its product with an exponent is exact.
constexpr double kLog2High = 0x1.62e42feep-1, kLog2Low = 0x1.a39ef35793c76p-33, kInverseLog2 = 0x1.71547652b82fep0;

// log((1 + s) / (1 - s)) / 2 = s + s^3 / 3 + s^5 / 5 + ..., without its first term, for |s| < 0.18.
double later_terms(double s) {
  const double square = s * s;
  double sum = 0;
  for (int k = 23; k >= 3; k -= 2) sum = sum * square + 1.0 / k;
  return sum * square * s;
}

}  // namespace

double exponential(double x) {
  if (!(x >= -708)) return x < -708 ? 0 : x;
  if (x > 709) return std::numeric_limits<double>::infinity();
  constexpr double kShift = 0x1.8p52;
  const double n = (x * kInverseLog2 + kShift) - kShift, r = (x - n * kLog2High) - n * kLog2Low;
  double sum = 1;
  for (int k = 13; k > 0; --k) sum = sum * r * (1.0 / k) + 1;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(sum) +
                               (static_cast<std::uint64_t>(static_cast<std::int64_t>(n)) << 52));
}

double logarithm(double x) {
  if (!(x > 0) || x > std::numeric_limits<double>::max()) {
    if (x == 0) return -std::numeric_limits<double>::infinity();
    return x > 0 ? x : std::numeric_limits<double>::quiet_NaN();
  }
  std::int64_t exponent = 0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 0x1p54;
    exponent = -54;
  }
  // x = 2^exponent f with f between sqrt(1/2) and sqrt(2).
  auto bits = std::bit_cast<std::uint64_t>(x);
  exponent += static_cast<std::int64_t>(bits >> 52) - 1023;
  double f = std::bit_cast<double>((bits & 0x000FFFFFFFFFFFFFu) | 0x3FF0000000000000u);
  if (f > 0x1.6a09e667f3bcdp0) {
    f /= 2;
    ++exponent;
  }
  // log f = 2 atanh((f - 1) / (f + 1)). The first term is written as (f - 1) less a small part, which keeps its digits.
  const double e = f - 1, s = e / (f + 1), n = static_cast<double>(exponent);
  const double small = 2 * later_terms(s) - s * e;
  return n * kLog2High + (e + (small + n * kLog2Low));
}

double logarithm_by_series(double x) {
  int exponent = 0;
  double m = std::frexp(x, &exponent);  // in [1/2, 1)
  if (m < 0.7071067811865476) {
    m *= 2;
    --exponent;
  }
  const double t = (m - 1) / (m + 1), square = t * t;
  double sum = 0;
  for (int k = 21; k >= 1; k -= 2) sum = sum * square + 1.0 / k;
  return 2 * t * sum + exponent * 0.6931471805599453;
}

double logarithm_of_one_plus(double x) {
  // log(1 + x) = 2 atanh(x / (2 + x)); up to x = 0.4 the series converges fast.
  if (x > 0.4) return logarithm(1 + x);
  const double s = x / (2 + x);
  return x + (2 * later_terms(s) - s * x);
}

double power(double x, double y) { return exponential(y * logarithm(x)); }

}  // namespace awe::algebra
