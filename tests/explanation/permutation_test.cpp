// The permutation test: its statistics are those of the definition, and null data passes no more often than it may.
#include "explanation/permutation_test.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "base/rng.h"
#include "explanation/walk_groups.h"

namespace awe::explanation {
namespace {

std::vector<double> dense(const SparseColumn& column, std::size_t items) {
  std::vector<double> values(items, 0);
  for (std::size_t i = 0; i < column.places.size(); ++i) values[column.places[i]] = column.values[i];
  return values;
}

SparseColumn sparse(const std::vector<double>& values) {
  SparseColumn column;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] == 0) continue;
    column.places.push_back(static_cast<std::uint32_t>(i));
    column.values.push_back(values[i]);
  }
  return column;
}

TwoGroups groups_of(std::size_t first, std::size_t items) {
  TwoGroups groups;
  for (std::size_t i = 0; i < items; ++i) {
    groups.items.push_back(static_cast<std::uint32_t>(i));
    groups.first.push_back(i < first ? 1 : 0);
  }
  return groups;
}

RC_GTEST_PROP(PermutationTest, EffectsAreCliffsDeltaAndStatisticsAreStandardised, ()) {
  const auto items = static_cast<std::size_t>(*rc::gen::inRange(4, 30));
  const auto first = static_cast<std::size_t>(*rc::gen::inRange(1, static_cast<int>(items)));
  std::vector<double> values(items);
  for (double& value : values) value = *rc::gen::inRange(0, 4) * 0.25;
  const RankedColumn ranked = rank(sparse(values), items);
  double wins = 0;
  for (std::size_t i = 0; i < first; ++i) {
    for (std::size_t j = first; j < items; ++j) wins += values[i] > values[j] ? 1 : values[i] < values[j] ? -1 : 0;
  }
  const double pairs = static_cast<double>(first * (items - first));
  const auto tests = permutation_test(std::vector{ranked}, groups_of(first, items), 9, {});
  RC_ASSERT(std::abs(tests[0].effect - wins / pairs) < 1e-12);
  // The variance over all choices of the first group, from the mean ranks themselves.
  double mean = 0, squares = 0;
  std::vector<double> ranks(items);
  for (std::size_t i = 0; i < items; ++i) {
    double below = 0, equal = 0;
    for (const double other : values) below += other < values[i] ? 1 : 0, equal += other == values[i] ? 1 : 0;
    ranks[i] = below + (equal + 1) / 2;
    mean += ranks[i] / static_cast<double>(items);
  }
  for (const double one : ranks) squares += (one - mean) * (one - mean);
  const double n = static_cast<double>(items), n1 = static_cast<double>(first);
  const double variance = n1 * (n - n1) / (n * (n - 1)) * squares;
  double sum = 0;
  for (std::size_t i = 0; i < first; ++i) sum += ranks[i] - mean;
  RC_ASSERT(std::abs(tests[0].statistic - (variance > 1e-12 ? sum / std::sqrt(variance) : 0)) < 1e-9);
}

RC_GTEST_PROP(PermutationTest, CorrelationsAreThoseOfMeanRanks, ()) {
  const auto items = static_cast<std::size_t>(*rc::gen::inRange(3, 20));
  std::vector<double> a(items), b(items);
  for (double& value : a) value = *rc::gen::inRange(0, 4);
  for (double& value : b) value = *rc::gen::inRange(0, 4);
  const RankedColumn x = rank(sparse(a), items), y = rank(sparse(b), items);
  const auto full = [&](const RankedColumn& column) {
    std::vector<double> ranks(items, column.zero_rank);
    for (std::size_t i = 0; i < column.places.size(); ++i) ranks[column.places[i]] += column.ranks[i];
    for (double& one : ranks) one -= (static_cast<double>(items) + 1) / 2;
    return ranks;
  };
  const auto u = full(x), v = full(y);
  double uv = 0, uu = 0, vv = 0;
  for (std::size_t i = 0; i < items; ++i) uv += u[i] * v[i], uu += u[i] * u[i], vv += v[i] * v[i];
  const double expected = uu > 1e-9 && vv > 1e-9 ? uv / std::sqrt(uu * vv) : 0;
  if (uu > 1e-9 && vv > 1e-9) RC_ASSERT(std::abs(rank_correlation(x, y, items) - expected) < 1e-9);
}

