// The product of two matrices, tile by tile in registers; included by vector_loops.cpp and fixed_loops.cpp once for
// every instruction set. Every value is a sum in the order of the inner dimension, in blocks of kInner, so it does not
// depend on where it lies. With kFixed it is the same for every instruction set, too; without, columns beyond the last
// whole vector are rounded differently (which training by gradient descent has always done).

#include <algorithm>
#include <cstddef>

#include "algebra/vector_loops.h"

#if defined(AWE_ALGEBRA_PRODUCT_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef AWE_ALGEBRA_PRODUCT_INL_H
#undef AWE_ALGEBRA_PRODUCT_INL_H
#else
#define AWE_ALGEBRA_PRODUCT_INL_H
#endif

#include <hwy/highway.h>

#include "algebra/vector_math-inl.h"

// Where a fused operation is one instruction; elsewhere it is dozens, and a loop is as fast.
#undef AWE_UNROLL
#if HWY_TARGET <= HWY_AVX2 || HWY_TARGET == HWY_NEON
#define AWE_UNROLL _Pragma("GCC unroll 8")
#else
#define AWE_UNROLL
#endif

HWY_BEFORE_NAMESPACE();
namespace awe::algebra {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The result: rows of a matrix that begin `stride` values apart; `width` is the number of columns to write if fewer
// than those of the vectors.
template <class T>
struct Place {
  T* values;
  std::size_t stride;
  bool add;
  std::size_t width = ~std::size_t{0};
};

constexpr std::size_t kInner = 128;  // rows of a panel of b, which stays in the first-level cache

// Multiplies kRows rows of a by kVectors vectors of columns of b, with the whole result in registers.
template <bool kFixed, int kRows, int kVectors, class T>
HWY_INLINE void tile(std::size_t inner, const T* a, const Strided<T>& steps, const T* b, std::size_t b_stride, T* out,
                     const Place<T>& place) {
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d);
  // An array is in registers only if every index is a constant, hence the unrolled loops.
  V sums[kRows][kVectors];
  AWE_UNROLL
  for (int i = 0; i < kRows; ++i) {
    AWE_UNROLL
    for (int j = 0; j < kVectors; ++j) sums[i][j] = hn::Zero(d);
  }
  for (std::size_t k = 0; k < inner; ++k) {
    V columns[kVectors];
    AWE_UNROLL
    for (int j = 0; j < kVectors; ++j)
      columns[j] = hn::LoadU(d, b + k * b_stride + static_cast<std::size_t>(j) * lanes);
    AWE_UNROLL
    for (int i = 0; i < kRows; ++i) {
      const V factor = hn::Set(d, a[static_cast<std::size_t>(i) * steps.row + k * steps.column]);
      AWE_UNROLL
      for (int j = 0; j < kVectors; ++j) {
        if constexpr (kFixed) {
          sums[i][j] = fused(d, factor, columns[j], sums[i][j]);
        } else {
          sums[i][j] = hn::MulAdd(factor, columns[j], sums[i][j]);
        }
      }
    }
  }
  AWE_UNROLL
  for (int i = 0; i < kRows; ++i) {
    T* row = out + static_cast<std::size_t>(i) * place.stride;
    AWE_UNROLL
    for (int j = 0; j < kVectors; ++j) {
      const std::size_t first = static_cast<std::size_t>(j) * lanes;
      if (first + lanes <= place.width) {
        hn::StoreU(place.add ? hn::Add(hn::LoadU(d, row + first), sums[i][j]) : sums[i][j], d, row + first);
        continue;
      }
      T values[hn::MaxLanes(hn::ScalableTag<T>())];
      hn::StoreU(sums[i][j], d, values);
      for (std::size_t c = first; c < place.width; ++c) {
        row[c] = place.add ? row[c] + values[c - first] : values[c - first];
      }
    }
  }
}

