// How many walks suffice: the paper's bound on the L1 error of an empirical distribution.
#pragma once

#include <cstdint>

namespace awe::sampled_walks {

// The smallest m with P(|empirical - true|_1 >= epsilon) <= delta for any distribution on `outcomes` values:
//   m = ceil( 2/epsilon^2 (ln(2^outcomes - 2) - ln delta) );   one outcome needs one walk.
// Throws Error(usage) unless 0 < epsilon < 2 and 0 < delta < 1, and Error(limit) above 2^63.
[[nodiscard]] std::uint64_t sample_size(std::uint64_t outcomes, double epsilon, double delta);

}  // namespace awe::sampled_walks
