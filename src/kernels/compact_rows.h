// Rows of one or two matrices, with columns renumbered without gaps and in the same order. Columns that add nothing to
// the sum of two different rows are left out: of one matrix those that only one row has, which are most of the columns
// of long walks with many labels; of two matrices those that one side lacks. Eight bytes per entry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
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

// The number of entries of each column.
[[nodiscard]] std::vector<std::size_t> entries_of_columns(const CompactRows& rows);

// `roots`: take the square root of every value.
[[nodiscard]] CompactRows compact(const SparseRows& rows, bool roots);
struct CompactPair {
  CompactRows a, b;
};
[[nodiscard]] CompactPair compact(const SparseRows& a, const SparseRows& b, bool roots);

// A column that more than this share of the rows has is worth storing densely, if such columns come first.
inline constexpr double kFullLeadingColumn = 0.12;

// Numbers columns so that those come first that more than kFullLeadingColumn of the rows have, then the others, each in
// their order. If there are very many columns, as of hashes, only those that occur get a number. Kernels between the
// rows change at most by rounding. Rows whose entries are in the same columns as those before, as probabilities and
// counts of the same walks, take their numbers. Time: one look into a table per entry.
class Renumbering {
 public:
  [[nodiscard]] SparseRows of(SparseRows&& rows);

 private:
  void number(const SparseRows& rows);

  // Of the last rows: how many columns there were, and those of the entries, of one of the two kinds.
  std::uint64_t columns_ = 0;
  std::vector<std::uint64_t> wide_;
  std::vector<std::uint32_t> narrow_;
  std::vector<std::size_t> sizes_;      // of the rows
  std::vector<std::uint32_t> numbers_;  // of the same entries, in their new order
  std::vector<std::size_t> from_;       // where each of them was
  std::uint64_t count_ = 0;             // of numbers
};

}  // namespace awe::kernels
