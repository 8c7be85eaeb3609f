#include "stored_rows/column_numbers.h"

#include <algorithm>

#include "awe/error.h"

namespace awe::stored_rows {
namespace {

constexpr std::uint64_t kLargestTable = std::uint64_t{1} << 26;

}  // namespace

ColumnNumbers::ColumnNumbers(std::span<const kernels::SparseRows* const> matrices) {
  std::uint64_t width = 0;
  for (const kernels::SparseRows* rows : matrices) width = std::max(width, rows->columns());
  std::vector<std::uint8_t> seen(width <= kLargestTable ? static_cast<std::size_t>(width) : 0);
  for (const kernels::SparseRows* rows : matrices) {
    for (std::size_t i = 0; i < rows->rows(); ++i) {
      const auto row = rows->row(i);
      if (seen.empty()) {
        for (std::size_t k = 0; k < row.size(); ++k) columns_.push_back(row.column(k));
      } else {
        for (const std::uint32_t column : row.narrow) seen[column] = 1;
      }
    }
  }
  if (seen.empty()) {
    std::sort(columns_.begin(), columns_.end());
    columns_.erase(std::unique(columns_.begin(), columns_.end()), columns_.end());
  } else {
    table_.assign(seen.size(), kNone);
    for (std::size_t column = 0; column < seen.size(); ++column) {
      if (seen[column] == 0) continue;
      table_[column] = static_cast<std::uint32_t>(columns_.size());
      columns_.push_back(column);
    }
  }
  if (columns_.size() >= kNone)
    throw Error(ErrorKind::limit, "more than 2^32 columns in use; hash or cut the features");
}

void ColumnNumbers::replace(std::span<const std::uint32_t> value_of_number) {
  if (table_.empty()) values_.assign(value_of_number.begin(), value_of_number.end());
  for (std::uint32_t& number : table_) {
    if (number != kNone) number = value_of_number[number];
  }
}

std::uint32_t ColumnNumbers::search(std::uint64_t column) const noexcept {
  const auto at = std::lower_bound(columns_.begin(), columns_.end(), column);
  if (at == columns_.end() || *at != column) return kNone;
  const auto number = static_cast<std::size_t>(at - columns_.begin());
  return values_.empty() ? static_cast<std::uint32_t>(number) : values_[number];
}

}  // namespace awe::stored_rows
