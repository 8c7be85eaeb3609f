// Kernels against a plain double oracle, and their promises: symmetric, positive, the same bits by every way.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "awe/error.h"
#include "base/rng.h"
#include "kernels/compact_rows.h"
#include "kernels/pair_sums.h"
#include "kernels/row_kernels.h"
#include "kernels/vector_sums.h"

namespace awe::kernels {
namespace {

constexpr BaseKernel kAll[] = {BaseKernel::linear,    BaseKernel::intersection, BaseKernel::chi_square,
                               BaseKernel::hellinger, BaseKernel::cosine,       BaseKernel::overlap};

// Rows of this share of nonzero values in (0, 1], with an empty row and two equal ones. Every `often`-th column is in
// most rows, if that is not 0.
SparseRows random_rows(std::size_t rows, std::uint64_t columns, double share, std::uint64_t seed,
                       std::uint64_t spread = 1, std::uint64_t often = 0) {
  base::Sequence random(seed, Hash128{});
  SparseRows out(columns * spread);
  SparseVector last;
  for (std::size_t i = 0; i < rows; ++i) {
    SparseVector row;
    for (std::uint64_t c = 0; c < columns; ++c) {
      // The first columns are in most rows.
      const bool common = c < 5 || (often > 0 && c % often == 0);
      if (random.unit() < (common ? 0.9 : share))
        row.push_back(c * spread, random.unit() * std::pow(10, -3 * random.unit()));
    }
    if (i == 3) row = {};
    if (i == 5) row = last;
    last = row;
    out.append(row);
  }
  return out;
}

std::vector<double> dense_row(const SparseRows& rows, std::size_t i, std::uint64_t spread = 1) {
  std::vector<double> dense(static_cast<std::size_t>(rows.columns() / spread), 0);
  const auto row = rows.row(i);
  for (std::size_t k = 0; k < row.size(); ++k) {
    dense[static_cast<std::size_t>(row.column(k) / spread)] = static_cast<double>(row.values[k]);
  }
  return dense;
}

double oracle(const std::vector<double>& x, const std::vector<double>& y, BaseKernel kernel) {
  double sum = 0, xx = 0, yy = 0, x_sum = 0, y_sum = 0;
  for (std::size_t c = 0; c < x.size(); ++c) {
    xx += x[c] * x[c];
    yy += y[c] * y[c];
    x_sum += x[c];
    y_sum += y[c];
    if (x[c] == 0 || y[c] == 0) continue;
    if (kernel == BaseKernel::intersection || kernel == BaseKernel::overlap) {
      sum += std::min(x[c], y[c]);
    } else if (kernel == BaseKernel::chi_square) {
      sum += 2 * x[c] * y[c] / (x[c] + y[c]);
    } else if (kernel == BaseKernel::hellinger) {
      sum += std::sqrt(x[c] * y[c]);
    } else {
      sum += x[c] * y[c];
    }
  }
  if (kernel == BaseKernel::overlap) return x_sum > 0 && y_sum > 0 ? sum / std::sqrt(x_sum * y_sum) : 0;
  if (kernel != BaseKernel::cosine) return sum;
  return xx > 0 && yy > 0 ? sum / std::sqrt(xx * yy) : 0;
}

bool same_bits(const GramMatrix& a, const GramMatrix& b) {
  return a.rows() == b.rows() && a.columns() == b.columns() &&
         std::memcmp(a.data(), b.data(), a.rows() * a.columns() * sizeof(float)) == 0;
}

std::vector<std::size_t> all_of(const SparseRows& rows) {
  std::vector<std::size_t> items(rows.rows());
  std::iota(items.begin(), items.end(), std::size_t{0});
  return items;
}

// The smallest and the largest eigenvalue, by Jacobi rotations.
std::pair<double, double> extreme_eigenvalues(const GramMatrix& matrix) {
  const std::size_t n = matrix.rows();
  std::vector<std::vector<double>> a(n, std::vector<double>(n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) a[i][j] = static_cast<double>(matrix(i, j));
  }
  for (int sweep = 0; sweep < 12; ++sweep) {
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t q = p + 1; q < n; ++q) {
        if (std::abs(a[p][q]) < 1e-14) continue;
        const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const double t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        for (std::size_t k = 0; k < n; ++k) {
          const double x = a[k][p], y = a[k][q];
          a[k][p] = c * x - s * y;
          a[k][q] = s * x + c * y;
        }
        for (std::size_t k = 0; k < n; ++k) {
          const double x = a[p][k], y = a[q][k];
          a[p][k] = c * x - s * y;
          a[q][k] = s * x + c * y;
        }
      }
    }
  }
  double low = a[0][0], high = a[0][0];
  for (std::size_t i = 0; i < n; ++i) low = std::min(low, a[i][i]), high = std::max(high, a[i][i]);
  return {low, high};
}

