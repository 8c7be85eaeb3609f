#include "algebra/vector_loops.h"

#include <algorithm>
#include <cmath>

#include "base/instruction_sets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algebra/vector_loops.cpp"
#include <hwy/foreach_target.h>
// Must follow foreach_target.h, which includes this file again for each instruction set.
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include "algebra/product-inl.h"

HWY_BEFORE_NAMESPACE();
namespace awe::algebra {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Sums the rows selected by `id`, four vectors of columns at a time.
template <class T, class Id>
HWY_INLINE void sum_named(const StridedRows<T>& rows, std::size_t count, std::size_t skip, T factor, T* out, Id id) {
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d);
  const V factors = hn::Set(d, factor);
  std::size_t k = 0;
  for (; k + 4 * lanes <= rows.width; k += 4 * lanes) {
    V a = hn::Zero(d), b = a, c = a, e = a;
    for (std::size_t i = 0; i < count; ++i) {
      if (i == skip) continue;
      const T* row = rows.base + id(i) * rows.stride + k;
      a = hn::Add(a, hn::LoadU(d, row));
      b = hn::Add(b, hn::LoadU(d, row + lanes));
      c = hn::Add(c, hn::LoadU(d, row + 2 * lanes));
      e = hn::Add(e, hn::LoadU(d, row + 3 * lanes));
    }
    hn::StoreU(hn::Mul(a, factors), d, out + k);
    hn::StoreU(hn::Mul(b, factors), d, out + k + lanes);
    hn::StoreU(hn::Mul(c, factors), d, out + k + 2 * lanes);
    hn::StoreU(hn::Mul(e, factors), d, out + k + 3 * lanes);
  }
  for (; k < rows.width; ++k) {
    T sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (i != skip) sum += rows.base[id(i) * rows.stride + k];
    }
    out[k] = factor * sum;
  }
}

template <class T>
void sum_rows_of(const StridedRows<T>& rows, const std::uint32_t* ids, std::size_t count, std::size_t skip, T factor,
                 T* out) {
  sum_named(rows, count, skip, factor, out, [&](std::size_t i) HWY_ATTR { return std::size_t{ids[i]}; });
}
template <class T>
void sum_range_of(const StridedRows<T>& rows, std::size_t first, std::size_t count, std::size_t skip, T factor,
                  T* out) {
  sum_named(rows, count, skip, factor, out, [&](std::size_t i) HWY_ATTR { return first + i; });
}

template <class T>
void add_multiple_of(T factor, const T* x, T* y, std::size_t count) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto factors = hn::Set(d, factor);
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    hn::StoreU(hn::MulAdd(factors, hn::LoadU(d, x + k), hn::LoadU(d, y + k)), d, y + k);
  }
  for (; k < count; ++k) y[k] += factor * x[k];
}

template <class T>
T dot_of(const T* x, const T* y, std::size_t count) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  auto a = hn::Zero(d), b = a;
  std::size_t k = 0;
  for (; k + 2 * lanes <= count; k += 2 * lanes) {
    a = hn::MulAdd(hn::LoadU(d, x + k), hn::LoadU(d, y + k), a);
    b = hn::MulAdd(hn::LoadU(d, x + k + lanes), hn::LoadU(d, y + k + lanes), b);
  }
  T sum = hn::GetLane(hn::SumOfLanes(d, hn::Add(a, b)));
  for (; k < count; ++k) sum += x[k] * y[k];
  return sum;
}

template <class T>
void scale_of(T factor, T* x, std::size_t count) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto factors = hn::Set(d, factor);
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) hn::StoreU(hn::Mul(factors, hn::LoadU(d, x + k)), d, x + k);
  for (; k < count; ++k) x[k] *= factor;
}

template <class T>
T subtract_of(T* x, const T* y, std::size_t count) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  constexpr T kLowest = -1e30f;
  auto most = hn::Set(d, kLowest);
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    const auto less = hn::Sub(hn::LoadU(d, x + k), hn::LoadU(d, y + k));
    hn::StoreU(less, d, x + k);
    most = hn::Max(most, less);
  }
  T largest = hn::GetLane(hn::MaxOfLanes(d, most));
  for (; k < count; ++k) largest = std::max(largest, x[k] -= y[k]);
  return largest;
}

template <class T>
T exponentials_of(T* x, std::size_t count, T largest) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto shift = hn::Set(d, largest);
  auto sums = hn::Zero(d);
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    const auto value = hn::Exp(d, hn::Sub(hn::LoadU(d, x + k), shift));
    hn::StoreU(value, d, x + k);
    sums = hn::Add(sums, value);
  }
  T sum = hn::GetLane(hn::SumOfLanes(d, sums));
  for (; k < count; ++k) sum += x[k] = std::exp(x[k] - largest);
  return sum;
}

