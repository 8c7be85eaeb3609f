// Pieces of vector loops whose results do not depend on the width of the vectors, nor on whether the processor fuses
// products and sums: compiled once for every instruction set, so there is no include guard in the usual form.
//
//   fused        a b + c with one rounding, as std::fma; computed from separate operations where the instruction is
//   missing exponential  e^x from additions and products alone RunningSums  a sum of any number of values in an order
//   that is the same for every width

#include <cmath>
#include <cstddef>
#include <cstdint>

#if defined(AWE_ALGEBRA_VECTOR_MATH_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef AWE_ALGEBRA_VECTOR_MATH_INL_H
#undef AWE_ALGEBRA_VECTOR_MATH_INL_H
#else
#define AWE_ALGEBRA_VECTOR_MATH_INL_H
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace awe::algebra {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET <= HWY_AVX2 || HWY_TARGET == HWY_NEON
inline constexpr bool kFuses = true;
#else
inline constexpr bool kFuses = false;
#endif

// x + y rounded to odd: if inexact, to the neighbour with an odd last digit, so that a second rounding does no harm. x
// and y are a rounded sum and its error.
template <class D, class V>
HWY_INLINE V rounded_to_odd(D d, V sum, V error) {
  const hn::RebindToSigned<D> di;
  const auto bits = hn::BitCast(di, sum), one = hn::Set(di, 1);
  const auto inexact = hn::RebindMask(di, hn::Ne(error, hn::Zero(d)));
  const auto even = hn::Eq(hn::And(bits, one), hn::Zero(di));
  // Away from zero if the error has the sign of the sum. All bits of `apart` are set if it has not.
  const auto apart = hn::BroadcastSignBit(hn::Xor(bits, hn::BitCast(di, error)));
  const auto step = hn::Or(apart, one);  // -1 or 1
  return hn::BitCast(d, hn::IfThenElse(hn::And(inexact, even), hn::Add(bits, step), bits));
}

// Sets error to a + b - (a + b rounded), exactly (D. Knuth).
template <class V>
HWY_INLINE V sum_and_error(V a, V b, V& error) {
  const V sum = hn::Add(a, b), part = hn::Sub(sum, a);
  error = hn::Add(hn::Sub(a, hn::Sub(sum, part)), hn::Sub(b, part));
  return sum;
}

// a b + c with one rounding, from operations on doubles (S. Boldo, G. Melquiond, "Emulation of a FMA and correctly
// rounded sums").
template <class D, class V>
HWY_INLINE V fused_in_steps(D d, V a, V b, V c) {
  // Products that lose digits to underflow, and numbers whose halves overflow, go one by one.
  const V product = hn::Mul(a, b), size = hn::Abs(product), most = hn::Set(d, 0x1p+900), zero = hn::Zero(d);
  const auto vanishes = hn::Or(hn::Eq(a, zero), hn::Eq(b, zero));
  const auto fits = hn::And(hn::And(hn::Le(hn::Abs(a), most), hn::Le(hn::Abs(b), most)),
                            hn::And(hn::And(hn::Le(size, most), hn::Le(hn::Abs(c), most)),
                                    hn::Or(vanishes, hn::Ge(size, hn::Set(d, 0x1p-900)))));
  if (HWY_UNLIKELY(!hn::AllTrue(d, fits))) {
    constexpr std::size_t kLanes = hn::MaxLanes(D());
    double x[kLanes], y[kLanes], z[kLanes];
    hn::StoreU(a, d, x);
    hn::StoreU(b, d, y);
    hn::StoreU(c, d, z);
    for (std::size_t i = 0; i < kLanes; ++i) z[i] = std::fma(x[i], y[i], z[i]);
    return hn::LoadU(d, z);
  }
  // The error of the product, from halves of 26 digits (T. Dekker).
  const V splitter = hn::Set(d, 134217729.0);
  const V a_wide = hn::Mul(a, splitter), b_wide = hn::Mul(b, splitter);
  const V a_high = hn::Sub(a_wide, hn::Sub(a_wide, a)), b_high = hn::Sub(b_wide, hn::Sub(b_wide, b));
  const V a_low = hn::Sub(a, a_high), b_low = hn::Sub(b, b_high);
  V below = hn::Sub(hn::Mul(a_high, b_high), product);
  below = hn::Add(hn::Add(hn::Add(below, hn::Mul(a_high, b_low)), hn::Mul(a_low, b_high)), hn::Mul(a_low, b_low));
  V low_error, high_error, last_error;
  const V low = sum_and_error(c, below, low_error);
  const V high = sum_and_error(product, low, high_error);
  const V last = sum_and_error(low_error, high_error, last_error);
  return hn::Add(high, rounded_to_odd(d, last, last_error));
}

// The same for floats: their products are exact as doubles; only the sum is rounded, to odd, and then once more to a
// float.
template <class D, class V>
HWY_INLINE V fused_as_doubles(D d, V a, V b, V c) {
  const hn::Rebind<double, D> wide;
  auto error = hn::Zero(wide);
  const auto product = hn::Mul(hn::PromoteTo(wide, a), hn::PromoteTo(wide, b));
  const auto sum = sum_and_error(product, hn::PromoteTo(wide, c), error);
  const auto rounded = rounded_to_odd(wide, sum, error);
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128  // there DemoteTo gives the largest float instead of infinity
  constexpr std::size_t kLanes = hn::MaxLanes(D());
  double from[kLanes];
  float to[kLanes];
  hn::StoreU(rounded, wide, from);
  for (std::size_t i = 0; i < kLanes; ++i) to[i] = static_cast<float>(from[i]);
  return hn::LoadU(d, to);
#else
  return hn::DemoteTo(d, rounded);
#endif
}

template <class D, class V, class T = hn::TFromD<D>>
HWY_INLINE V fused(D d, V a, V b, V c) {
  if constexpr (kFuses) {
    return hn::MulAdd(a, b, c);
  } else if constexpr (sizeof(T) == 8) {
    return fused_in_steps(d, a, b, c);
  } else {
#if HWY_TARGET == HWY_SCALAR
    return fused_as_doubles(d, a, b, c);
#else
    const hn::Half<D> half;
    return hn::Combine(d,
                       fused_as_doubles(half, hn::UpperHalf(half, a), hn::UpperHalf(half, b), hn::UpperHalf(half, c)),
                       fused_as_doubles(half, hn::LowerHalf(half, a), hn::LowerHalf(half, b), hn::LowerHalf(half, c)));
#endif
  }
}

// e^x for doubles up to 709; 0 below -708. Error: about one unit of the last place.
template <class D, class V>
HWY_INLINE V exponential(D d, V x) {
  const hn::RebindToSigned<D> di;
  const auto vanishes = hn::Lt(x, hn::Set(d, -708.0));
  x = hn::Max(x, hn::Set(d, -708.0));
  // x = n log 2 + r. Adding 1.5 * 2^52 rounds to an integer, which then stands in the last digits.
  const V shift = hn::Set(d, 0x1.8p52);
  const V shifted = hn::Add(hn::Mul(x, hn::Set(d, 0x1.71547652b82fep0)), shift), n = hn::Sub(shifted, shift);
  // log 2 in two parts; the first has 32 digits, so its product with n is exact.
  const V r =
      hn::Sub(hn::Sub(x, hn::Mul(n, hn::Set(d, 0x1.62e42feep-1))), hn::Mul(n, hn::Set(d, 0x1.a39ef35793c76p-33)));
  // The series, even and odd powers apart: two short chains of operations.
  constexpr double kInverse[] = {
      1,          1,           1 / 2.0,      1 / 6.0,       1 / 24.0,       1 / 120.0,       1 / 720.0,
      1 / 5040.0, 1 / 40320.0, 1 / 362880.0, 1 / 3628800.0, 1 / 39916800.0, 1 / 479001600.0, 1 / 6227020800.0};
  const V square = hn::Mul(r, r);
  V even = hn::Set(d, kInverse[12]), odd = hn::Set(d, kInverse[13]);
  for (int k = 10; k >= 0; k -= 2) {
    even = hn::Add(hn::Mul(even, square), hn::Set(d, kInverse[k]));
    odd = hn::Add(hn::Mul(odd, square), hn::Set(d, kInverse[k + 1]));
  }
  const V sum = hn::Add(even, hn::Mul(odd, r));
  const auto power = hn::ShiftLeft<52>(hn::Sub(hn::BitCast(di, shifted), hn::BitCast(di, shift)));
  return hn::IfThenZeroElse(vanishes, hn::BitCast(d, hn::Add(hn::BitCast(di, sum), power)));
}

// Adds blocks of kSize values, value by value to kSize sums, and at the end the sums to each other: the order does not
// depend on the width of the vectors. The values of a last, incomplete block must be followed by zeros.
template <class T>
class RunningSums {
  using D = hn::ScalableTag<T>;
  using V = hn::Vec<D>;

 public:
  static constexpr std::size_t kSize = 128 / sizeof(T), kLanes = hn::MaxLanes(D()), kVectors = kSize / kLanes;

  HWY_INLINE RunningSums() {
    for (std::size_t j = 0; j < kVectors; ++j) sums_[j] = hn::Zero(D());
  }
  // Adds the value number j * kLanes .. of the block.
  HWY_INLINE void add(std::size_t j, V values) { sums_[j] = hn::Add(sums_[j], values); }
  [[nodiscard]] HWY_INLINE T total() const {
    T sums[kSize];
    for (std::size_t j = 0; j < kVectors; ++j) hn::StoreU(sums_[j], D(), sums + j * kLanes);
    for (std::size_t half = kSize / 2; half > 0; half /= 2) {
      for (std::size_t i = 0; i < half; ++i) sums[i] += sums[i + half];
    }
    return sums[0];
  }

 private:
  V sums_[kVectors];
};

}  // namespace HWY_NAMESPACE
}  // namespace awe::algebra
HWY_AFTER_NAMESPACE();

#endif
