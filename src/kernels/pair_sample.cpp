#include "kernels/pair_sample.h"

#include <numeric>
#include <utility>

#include "base/rng.h"

namespace awe::kernels {
namespace {

constexpr std::uint64_t kMostPairs = 1'000'000;

}  // namespace

PairSample::PairSample(std::size_t items) : items_(items) {
  const std::uint64_t n = items;
  if (n < 2 || n * (n - 1) / 2 <= kMostPairs) return;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> drawn;
  drawn.reserve(kMostPairs);
  begin_.assign(n + 1, 0);
  base::Sequence random(1, {}, n);
  while (drawn.size() < kMostPairs) {
    const auto i = random.below(n), j = random.below(n);
    if (i == j) continue;
    drawn.emplace_back(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j));
    ++begin_[i + 1];
  }
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  partners_.resize(drawn.size());
  std::vector<std::size_t> next = begin_;
  for (const auto& [i, j] : drawn) partners_[next[i]++] = j;
}

double PairSample::median(const GramMatrix& square, std::span<const std::uint32_t> items) const {
  std::vector<float> values;
  values.reserve(partners_.empty() ? items_ * (items_ - (items_ > 0 ? 1 : 0)) / 2 : partners_.size());
  for (std::size_t i = 0; i < items_; ++i) {
    const auto row = square.row(items[i]);
    if (partners_.empty()) {
      for (std::size_t j = i + 1; j < items_; ++j) values.push_back(row[items[j]]);
    } else {
      for (std::size_t k = begin_[i]; k < begin_[i + 1]; ++k) values.push_back(row[items[partners_[k]]]);
    }
  }
  return median_scale(values);
}

}  // namespace awe::kernels
