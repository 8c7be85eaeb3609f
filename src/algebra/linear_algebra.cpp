#include "algebra/linear_algebra.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "algebra/fixed_loops.h"
#include "algebra/tridiagonal.h"
#include "awe/error.h"

namespace awe::algebra {

void multiply_by_transpose(const DenseView& a, const DenseView& b, double* out) {
  // Transposes b once, so that vectors run along its rows.
  std::vector<double> turned(b.rows * b.columns);
  for (std::size_t i = 0; i < b.rows; ++i) {
    for (std::size_t k = 0; k < b.columns; ++k) turned[k * b.rows + i] = b.values[i * b.columns + k];
  }
  multiply(a, {turned.data(), b.columns, b.rows}, out);
}

void multiply(const DenseView& a, const DenseView& b, double* out) {
  fixed_loops<double>().product(a.rows, a.columns, {a.values, a.columns, 1}, {b.values, b.columns, b.columns}, out,
                                b.columns, false);
}

void add_transpose_multiply(const DenseView& a, const DenseView& b, double* out) {
  fixed_loops<double>().product(a.columns, a.rows, {a.values, 1, a.columns}, {b.values, b.columns, b.columns}, out,
                                b.columns, true);
}

void multiply(const DenseView& a, std::span<const double> x, std::span<double> y) {
  const auto dot = fixed_loops<double>().dot;
  for (std::size_t i = 0; i < a.rows; ++i) y[i] = dot(a.values + i * a.columns, x.data(), a.columns);
}

void multiply_transpose(const DenseView& a, std::span<const double> x, std::span<double> y) {
  multiply({x.data(), 1, x.size()}, a, y.data());
}

double inner_product(std::span<const double> a, std::span<const double> b) {
  return fixed_loops<double>().dot(a.data(), b.data(), a.size());
}

void add_multiple(double factor, std::span<const double> x, std::span<double> y) {
  fixed_loops<double>().add_multiple(factor, x.data(), y.data(), x.size());
}

Eigenvectors largest_eigenvectors(const DenseView& symmetric, std::size_t count, int threads,
                                  const Progress& progress) {
  const std::size_t n = symmetric.rows;
  Eigenvectors result;
  count = std::min(n, count);
  if (count == 0) return result;
  Dense lower(n, n);
  std::copy_n(symmetric.values, n * n, lower.values.data());
  Tridiagonal form = tridiagonal_form(std::move(lower), threads, progress);
  const Rotations rotations = diagonalise(form, progress);
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return form.diagonal[a] > form.diagonal[b]; });
  order.resize(count);
  result.vectors = eigenvectors_at(order, form, rotations, threads, progress);
  for (std::size_t i = 0; i < count; ++i) {
    result.eigenvalues.push_back(form.diagonal[order[i]]);
    const auto row = result.vectors.row(i);
    const auto largest =
        std::max_element(row.begin(), row.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
    if (*largest < 0) fixed_loops<double>().scale(-1, row.data(), n);
  }
  return result;
}

// A = U' U, with U in the upper triangle, by blocks of rows; then U' y = x and U x = y.
bool solve_positive(std::span<float> a, std::span<float> x) {
  const auto& loops = fixed_loops<float>();
  const std::size_t n = x.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) a[i * n + j] = a[j * n + i];
  }
  constexpr std::size_t kBlock = 32;
  std::vector<float> negative(kBlock * n);
  for (std::size_t begin = 0; begin < n; begin += kBlock) {
    const std::size_t end = std::min(n, begin + kBlock);
    for (std::size_t k = begin; k < end; ++k) {
      float* row = a.data() + k * n;
      if (!(row[k] > 0)) return false;
      loops.scale(1 / std::sqrt(row[k]), row + k, n - k);
      for (std::size_t i = k + 1; i < end; ++i) loops.add_multiple(-row[i], row + i, a.data() + i * n + i, n - i);
      std::transform(row + end, row + n, negative.begin() + static_cast<std::ptrdiff_t>((k - begin) * n + end),
                     std::negate<>());
    }
    // What the block leaves of the rows below, in the upper triangle.
    for (std::size_t i = end; i < n; i += kBlock) {
      loops.product(std::min(kBlock, n - i), end - begin, {negative.data() + i, 1, n},
                    {a.data() + begin * n + i, n, n - i}, a.data() + i * n + i, n, true);
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    const float* row = a.data() + k * n;
    x[k] /= row[k];
    loops.add_multiple(-x[k], row + k + 1, x.data() + k + 1, n - k - 1);
  }
  for (std::size_t k = n; k-- > 0;) {
    const float* row = a.data() + k * n;
    x[k] = (x[k] - loops.dot(row + k + 1, x.data() + k + 1, n - k - 1)) / row[k];
  }
  return true;
}

void gram_of_columns(std::span<const float> w, std::size_t columns, std::span<float> a) {
  fixed_loops<float>().product(columns, w.size() / columns, {w.data(), 1, columns}, {w.data(), columns, columns},
                               a.data(), columns, false);
}

}  // namespace awe::algebra
