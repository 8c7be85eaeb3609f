// Resistances: the oracle values, and the definitions written out.
#include "baselines/resistances.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "baselines/oracle_graphs.h"

namespace awe::baselines {
namespace {

using Bins = std::map<std::uint64_t, double>;

Bins bins_of(const Graph& graph) {
  const auto values = embed(std::vector<Graph>{graph}, {.features = "resistances[counts]"}).rows[0].values;
  Bins bins;
  for (std::size_t k = 0; k < values.size(); ++k) bins[values.indices[k]] = values.values[k];
  return bins;
}

TEST(Resistances, HaveTheOracleValues) {
  EXPECT_EQ(bins_of(test::path_graph(3)), (Bins{{0, 3}, {10, 4}, {20, 2}}));
  EXPECT_EQ(bins_of(test::complete_graph(3)), (Bins{{0, 3}, {6, 6}}));
  EXPECT_EQ(bins_of(test::star_graph(3)), (Bins{{0, 4}, {10, 6}, {20, 6}}));
  EXPECT_EQ(bins_of(test::cycle_graph(4)), (Bins{{0, 4}, {7, 8}, {10, 4}}));
  // Two edges: 1 within, 1/4 + 1/4 across.
  EXPECT_EQ(bins_of(test::make_graph(4, {{0, 1}, {2, 3}})), (Bins{{0, 4}, {10, 4}, {5, 8}}));
}

// In a tree the resistance is the distance; a path of 60 nodes passes the last bin.
TEST(Resistances, OfTreesAreDistances) {
  Bins expected = {{0, 60}};
  for (int distance = 1; distance < 60; ++distance) {
    expected[static_cast<std::uint64_t>(std::min(200, 10 * distance))] += 2 * (60 - distance);
  }
  EXPECT_EQ(bins_of(test::path_graph(60)), expected);
}

// The inverse by halves: its product with the matrix is the identity.
TEST(Resistances, InvertsByHalves) {
  for (const std::size_t n : {1u, 47u, 49u, 130u, 201u}) {
    std::vector<double> a(n * n);
    base::Sequence random(n, {});
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) a[i * n + j] = a[j * n + i] = random.unit() - 0.5;
    }
    for (std::size_t i = 0; i < n; ++i) a[i * n + i] = static_cast<double>(n);
    std::vector<double> inverse = a;
    invert_positive(inverse, n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        double sum = 0;
        for (std::size_t k = 0; k < n; ++k) sum += a[i * n + k] * inverse[k * n + j];
        ASSERT_NEAR(sum, i == j ? 1 : 0, 1e-10) << n;
      }
    }
  }
}

}  // namespace
}  // namespace awe::baselines
