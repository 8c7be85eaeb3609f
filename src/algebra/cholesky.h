// Linear systems with symmetric positive definite matrices of doubles: A = U' U with U upper triangular, by blocks, so
// that nearly all work is in matrix products. n^3 / 6 fused operations to factor, n^2 per column to solve; in place.
// The same bits on every machine and for every number of threads (algebra/fixed_loops.h). Reference: the textbook loops
// in tests/algebra.
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

// Eliminates the first `count` rows of a symmetric matrix, of which the upper triangle is read; columns beyond the
// square are right-hand sides. The first rows become those of U and of U'^-1 b, the others the system that is left for
// the other unknowns (the Schur complement and its right-hand sides). Returns false as factor_positive.
[[nodiscard]] bool eliminate(Dense& a, std::size_t count, int threads = 1, const Progress& progress = {});

}  // namespace awe::algebra
