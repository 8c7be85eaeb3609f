#include "embedding/products.h"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "embedding/products.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file once more for each instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace awe {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// kRows x kVectors of c in registers, over all of `depth`.
template <std::size_t kRows, std::size_t kVectors, class D, class T = hn::TFromD<D>>
HWY_INLINE void add_block(D d, const Product<T>& p, std::size_t i, std::size_t j, std::size_t first, std::size_t last) {
  const std::size_t lanes = hn::Lanes(d);
  hn::Vec<D> sums[kRows][kVectors];
  T* c = p.c + i * p.c_row + j;
  for (std::size_t r = 0; r < kRows; ++r) {
    for (std::size_t v = 0; v < kVectors; ++v) sums[r][v] = hn::LoadU(d, c + r * p.c_row + v * lanes);
  }
  const T* a = p.a + i * p.a_row + first * p.a_step;
  const T* b = p.b + first * p.b_row + j;
  for (std::size_t k = first; k < last; ++k, a += p.a_step, b += p.b_row) {
    hn::Vec<D> across[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) across[v] = hn::LoadU(d, b + v * lanes);
    for (std::size_t r = 0; r < kRows; ++r) {
      const auto down = hn::Set(d, a[r * p.a_row]);
      for (std::size_t v = 0; v < kVectors; ++v) sums[r][v] = hn::MulAdd(down, across[v], sums[r][v]);
    }
  }
  for (std::size_t r = 0; r < kRows; ++r) {
    for (std::size_t v = 0; v < kVectors; ++v) hn::StoreU(sums[r][v], d, c + r * p.c_row + v * lanes);
  }
}

template <std::size_t kVectors, class D, class T = hn::TFromD<D>>
HWY_INLINE void add_columns(D d, const Product<T>& p, std::size_t j, std::size_t first, std::size_t last) {
  std::size_t i = 0;
  for (; i + 6 <= p.rows; i += 6) add_block<6, kVectors>(d, p, i, j, first, last);
  for (; i + 2 <= p.rows; i += 2) add_block<2, kVectors>(d, p, i, j, first, last);
  if (i < p.rows) add_block<1, kVectors>(d, p, i, j, first, last);
}

// One row of c: four rows of b at a time go along it, so that b is read once and in order.
template <class T>
HWY_INLINE void add_one_row(const Product<T>& p) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d), whole = p.columns / lanes * lanes;
  std::size_t k = 0;
  for (; k + 4 <= p.depth; k += 4) {
    const T a0 = p.a[k * p.a_step], a1 = p.a[(k + 1) * p.a_step], a2 = p.a[(k + 2) * p.a_step],
            a3 = p.a[(k + 3) * p.a_step];
    const T* b = p.b + k * p.b_row;
    const auto v0 = hn::Set(d, a0), v1 = hn::Set(d, a1), v2 = hn::Set(d, a2), v3 = hn::Set(d, a3);
    for (std::size_t j = 0; j < whole; j += lanes) {
      auto sum = hn::LoadU(d, p.c + j);
      sum = hn::MulAdd(v0, hn::LoadU(d, b + j), sum);
      sum = hn::MulAdd(v1, hn::LoadU(d, b + p.b_row + j), sum);
      sum = hn::MulAdd(v2, hn::LoadU(d, b + 2 * p.b_row + j), sum);
      sum = hn::MulAdd(v3, hn::LoadU(d, b + 3 * p.b_row + j), sum);
      hn::StoreU(sum, d, p.c + j);
    }
    const hn::CappedTag<T, 1> one;
    for (std::size_t j = whole; j < p.columns; ++j) add_block<1, 1>(one, p, 0, j, k, k + 4);
  }
  for (std::size_t j = 0; j < whole; j += lanes) add_block<1, 1>(d, p, 0, j, k, p.depth);
  const hn::CappedTag<T, 1> one;
  for (std::size_t j = whole; j < p.columns; ++j) add_block<1, 1>(one, p, 0, j, k, p.depth);
}

template <class T>
HWY_INLINE void add_all(const Product<T>& p) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  if (p.rows == 1) return add_one_row(p);
  // A part of b that stays in the first cache while rows of a pass by.
  constexpr std::size_t kDepth = 192;
  for (std::size_t first = 0; first < p.depth; first += kDepth) {
    const std::size_t last = std::min(p.depth, first + kDepth);
    std::size_t j = 0;
    for (; j + 2 * lanes <= p.columns; j += 2 * lanes) add_columns<2>(d, p, j, first, last);
    for (; j + lanes <= p.columns; j += lanes) add_columns<1>(d, p, j, first, last);
    const hn::CappedTag<T, 1> one;
    for (; j < p.columns; ++j) add_columns<1>(one, p, j, first, last);
  }
}

void add_doubles(const Product<double>& p) { add_all(p); }
void add_floats(const Product<float>& p) { add_all(p); }

void dot_rows(const double* a, std::size_t rows, std::size_t columns, const double* x, double* y) {
  const hn::ScalableTag<double> d;
  const std::size_t lanes = hn::Lanes(d), whole = columns / lanes * lanes;
  for (std::size_t i = 0; i < rows; ++i, a += columns) {
    auto sums = hn::Zero(d);
    for (std::size_t k = 0; k < whole; k += lanes) sums = hn::MulAdd(hn::LoadU(d, a + k), hn::LoadU(d, x + k), sums);
    double sum = hn::GetLane(hn::SumOfLanes(d, sums));
    for (std::size_t k = whole; k < columns; ++k) sum += a[k] * x[k];
    y[i] = sum;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace awe
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace awe {

HWY_EXPORT(add_doubles);
HWY_EXPORT(add_floats);
HWY_EXPORT(dot_rows);

void add_product(const Product<double>& product) { HWY_DYNAMIC_DISPATCH(add_doubles)(product); }
void add_product(const Product<float>& product) { HWY_DYNAMIC_DISPATCH(add_floats)(product); }

void multiply_rows(const double* a, std::size_t rows, std::size_t columns, const double* x, double* y) {
  HWY_DYNAMIC_DISPATCH(dot_rows)(a, rows, columns, x, y);
}

}  // namespace awe
#endif
