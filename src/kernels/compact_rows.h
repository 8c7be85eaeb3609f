// Rows of one or two matrices, with columns renumbered without gaps and in the same order. Of two matrices only the
// common columns are kept: a column that one side lacks adds nothing to any sum. Eight bytes per entry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/sparse_rows.h"

namespace awe::kernels {

struct CompactRows {
  std::vector<std::size_t> first;  // start of each row, and the end of the last
  std::vector<std::uint32_t> columns;
  std::vector<float> values;
  std::uint32_t num_columns = 0;

  [[nodiscard]] std::size_t rows() const noexcept { return first.size() - 1; }
};

// `roots`: take the square root of every value.
[[nodiscard]] CompactRows compact(const SparseRows& rows, bool roots);
struct CompactPair {
  CompactRows a, b;
};
[[nodiscard]] CompactPair compact(const SparseRows& a, const SparseRows& b, bool roots);

// The same rows with the columns that occur alone, numbered from 0 in their order: for columns that are hashes. Kernels
// between the rows stay the same.
[[nodiscard]] SparseRows renumbered(const SparseRows& rows);

}  // namespace awe::kernels
