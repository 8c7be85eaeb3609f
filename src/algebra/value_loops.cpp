// exp: x = n ln 2 + r with |r| <= ln 2 / 2; a polynomial gives e^r, and n goes into the exponent bits (Cody and Waite
// 1980).
#include "algebra/value_loops.h"

#include <algorithm>
#include <cstdint>

#include "base/instruction_sets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algebra/value_loops.cpp"
#include <hwy/foreach_target.h>
// Must follow foreach_target.h, which includes this file again for each instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace awe::algebra {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<float>;
using Floats = hn::Vec<Tag>;

HWY_INLINE Floats exp_below_zero(Floats x) {
  const Tag d;
  const hn::RebindToSigned<Tag> words;
  const Floats least = hn::Set(d, -87.3F);       // below this, e^x is no longer a normal number
  const Floats magic = hn::Set(d, 12582912.0F);  // 1.5 * 2^23: adding it rounds to an integer
  const auto too_small = hn::Lt(x, least);
  const Floats bounded = hn::IfThenElse(too_small, least, x);
  const Floats shifted = hn::Add(hn::Mul(bounded, hn::Set(d, 1.44269504F)), magic);
  const Floats n = hn::Sub(shifted, magic);
  // ln 2 = high + low; high has few bits, so that n * high is exact.
  const Floats high = hn::Set(d, 0.693359375F), low = hn::Set(d, -2.12194440e-4F);
  const Floats r = hn::Sub(hn::Sub(bounded, hn::Mul(n, high)), hn::Mul(n, low));
  // e^r = 1 + r + r^2 p(r), with the coefficients of Cephes expf (Moshier).
  Floats p = hn::Add(hn::Mul(r, hn::Set(d, 1.9875691500e-4F)), hn::Set(d, 1.3981999507e-3F));
  p = hn::Add(hn::Mul(p, r), hn::Set(d, 8.3334519073e-3F));
  p = hn::Add(hn::Mul(p, r), hn::Set(d, 4.1665795894e-2F));
  p = hn::Add(hn::Mul(p, r), hn::Set(d, 1.6666665459e-1F));
  p = hn::Add(hn::Mul(p, r), hn::Set(d, 5.0000001201e-1F));
  const Floats e = hn::Add(hn::Add(hn::Mul(p, hn::Mul(r, r)), r), hn::Set(d, 1.0F));
  // The low bits of `shifted` are n, which goes into the exponent.
  const auto power = hn::Sub(hn::BitCast(words, shifted), hn::BitCast(words, magic));
  const auto scale = hn::ShiftLeft<23>(hn::Add(power, hn::Set(words, 127)));
  return hn::IfThenZeroElse(too_small, hn::Mul(e, hn::BitCast(d, scale)));
}

void exponentiate(float* values, std::size_t count, float factor) {
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  const Floats factors = hn::Set(d, factor);
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    hn::StoreU(exp_below_zero(hn::Mul(hn::LoadU(d, values + k), factors)), d, values + k);
  }
  if (k == count) return;
  float rest[hn::MaxLanes(Tag())] = {};
  std::copy(values + k, values + count, rest);
  hn::StoreU(exp_below_zero(hn::Mul(hn::LoadU(d, rest), factors)), d, rest);
  std::copy_n(rest, count - k, values + k);
}

void sum_of_rows(const float* const* rows, const float* scales, std::size_t num_rows, float* out, std::size_t count) {
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    Floats sum = hn::Zero(d);
    for (std::size_t r = 0; r < num_rows; ++r) {
      sum = hn::Add(sum, hn::Mul(hn::Set(d, scales[r]), hn::LoadU(d, rows[r] + k)));
    }
    hn::StoreU(sum, d, out + k);
  }
  for (; k < count; ++k) {
    float sum = 0;
    for (std::size_t r = 0; r < num_rows; ++r) sum += scales[r] * rows[r][k];
    out[k] = sum;
  }
}

constexpr ValueLoops kLoops = {&exponentiate, &sum_of_rows};
const ValueLoops* loops() { return &kLoops; }

}  // namespace HWY_NAMESPACE
}  // namespace awe::algebra
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace awe::algebra {
namespace {

HWY_EXPORT(loops);

}  // namespace

// Chosen at every call, so that tests can restrict the instruction sets; a call costs nanoseconds.
const ValueLoops& value_loops() { return *HWY_DYNAMIC_DISPATCH(loops)(); }

}  // namespace awe::algebra
#endif