void expect_positive(const GramMatrix& matrix, const std::string& name) {
  const auto [low, high] = extreme_eigenvalues(matrix);
  EXPECT_GE(low, -1e-4 * high) << name;
}

TEST(Kernel, AgreesWithTheOracleOnSparseAndDenseRows) {
  // The last has columns beyond 2^32, which are found by sorting.
  const std::tuple<std::uint64_t, double, std::uint64_t> shapes[] = {
      {300, 0.03, 1}, {300, 0.8, 1}, {40, 1, 1}, {1, 1, 1}, {200, 0.2, 100'000'007}};
  for (const auto& [columns, share, spread] : shapes) {
    const SparseRows rows = random_rows(150, columns, share, 7, spread);
    for (const BaseKernel kernel : kAll) {
      const GramMatrix gram = kernel_matrix(rows, kernel);
      for (std::size_t i = 0; i < rows.rows(); ++i) {
        for (std::size_t j = 0; j < rows.rows(); ++j) {
          const double expected = oracle(dense_row(rows, i, spread), dense_row(rows, j, spread), kernel);
          ASSERT_NEAR(static_cast<double>(gram(i, j)), expected, 1e-6 * expected)
              << i << " " << j << " kernel " << static_cast<int>(kernel);
          ASSERT_EQ(gram(i, j), gram(j, i));
        }
      }
    }
  }
}

TEST(Kernel, KeepsItsAccuracyWhereTermsCancel) {
  SparseRows rows(3);
  rows.append({{0, 1, 2}, {1000, 1, 1e-3}});
  rows.append({{0, 1, 2}, {1000, -1e6, 1e-3}});
  EXPECT_NEAR(static_cast<double>(kernel_matrix(rows, BaseKernel::linear)(0, 1)), 1e-6, 1e-9);
}

TEST(Kernel, HasTheSameBitsBySparseAndDenseAlgorithms) {
  // Full columns first, full columns among others, and nothing else.
  const std::pair<double, std::uint64_t> shapes[] = {{0.02, 0}, {0.02, 40}, {0.2, 3}, {0.4, 0}, {1.0, 0}};
  for (const auto& [share, often] : shapes) {
    const SparseRows rows = random_rows(301, 333, share, 3, 1, often);
    const CompactRows compacted = compact(rows, false);
    const Progress none;
    for (const PairCell cell : {PairCell::product, PairCell::smaller, PairCell::chi_square}) {
      std::vector<std::vector<double>> sums(2, std::vector<double>(rows.rows() * rows.rows(), -1));
      for (const bool upper : {true, false}) {
        for (const PairMethod method : {PairMethod::sparse, PairMethod::dense}) {
          auto& out = sums[method == PairMethod::dense ? 1 : 0];
          pair_sums(
              {compacted, compacted, upper, cell, 2, none},
              [&](std::size_t i, std::size_t first, std::span<const double> strip) {
                std::copy(strip.begin(), strip.end(),
                          out.begin() + static_cast<std::ptrdiff_t>(i * rows.rows() + first));
              },
              method);
        }
        EXPECT_TRUE(sums[0] == sums[1]) << share << " " << static_cast<int>(cell) << " " << upper;
      }
    }
  }
}

TEST(Kernel, HasTheSameBitsOnAnyNumberOfThreads) {
  for (const double share : {0.05, 0.9}) {
    const SparseRows rows = random_rows(260, 150, share, 5);
    for (const BaseKernel kernel : kAll) {
      const GramMatrix one = kernel_matrix(rows, kernel, {1});
      EXPECT_TRUE(same_bits(one, kernel_matrix(rows, kernel, {2})));
      EXPECT_TRUE(same_bits(one, kernel_matrix(rows, kernel, {8})));
    }
  }
}

