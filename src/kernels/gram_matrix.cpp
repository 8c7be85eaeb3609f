// All operations run over blocks of rows, split by index. exp: x = n ln 2 + r with |r| <= ln 2 / 2; a polynomial gives
// e^r, and n goes into the exponent bits (Cody and Waite 1980). No operation may be fused, so that the bits are the
// same everywhere.
#include "awe/gram_matrix.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "awe/error.h"
#include "base/parallel.h"
#include "kernels/pair_sample.h"

namespace awe {
namespace {

constexpr std::size_t kBlockValues = std::size_t{1} << 18;  // a megabyte per task
constexpr std::size_t kTile = 64;

// Calls body(first, last) for pieces of [0, size).
template <class Body>
void in_blocks(std::size_t size, int threads, const Body& body) {
  base::parallel_for((size + kBlockValues - 1) / kBlockValues, threads, [&](std::size_t block) {
    body(block * kBlockValues, std::min(size, (block + 1) * kBlockValues));
  });
}

// Four at once: every processor has vectors of this size.
using Floats [[gnu::vector_size(16)]] = float;
using Words [[gnu::vector_size(16)]] = std::int32_t;

inline void exp_below_zero(float* values, float factor) noexcept {
  constexpr float kLeast = -87.3F;       // below this, e^x is no longer a normal number
  constexpr float kMagic = 12582912.0F;  // 1.5 * 2^23: adding it rounds to an integer
  constexpr float kHigh = 0.693359375F;  // ln 2 = high + low; high has few bits, so that n * high is exact
  constexpr float kLow = -2.12194440e-4F;
  Floats x;
  std::memcpy(&x, values, sizeof x);
  x *= factor;
  const Floats bounded = x < kLeast ? kLeast - Floats{} : x;
  const Floats shifted = bounded * 1.44269504F + kMagic;
  const Floats n = shifted - kMagic;
  const Floats r = (bounded - n * kHigh) - n * kLow;
  // e^r = 1 + r + r^2 p(r), with the coefficients of Cephes expf (Moshier).
  Floats p = r * 1.9875691500e-4F + 1.3981999507e-3F;
  p = p * r + 8.3334519073e-3F;
  p = p * r + 4.1665795894e-2F;
  p = p * r + 1.6666665459e-1F;
  p = p * r + 5.0000001201e-1F;
  const Floats e = (p * (r * r) + r) + 1.0F;
  // The low bits of `shifted` are n, which goes into the exponent.
  const Words power = std::bit_cast<Words>(shifted) - std::bit_cast<std::int32_t>(kMagic);
  const Floats scaled = e * std::bit_cast<Floats>((power + 127) << 23);
  const Floats result = x < kLeast ? Floats{} : scaled;
  std::memcpy(values, &result, sizeof result);
}

}  // namespace

GramMatrix::GramMatrix(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns) {
  if (columns > 0 && rows > std::numeric_limits<std::ptrdiff_t>::max() / sizeof(float) / columns) {
    throw std::bad_array_new_length();
  }
  const std::size_t values = rows * columns;
  values_.reset(new (std::align_val_t{kAlignment}) float[std::max<std::size_t>(values, 1)]);
  std::fill_n(values_.get(), values, 0.0F);
}

void mirror(GramMatrix& square, int threads) {
  const std::size_t n = square.rows();
  float* values = square.data();
  base::parallel_for((n + kTile - 1) / kTile, threads, [&](std::size_t block) {
    const std::size_t first = block * kTile, last = std::min(n, first + kTile);
    for (std::size_t from = first; from < n; from += kTile) {
      const std::size_t to = std::min(n, from + kTile);
      for (std::size_t j = from; j < to; ++j) {
        for (std::size_t i = first; i < std::min(last, j); ++i) values[j * n + i] = values[i * n + j];
      }
    }
  });
}

float exp_of_negative(float x) noexcept {
  float four[4] = {x, 0, 0, 0};
  exp_below_zero(four, 1);
  return four[0];
}

void exponentiate(std::span<float> distances, double gamma) {
  if (!(gamma > 0) || !std::isfinite(gamma)) throw Error(ErrorKind::usage, "`gamma` must be above 0");
  const auto factor = static_cast<float>(-gamma);
  if (!std::isfinite(factor)) {
    throw Error(ErrorKind::numeric,
                "the factor of the squared distances is too large for float32; use a larger sigma, or a smaller gamma");
  }
  std::size_t k = 0;
  for (; k + 4 <= distances.size(); k += 4) exp_below_zero(distances.data() + k, factor);
  float rest[4] = {0, 0, 0, 0};
  std::copy(distances.begin() + static_cast<std::ptrdiff_t>(k), distances.end(), rest);
  exp_below_zero(rest, factor);
  std::copy_n(rest, distances.size() - k, distances.data() + k);
}

void exponentiate(GramMatrix& distances, double gamma, int threads) {
  float* values = distances.data();
  in_blocks(distances.rows() * distances.columns(), threads, [=](std::size_t first, std::size_t last) {
    exponentiate({values + first, last - first}, gamma);
  });
}

void raise_to_power(GramMatrix& kernel, int degree, double offset, int threads, double scale) {
  if (degree < 1) throw Error(ErrorKind::usage, "the degree of a polynomial kernel must be at least 1");
  float* values = kernel.data();
  in_blocks(kernel.rows() * kernel.columns(), threads, [=](std::size_t first, std::size_t last) {
    bool finite = true;
    for (std::size_t k = first; k < last; ++k) {
      const double base = scale * static_cast<double>(values[k]) + offset;
      double power = base;
      for (int d = 1; d < degree; ++d) power *= base;
      values[k] = static_cast<float>(power);
      finite = finite && std::isfinite(values[k]);
    }
    if (!finite) {
      throw Error(ErrorKind::numeric,
                  "a value of the polynomial kernel is too large for float32; scale the rows to "
                  "length 1 ([unit]) or lower the degree");
    }
  });
}

void add_scaled(GramMatrix& sum, const GramMatrix& more, double scale, int threads) {
  if (sum.rows() != more.rows() || sum.columns() != more.columns()) {
    throw Error(ErrorKind::usage, "matrices of different shapes cannot be added");
  }
  float* values = sum.data();
  const float* added = more.data();
  in_blocks(sum.rows() * sum.columns(), threads, [=](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      values[k] = static_cast<float>(static_cast<double>(values[k]) + scale * static_cast<double>(added[k]));
    }
  });
}

double median_scale(std::span<float> values) {
  if (values.empty()) return 1;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (*middle > 0) return static_cast<double>(*middle);
  // The positive values are after the middle, in an order that depends on the standard library; sort them so that the
  // sum is the same everywhere.
  std::sort(middle, values.end());
  double sum = 0;
  std::size_t positive = 0;
  for (auto it = middle; it != values.end(); ++it) {
    if (!(*it > 0)) continue;
    sum += static_cast<double>(*it);
    ++positive;
  }
  return positive > 0 ? sum / static_cast<double>(positive) : 1;
}

double median_of_pairs(const GramMatrix& square, std::span<const std::uint32_t> items) {
  return kernels::PairSample(items.size()).median(square, items);
}

}  // namespace awe
