// log(1 + x) by sums and products in a fixed order: the same bits on every machine and with every C library.
//
// log(1 + f) = f - s (f - z (2/3 + 2/5 z + 2/7 z^2 + ...)) with s = f / (2 + f) and z = s^2, for 1 + x = 2^k (1 + f).
// Within one unit in the last place of the true value. Reference in the tests: std::log1p.
#pragma once

namespace awe::base {

// For x above -1. Zero and infinity are returned as they are.
[[nodiscard]] double log_of_one_plus(double x) noexcept;

}  // namespace awe::base
