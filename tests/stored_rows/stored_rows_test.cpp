// Distances to stored rows against kernels::add_squared_distances, and against themselves in other batches, on other
// instruction sets.
#include "stored_rows/stored_rows.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cmath>

#include "awe/error.h"
#include "awe/gram_matrix.h"
#include "base/rng.h"
#include "kernels/row_kernels.h"

namespace awe::stored_rows {
namespace {

using kernels::SparseRows;

constexpr std::uint64_t kColumns = 200;

// Probabilities, and the same times a number per row. The first columns are in nearly every row, the last ones in few.
// If `apart`, the second table lacks some columns of the first, and the first some of the second.
struct Tables {
  std::vector<SparseRows> tables;

  Tables(std::size_t rows, std::uint64_t seed, bool apart = false) : tables(2, SparseRows(kColumns)) {
    base::Sequence random(seed, {});
    for (std::size_t i = 0; i < rows; ++i) {
      const double factor = 1 + static_cast<double>(random.below(30));
      SparseVector shares, counts;
      for (std::uint64_t c = 0; c < kColumns; ++c) {
        if (random.unit() > (c < 20 ? 0.9 : c < 80 ? 0.4 : 0.1)) continue;
        const double value = random.unit() / 20;
        if (!apart || random.unit() > 0.1) shares.push_back(c, value);
        if (!apart || random.unit() > 0.1) counts.push_back(c, value * factor);
      }
      tables[0].append(shares);
      tables[1].append(counts);
    }
  }
};

std::vector<View> views() {
  return {{0, BaseKernel::hellinger, 0.5}, {0, BaseKernel::intersection, 2},  {1, BaseKernel::intersection, 0.1},
          {0, BaseKernel::linear, 3},      {1, BaseKernel::chi_square, 0.01}, {0, BaseKernel::cosine, 1},
          {1, BaseKernel::overlap, 0.7}};
}
const std::vector<std::vector<std::size_t>> kGroups = {{0, 1, 2}, {3}, {4}, {5}, {6}};

// The distances of all new rows, `at_once` at a time: by new row, group and stored row.
std::vector<std::vector<std::vector<float>>> all_distances(const StoredRows& stored, const Tables& fresh,
                                                           std::size_t at_once, int threads = 1) {
  const Comparison comparison(stored, fresh.tables, {.threads = threads});
  std::vector<std::vector<std::vector<float>>> found;
  Comparison::Scratch scratch;
  const std::size_t rows = fresh.tables.front().rows();
  for (std::size_t first = 0; first < rows; first += at_once) {
    const std::size_t count = std::min(at_once, rows - first);
    comparison.distances(first, count, scratch);
    for (std::size_t i = 0; i < count; ++i) found.push_back(scratch.distances[i]);
  }
  return found;
}

// Full columns and lists of several blocks, whose last one is shorter.
void expect_distances_of_kernels(const Tables& old, const Tables& fresh) {
  const StoredRows stored(old.tables, views(), kGroups);
  const std::size_t stored_rows = old.tables.front().rows(), new_rows = fresh.tables.front().rows();
  EXPECT_EQ(stored.rows(), stored_rows);
  const auto found = all_distances(stored, fresh, 16);
  for (std::size_t g = 0; g < kGroups.size(); ++g) {
    GramMatrix expected(new_rows, stored_rows);
    for (const std::size_t v : kGroups[g]) {
      const View view = views()[v];
      kernels::add_squared_distances(expected, fresh.tables[view.table], old.tables[view.table], view.kernel,
                                     view.scale);
    }
    for (std::size_t i = 0; i < new_rows; ++i) {
      for (std::size_t j = 0; j < stored_rows; ++j) {
        ASSERT_NEAR(found[i][g][j], expected(i, j), 2e-6 * (1 + expected(i, j))) << i << ", " << j;
      }
    }
  }
}

TEST(StoredRows, DistancesAreThoseOfTheKernels) {
  expect_distances_of_kernels(Tables(45, 1), Tables(37, 2));
  expect_distances_of_kernels(Tables(300, 3), Tables(20, 4));
}

TEST(StoredRows, TablesOfAGroupMayHaveDifferentColumns) {
  expect_distances_of_kernels(Tables(45, 1, true), Tables(37, 2, true));
  expect_distances_of_kernels(Tables(45, 1, true), Tables(37, 2));
}

TEST(StoredRows, ARowHasDistanceZeroToItself) {
  const Tables old(300, 5);
  const StoredRows stored(old.tables, views(), kGroups);
  const auto found = all_distances(stored, old, 16);
  for (std::size_t g = 0; g < 2; ++g) {
    for (std::size_t i = 0; i < 300; ++i) EXPECT_EQ(found[i][g][i], 0.0F) << i;
  }
}

TEST(StoredRows, GiveTheSameBitsInAnyBatchOrderAndThreads) {
  const Tables old(299, 1), fresh(37, 2);
  const StoredRows stored(old.tables, views(), kGroups);
  const auto together = all_distances(stored, fresh, Comparison::kAtOnce);
  EXPECT_EQ(all_distances(stored, fresh, 1), together);
  EXPECT_EQ(all_distances(stored, fresh, 5, 3), together);
  Tables backwards(0, 1);
  for (std::size_t t = 0; t < 2; ++t) {
    std::vector<std::size_t> order;
    for (std::size_t i = 37; i-- > 0;) order.push_back(i);
    backwards.tables[t] = fresh.tables[t].select(order);
  }
  auto turned = all_distances(stored, backwards, 16);
  std::reverse(turned.begin(), turned.end());
  EXPECT_EQ(turned, together);
}

TEST(StoredRows, GiveTheSameBitsOnEveryInstructionSet) {
  const Tables old(299, 1), fresh(20, 2);
  const StoredRows stored(old.tables, views(), {{0, 1, 2}, {3}});
  const auto expected = all_distances(stored, fresh, 16);
  const auto supported = hwy::SupportedTargets();
  int sets = 0;
  for (std::int64_t target = 1; target != 0; target <<= 1) {
    if ((supported & target) == 0) continue;
    hwy::SetSupportedTargetsForTest(target);
    EXPECT_EQ(all_distances(stored, fresh, 16), expected) << hwy::TargetName(target);
    ++sets;
  }
  hwy::SetSupportedTargetsForTest(0);
  EXPECT_GE(sets, 1);
}

TEST(StoredRows, RefuseWhatDoesNotFit) {
  const Tables old(5, 1);
  EXPECT_THROW(StoredRows(old.tables, views(), {{0, 3}}), Error) << "two kernels that multiply";
  const StoredRows stored(old.tables, views(), {{0}});
  const std::vector<SparseRows> narrow(2, SparseRows(10));
  EXPECT_THROW(Comparison(stored, narrow, {}), Error);
  EXPECT_THROW(Comparison(stored, std::span(old.tables).first(1), {}), Error);
}

}  // namespace
}  // namespace awe::stored_rows
