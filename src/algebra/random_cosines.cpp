#include "algebra/random_cosines.h"

#include <algorithm>
#include <cmath>

#include "algebra/elementary.h"
#include "awe/hash.h"
#include "base/rng.h"

namespace awe::algebra {
namespace {

constexpr double kTwoPi = 6.283185307179586;

// Two independent standard normal numbers, by Marsaglia's polar method.
std::array<double, 2> normal_pair(base::Sequence& random) {
  while (true) {
    const double x = 2 * random.unit() - 1, y = 2 * random.unit() - 1, square = x * x + y * y;
    if (square >= 1 || square == 0) continue;
    const double factor = std::sqrt(-2 * logarithm_by_series(square) / square);
    return {x * factor, y * factor};
  }
}

// The cosine of an angle in turns, below 2^50 turns; the error is less than 2e-11. With r the distance from an integer
// number of turns, cos(2 pi r) = sin(2 pi s) for s = 1/4 - |r|, and the sine is an odd polynomial on [-1/4, 1/4]
// (minimax).
[[gnu::always_inline]] inline double cosine_of_turns(double turns) {
  constexpr double kRounder = 0x1.8p52;  // adding and subtracting it rounds to an integer
  const double r = turns - ((turns + kRounder) - kRounder);
  const double s = 0.25 - std::abs(r), square = s * s;
  double sum = -14.337024939204646;
  sum = sum * square + 41.999989867362206;
  sum = sum * square - 76.703667829954749;
  sum = sum * square + 81.605209431136304;
  sum = sum * square - 41.341701929773268;
  sum = sum * square + 6.2831853064875072;
  return sum * s;
}

// A range of features: pointers to the first of them, rows of frequencies `stride` apart.
struct FeatureRange {
  const double* frequencies;
  std::size_t stride;
  const double* phases;
  double* sums;
  std::size_t size;
};

// Adds count * cos(w.x + b) to the sums.
template <std::size_t N>
[[gnu::always_inline]] inline void add_cosines_inline(const WeightedPoint<N>& point, const FeatureRange& range) {
  static_assert(N == 2 || N == 5 || N == 8);
  const double* __restrict phases = range.phases;
  const double* __restrict w0 = range.frequencies;
  const double* __restrict w1 = w0 + range.stride;
  double* __restrict sums = range.sums;
  const double count = point.count;
  if constexpr (N == 2) {
    const auto [x0, x1] = point.coordinates;
    for (std::size_t f = 0; f < range.size; ++f) {
      sums[f] += count * cosine_of_turns((x0 * w0[f] + x1 * w1[f]) + phases[f]);
    }
  } else {
    const double x0 = point.coordinates[0], x1 = point.coordinates[1], x2 = point.coordinates[2];
    const double x3 = point.coordinates[3], x4 = point.coordinates[4];
    const double* __restrict w2 = w1 + range.stride;
    const double* __restrict w3 = w2 + range.stride;
    const double* __restrict w4 = w3 + range.stride;
    if constexpr (N == 8) {
      const double x5 = point.coordinates[5], x6 = point.coordinates[6], x7 = point.coordinates[7];
      const double* __restrict w5 = w4 + range.stride;
      const double* __restrict w6 = w5 + range.stride;
      const double* __restrict w7 = w6 + range.stride;
      for (std::size_t f = 0; f < range.size; ++f) {
        const double low = (x0 * w0[f] + x1 * w1[f]) + (x2 * w2[f] + x3 * w3[f]);
        const double high = (x4 * w4[f] + x5 * w5[f]) + (x6 * w6[f] + x7 * w7[f]);
        sums[f] += count * cosine_of_turns((low + high) + phases[f]);
      }
      return;
    }
    for (std::size_t f = 0; f < range.size; ++f) {
      const double turns = ((x0 * w0[f] + x1 * w1[f]) + (x2 * w2[f] + x3 * w3[f])) + (x4 * w4[f] + phases[f]);
      sums[f] += count * cosine_of_turns(turns);
    }
  }
}

// The same operations on vectors of the available width: the same bits (fused multiply-adds are off).
template <std::size_t N>
void add_cosines_plain(const WeightedPoint<N>& point, const FeatureRange& range) {
  add_cosines_inline(point, range);
}
#if defined(__x86_64__)
template <std::size_t N>
[[gnu::target("avx2")]] void add_cosines_wide(const WeightedPoint<N>& point, const FeatureRange& range) {
  add_cosines_inline(point, range);
}
bool wide_vectors() { return __builtin_cpu_supports("avx2") != 0; }
#else
template <std::size_t N>
void add_cosines_wide(const WeightedPoint<N>& point, const FeatureRange& range) {
  add_cosines_inline(point, range);
}
bool wide_vectors() { return false; }
#endif

}  // namespace

template <std::size_t N>
RandomCosines<N>::RandomCosines(std::uint32_t features, std::string_view subject)
    : frequencies_(N * std::size_t{features}), phases_(features) {
  base::Sequence random(0, hash128(std::as_bytes(std::span(subject))));
  for (std::size_t f = 0; f < features; ++f) {
    for (std::size_t i = 0; i < N; i += 2) {
      const auto pair = normal_pair(random);
      frequencies_[i * features + f] = pair[0] / kTwoPi;
      if (i + 1 < N) frequencies_[(i + 1) * features + f] = pair[1] / kTwoPi;
    }
    phases_[f] = random.unit();
  }
}

template <std::size_t N>
std::vector<double> RandomCosines<N>::sums_of(std::span<const WeightedPoint<N>> points) const {
  const std::size_t features = phases_.size();
  std::vector<double> sums(features, 0.0);
  constexpr std::size_t kBlock = 256;  // features that stay in the first-level cache
  const auto add_cosines = wide_vectors() ? add_cosines_wide<N> : add_cosines_plain<N>;
  for (std::size_t first = 0; first < features; first += kBlock) {
    const FeatureRange range{frequencies_.data() + first, features, phases_.data() + first, sums.data() + first,
                             std::min(kBlock, features - first)};
    for (const WeightedPoint<N>& point : points) add_cosines(point, range);
  }
  return sums;
}

template class RandomCosines<2>;
template class RandomCosines<5>;
template class RandomCosines<8>;

}  // namespace awe::algebra
