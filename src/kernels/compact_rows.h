// Rows of one or two matrices with the columns that neither lacks numbered anew, without gaps and in the same order: a
// column that one side lacks adds nothing to any sum. Eight bytes an entry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/sparse_rows.h"

namespace awe::kernels {

struct CompactRows {
  std::vector<std::size_t> first;  // of each row, and the end
  std::vector<std::uint32_t> columns;
  std::vector<float> values;
  std::uint32_t num_columns = 0;

  [[nodiscard]] std::size_t rows() const noexcept { return first.size() - 1; }
};

// `roots` takes the square root of every value.
[[nodiscard]] CompactRows compact(const SparseRows& rows, bool roots);
struct CompactPair {
  CompactRows a, b;
};
[[nodiscard]] CompactPair compact(const SparseRows& a, const SparseRows& b, bool roots);

}  // namespace awe::kernels
