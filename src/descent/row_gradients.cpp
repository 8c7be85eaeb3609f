#include "descent/row_gradients.h"

#include <algorithm>

namespace awe::descent {

void RowGroups::group(std::span<const std::uint32_t> row_of_item, std::size_t all_rows) {
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  local_.resize(all_rows, kNone);
  rows_.clear();
  for (const std::uint32_t row : row_of_item) {
    if (local_[row] != kNone) continue;
    local_[row] = 0;
    rows_.push_back(row);
  }
  std::sort(rows_.begin(), rows_.end());
  for (std::size_t i = 0; i < rows_.size(); ++i) local_[rows_[i]] = static_cast<std::uint32_t>(i);
  begins_.assign(rows_.size() + 1, 0);
  for (const std::uint32_t row : row_of_item) ++begins_[local_[row] + 1];
  for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
  items_.resize(row_of_item.size());
  std::vector<std::size_t> next(begins_.begin(), begins_.end() - 1);
  for (std::size_t item = 0; item < row_of_item.size(); ++item) {
    items_[next[local_[row_of_item[item]]]++] = static_cast<std::uint32_t>(item);
  }
  for (const std::uint32_t row : rows_) local_[row] = kNone;
}

}  // namespace awe::descent
