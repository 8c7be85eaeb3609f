// What is stored of a row for a distance, and the sum over columns that the distance of two rows is a function of.
//
// Stored values are float32: sqrt(w x) for hellinger, x / |x| (with x multiplied by sqrt(w)) for cosine, w x for
// intersection, sqrt(w) x for euclidean, where w is the weight of the block of the column. The sum of a pair is
//   sum |a - b| for intersection, sum (a - b)^2 for the others,
// in double precision, in the order of the columns: a function of the two rows alone, 0 if they are equal.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/graph_index.h"
#include "awe/matrix.h"

namespace awe::search {

// A stored row: increasing columns and their values, none of them zero.
struct RowView {
  std::span<const std::uint32_t> columns;
  std::span<const float> values;

  [[nodiscard]] std::size_t size() const noexcept { return values.size(); }
};

struct PreparedRow {
  std::vector<std::uint32_t> columns;
  std::vector<float> values;

  [[nodiscard]] RowView view() const noexcept { return {columns, values}; }
};

// The sum of a pair; not a number if a value is not.
[[nodiscard]] double pair_sum(Distance distance, const RowView& a, const RowView& b);
[[nodiscard]] double distance_of_sum(Distance distance, double sum);
// A sum that pairs within this distance do not exceed: a little more than the inverse of the above.
[[nodiscard]] double sum_of_distance(Distance distance, double limit);

// The sum of a row with the empty row, rounded to float32: |a|^2, or sum |a|.
[[nodiscard]] float mass_of(Distance distance, const RowView& row);

// What a column adds to the similarity of two rows: the product of the stored values, or the smaller one.
[[nodiscard]] double similarity_term(Distance distance, float a, float b);

// The rule that turns rows into stored ones.
class RowForm {
 public:
  RowForm(Distance distance, std::uint64_t columns, std::vector<ColumnBlock> blocks);

  // Throws Error: usage for indices that do not increase or are no columns, numeric for negative values with hellinger
  // and intersection and for values that float32 cannot hold. `id` names the row in messages.
  [[nodiscard]] PreparedRow prepare(const SparseVector& row, const std::string& id) const;

  [[nodiscard]] Distance distance() const noexcept { return distance_; }
  [[nodiscard]] std::uint64_t columns() const noexcept { return columns_; }
  [[nodiscard]] const std::vector<ColumnBlock>& blocks() const noexcept { return blocks_; }

 private:
  Distance distance_;
  std::uint64_t columns_;
  std::vector<ColumnBlock> blocks_;  // those with a weight other than 1
};

}  // namespace awe::search
