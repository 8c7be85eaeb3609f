#include "explanation/permutation_test.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <numeric>

#include "base/parallel.h"
#include "base/rng.h"

namespace awe::explanation {
namespace {

constexpr std::size_t kAtOnce = 32;                                // shuffles
constexpr Hash128 kSubject{0x657870'6c61696e, 0x73687566'666c65};  // "explain", "shuffle"

// Which items are in the first group, for some shuffles at once: [item][shuffle].
using Sides = std::vector<std::array<double, kAtOnce>>;

Sides shuffled(const TwoGroups& groups, std::uint64_t seed, std::uint64_t block) {
  Sides sides(groups.size());
  std::vector<std::uint8_t> first = groups.first;
  for (std::size_t k = 0; k < kAtOnce; ++k) {
    base::Sequence random(seed, kSubject, block * kAtOnce + k);
    for (std::size_t i = first.size() - 1; i > 0; --i) std::swap(first[i], first[random.below(i + 1)]);
    for (std::size_t i = 0; i < first.size(); ++i) sides[i][k] = first[i];
  }
  return sides;
}

double rank_sum(const RankedColumn& column, const TwoGroups& groups) {
  double sum = 0;
  for (std::size_t i = 0; i < column.places.size(); ++i) sum += column.ranks[i] * groups.first[column.places[i]];
  return sum;
}

}  // namespace

std::size_t TwoGroups::num_first() const {
  return static_cast<std::size_t>(std::count(first.begin(), first.end(), std::uint8_t{1}));
}

double RankedColumn::standardised(double rank_sum, double num_first, double num_items) const {
  if (variance_factor <= 0) return 0;
  const double mean = num_first * (num_items + 1) / 2;
  return (rank_sum + num_first * zero_rank - mean) / std::sqrt(num_first * (num_items - num_first) * variance_factor);
}

RankedColumn rank(const SparseColumn& column, std::size_t items) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < column.places.size(); ++i) {
    if (static_cast<float>(column.values[i]) > 0) order.push_back(i);
  }
  const auto value = [&](std::size_t i) { return static_cast<float>(column.values[i]); };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return value(a) != value(b) ? value(a) < value(b) : column.places[a] < column.places[b];
  });
  const double count = static_cast<double>(items), zeros = static_cast<double>(items - order.size());
  RankedColumn ranked;
  ranked.zero_rank = zeros > 0 ? (zeros + 1) / 2 : 0;
  double ties = zeros * zeros * zeros - zeros;
  std::vector<double> rank_of(column.places.size(), 0);
  for (std::size_t i = 0; i < order.size();) {
    std::size_t end = i;
    while (end < order.size() && value(order[end]) == value(order[i])) ++end;
    const double equal = static_cast<double>(end - i);
    const double mean = zeros + static_cast<double>(i) + (equal + 1) / 2;
    for (std::size_t j = i; j < end; ++j) rank_of[order[j]] = mean - ranked.zero_rank;
    ties += equal * equal * equal - equal;
    i = end;
  }
  std::sort(order.begin(), order.end());
  for (const std::size_t i : order) {
    ranked.places.push_back(column.places[i]);
    ranked.ranks.push_back(rank_of[i]);
  }
  if (items > 1) ranked.variance_factor = (count + 1 - ties / (count * (count - 1))) / 12;
  if (ranked.variance_factor < 1e-9) ranked.variance_factor = 0;
  return ranked;
}

std::vector<ColumnTest> permutation_test(std::span<const RankedColumn> columns, const TwoGroups& groups,
                                         std::uint64_t shuffles, const RunOptions& run) {
  const double count = static_cast<double>(groups.size()), first = static_cast<double>(groups.num_first());
  std::vector<ColumnTest> tests(columns.size());
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const double sum = rank_sum(columns[j], groups);
    tests[j].statistic = columns[j].standardised(sum, first, count);
    const double wins = sum + first * columns[j].zero_rank - first * (first + 1) / 2;
    tests[j].effect = 2 * wins / (first * (count - first)) - 1;
  }
  std::vector<std::size_t> order(columns.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto size = [&](std::size_t j) { return std::abs(tests[j].statistic); };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return size(a) > size(b); });
  const std::size_t blocks = (shuffles + kAtOnce - 1) / kAtOnce;
  std::vector<std::uint64_t> reached(columns.size(), 0);  // by position in `order`
  std::mutex mutex;
  std::uint64_t done = 0;
  base::parallel_for(blocks, run.thread_count(), [&](std::size_t block) {
    run.progress.throw_if_stopped();
    const Sides sides = shuffled(groups, run.seed, block);
    const std::size_t used = std::min<std::size_t>(kAtOnce, shuffles - block * kAtOnce);
    std::vector<std::uint64_t> counts(columns.size(), 0);
    std::array<double, kAtOnce> largest{};
    for (std::size_t place = order.size(); place-- > 0;) {
      const RankedColumn& column = columns[order[place]];
      std::array<double, kAtOnce> sums{};
      for (std::size_t i = 0; i < column.places.size(); ++i) {
        const auto& side = sides[column.places[i]];
        const double rank = column.ranks[i];
        for (std::size_t k = 0; k < kAtOnce; ++k) sums[k] += rank * side[k];
      }
      const double wanted = size(order[place]) - 1e-9;
      for (std::size_t k = 0; k < used; ++k) {
        largest[k] = std::max(largest[k], std::abs(column.standardised(sums[k], first, count)));
        counts[place] += largest[k] >= wanted ? 1 : 0;
      }
    }
    const std::lock_guard lock(mutex);
    for (std::size_t place = 0; place < counts.size(); ++place) reached[place] += counts[place];
    done += used;
    if (run.progress.report) run.progress.report(done, shuffles);
  });
  double least = 0;  // p never falls with the statistic
  for (std::size_t place = 0; place < order.size(); ++place) {
    least = std::max(least, static_cast<double>(reached[place] + 1) / static_cast<double>(shuffles + 1));
    tests[order[place]].p = columns[order[place]].variance_factor > 0 ? least : 1;
  }
  return tests;
}

}  // namespace awe::explanation
