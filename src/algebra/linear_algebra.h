// Dense row-major matrices of doubles, and the few operations that training and inference need, by our own loops
// (algebra/fixed_loops.h, algebra/tridiagonal.h). The bits of every result are the same on every machine, and a row of
// a product does not depend on the other rows. Single-threaded unless a number of threads is given, which changes no
// bit either.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "awe/run_options.h"

namespace awe::algebra {

// rows x columns values in one row-major array.
struct Dense {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;

  Dense() = default;
  Dense(std::size_t r, std::size_t c) : rows(r), columns(c), values(r * c, 0.0) {}
  [[nodiscard]] std::span<double> row(std::size_t i) noexcept { return {values.data() + i * columns, columns}; }
  [[nodiscard]] std::span<const double> row(std::size_t i) const noexcept {
    return {values.data() + i * columns, columns};
  }
  [[nodiscard]] double& operator()(std::size_t i, std::size_t j) noexcept { return values[i * columns + j]; }
  [[nodiscard]] double operator()(std::size_t i, std::size_t j) const noexcept { return values[i * columns + j]; }
  bool operator==(const Dense&) const = default;
};

// A view of a matrix stored elsewhere.
struct DenseView {
  const double* values = nullptr;
  std::size_t rows = 0, columns = 0;
  DenseView(const double* v, std::size_t r, std::size_t c) : values(v), rows(r), columns(c) {}
  DenseView(const Dense& matrix) : DenseView(matrix.values.data(), matrix.rows, matrix.columns) {}
};

// out = a b' (rows of a with rows of b), a b, and out += a' b. `out` must have room for the row-major result.
void multiply_by_transpose(const DenseView& a, const DenseView& b, double* out);
void multiply(const DenseView& a, const DenseView& b, double* out);
void add_transpose_multiply(const DenseView& a, const DenseView& b, double* out);

// y = a x, and y = a' x.
void multiply(const DenseView& a, std::span<const double> x, std::span<double> y);
void multiply_transpose(const DenseView& a, std::span<const double> x, std::span<double> y);
[[nodiscard]] double inner_product(std::span<const double> a, std::span<const double> b);
// y += factor x.
void add_multiple(double factor, std::span<const double> x, std::span<double> y);

// The eigenvectors of a symmetric matrix (only its lower triangle is read) for its largest eigenvalues, largest first:
// one per row, of length 1, with its entry of largest absolute value (the first if there are several) positive. Throws
// Error(numeric) if a value is not finite, and interrupted.
struct Eigenvectors {
  std::vector<double> eigenvalues;
  Dense vectors;
};
[[nodiscard]] Eigenvectors largest_eigenvectors(const DenseView& symmetric, std::size_t count, int threads = 1,
                                                const Progress& progress = {});

// x = A^-1 x for a symmetric positive definite A, of which the lower triangle (row-major) is read and all is
// overwritten. Returns false if A is not positive definite.
[[nodiscard]] bool solve_positive(std::span<float> a, std::span<float> x);

// a = w' w (row-major) for a matrix of floats with `columns` columns.
void gram_of_columns(std::span<const float> w, std::size_t columns, std::span<float> a);

}  // namespace awe::algebra
