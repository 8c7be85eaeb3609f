// Which columns differ between two groups of items: rank sums (Wilcoxon, Mann & Whitney; ties at their mean rank, their
// variance corrected) and the step-down max-T permutation test of P. Westfall & S. Young (Resampling-Based Multiple
// Testing, 1993, algorithm 4.1).
//
// The groups are shuffled many times. The corrected p of a column is the share of shuffles, the real one included, in
// which some column with an equal or smaller statistic reaches its statistic. So if the groups are exchangeable, the
// probability that any column has p <= a is at most a, however many columns there are, however they depend on each
// other, and however rare their values are. Rank sums are whole numbers of halves, and so exact. Cost: O(entries) per
// shuffle, 32 of them at a time, on all threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/run_options.h"

namespace awe::explanation {

// The items of two groups.
struct TwoGroups {
  std::vector<std::uint32_t> items;  // of a collection
  std::vector<std::uint8_t> first;   // by position in `items`: 1 for the first group, else 0

  [[nodiscard]] std::size_t size() const noexcept { return items.size(); }
  [[nodiscard]] std::size_t num_first() const;
};

// The values of a column: positive ones by position, all others are 0.
struct SparseColumn {
  std::vector<std::uint32_t> places;  // ascending positions in the items
  std::vector<double> values;
};

// Ranks of a column relative to the mean rank of zero.
struct RankedColumn {
  std::vector<std::uint32_t> places;
  std::vector<double> ranks;  // minus the mean rank of zero
  double zero_rank = 0;
  double variance_factor = 0;  // the variance of the rank sum of n1 items is n1 n2 times this; 0: all values are equal

  // The standardised rank sum of the first group: positive if its values are larger.
  [[nodiscard]] double standardised(double rank_sum, double num_first, double num_items) const;
};

// Values are compared as float, so that rounding does not separate equal ones.
[[nodiscard]] RankedColumn rank(const SparseColumn& column, std::size_t items);

struct ColumnTest {
  double statistic = 0;  // standardised rank sum
  double effect = 0;     // Cliff's delta: P(first > second) - P(first < second) for one random item of each group
  double p = 1;          // corrected
};

// `columns` are ranked over the items of `groups`, which must both have items. Progress counts shuffles.
[[nodiscard]] std::vector<ColumnTest> permutation_test(std::span<const RankedColumn> columns, const TwoGroups& groups,
                                                       std::uint64_t shuffles, const RunOptions& run);

}  // namespace awe::explanation
