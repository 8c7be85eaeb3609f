// Sparse gradients of a matrix: the rows that a batch touches, in ascending order, with the sums of what each of its
// examples adds. The additions of a row are made in the order of the examples, so no number of threads changes a bit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace awe::descent {

template <class Real>
struct RowGradients {
  std::size_t width = 0;
  std::vector<std::uint32_t> rows;
  std::vector<Real> values;  // rows x width
};

// Items sorted by the row that they belong to. Cost: O(items + rows touched log) with a table of all rows kept.
class RowGroups {
 public:
  void group(std::span<const std::uint32_t> row_of_item, std::size_t all_rows);
  [[nodiscard]] std::span<const std::uint32_t> rows() const noexcept { return rows_; }
  [[nodiscard]] std::span<const std::uint32_t> items(std::size_t row) const noexcept {
    return std::span(items_).subspan(begins_[row], begins_[row + 1] - begins_[row]);
  }

 private:
  std::vector<std::uint32_t> rows_, items_;
  std::vector<std::size_t> begins_;
  std::vector<std::uint32_t> local_;  // by row: its place in rows_ while grouping
};

}  // namespace awe::descent