// Multiplies all rows of a by kVectors vectors of columns.
template <bool kFixed, int kVectors, class T>
HWY_INLINE void panel(std::size_t rows, std::size_t inner, const Strided<T>& a, const T* b, std::size_t b_stride,
                      const Place<T>& place) {
  constexpr int kRows = HWY_TARGET <= HWY_AVX3 ? 6 : 3;  // limited by the number of registers
  const T* from = a.values;
  std::size_t i = 0;
  for (; i + kRows <= rows; i += kRows) {
    tile<kFixed, kRows, kVectors>(inner, from + i * a.row, a, b, b_stride, place.values + i * place.stride, place);
  }
  if (kRows > 4 && i + 4 <= rows) {
    tile<kFixed, 4, kVectors>(inner, from + i * a.row, a, b, b_stride, place.values + i * place.stride, place);
    i += 4;
  }
  for (; i < rows; ++i) {
    tile<kFixed, 1, kVectors>(inner, from + i * a.row, a, b, b_stride, place.values + i * place.stride, place);
  }
}

// The columns beyond the last whole vector, one value after another.
template <class T>
HWY_INLINE void last_columns(std::size_t rows, std::size_t inner, const Strided<T>& a, const T* b, std::size_t b_stride,
                             const Place<T>& place) {
  for (std::size_t j = 0; j < place.width; ++j) {
    for (std::size_t i = 0; i < rows; ++i) {
      T sum = 0;
      for (std::size_t m = 0; m < inner; ++m) sum += a.values[i * a.row + m * a.column] * b[m * b_stride + j];
      T& to = place.values[i * place.stride + j];
      to = place.add ? to + sum : sum;
    }
  }
}

// The columns beyond the last four whole vectors, as whole vectors, the last followed by zeros.
template <class T>
HWY_INLINE void last_panel(std::size_t rows, std::size_t inner, const Strided<T>& a, const T* b, std::size_t b_stride,
                           const Place<T>& place) {
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<T>());
  T packed[kInner * 4 * hn::MaxLanes(hn::ScalableTag<T>())];
  const std::size_t vectors = (place.width + lanes - 1) / lanes, stride = vectors * lanes;
  for (std::size_t m = 0; m < inner; ++m) {
    std::copy_n(b + m * b_stride, place.width, packed + m * stride);
    std::fill_n(packed + m * stride + place.width, stride - place.width, T{0});
  }
  if (vectors == 4) return panel<true, 4>(rows, inner, a, packed, stride, place);
  if (vectors == 3) return panel<true, 3>(rows, inner, a, packed, stride, place);
  if (vectors == 2) return panel<true, 2>(rows, inner, a, packed, stride, place);
  panel<true, 1>(rows, inner, a, packed, stride, place);
}

template <bool kFixed, class T>
void product_of(std::size_t rows, std::size_t inner, const Strided<T>& a, const StridedRows<T>& b, T* out,
                std::size_t out_stride, bool add) {
  if (rows == 0) return;  // an empty result has no place
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<T>());
  for (std::size_t i = 0; inner == 0 && !add && i < rows; ++i) std::fill_n(out + i * out_stride, b.width, T{0});
  for (std::size_t k = 0; k < inner; k += kInner) {
    const std::size_t now = std::min(kInner, inner - k);
    const bool adds = add || k > 0;
    const Strided<T> left{a.values + k * a.column, a.row, a.column};
    const T* right = b.base + k * b.stride;
    std::size_t j = 0;
    for (; j + 4 * lanes <= b.width; j += 4 * lanes) {
      panel<kFixed, 4>(rows, now, left, right + j, b.stride, Place<T>{out + j, out_stride, adds});
    }
    if constexpr (kFixed) {
      if (j < b.width)
        last_panel(rows, now, left, right + j, b.stride, Place<T>{out + j, out_stride, adds, b.width - j});
      continue;
    }
    for (; j + lanes <= b.width; j += lanes) {
      panel<kFixed, 1>(rows, now, left, right + j, b.stride, Place<T>{out + j, out_stride, adds});
    }
    if (j < b.width)
      last_columns(rows, now, left, right + j, b.stride, Place<T>{out + j, out_stride, adds, b.width - j});
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace awe::algebra
HWY_AFTER_NAMESPACE();

#endif
