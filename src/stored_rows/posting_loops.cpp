#include "stored_rows/posting_loops.h"

#include <algorithm>

#include "base/instruction_sets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stored_rows/posting_loops.cpp"
#include <hwy/foreach_target.h>
// Must follow foreach_target.h, which includes this file again for each instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace awe::stored_rows {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, kPanel>;

template <bool kAll, class V>
HWY_INLINE V term(V x0, V x1, V x2, V y0, V y1, V y2) {
  if constexpr (kAll) {
    return hn::Add(hn::Mul(x0, y0), hn::Add(hn::Min(x1, y1), hn::Min(x2, y2)));
  } else {
    return hn::Mul(x0, y0);
  }
}

HWY_INLINE void store_as_doubles(hn::Vec<Floats> values, double* out) {
  const hn::CappedTag<double, kPanel> d;
  const hn::Rebind<float, decltype(d)> narrow;
  HWY_ALIGN float stored[kPanel];
  hn::Store(values, Floats(), stored);
  for (std::size_t j = 0; j < hn::Lanes(Floats()); j += hn::Lanes(d)) {
    hn::StoreU(hn::PromoteTo(d, hn::LoadU(narrow, stored + j)), d, out + j);
  }
}

// sums[0 .. lanes) += a vector of floats.
HWY_INLINE void add_floats(hn::Vec<Floats> values, double* sums) {
  const hn::CappedTag<double, kPanel> d;
  const hn::Rebind<float, decltype(d)> narrow;
  HWY_ALIGN float stored[kPanel];
  hn::Store(values, Floats(), stored);
  for (std::size_t j = 0; j < hn::Lanes(Floats()); j += hn::Lanes(d)) {
    hn::StoreU(hn::Add(hn::LoadU(d, sums + j), hn::PromoteTo(d, hn::LoadU(narrow, stored + j))), d, sums + j);
  }
}

// One vector of rows of the panel, for all queries.
template <bool kAll>
HWY_INLINE void add_rows(const float* y, const float* x, std::size_t columns, double* sums, std::size_t stride) {
  constexpr std::size_t kValues = kAll ? kSlots : 1;
  const Floats f;
  const std::size_t query = columns * kValues;
  for (std::size_t from = 0; from < columns; from += kColumns) {
    const std::size_t to = std::min(columns, from + kColumns);
    auto sum0 = hn::Zero(f), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    for (std::size_t c = from * kValues; c < to * kValues; c += kValues) {
      const auto y0 = hn::LoadU(f, y + c * kPanel);
      const auto y1 = kAll ? hn::LoadU(f, y + (c + 1) * kPanel) : y0;
      const auto y2 = kAll ? hn::LoadU(f, y + (c + 2) * kPanel) : y0;
      const auto add = [&](auto& sum, const float* own) HWY_ATTR {
        const auto x0 = hn::Set(f, own[0]);
        const auto x1 = kAll ? hn::Set(f, own[1]) : x0, x2 = kAll ? hn::Set(f, own[2]) : x0;
        sum = hn::Add(sum, term<kAll>(x0, x1, x2, y0, y1, y2));
      };
      add(sum0, x + c);
      add(sum1, x + query + c);
      add(sum2, x + 2 * query + c);
      add(sum3, x + 3 * query + c);
    }
    add_floats(sum0, sums);
    add_floats(sum1, sums + stride);
    add_floats(sum2, sums + 2 * stride);
    add_floats(sum3, sums + 3 * stride);
  }
}

void add_panel_of(const float* y, const float* x, std::size_t columns, std::size_t slots, double* sums,
                  std::size_t stride) {
  for (std::size_t r = 0; r < kPanel; r += hn::Lanes(Floats())) {
    if (slots == 1) {
      add_rows<false>(y + r, x, columns, sums + r, stride);
    } else {
      add_rows<true>(y + r, x, columns, sums + r, stride);
    }
  }
}

