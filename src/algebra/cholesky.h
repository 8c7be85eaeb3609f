// Linear systems with symmetric positive definite matrices of doubles: A = U' U with U upper triangular, by blocks, so
// that nearly all work is in matrix products. n^3 / 6 fused operations to factor, n^2 per column to solve, n^3 / 3 more
// for the inverse; in place. The same bits on every machine and for every number of threads (algebra/fixed_loops.h).
// Reference: the textbook loops in tests/algebra.
#pragma once

#include "algebra/linear_algebra.h"
#include "awe/run_options.h"

namespace awe::algebra {

// Replaces a symmetric matrix, of which the upper triangle is read, by U; the lower triangle becomes zero. Returns
// false if it is not positive definite (or not finite); its content is then undefined.
[[nodiscard]] bool factor_positive(Dense& a, int threads = 1, const Progress& progress = {});

// x = A^-1 x, x = U'^-1 x, and x = U^-1 x, for the columns of x.
void solve_factored(const Dense& factor, Dense& x, int threads = 1);
void solve_transposed_factor(const Dense& factor, Dense& x, int threads = 1);
void solve_factor(const Dense& factor, Dense& x, int threads = 1);

// A^-1, both triangles.
[[nodiscard]] Dense inverse_of_factored(const Dense& factor, int threads = 1, const Progress& progress = {});

}  // namespace awe::algebra
