#include "algebra/fixed_loops.h"

#include <algorithm>

#include "base/instruction_sets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algebra/fixed_loops.cpp"
#include <hwy/foreach_target.h>
// Must follow foreach_target.h, which includes this file again for each instruction set.
#include <hwy/highway.h>

#include "algebra/product-inl.h"
#include "algebra/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace awe::algebra {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
HWY_INLINE void add_products(RunningSums<T>& sums, const T* x, const T* y) {
  const hn::ScalableTag<T> d;
  for (std::size_t j = 0; j < sums.kVectors; ++j) {
    sums.add(j, hn::Mul(hn::LoadU(d, x + j * sums.kLanes), hn::LoadU(d, y + j * sums.kLanes)));
  }
}

template <class T>
T fixed_dot(const T* x, const T* y, std::size_t count) {
  RunningSums<T> sums;
  std::size_t k = 0;
  for (; k + sums.kSize <= count; k += sums.kSize) add_products(sums, x + k, y + k);
  if (k < count) {
    T a[sums.kSize] = {}, b[sums.kSize] = {};
    std::copy_n(x + k, count - k, a);
    std::copy_n(y + k, count - k, b);
    add_products(sums, a, b);
  }
  return sums.total();
}

template <class T>
void fixed_add_multiple(T factor, const T* x, T* y, std::size_t count) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto factors = hn::Set(d, factor);
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    hn::StoreU(hn::Add(hn::LoadU(d, y + k), hn::Mul(factors, hn::LoadU(d, x + k))), d, y + k);
  }
  for (; k < count; ++k) y[k] += factor * x[k];
}

template <class T>
void fixed_scale(T factor, T* x, std::size_t count) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto factors = hn::Set(d, factor);
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) hn::StoreU(hn::Mul(factors, hn::LoadU(d, x + k)), d, x + k);
  for (; k < count; ++k) x[k] *= factor;
}

template <class T>
T fixed_dot_and_add(const T* row, const T* x, T factor, T* y, std::size_t count) {
  const hn::ScalableTag<T> d;
  const auto factors = hn::Set(d, factor);
  RunningSums<T> sums;
  std::size_t k = 0;
  for (; k + sums.kSize <= count; k += sums.kSize) {
    for (std::size_t j = 0; j < sums.kVectors; ++j) {
      const std::size_t at = k + j * sums.kLanes;
      const auto values = hn::LoadU(d, row + at);
      sums.add(j, hn::Mul(values, hn::LoadU(d, x + at)));
      hn::StoreU(hn::Add(hn::LoadU(d, y + at), hn::Mul(factors, values)), d, y + at);
    }
  }
  if (k < count) {
    T a[sums.kSize] = {}, b[sums.kSize] = {};
    std::copy_n(row + k, count - k, a);
    std::copy_n(x + k, count - k, b);
    add_products(sums, a, b);
    for (; k < count; ++k) y[k] += factor * row[k];
  }
  return sums.total();
}

// A strip of kVectors vectors of columns: the lower row of a rotation, which is the upper row of the next, stays in
// registers.
template <int kVectors, class T>
HWY_INLINE void rotate_strip(T* rows, std::size_t stride, std::size_t first, const T* pairs, std::size_t count) {
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d);
  T* row = rows + first * stride;
  V upper[kVectors];
  for (int j = 0; j < kVectors; ++j) upper[j] = hn::LoadU(d, row + static_cast<std::size_t>(j) * lanes);
  for (std::size_t r = count; r-- > 0; row += stride) {
    const V c = hn::Set(d, pairs[2 * r]), s = hn::Set(d, pairs[2 * r + 1]);
    for (int j = 0; j < kVectors; ++j) {
      const std::size_t at = static_cast<std::size_t>(j) * lanes;
      const V lower = hn::LoadU(d, row + stride + at);
      hn::StoreU(hn::Add(hn::Mul(c, upper[j]), hn::Mul(s, lower)), d, row + at);
      upper[j] = hn::Sub(hn::Mul(c, lower), hn::Mul(s, upper[j]));
    }
  }
  for (int j = 0; j < kVectors; ++j) hn::StoreU(upper[j], d, row + static_cast<std::size_t>(j) * lanes);
}

template <class T>
void fixed_rotate(T* rows, std::size_t stride, std::size_t width, std::size_t first, const T* pairs,
                  std::size_t count) {
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<T>());
  std::size_t k = 0;
  for (; k + 4 * lanes <= width; k += 4 * lanes) rotate_strip<4>(rows + k, stride, first, pairs, count);
  for (; k + lanes <= width; k += lanes) rotate_strip<1>(rows + k, stride, first, pairs, count);
  for (; k < width; ++k) {
    T* row = rows + first * stride + k;
    for (std::size_t r = count; r-- > 0; row += stride) {
      const T c = pairs[2 * r], s = pairs[2 * r + 1], upper = row[0], lower = row[stride];
      row[0] = c * upper + s * lower;
      row[stride] = c * lower - s * upper;
    }
  }
}

template <class T>
constexpr FixedLoops<T> kFixedLoops = {&product_of<true, T>, &fixed_dot<T>,         &fixed_add_multiple<T>,
                                       &fixed_scale<T>,      &fixed_dot_and_add<T>, &fixed_rotate<T>};
const FixedLoops<float>* fixed_loops_of_floats() { return &kFixedLoops<float>; }
const FixedLoops<double>* fixed_loops_of_doubles() { return &kFixedLoops<double>; }

}  // namespace HWY_NAMESPACE
}  // namespace awe::algebra
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace awe::algebra {
namespace {

HWY_EXPORT(fixed_loops_of_floats);
HWY_EXPORT(fixed_loops_of_doubles);

}  // namespace

// Chosen at every call, so that tests can restrict the instruction sets; a call costs nanoseconds.
template <>
const FixedLoops<float>& fixed_loops<float>() {
  return *HWY_DYNAMIC_DISPATCH(fixed_loops_of_floats)();
}
template <>
const FixedLoops<double>& fixed_loops<double>() {
  return *HWY_DYNAMIC_DISPATCH(fixed_loops_of_doubles)();
}

}  // namespace awe::algebra
#endif
