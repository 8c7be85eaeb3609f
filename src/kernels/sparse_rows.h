// The rows of a feature matrix, held whole: compressed sparse rows with float32 values. What kernels are computed from.
// Eight bytes an entry (twelve where there are more than 2^32 columns). Which columns make up a block is the caller's
// to know; slice() cuts one out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "awe/matrix.h"

namespace awe::kernels {

class SparseRows {
 public:
  // One row: strictly increasing columns and their values, none of them zero. One of the two spans of columns is used.
  struct Row {
    std::span<const std::uint32_t> narrow;
    std::span<const std::uint64_t> wide;
    std::span<const float> values;

    [[nodiscard]] std::size_t size() const noexcept { return values.size(); }
    [[nodiscard]] std::uint64_t column(std::size_t k) const noexcept { return wide.empty() ? narrow[k] : wide[k]; }
  };

  explicit SparseRows(std::uint64_t columns = 0) : columns_(columns) {}

  // Values are rounded to float32 and zeros dropped. Throws Error: usage for indices that do not increase or are no
  // columns, numeric for a value that float32 cannot hold.
  void append(const SparseVector& row) { append(row, 1, 0); }
  // The row times a factor, with `rest` (before the factor) in the last column; the row does not have that column
  // unless `rest` is 0.
  void append(const SparseVector& row, double factor, double rest);

  [[nodiscard]] std::size_t rows() const noexcept { return ends_.size(); }
  [[nodiscard]] std::uint64_t columns() const noexcept { return columns_; }
  [[nodiscard]] std::size_t entries() const noexcept { return values_.size(); }
  [[nodiscard]] std::size_t bytes() const noexcept;
  [[nodiscard]] Row row(std::size_t index) const noexcept;
  [[nodiscard]] bool any_negative() const noexcept { return any_negative_; }

  // The columns of all entries, row by row: of one kind if there are more than 2^32 columns, else of the other.
  [[nodiscard]] std::span<const std::uint64_t> wide_columns() const noexcept { return wide_; }
  [[nodiscard]] std::span<const std::uint32_t> narrow_columns() const noexcept { return narrow_; }
  // The same rows with other columns, increasing in each row and below `count`. Entry k has the value that entry
  // from[k] of the same row had.
  [[nodiscard]] SparseRows with_columns(std::vector<std::uint32_t> columns, std::span<const std::size_t> from,
                                        std::uint64_t count) &&;

  // Columns [first, last), numbered from 0, of all rows.
  [[nodiscard]] SparseRows slice(std::uint64_t first, std::uint64_t last) const;
  // These rows, in this order.
  [[nodiscard]] SparseRows select(std::span<const std::size_t> rows) const;

 private:
  [[nodiscard]] bool wide() const noexcept { return columns_ > (std::uint64_t{1} << 32); }
  void push_back(std::uint64_t column, float value);
  void resize(std::size_t entries);

  std::uint64_t columns_;
  std::vector<std::size_t> ends_;  // of each row
  std::vector<std::uint32_t> narrow_;
  std::vector<std::uint64_t> wide_;
  std::vector<float> values_;
  bool any_negative_ = false;
};

}  // namespace awe::kernels
