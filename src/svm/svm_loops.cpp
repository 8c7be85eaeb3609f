#include "svm/svm_loops.h"

#include <limits>
#include <utility>

#include "base/instruction_sets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "svm/svm_loops.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file again for each instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace awe::svm {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Kernel values converted to the type of the gradient.
template <class D>
HWY_INLINE hn::Vec<D> load_kernel(D d, const float* from) {
  if constexpr (sizeof(hn::TFromD<D>) == sizeof(float)) {
    return hn::Load(d, from);
  } else {
    return hn::PromoteTo(d, hn::Load(hn::Rebind<float, D>(), from));
  }
}

template <class D>
HWY_INLINE hn::Mask<D> load_bits(D d, const std::uint8_t* bits, std::size_t i) {
  const std::size_t lanes = hn::Lanes(d);
  return hn::LoadMaskBits(d, bits + (lanes < 8 ? i / lanes : i / 8));
}

// The best value of each lane and its position; the first one is kept on a tie.
template <class D>
struct Best {
  using Positions = hn::RebindToUnsigned<D>;
  hn::Vec<D> value;
  hn::Vec<Positions> at;
};

// Position of the best lane, kNowhere if no lane was better than `worst`; the lowest position on a tie.
template <bool kLowest, class D>
HWY_INLINE std::pair<hn::TFromD<D>, std::size_t> best_lane(D d, const Best<D>& a, const Best<D>& b,
                                                           hn::TFromD<D> worst) {
  using T = hn::TFromD<D>;
  using Position = hn::TFromD<typename Best<D>::Positions>;
  constexpr std::size_t kMost = HWY_MAX_BYTES / sizeof(T);
  HWY_ALIGN T values[2 * kMost];
  HWY_ALIGN Position at[2 * kMost];
  const std::size_t lanes = hn::Lanes(d);
  const typename Best<D>::Positions positions;
  hn::Store(a.value, d, values);
  hn::Store(b.value, d, values + lanes);
  hn::Store(a.at, positions, at);
  hn::Store(b.at, positions, at + lanes);
  T value = worst;
  std::size_t place = kNowhere;
  for (std::size_t lane = 0; lane < 2 * lanes; ++lane) {
    const bool better = kLowest ? values[lane] < value : values[lane] > value;
    if (better || (values[lane] == value && place != kNowhere && at[lane] < place)) {
      value = values[lane];
      place = static_cast<std::size_t>(at[lane]);
    }
  }
  return {value, place};
}

template <class T>
Extremes<T> update(T* HWY_RESTRICT gradient, const float* HWY_RESTRICT row_i, const float* HWY_RESTRICT row_j, T step,
                   const std::uint8_t* HWY_RESTRICT up, const std::uint8_t* HWY_RESTRICT low, std::size_t count) {
  const hn::ScalableTag<T> d;
  using D = hn::ScalableTag<T>;
  const typename Best<D>::Positions positions;
  using Position = hn::TFromD<typename Best<D>::Positions>;
  constexpr T kInfinity = std::numeric_limits<T>::infinity();
  const std::size_t lanes = hn::Lanes(d);
  const auto steps = hn::Set(d, step), plus = hn::Set(d, kInfinity), minus = hn::Set(d, -kInfinity);
  const auto stride = hn::Set(positions, static_cast<Position>(2 * lanes));
  Best<D> even{plus, hn::Zero(positions)}, odd = even;
  auto even_high = minus, odd_high = minus;
  auto even_at = hn::Iota(positions, 0), odd_at = hn::Iota(positions, static_cast<Position>(lanes));
  const auto one = [&](std::size_t i, Best<D>& best, auto& high, auto& at) HWY_ATTR {
    const auto difference = hn::Sub(load_kernel(d, row_i + i), load_kernel(d, row_j + i));
    const auto value = hn::MulAdd(steps, difference, hn::Load(d, gradient + i));
    hn::Store(value, d, gradient + i);
    const auto better = hn::And(load_bits(d, up, i), hn::Lt(value, best.value));
    best.value = hn::IfThenElse(better, value, best.value);
    best.at = hn::IfThenElse(hn::RebindMask(positions, better), at, best.at);
    high = hn::Max(high, hn::IfThenElse(load_bits(d, low, i), value, minus));
    at = hn::Add(at, stride);
  };
  for (std::size_t i = 0; i < count; i += 2 * lanes) {
    one(i, even, even_high, even_at);
    one(i + lanes, odd, odd_high, odd_at);
  }
  const auto [lowest, at] = best_lane<true>(d, even, odd, kInfinity);
  return {lowest, at, hn::GetLane(hn::MaxOfLanes(d, hn::Max(even_high, odd_high)))};
}

