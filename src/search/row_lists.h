// Inverted lists: for each block of 4096 rows, the rows that have a column and their values there. A column that more
// than 0.3 of the rows of a block have is stored for all of them, without row numbers.
//
// The scores of a query with the rows of a block are sums over its columns of products, or of the smaller values, in
// single precision: an approximation with a known error (score_error) that excludes most rows. Cost: the entries of
// the query's columns in the block, about a quarter of a nanosecond each where columns are full, one elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "search/stored_rows.h"

namespace awe::search {

inline constexpr std::size_t kBlockRows = 4096;

// The list of a column in a block.
struct ListEntry {
  std::uint32_t column, count;
  std::uint64_t rows, values;  // first entry in RowLists::rows, or kFull; first entry in RowLists::values

  static constexpr std::uint64_t kFull = ~std::uint64_t{0};
};
static_assert(sizeof(ListEntry) == 24);

struct RowLists {
  SharedArray<std::uint64_t> block_ends;  // of each block in entries
  SharedArray<ListEntry> entries;         // by column within a block
  SharedArray<std::uint16_t> rows;        // numbers within the block
  SharedArray<float> values;

  // Sets scores[i] for every row i of the block; `scores` has kBlockRows values, `block_rows` of them are rows. Throws
  // Error(malformed) if a list does not lie within the arrays.
  void score(Distance distance, std::size_t block, std::size_t block_rows, const RowView& query,
             std::span<float> scores) const;
};

// The lists of all rows; blocks that lie whole within the first `kept` rows are copied from `old`.
[[nodiscard]] RowLists make_lists(const StoredRows& rows, const RowLists& old, std::uint64_t kept, int threads);

// A factor e so that (mass of q + mass of x)(1 - e) - 2 score is at most the sum of the pair (pair_sum), for a query
// with this many values: sums of n terms in single precision are off by at most n 2^-24 of the sum of their absolute
// values, which is at most half the sum of the masses; rounding of the masses, of the final sum and a factor 2 on top.
[[nodiscard]] inline float score_error(std::size_t query_size) { return static_cast<float>(query_size + 8) * 0x1p-23F; }

}  // namespace awe::search
