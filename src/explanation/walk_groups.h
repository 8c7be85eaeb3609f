// Walks that tell the same thing: those that trace the same graph, and those whose values order the graphs of a
// comparison nearly alike.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "explanation/permutation_test.h"

namespace awe::explanation {

struct GroupedWalk {
  const RankedColumn* ranks = nullptr;
  std::string key;       // of the traced graph
  double statistic = 0;  // of permutation_test.h
};

// The group of each walk, strongest walks first; none (~0) for walks beyond `most` groups. A walk joins the first group
// whose strongest walk has the same direction, and the same key or a rank correlation of at least 0.85. O(walks *
// groups * entries).
[[nodiscard]] std::vector<std::size_t> group_walks(std::span<const GroupedWalk> walks, std::size_t items,
                                                   std::size_t most);

// Spearman's correlation of two columns, with ties at their mean rank.
[[nodiscard]] double rank_correlation(const RankedColumn& a, const RankedColumn& b, std::size_t items);

}  // namespace awe::explanation
