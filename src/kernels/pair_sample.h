// Pairs of different items of a list of n: all of them, or a million drawn from a fixed stream that depends on n alone.
// They are sorted by their first item, so that a matrix is read row by row. Use one sample for several matrices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "awe/gram_matrix.h"
#include "base/rng.h"

namespace awe::kernels {

class PairSample {
 public:
  explicit PairSample(std::size_t items);

  [[nodiscard]] std::size_t items() const noexcept { return items_; }
  // median_scale over the pairs of these items of a square matrix; as many items as were given to the constructor.
  [[nodiscard]] double median(const GramMatrix& square, std::span<const std::uint32_t> items) const;

 private:
  static constexpr std::uint64_t kMostPairs = 1'000'000;

  std::size_t items_;
  // The pairs of item i have the second items partners_[begin_[i] .. begin_[i + 1]). Both are empty for all pairs.
  std::vector<std::size_t> begin_;
  std::vector<std::uint32_t> partners_;
};

inline PairSample::PairSample(std::size_t items) : items_(items) {
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

inline double PairSample::median(const GramMatrix& square, std::span<const std::uint32_t> items) const {
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