template <class T>
std::size_t partner(const T* HWY_RESTRICT gradient, const float* HWY_RESTRICT row_i, const float* HWY_RESTRICT diagonal,
                    T lowest, float k_ii, const std::uint8_t* HWY_RESTRICT low, std::size_t count) {
  const hn::ScalableTag<T> d;
  using D = hn::ScalableTag<T>;
  const typename Best<D>::Positions positions;
  using Position = hn::TFromD<typename Best<D>::Positions>;
  const std::size_t lanes = hn::Lanes(d);
  const auto own = hn::Set(d, static_cast<T>(k_ii)), base = hn::Set(d, lowest), zero = hn::Zero(d);
  const auto smallest = hn::Set(d, static_cast<T>(kSmallestCurvature)), minus_two = hn::Set(d, static_cast<T>(-2));
  const auto stride = hn::Set(positions, static_cast<Position>(2 * lanes));
  Best<D> even{zero, hn::Zero(positions)}, odd = even;
  auto even_at = hn::Iota(positions, 0), odd_at = hn::Iota(positions, static_cast<Position>(lanes));
  const auto one = [&](std::size_t i, Best<D>& best, auto& at) HWY_ATTR {
    const auto difference = hn::Sub(hn::Load(d, gradient + i), base);
    const auto sum = hn::Add(own, load_kernel(d, diagonal + i));
    const auto curvature = hn::Max(hn::MulAdd(minus_two, load_kernel(d, row_i + i), sum), smallest);
    const auto square = hn::Mul(difference, difference);
    // Only selects among pairs that all make progress, so the approximate reciprocal is good enough.
    const auto gain = [&]() HWY_ATTR {
      if constexpr (sizeof(T) == sizeof(float)) {
        return hn::Mul(square, hn::ApproximateReciprocal(curvature));
      } else {
        return hn::Div(square, curvature);
      }
    }();
    const auto allowed = hn::And(load_bits(d, low, i), hn::Gt(difference, zero));
    const auto better = hn::And(allowed, hn::Gt(gain, best.value));
    best.value = hn::IfThenElse(better, gain, best.value);
    best.at = hn::IfThenElse(hn::RebindMask(positions, better), at, best.at);
    at = hn::Add(at, stride);
  };
  for (std::size_t i = 0; i < count; i += 2 * lanes) {
    one(i, even, even_at);
    one(i + lanes, odd, odd_at);
  }
  return best_lane<false>(d, even, odd, T{0}).second;
}

Extremes<float> update_floats(float* g, const float* row_i, const float* row_j, float step, const std::uint8_t* up,
                              const std::uint8_t* low, std::size_t count) {
  return update<float>(g, row_i, row_j, step, up, low, count);
}
Extremes<double> update_doubles(double* g, const float* row_i, const float* row_j, double step, const std::uint8_t* up,
                                const std::uint8_t* low, std::size_t count) {
  return update<double>(g, row_i, row_j, step, up, low, count);
}
std::size_t partner_floats(const float* g, const float* row_i, const float* diagonal, float lowest, float k_ii,
                           const std::uint8_t* low, std::size_t count) {
  return partner<float>(g, row_i, diagonal, lowest, k_ii, low, count);
}
std::size_t partner_doubles(const double* g, const float* row_i, const float* diagonal, double lowest, float k_ii,
                            const std::uint8_t* low, std::size_t count) {
  return partner<double>(g, row_i, diagonal, lowest, k_ii, low, count);
}
std::size_t lanes_of_floats() { return hn::Lanes(hn::ScalableTag<float>()); }
std::size_t lanes_of_doubles() { return hn::Lanes(hn::ScalableTag<double>()); }

// Loads the vectors that begin at `begins` and compresses each to the lanes set in its bits.
void squeeze_floats(const float* HWY_RESTRICT row, const std::uint32_t* HWY_RESTRICT begins,
                    const std::uint8_t* HWY_RESTRICT bits, const std::uint8_t* HWY_RESTRICT counts, std::size_t vectors,
                    float* HWY_RESTRICT out) {
  const hn::ScalableTag<float> d;
  const std::size_t bytes = hn::Lanes(d) < 8 ? 1 : hn::Lanes(d) / 8;
  for (std::size_t v = 0; v < vectors; ++v) {
    const auto values = hn::LoadU(d, row + begins[v]);
    hn::StoreU(hn::Compress(values, hn::LoadMaskBits(d, bits + v * bytes)), d, out);
    out += counts[v];
  }
}

void gather_floats(const float* HWY_RESTRICT row, const std::uint32_t* HWY_RESTRICT items, std::size_t count,
                   float* HWY_RESTRICT out) {
  const hn::ScalableTag<float> d;
  const hn::RebindToSigned<decltype(d)> positions;
  const hn::RebindToUnsigned<decltype(d)> unsigned_positions;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    const auto at = hn::BitCast(positions, hn::LoadU(unsigned_positions, items + k));
    hn::StoreU(hn::GatherIndex(d, row, at), d, out + k);
  }
  for (; k < count; ++k) out[k] = row[items[k]];
}

