#include "algebra/softmax_loops.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algebra/elementary.h"
#include "base/instruction_sets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algebra/softmax_loops.cpp"
#include <hwy/foreach_target.h>
// Must follow foreach_target.h, which includes this file again for each instruction set.
#include <hwy/highway.h>

#include "algebra/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace awe::algebra {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// values = e^(values - largest), for a whole block.
HWY_INLINE void add_exponentials(RunningSums<double>& sums, double* values, double largest) {
  const hn::ScalableTag<double> d;
  const auto shift = hn::Set(d, largest);
  for (std::size_t j = 0; j < sums.kVectors; ++j) {
    double* place = values + j * sums.kLanes;
    const auto e = exponential(d, hn::Sub(hn::LoadU(d, place), shift));
    hn::StoreU(e, d, place);
    sums.add(j, e);
  }
}

// Returns the sum of exponentials, before they are multiplied; sets `largest`.
double softmax_row(double* values, std::size_t size, double mass, double& largest) {
  const hn::ScalableTag<double> d;
  const std::size_t lanes = hn::Lanes(d), whole = size / lanes * lanes;
  largest = -std::numeric_limits<double>::infinity();
  auto most = hn::Set(d, largest);
  for (std::size_t i = 0; i < whole; i += lanes) most = hn::Max(most, hn::LoadU(d, values + i));
  if (whole > 0) largest = hn::GetLane(hn::MaxOfLanes(d, most));
  for (std::size_t i = whole; i < size; ++i) largest = values[i] > largest ? values[i] : largest;
  RunningSums<double> sums;
  std::size_t i = 0;
  for (; i + sums.kSize <= size; i += sums.kSize) add_exponentials(sums, values + i, largest);
  if (i < size) {
    double last[sums.kSize];
    std::fill_n(last, sums.kSize, -std::numeric_limits<double>::infinity());  // e^-inf = 0
    std::copy_n(values + i, size - i, last);
    add_exponentials(sums, last, largest);
    std::copy_n(last, size - i, values + i);
  }
  const double sum = sums.total(), factor = mass / sum;
  const auto factors = hn::Set(d, factor);
  for (i = 0; i < whole; i += lanes) hn::StoreU(hn::Mul(hn::LoadU(d, values + i), factors), d, values + i);
  for (; i < size; ++i) values[i] *= factor;
  return sum;
}

void weigh(const double* shares, const double* words, float* out, std::size_t rows, std::size_t columns) {
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> narrow;
  const std::size_t lanes = hn::Lanes(d), whole = columns / lanes * lanes;
  for (std::size_t w = 0; w < rows; ++w) {
    const double root = std::sqrt(shares[w]);
    const auto roots = hn::Set(d, root);
    const double* from = words + w * columns;
    float* to = out + w * columns;
    for (std::size_t k = 0; k < whole; k += lanes) {
      hn::StoreU(hn::DemoteTo(narrow, hn::Mul(roots, hn::LoadU(d, from + k))), narrow, to + k);
    }
    for (std::size_t k = whole; k < columns; ++k) to[k] = static_cast<float>(root * from[k]);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace awe::algebra
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace awe::algebra {

HWY_EXPORT(softmax_row);
HWY_EXPORT(weigh);

double softmax(std::span<double> logits, double mass) {
  double largest = 0;
  const double sum = HWY_DYNAMIC_DISPATCH(softmax_row)(logits.data(), logits.size(), mass, largest);
  return largest + logarithm(sum);
}

void weigh_rows(std::span<const double> shares, std::span<const double> words, std::span<float> out) {
  HWY_DYNAMIC_DISPATCH(weigh)(shares.data(), words.data(), out.data(), shares.size(), words.size() / shares.size());
}

}  // namespace awe::algebra
#endif
