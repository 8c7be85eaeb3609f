// The inner loops of the comparison with stored rows, with the widest vectors of the processor (Highway, chosen at run
// time). A pair of values adds the term x0 y0 + (min(x1, y1) + min(x2, y2)), in float32; terms are added in an order
// that depends on the stored rows alone, and no product is fused with a sum, so that every width gives the same bits.
// Reference: the obvious loops in tests/stored_rows.
#pragma once

#include <cstddef>
#include <cstdint>

namespace awe::stored_rows {

inline constexpr std::size_t kSlots = 3;    // values of a column: one that is multiplied, two that are compared
inline constexpr std::size_t kPanel = 16;   // stored rows that are added up together
inline constexpr std::size_t kQueries = 4;  // new rows that are compared at once
inline constexpr double kRounding = 1e-6;
inline constexpr std::size_t kColumns = 16;  // columns whose terms are added in float32 before they go into a double

struct PostingLoops {
  // Full columns: y has `columns` times `slots` (1 or kSlots) vectors of kPanel values; x has kQueries times `columns`
  // times `slots` values. sums[q * stride + r] += the terms of query q and row r of the panel.
  void (*add_panel)(const float* y, const float* x, std::size_t columns, std::size_t slots, double* sums,
                    std::size_t stride);
  // One column of few rows: sums[rows[k]] += the term of x and y[slot][k].
  void (*add_postings)(const float* x, const std::uint32_t* rows, const float* const* y, std::size_t count,
                       std::size_t slots, double* sums);
  // out[j] = self + selves[j] - 2 sums[j], or 0 if that is less than kRounding of the sum of both: it is what rounding
  // leaves of equal rows.
  void (*distances)(double self, const double* selves, const double* sums, std::size_t count, float* out);
  // sum[j] += scale more[j], computed in double.
  void (*add_scaled)(double scale, const float* more, float* sum, std::size_t count);
};

// For this processor.
[[nodiscard]] const PostingLoops& posting_loops();

}  // namespace awe::stored_rows
