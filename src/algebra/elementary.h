// Exponential, logarithm and power of one number, from additions, products and divisions alone: the same bits on every
// machine, which the functions of C libraries do not promise. Errors: about one unit of the last place (power: relative
// 1e-13).
#pragma once

namespace awe::algebra {

// e^x; 0 below -708, infinite above 709.
[[nodiscard]] double exponential(double x);
// The natural logarithm of x > 0.
[[nodiscard]] double logarithm(double x);
// The same from another series: the numbers of `ldp` and the frequencies of random cosines are defined by it.
[[nodiscard]] double logarithm_by_series(double x);
// log(1 + x) for 0 <= x <= 1.
[[nodiscard]] double logarithm_of_one_plus(double x);
// x^y for x > 0.
[[nodiscard]] double power(double x, double y);

}  // namespace awe::algebra