TEST(Kernel, IsTheSameForAPairOfRowsInAnyBatchOnAnyThreads) {
  const SparseRows rows = random_rows(140, 200, 0.3, 9);
  const std::vector<std::size_t> some = {7, 3, 5, 100};
  const SparseRows batch = rows.select(some);
  std::vector<DistanceBlock> blocks = {{0, 50, 2, 1}, {50, 200, 1, 1}};
  for (const BaseKernel kernel : kAll) {
    const GramMatrix square = kernel_matrix(rows, kernel), across = kernel_matrix(batch, rows, kernel, {2});
    learn_medians(blocks, rows, all_of(rows), kernel);
    GramMatrix distances = block_distances(rows, blocks, kernel);
    GramMatrix few = block_distances(batch, rows, blocks, kernel);
    exponentiate(distances, 0.7, 2);
    exponentiate(few, 0.7, 1);
    for (std::size_t i = 0; i < some.size(); ++i) {
      for (std::size_t j = 0; j < rows.rows(); ++j) {
        ASSERT_EQ(across(i, j), square(some[i], j));
        ASSERT_EQ(few(i, j), distances(some[i], j));
      }
      const std::size_t one[] = {some[i]};
      const GramMatrix alone = kernel_matrix(rows.select(one), rows, kernel);
      EXPECT_TRUE(std::memcmp(alone.data(), across.row(i).data(), rows.rows() * sizeof(float)) == 0);
    }
  }
}

TEST(Kernel, IsPositive) {
  const SparseRows rows = random_rows(60, 90, 0.2, 11);
  for (const BaseKernel kernel : kAll) {
    expect_positive(kernel_matrix(rows, kernel), std::to_string(static_cast<int>(kernel)));
    GramMatrix distances(60, 60);
    add_squared_distances(distances, rows, kernel, 1);
    exponentiate(distances, 1, 1);
    expect_positive(distances, "exp of " + std::to_string(static_cast<int>(kernel)));
  }
}

TEST(Kernel, SpansDistances) {
  const SparseRows rows = random_rows(80, 60, 0.4, 13);
  for (const BaseKernel kernel : kAll) {
    GramMatrix distances(80, 80);
    add_squared_distances(distances, rows, kernel, 2);
    add_squared_distances(distances, rows, kernel, 0.5);
    for (std::size_t i = 0; i < 80; ++i) {
      EXPECT_EQ(distances(i, i), 0);
      for (std::size_t j = 0; j < 80; ++j) {
        const auto x = dense_row(rows, i), y = dense_row(rows, j);
        const double expected = oracle(x, x, kernel) + oracle(y, y, kernel) - 2 * oracle(x, y, kernel);
        EXPECT_NEAR(static_cast<double>(distances(i, j)), 2.5 * expected, 1e-5 * oracle(x, x, kernel) + 1e-6);
        EXPECT_GE(distances(i, j), 0);
        EXPECT_EQ(distances(i, j), distances(j, i));
      }
    }
    EXPECT_EQ(distances(4, 5), 0);  // equal rows
  }
}

TEST(Kernel, TakesTheMedianOfPairsOfTheItems) {
  SparseRows rows(1);
  for (const double value : {0.0, 1.0, 3.0, 1000.0})
    rows.append(value > 0 ? SparseVector{{0}, {value}} : SparseVector{});
  const std::vector<std::size_t> train = {0, 1, 2};
  EXPECT_EQ(median_squared_distance(rows, train, BaseKernel::linear), 4);  // of 1, 4, 9
  EXPECT_EQ(median_squared_distance(rows, std::vector<std::size_t>{1}, BaseKernel::linear), 1);
  EXPECT_EQ(median_squared_distance(rows, std::vector<std::size_t>{1, 1}, BaseKernel::linear), 1);
  EXPECT_EQ(median_squared_distance(rows, std::vector<std::size_t>{0, 0, 0, 0, 1}, BaseKernel::linear), 1);
}

