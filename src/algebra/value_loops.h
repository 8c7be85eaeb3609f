// Exponentials and sums of rows of floats, with the widest vectors of the processor (Highway, chosen at run time).
// No operation is fused, so that the bits are the same everywhere. Reference: one value after another in tests/algebra.
#pragma once

#include <cstddef>

namespace awe::algebra {

struct ValueLoops {
  // values = exp(factor values), for products of at most 0. Absolute error below 1e-7; 0 for products below -87.3.
  void (*exponentiate)(float* values, std::size_t count, float factor);
  // out = the sum of scales[r] rows[r], in the order of the rows.
  void (*sum_of_rows)(const float* const* rows, const float* scales, std::size_t num_rows, float* out,
                      std::size_t count);
};

// For this processor.
[[nodiscard]] const ValueLoops& value_loops();

}  // namespace awe::algebra
