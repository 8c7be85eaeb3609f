// Exponentials of many floats: branch-free, so that compilers make vector code of any width out of it, with the same
// bits on each. Relative error below 2e-7 between -87 and 88; beyond, the values at these ends. Doubles take the
// library's.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace awe {

inline float fast_exp(float x) noexcept {
  x = x < -87.0f ? -87.0f : x;
  x = x > 88.0f ? 88.0f : x;
  // x = n log 2 + r, |r| <= log(2) / 2; adding 1.5 * 2^23 rounds to the nearest whole number.
  constexpr float kRound = 12582912.0f;
  const float shifted = x * 1.44269504f + kRound;
  const float n = shifted - kRound;
  const float r = (x - n * 0.693359375f) + n * 2.12194440e-4f;
  float p = 1.9875691500e-4f;
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  const float small = (p * r * r + r) + 1.0f;
  // The low bits of `shifted` hold n.
  const std::uint32_t scale = (std::bit_cast<std::uint32_t>(shifted) << 23) + (127u << 23);
  return small * std::bit_cast<float>(scale);
}
inline double fast_exp(double x) noexcept { return std::exp(x); }

}  // namespace awe
