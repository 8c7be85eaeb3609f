// Pairs of different items of a list of n: all of them, or a million drawn from a fixed stream that depends on n alone.
// They are sorted by their first item, so that a matrix is read row by row. Use one sample for several matrices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "awe/gram_matrix.h"

namespace awe::kernels {

class PairSample {
 public:
  explicit PairSample(std::size_t items);

  [[nodiscard]] std::size_t items() const noexcept { return items_; }
  // median_scale over the pairs of these items of a square matrix; as many items as were given to the constructor.
  [[nodiscard]] double median(const GramMatrix& square, std::span<const std::uint32_t> items) const;

 private:
  std::size_t items_;
  // The pairs of item i have the second items partners_[begin_[i] .. begin_[i + 1]). Both are empty for all pairs.
  std::vector<std::size_t> begin_;
  std::vector<std::uint32_t> partners_;
};

}  // namespace awe::kernels