// log(1 + e^x) = max(x, 0) + log(1 + e^-|x|).
template <class T>
double logistic_of(T* x, std::size_t count) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto one = hn::Set(d, T{1}), zero = hn::Zero(d);
  auto sums = zero;
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    const auto value = hn::LoadU(d, x + k);
    const auto small = hn::Exp(d, hn::Neg(hn::Abs(value)));
    const auto whole = hn::Add(one, small);
    hn::StoreU(hn::Div(hn::IfThenElse(hn::Gt(value, zero), one, small), whole), d, x + k);
    sums = hn::Add(sums, hn::Add(hn::Max(value, zero), hn::Log(d, whole)));
  }
  double sum = static_cast<double>(hn::GetLane(hn::SumOfLanes(d, sums)));
  for (; k < count; ++k) {
    const T small = std::exp(-std::abs(x[k]));
    sum += static_cast<double>(std::max(x[k], T{0}) + std::log1p(small));
    x[k] = (x[k] > 0 ? T{1} : small) / (T{1} + small);
  }
  return sum;
}

template <class T>
void adagrad_of(T* values, const T* gradient, T* squares, std::size_t count, T rate) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  constexpr T kTiny = 1e-10f;
  const auto rates = hn::Set(d, rate), tiny = hn::Set(d, kTiny);
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    const auto g = hn::LoadU(d, gradient + k);
    const auto sum = hn::MulAdd(g, g, hn::LoadU(d, squares + k));
    hn::StoreU(sum, d, squares + k);
    const auto step = hn::Div(hn::Mul(rates, g), hn::Add(hn::Sqrt(sum), tiny));
    hn::StoreU(hn::Sub(hn::LoadU(d, values + k), step), d, values + k);
  }
  for (; k < count; ++k) {
    squares[k] += gradient[k] * gradient[k];
    values[k] -= rate * gradient[k] / (std::sqrt(squares[k]) + kTiny);
  }
}

template <class T>
void adam_of(T* values, const T* gradient, T* mean, T* squares, std::size_t count, T step, T root) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  constexpr T kMean = 0.9f, kSquares = 0.999f, kTiny = 1e-8f;
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    const auto g = hn::LoadU(d, gradient + k);
    const auto m = hn::MulAdd(hn::Set(d, kMean), hn::LoadU(d, mean + k), hn::Mul(hn::Set(d, T{1} - kMean), g));
    const auto s = hn::MulAdd(hn::Set(d, kSquares), hn::LoadU(d, squares + k),
                              hn::Mul(hn::Set(d, T{1} - kSquares), hn::Mul(g, g)));
    hn::StoreU(m, d, mean + k);
    hn::StoreU(s, d, squares + k);
    const auto size = hn::MulAdd(hn::Sqrt(s), hn::Set(d, root), hn::Set(d, kTiny));
    hn::StoreU(hn::Sub(hn::LoadU(d, values + k), hn::Div(hn::Mul(hn::Set(d, step), m), size)), d, values + k);
  }
  for (; k < count; ++k) {
    mean[k] = kMean * mean[k] + (T{1} - kMean) * gradient[k];
    squares[k] = kSquares * squares[k] + (T{1} - kSquares) * gradient[k] * gradient[k];
    values[k] -= step * mean[k] / (std::sqrt(squares[k]) * root + kTiny);
  }
}

template <class T>
constexpr VectorLoops<T> kLoops = {
    &product_of<false, T>, &sum_rows_of<T>,     &sum_range_of<T>, &add_multiple_of<T>, &dot_of<T>, &scale_of<T>,
    &subtract_of<T>,       &exponentials_of<T>, &logistic_of<T>,  &adagrad_of<T>,      &adam_of<T>};
const VectorLoops<float>* loops_of_floats() { return &kLoops<float>; }
const VectorLoops<double>* loops_of_doubles() { return &kLoops<double>; }

}  // namespace HWY_NAMESPACE
}  // namespace awe::algebra
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace awe::algebra {
namespace {

HWY_EXPORT(loops_of_floats);
HWY_EXPORT(loops_of_doubles);

}  // namespace

template <>
const VectorLoops<float>& vector_loops<float>() {
  static const VectorLoops<float>& loops = *HWY_DYNAMIC_DISPATCH(loops_of_floats)();
  return loops;
}
template <>
const VectorLoops<double>& vector_loops<double>() {
  static const VectorLoops<double>& loops = *HWY_DYNAMIC_DISPATCH(loops_of_doubles)();
  return loops;
}

}  // namespace awe::algebra
#endif