// Columns without any relation to the groups: rare ones, frequent ones, copies of each other.
std::vector<RankedColumn> null_columns(std::uint64_t seed, std::size_t items) {
  base::Sequence random(seed, {});
  std::vector<RankedColumn> columns;
  std::vector<double> values(items);
  for (int j = 0; j < 30; ++j) {
    const double share = j % 3 == 0 ? 0.08 : j % 3 == 1 ? 0.5 : 1;
    if (j % 5 != 4) {  // every fifth is like the one before
      for (double& value : values) value = random.unit() < share ? random.unit() : 0;
    } else {
      for (double& value : values) value *= 1 + 0.1 * random.unit();
    }
    columns.push_back(rank(sparse(values), items));
  }
  return columns;
}

TEST(PermutationTest, NullDataPassNoMoreOftenThanTheyMay) {
  constexpr int kRuns = 400;
  for (const std::size_t first : {20u, 5u}) {  // balanced and unbalanced
    int any = 0;
    for (int run = 0; run < kRuns; ++run) {
      const auto columns = null_columns(static_cast<std::uint64_t>(run) * 2 + first, 40);
      RunOptions options;
      options.seed = static_cast<std::uint64_t>(run);
      const auto tests = permutation_test(columns, groups_of(first, 40), 99, options);
      any += std::any_of(tests.begin(), tests.end(), [](const ColumnTest& test) { return test.p <= 0.05; }) ? 1 : 0;
    }
    // 5 % of 400 is 20; the standard deviation is 4.4.
    EXPECT_LE(any, 20 + 3 * 4.4) << first;
    EXPECT_GE(any, 20 - 4 * 4.4) << first << ": so few would mean that nothing can be found";
  }
}

TEST(PermutationTest, FindsWhatIsThereAndOrdersIt) {
  auto columns = null_columns(1, 60);
  std::vector<double> planted(60, 0), weaker(60, 0);
  for (std::size_t i = 0; i < 30; ++i) planted[i] = 1 + static_cast<double>(i);
  for (std::size_t i = 5; i < 30; ++i) weaker[i] = 1;
  columns.push_back(rank(sparse(planted), 60));
  columns.push_back(rank(sparse(weaker), 60));
  const auto tests = permutation_test(columns, groups_of(30, 60), 499, {});
  EXPECT_DOUBLE_EQ(tests[30].p, 1.0 / 500);
  EXPECT_DOUBLE_EQ(tests[30].effect, 1);
  EXPECT_LE(tests[31].p, 0.01);
  for (std::size_t i = 0; i < 30; ++i) EXPECT_GT(tests[i].p, 0.05);
  for (const ColumnTest& a : tests) {
    for (const ColumnTest& b : tests) {
      const bool larger = std::abs(a.statistic) > std::abs(b.statistic);
      EXPECT_TRUE(!larger || a.p <= b.p);
    }
  }
  for (const int threads : {1, 3}) {
    RunOptions options;
    options.threads = threads;
    const auto again = permutation_test(columns, groups_of(30, 60), 499, options);
    for (std::size_t i = 0; i < tests.size(); ++i) EXPECT_EQ(again[i].p, tests[i].p);
  }
}

TEST(PermutationTest, AConstantColumnSaysNothing) {
  const RankedColumn constant = rank(sparse(std::vector<double>(10, 0.5)), 10), empty = rank({}, 10);
  EXPECT_EQ(constant.variance_factor, 0);
  EXPECT_EQ(empty.variance_factor, 0);
  const auto tests = permutation_test(std::vector{constant, empty}, groups_of(4, 10), 19, {});
  EXPECT_EQ(tests[0].p, 1);
  EXPECT_EQ(tests[1].p, 1);
  EXPECT_EQ(tests[0].effect, 0);
  EXPECT_EQ(dense({{1}, {2.0}}, 3)[1], 2);
}

TEST(WalkGroups, JoinWalksOfOneGraphAndThoseThatOrderAlike) {
  std::vector<double> up(20), square(20), down(20), other(20);
  for (std::size_t i = 0; i < 20; ++i) {
    up[i] = static_cast<double>(i + 1);
    square[i] = up[i] * up[i];
    down[i] = 21 - up[i];
    other[i] = static_cast<double>(1 + i * 7 % 20);
  }
  const RankedColumn a = rank(sparse(up), 20), b = rank(sparse(square), 20), c = rank(sparse(down), 20),
                     d = rank(sparse(other), 20);
  const std::vector<GroupedWalk> walks = {{&a, "x", 3}, {&b, "y", 2}, {&c, "z", -2}, {&d, "x", 1}, {&d, "w", 1}};
  EXPECT_EQ(group_walks(walks, 20, 10), (std::vector<std::size_t>{0, 0, 1, 0, 2}));
  EXPECT_EQ(group_walks(walks, 20, 2), (std::vector<std::size_t>{0, 0, 1, 0, ~std::size_t{0}}));
}

}  // namespace
}  // namespace awe::explanation