TEST(Kernel, SamplesItemsForTheMedianOfMany) {
  SparseRows rows(1);
  base::Sequence random(3, Hash128{});
  for (int i = 0; i < 6000; ++i) rows.append({{0}, {random.unit() + 0.001}});
  const double median = median_squared_distance(rows, all_of(rows), BaseKernel::linear, {2});
  const double middle = 1 - std::sqrt(0.5);  // of |x - y|, uniform
  EXPECT_NEAR(median, middle * middle, 0.01);
  EXPECT_EQ(median, median_squared_distance(rows, all_of(rows), BaseKernel::linear, {1}));
}

ErrorKind kind_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.kind();
  }
  ADD_FAILURE() << "nothing was thrown";
  return ErrorKind::io;
}

TEST(SparseRows, AppendsARowTimesAFactorWithTheRest) {
  SparseVector row, whole;
  row.push_back(1, 0.1);
  row.push_back(4, 1e-60);  // 0 in float32
  row.push_back(6, 0.7);
  for (std::size_t k = 0; k < row.size(); ++k) whole.push_back(row.indices[k], row.values[k] * 13);
  for (const std::uint64_t columns : {std::uint64_t{9}, std::uint64_t{1} << 40}) {
    SparseRows plain(columns), rows(columns);
    plain.append(whole);
    whole.push_back(columns - 1, 0.3 * 13);
    plain.append(whole);
    whole.indices.pop_back();
    whole.values.pop_back();
    rows.append(row, 13, 0);
    rows.append(row, 13, 0.3);
    EXPECT_THROW(rows.append(row, std::numeric_limits<double>::infinity(), 0), Error);
    EXPECT_THROW(rows.append(whole, 1, std::numeric_limits<double>::infinity()), Error);
    ASSERT_EQ(rows.rows(), 2u) << "a refused row leaves no trace";
    ASSERT_EQ(rows.entries(), 5u);
    for (std::size_t i = 0; i < 2; ++i) {
      ASSERT_EQ(rows.row(i).size(), plain.row(i).size());
      for (std::size_t k = 0; k < rows.row(i).size(); ++k) {
        EXPECT_EQ(rows.row(i).column(k), plain.row(i).column(k));
        EXPECT_EQ(rows.row(i).values[k], plain.row(i).values[k]);
      }
    }
  }
}

TEST(Kernel, RefusesWhatItCannotHold) {
  SparseRows negative(2), other(3), large(1);
  negative.append({{0, 1}, {1, -1}});
  other.append({});
  large.append({{0}, {1e30}});
  for (const BaseKernel kernel : {BaseKernel::intersection, BaseKernel::chi_square, BaseKernel::hellinger}) {
    EXPECT_EQ(kind_of([&] { (void)kernel_matrix(negative, kernel); }), ErrorKind::numeric);
  }
  EXPECT_EQ(kind_of([&] { (void)kernel_matrix(negative, other, BaseKernel::linear); }), ErrorKind::usage);
  EXPECT_EQ(kind_of([&] { (void)kernel_matrix(large, BaseKernel::linear); }), ErrorKind::numeric);
  EXPECT_EQ(kind_of([&] { other.append({{0}, {std::nan("")}}); }), ErrorKind::numeric);
  EXPECT_EQ(kind_of([&] { other.append({{0}, {1e300}}); }), ErrorKind::numeric);
  EXPECT_EQ(kind_of([&] { other.append({{3}, {1}}); }), ErrorKind::usage);
  EXPECT_EQ(kind_of([&] { other.append({{1, 1}, {1, 1}}); }), ErrorKind::usage);
  EXPECT_EQ(kind_of([&] { (void)other.slice(2, 4); }), ErrorKind::usage);
  EXPECT_EQ(kind_of([&] {
              GramMatrix wrong(2, 2);
              add_squared_distances(wrong, negative, BaseKernel::linear, 1);
            }),
            ErrorKind::usage);
}

TEST(Kernel, StopsWhenAsked) {
  const SparseRows rows = random_rows(100, 20, 0.5, 1);
  RunOptions run;
  run.threads = 2;
  run.progress.stop_requested = [] { return true; };
  EXPECT_EQ(kind_of([&] { (void)kernel_matrix(rows, BaseKernel::linear, run); }), ErrorKind::interrupted);
}

