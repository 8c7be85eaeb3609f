// The two halves of a symmetric eigenproblem. First, reflections turn the matrix into a tridiagonal one (A.
// Householder; in blocks, so that half of the work is matrix products); then rotations make that diagonal (implicit QL:
// EISPACK). Neither is multiplied out: both are applied to the wanted eigenvectors alone. Cost for n rows and k
// vectors: 4/3 n^3 + 5 n^2 + 9 n^2 k, and 16 to 24 n^2 bytes. The same bits on every machine and for every number of
// threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algebra/linear_algebra.h"
#include "awe/run_options.h"

namespace awe::algebra {

// A = Q T Q', with T tridiagonal and Q = H(n-1) ... H(1): H(i) = 1 - factor(i) v v', v in the first i places of row i.
struct Tridiagonal {
  std::vector<double> diagonal, beside;  // beside[i] couples i and i + 1
  Dense reflections;
  std::vector<double> factors;
};
// `lower` is the matrix; only its lower triangle is read.
[[nodiscard]] Tridiagonal tridiagonal_form(Dense lower, int threads, const Progress& progress);

// T = Z D Z', with Z the product of all rotations in the order of their making.
struct Rotations {
  // Rotations of the rows last - 1, last - 2, ..., first and their successors.
  struct Sweep {
    std::size_t first, last;
    std::size_t begin;  // in `pairs`
  };
  std::vector<Sweep> sweeps;
  std::vector<double> pairs;  // cosine, sine
};
// Replaces the diagonal by the eigenvalues. Throws Error(numeric) if it does not converge.
[[nodiscard]] Rotations diagonalise(Tridiagonal& form, const Progress& progress);

// The eigenvectors Q Z e for the unit vectors e of the given positions: one per row.
[[nodiscard]] Dense eigenvectors_at(const std::vector<std::size_t>& positions, const Tridiagonal& form,
                                    const Rotations& rotations, int threads, const Progress& progress);

}  // namespace awe::algebra
