// The inner loops of linear algebra, with the widest vectors of the processor (Highway, chosen at run time) and the
// same bits from every one: sums have a fixed order, and products are fused with sums everywhere or nowhere
// (algebra/vector_math-inl.h). For floats and doubles. Reference: the obvious loops in tests/algebra, and each
// instruction set beside the others.
#pragma once

#include <cstddef>

#include "algebra/vector_loops.h"

namespace awe::algebra {

template <class T>
struct FixedLoops {
  // out (`rows` rows as wide as those of b, `out_stride` apart) = a b, or += if `add`. a has `inner` columns and b has
  // `inner` rows.
  void (*product)(std::size_t rows, std::size_t inner, const Strided<T>& a, const StridedRows<T>& b, T* out,
                  std::size_t out_stride, bool add);
  // x . y; y += factor x; and x *= factor.
  T (*dot)(const T* x, const T* y, std::size_t count);
  void (*add_multiple)(T factor, const T* x, T* y, std::size_t count);
  void (*scale)(T factor, T* x, std::size_t count);
  // Both at once: returns row . x, and y += factor row.
  T (*dot_and_add)(const T* row, const T* x, T factor, T* y, std::size_t count);
  // Rotates the rows i and i + 1 of a matrix for i = first, first + 1, ...: (x, y) becomes (c x + s y, c y - s x). The
  // pairs (c, s) are read backwards from the last of `pairs`.
  void (*rotate)(T* rows, std::size_t stride, std::size_t width, std::size_t first, const T* pairs, std::size_t count);
};

// For this processor. T is float or double.
template <class T>
[[nodiscard]] const FixedLoops<T>& fixed_loops();

}  // namespace awe::algebra
