// Numbers without gaps for the columns that occur in some rows, in the order of the columns, or other values in their
// place. A table of four bytes per column, or a sorted list where a table would be far larger than the rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/sparse_rows.h"

namespace awe::stored_rows {

class ColumnNumbers {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  // Of the columns that any of these matrices has. Throws Error(limit) if there are 2^32 or more.
  explicit ColumnNumbers(std::span<const kernels::SparseRows* const> matrices);

  [[nodiscard]] std::size_t size() const noexcept { return columns_.size(); }
  // Gives the column of each number another value from now on.
  void replace(std::span<const std::uint32_t> value_of_number);
  // kNone for other columns.
  [[nodiscard]] std::uint32_t operator()(std::uint64_t column) const noexcept {
    if (table_.empty()) return search(column);
    return column < table_.size() ? table_[static_cast<std::size_t>(column)] : kNone;
  }

 private:
  [[nodiscard]] std::uint32_t search(std::uint64_t column) const noexcept;

  std::vector<std::uint64_t> columns_;
  std::vector<std::uint32_t> table_;   // empty: search
  std::vector<std::uint32_t> values_;  // of columns_, if they were replaced and there is no table
};

}  // namespace awe::stored_rows