void add_scaled_row(double* HWY_RESTRICT sums, const float* HWY_RESTRICT row, double weight, std::size_t count) {
  const hn::ScalableTag<double> d;
  const auto weights = hn::Set(d, weight);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    hn::Store(hn::MulAdd(weights, load_kernel(d, row + i), hn::Load(d, sums + i)), d, sums + i);
  }
}

double dot_row(const double* HWY_RESTRICT weights, const float* HWY_RESTRICT row, std::size_t count) {
  const hn::ScalableTag<double> d;
  const std::size_t lanes = hn::Lanes(d);
  auto even = hn::Zero(d), odd = even;
  for (std::size_t i = 0; i < count; i += 2 * lanes) {
    even = hn::MulAdd(hn::Load(d, weights + i), load_kernel(d, row + i), even);
    odd = hn::MulAdd(hn::Load(d, weights + i + lanes), load_kernel(d, row + i + lanes), odd);
  }
  return hn::GetLane(hn::SumOfLanes(d, hn::Add(even, odd)));
}

}  // namespace HWY_NAMESPACE
}  // namespace awe::svm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace awe::svm {
HWY_EXPORT(update_floats);
HWY_EXPORT(update_doubles);
HWY_EXPORT(partner_floats);
HWY_EXPORT(partner_doubles);
HWY_EXPORT(lanes_of_floats);
HWY_EXPORT(lanes_of_doubles);
HWY_EXPORT(squeeze_floats);
HWY_EXPORT(gather_floats);
HWY_EXPORT(add_scaled_row);
HWY_EXPORT(dot_row);

namespace {
// The first call of a dynamically dispatched function only detects the processor: make it here, then take pointers.
template <class T>
SvmLoops<T> chosen_loops() {
  if constexpr (sizeof(T) == sizeof(float)) {
    const std::size_t lanes = HWY_DYNAMIC_DISPATCH(lanes_of_floats)();
    return {lanes, HWY_DYNAMIC_DISPATCH(update_floats), HWY_DYNAMIC_DISPATCH(partner_floats)};
  } else {
    const std::size_t lanes = HWY_DYNAMIC_DISPATCH(lanes_of_doubles)();
    return {lanes, HWY_DYNAMIC_DISPATCH(update_doubles), HWY_DYNAMIC_DISPATCH(partner_doubles)};
  }
}
}  // namespace

template <>
const SvmLoops<float>& svm_loops<float>() {
  static const SvmLoops<float> loops = chosen_loops<float>();
  return loops;
}
template <>
const SvmLoops<double>& svm_loops<double>() {
  static const SvmLoops<double> loops = chosen_loops<double>();
  return loops;
}

Picker::Picker(std::span<const std::uint32_t> items, std::size_t width) : items_(items.begin(), items.end()) {
  // Compress only if a vector holds at least this many items on average.
  constexpr std::size_t kWorthSqueezing = 2;
  const std::size_t lanes = svm_loops<float>().lanes, bytes = lanes < 8 ? 1 : lanes / 8;
  for (std::size_t k = 0; k < items_.size();) {
    const std::size_t begin = items_[k];
    if (begin + lanes > width) break;  // gathered, not compressed
    std::vector<std::uint8_t> bits(bytes, 0);
    std::size_t count = 0;
    for (; k < items_.size() && items_[k] < begin + lanes; ++k, ++count) {
      const std::size_t lane = items_[k] - begin;
      bits[lane / 8] = static_cast<std::uint8_t>(bits[lane / 8] | 1u << (lane % 8));
    }
    begins_.push_back(static_cast<std::uint32_t>(begin));
    lanes_.insert(lanes_.end(), bits.begin(), bits.end());
    counts_.push_back(static_cast<std::uint8_t>(count));
    squeezed_ += count;
  }
  if (begins_.size() * kWorthSqueezing > squeezed_) {
    begins_.clear();
    squeezed_ = 0;
  }
  lanes_.resize(lanes_.size() + 8);  // the loops read eight bytes at a time
}

void Picker::pick(const float* row, float* out) const {
  if (squeezed_ > 0) {
    HWY_DYNAMIC_DISPATCH(squeeze_floats)(row, begins_.data(), lanes_.data(), counts_.data(), begins_.size(), out);
  }
  HWY_DYNAMIC_DISPATCH(gather_floats)(row, items_.data() + squeezed_, items_.size() - squeezed_, out + squeezed_);
}
void add_scaled(double* sums, const float* row, double weight, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(add_scaled_row)(sums, row, weight, count);
}
double dot(const double* weights, const float* row, std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(dot_row)(weights, row, count);
}

}  // namespace awe::svm
#endif  // HWY_ONCE
