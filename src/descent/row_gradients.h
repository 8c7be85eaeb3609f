// Sparse gradients of a matrix: the rows touched by a batch, in ascending order, with the sums over its examples. The
// terms of a row are added in the order of the examples, so the result is the same bits for any number of threads.
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

// Groups items by the row that they belong to. Cost: O(items + T log T) for T touched rows; keeps a table of all rows.
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
  std::vector<std::uint32_t> local_;  // by row: its index in rows_ while grouping
};

}  // namespace awe::descent
