// All operations run over blocks of rows, split by index.
#include "awe/gram_matrix.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "algebra/value_loops.h"
#include "awe/error.h"
#include "base/large_array.h"
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

}  // namespace

GramMatrix::GramMatrix(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns) {
  if (columns > 0 && rows > std::numeric_limits<std::ptrdiff_t>::max() / sizeof(float) / columns) {
    throw std::bad_array_new_length();
  }
  // The system hands out zeros page by page on first use, so that the threads which fill the matrix share the work.
  std::size_t room = rows * columns * sizeof(float) + kAlignment;
  void* const block = std::calloc(room, 1);
  if (block == nullptr) throw std::bad_alloc();
  base::advise_huge_pages(block, room);
  void* first = block;
  values_ = {static_cast<float*>(std::align(kAlignment, 1, first, room)), Release{block}};
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
  algebra::value_loops().exponentiate(&x, 1, 1);
  return x;
}

void exponentiate(std::span<float> distances, double gamma) {
  if (!(gamma > 0) || !std::isfinite(gamma)) throw Error(ErrorKind::usage, "`gamma` must be above 0");
  const auto factor = static_cast<float>(-gamma);
  if (!std::isfinite(factor)) {
    throw Error(ErrorKind::numeric,
                "the factor of the squared distances is too large for float32; use a larger sigma, or a smaller gamma");
  }
  algebra::value_loops().exponentiate(distances.data(), distances.size(), factor);
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

namespace {

// The value that would be at this place if all were sorted: among those with the same first 16 bits, which are found by
// counting. One pass that cannot be predicted badly, where a selection by comparisons has many.
float value_at(std::span<const float> values, std::size_t place) {
  const auto first_bits = [](float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return (bits >> 31 != 0 ? ~bits : bits | 0x80000000U) >> 16;  // in the order of the values
  };
  std::vector<std::uint32_t> counts(std::size_t{1} << 16, 0);
  for (const float value : values) ++counts[first_bits(value)];
  std::uint32_t first = 0;
  while (place >= counts[first]) place -= counts[first++];
  std::vector<float> same;
  same.reserve(counts[first]);
  std::copy_if(values.begin(), values.end(), std::back_inserter(same),
               [&](float value) { return first_bits(value) == first; });
  const auto at = same.begin() + static_cast<std::ptrdiff_t>(place);
  std::nth_element(same.begin(), at, same.end());
  return *at;
}

}  // namespace

double median_scale(std::span<float> values) {
  if (values.empty()) return 1;
  constexpr std::size_t kMany = 1 << 15, kTooMany = std::numeric_limits<std::uint32_t>::max();
  if (values.size() >= kMany && values.size() < kTooMany) {
    const float median = value_at(values, values.size() / 2);
    if (median > 0) return static_cast<double>(median);
  }
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
