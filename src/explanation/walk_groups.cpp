#include "explanation/walk_groups.h"

#include <cmath>

namespace awe::explanation {
namespace {

constexpr double kAlike = 0.85;

}  // namespace

double rank_correlation(const RankedColumn& a, const RankedColumn& b, std::size_t items) {
  const double count = static_cast<double>(items);
  // Ranks have the mean (count + 1) / 2.
  const double shift_a = a.zero_rank - (count + 1) / 2, shift_b = b.zero_rank - (count + 1) / 2;
  double product = count * shift_a * shift_b, squares_a = count * shift_a * shift_a,
         squares_b = count * shift_b * shift_b;
  for (const double rank : a.ranks) {
    product += rank * shift_b;
    squares_a += rank * (rank + 2 * shift_a);
  }
  for (const double rank : b.ranks) {
    product += rank * shift_a;
    squares_b += rank * (rank + 2 * shift_b);
  }
  for (std::size_t i = 0, j = 0; i < a.places.size() && j < b.places.size();) {
    if (a.places[i] == b.places[j]) product += a.ranks[i] * b.ranks[j];
    const bool next_a = a.places[i] <= b.places[j], next_b = b.places[j] <= a.places[i];
    i += next_a ? 1 : 0;
    j += next_b ? 1 : 0;
  }
  return squares_a > 0 && squares_b > 0 ? product / std::sqrt(squares_a * squares_b) : 0;
}

std::vector<std::size_t> group_walks(std::span<const GroupedWalk> walks, std::size_t items, std::size_t most) {
  std::vector<std::size_t> group_of(walks.size(), ~std::size_t{0}), leaders;
  for (std::size_t i = 0; i < walks.size(); ++i) {
    for (std::size_t g = 0; g < leaders.size() && group_of[i] == ~std::size_t{0}; ++g) {
      const GroupedWalk& leader = walks[leaders[g]];
      if ((leader.statistic > 0) != (walks[i].statistic > 0)) continue;
      const bool same = leader.key == walks[i].key;
      if (same || rank_correlation(*leader.ranks, *walks[i].ranks, items) >= kAlike) group_of[i] = g;
    }
    if (group_of[i] != ~std::size_t{0} || leaders.size() == most) continue;
    group_of[i] = leaders.size();
    leaders.push_back(i);
  }
  return group_of;
}

}  // namespace awe::explanation