TEST(Kernel, WorksOnNothing) {
  EXPECT_EQ(kernel_matrix(SparseRows(5), BaseKernel::cosine).rows(), 0u);
  SparseRows empty(0);
  empty.append({});
  EXPECT_EQ(kernel_matrix(empty, BaseKernel::linear)(0, 0), 0);
}

}  // namespace

namespace bits_128 {
extern const VectorSums kSums;
}

namespace {

// The widest loops of this processor and the narrowest.
TEST(Kernel, HasTheSameBitsAtAnyVectorWidth) {
  base::Sequence random(1, Hash128{});
  std::vector<double> a(VectorSums::kTile * VectorSums::kColumns), b = a;
  for (double& x : a) x = static_cast<double>(static_cast<float>(random.unit()));
  for (double& x : b) x = random.unit() < 0.3 ? 0 : static_cast<double>(static_cast<float>(random.unit()));
  std::vector<float> values(7 * 5 * VectorSums::kStripe);
  for (float& x : values) x = static_cast<float>(random.unit());
  const VectorSums::Stripes stripes{values.data(), 5, 7};
  const std::vector<float> factors = {0.3F, 0.7F, 0.1F};
  const std::vector<std::uint32_t> columns = {0, 3, 4};
  for (const PairCell cell : {PairCell::product, PairCell::smaller, PairCell::chi_square}) {
    std::vector<double> narrow(VectorSums::kTile * VectorSums::kTile, 0.1), wide = narrow;
    bits_128::kSums.add_tile(cell, a.data(), 8, b.data(), 7, 101, narrow.data());
    vector_sums().add_tile(cell, a.data(), 8, b.data(), 7, 101, wide.data());
    EXPECT_TRUE(narrow == wide);
    bits_128::kSums.add_columns(cell, factors.data(), columns.data(), columns.size(), stripes, narrow.data());
    vector_sums().add_columns(cell, factors.data(), columns.data(), columns.size(), stripes, wide.data());
    EXPECT_TRUE(narrow == wide);
  }
}

TEST(Kernel, StaysTheSameWhenColumnsAreRenumbered) {
  constexpr std::uint64_t kSpread = std::uint64_t{1} << 44;
  Renumbering renumbering;
  for (const std::uint64_t seed : {1u, 1u, 2u}) {  // the second time the numbers are known
    const SparseRows plain = random_rows(30, 200, 0.04, seed, 1, 9);
    const GramMatrix expected = kernel_matrix(plain, BaseKernel::hellinger);
    for (const std::uint64_t spread : {std::uint64_t{1}, std::uint64_t{1} << 20, kSpread}) {
      const SparseRows before = random_rows(30, 200, 0.04, seed, spread, 9);
      const SparseRows after = renumbering.of(SparseRows(before));
      ASSERT_EQ(after.rows(), before.rows());
      EXPECT_LE(after.columns(), 200u);
      EXPECT_TRUE(after.wide_columns().empty());
      for (std::size_t i = 0; i < before.rows(); ++i) {
        const auto from = before.row(i), to = after.row(i);
        ASSERT_EQ(to.size(), from.size());
        EXPECT_TRUE(std::is_sorted(to.narrow.begin(), to.narrow.end()));
        EXPECT_TRUE(std::is_permutation(to.values.begin(), to.values.end(), from.values.begin()));
      }
      // What many rows have comes first.
      const auto entries = entries_of_columns(compact(after, false));
      EXPECT_TRUE(std::is_partitioned(entries.begin(), entries.end(), [](std::size_t count) { return count > 3; }));
      EXPECT_GT(entries.front(), 15u);
      const GramMatrix found = kernel_matrix(after, BaseKernel::hellinger);
      for (std::size_t k = 0; k < 900; ++k) {
        const auto wanted = static_cast<double>(expected.data()[k]);
        EXPECT_NEAR(static_cast<double>(found.data()[k]), wanted, 1e-6 * wanted);
      }
    }
  }
}

}  // namespace
}  // namespace awe::kernels
