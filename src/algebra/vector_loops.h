// The inner loops of training and of the exact solver, with the widest vectors of the processor: Highway compiles them
// for every instruction set and picks one at run time. Additions run in a fixed order, so that a given processor always
// returns the same result. For floats and doubles.
#pragma once

#include <cstddef>
#include <cstdint>

namespace awe::algebra {

// Layout of a matrix: element (i, k) is at values[i * row + k * column].
template <class T>
struct Strided {
  const T* values;
  std::size_t row, column;
};

// Rows of `width` values that begin at base[id * stride].
template <class T>
struct StridedRows {
  const T* base;
  std::size_t stride, width;
};

template <class T>
struct VectorLoops {
  static constexpr std::size_t kAll = ~std::size_t{0};

  // out (`rows` rows as wide as those of b, `out_stride` apart) = a b, or += if `add`. a has `inner` columns and b has
  // `inner` rows.
  void (*product)(std::size_t rows, std::size_t inner, const Strided<T>& a, const StridedRows<T>& b, T* out,
                  std::size_t out_stride, bool add);
  // out = factor * sum of the rows `ids`, without the one at index `skip` (kAll: no row is skipped).
  void (*sum_rows)(const StridedRows<T>& rows, const std::uint32_t* ids, std::size_t count, std::size_t skip, T factor,
                   T* out);
  // The same for rows first .. first + count - 1.
  void (*sum_range)(const StridedRows<T>& rows, std::size_t first, std::size_t count, std::size_t skip, T factor,
                    T* out);
  // y += factor x; x . y; and x *= factor.
  void (*add_multiple)(T factor, const T* x, T* y, std::size_t count);
  T (*dot)(const T* x, const T* y, std::size_t count);
  void (*scale)(T factor, T* x, std::size_t count);

  // x -= y; returns the largest difference.
  T (*subtract)(T* x, const T* y, std::size_t count);
  // x = exp(x - largest); returns the sum.
  T (*exponentials)(T* x, std::size_t count, T largest);
  // x = 1 / (1 + exp(-x)); returns the sum of log(1 + exp(x)).
  double (*logistic)(T* x, std::size_t count);

  // One step of the optimisers (descent/row_optimiser.h) on a row.
  void (*adagrad)(T* values, const T* gradient, T* squares, std::size_t count, T rate);
  void (*adam)(T* values, const T* gradient, T* mean, T* squares, std::size_t count, T step, T root);
};

// For this processor. T is float or double.
template <class T>
[[nodiscard]] const VectorLoops<T>& vector_loops();

}  // namespace awe::algebra