template <bool kAll>
HWY_INLINE void add_list(const float* x, const std::uint32_t* rows, const float* const* y, std::size_t count,
                         double* sums) {
  const Floats f;
  const std::size_t lanes = hn::Lanes(f);
  const auto x0 = hn::Set(f, x[0]), x1 = hn::Set(f, kAll ? x[1] : 0), x2 = hn::Set(f, kAll ? x[2] : 0);
  std::size_t k = 0;
  HWY_ALIGN double terms[kPanel];
  for (; k + lanes <= count; k += lanes) {
    const auto y0 = hn::LoadU(f, y[0] + k);
    const auto y1 = kAll ? hn::LoadU(f, y[1] + k) : y0, y2 = kAll ? hn::LoadU(f, y[2] + k) : y0;
    store_as_doubles(term<kAll>(x0, x1, x2, y0, y1, y2), terms);
    // The rows of a list are different: sums can be loaded before others are stored.
    std::size_t j = 0;
    for (; j + 4 <= lanes; j += 4) {
      double* const a = sums + rows[k + j];
      double* const b = sums + rows[k + j + 1];
      double* const c = sums + rows[k + j + 2];
      double* const d = sums + rows[k + j + 3];
      const double at_a = *a + terms[j], at_b = *b + terms[j + 1];
      const double at_c = *c + terms[j + 2], at_d = *d + terms[j + 3];
      *a = at_a;
      *b = at_b;
      *c = at_c;
      *d = at_d;
    }
    for (; j < lanes; ++j) sums[rows[k + j]] += terms[j];
  }
  for (; k < count; ++k) {
    float value = x[0] * y[0][k];
    if constexpr (kAll) value = value + (std::min(x[1], y[1][k]) + std::min(x[2], y[2][k]));
    sums[rows[k]] += static_cast<double>(value);
  }
}

void add_postings_of(const float* x, const std::uint32_t* rows, const float* const* y, std::size_t count,
                     std::size_t slots, double* sums) {
  if (slots == 1) {
    add_list<false>(x, rows, y, count, sums);
  } else {
    add_list<true>(x, rows, y, count, sums);
  }
}

void distances_of(double self, const double* selves, const double* sums, std::size_t count, float* out) {
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> f;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t j = 0;
  for (; j + lanes <= count; j += lanes) {
    const auto sum = hn::LoadU(d, sums + j);
    const auto both = hn::Add(hn::Set(d, self), hn::LoadU(d, selves + j));
    const auto found = hn::Sub(both, hn::Add(sum, sum));
    const auto apart = hn::Gt(found, hn::Mul(hn::Set(d, kRounding), both));
    hn::StoreU(hn::DemoteTo(f, hn::IfThenElseZero(apart, found)), f, out + j);
  }
  for (; j < count; ++j) {
    const double both = self + selves[j], found = both - (sums[j] + sums[j]);
    out[j] = found > kRounding * both ? static_cast<float>(found) : 0.0F;
  }
}

void add_scaled_of(double scale, const float* more, float* sum, std::size_t count) {
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> f;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t j = 0;
  for (; j + lanes <= count; j += lanes) {
    const auto added = hn::Mul(hn::Set(d, scale), hn::PromoteTo(d, hn::LoadU(f, more + j)));
    hn::StoreU(hn::DemoteTo(f, hn::Add(hn::PromoteTo(d, hn::LoadU(f, sum + j)), added)), f, sum + j);
  }
  for (; j < count; ++j) {
    sum[j] = static_cast<float>(static_cast<double>(sum[j]) + scale * static_cast<double>(more[j]));
  }
}

constexpr PostingLoops kPostingLoops = {&add_panel_of, &add_postings_of, &distances_of, &add_scaled_of};
const PostingLoops* posting_loops_of_target() { return &kPostingLoops; }

}  // namespace HWY_NAMESPACE
}  // namespace awe::stored_rows
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace awe::stored_rows {
namespace {

HWY_EXPORT(posting_loops_of_target);

}  // namespace

// Chosen at every call, so that tests can restrict the instruction sets; a call costs nanoseconds.
const PostingLoops& posting_loops() { return *HWY_DYNAMIC_DISPATCH(posting_loops_of_target)(); }

}  // namespace awe::stored_rows
#endif
