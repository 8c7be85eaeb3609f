// Maps and neighbours, against slow references.
#include "page/graph_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "page/neighbours.h"

namespace awe::page {
namespace {

// Points on a bent line of two parts, which distances tell apart.
algebra::Dense distances_of(std::size_t n) {
  std::vector<double> x(n), y(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double t = static_cast<double>(i) / static_cast<double>(n);
    x[i] = t + (i < n / 2 ? 0 : 2);
    y[i] = 0.7 * t * t + 0.05 * static_cast<double>(i % 5);
  }
  algebra::Dense squared(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) squared(i, j) = (x[i] - x[j]) * (x[i] - x[j]) + (y[i] - y[j]) * (y[i] - y[j]);
  }
  return squared;
}

TEST(GraphMap, KernelPcaHasTheLeadingEigenvectorsOfTheCentredKernel) {
  constexpr std::size_t kItems = 40;
  const algebra::Dense squared = distances_of(kItems);
  const auto points = kernel_pca(squared, 0.8, {});
  algebra::Dense kernel(kItems, kItems), centred(kItems, kItems);
  for (std::size_t i = 0; i < kItems; ++i) {
    for (std::size_t j = 0; j < kItems; ++j) kernel(i, j) = std::exp(-0.8 * squared(i, j));
  }
  for (std::size_t i = 0; i < kItems; ++i) {
    for (std::size_t j = 0; j < kItems; ++j) {
      double row = 0, column = 0, all = 0;
      for (std::size_t k = 0; k < kItems; ++k) {
        row += kernel(i, k) / kItems;
        column += kernel(k, j) / kItems;
        for (std::size_t l = 0; l < kItems; ++l) all += kernel(k, l) / kItems / kItems;
      }
      centred(i, j) = kernel(i, j) - row - column + all;
    }
  }
  const auto found = algebra::largest_eigenvectors(centred, 2);
  for (std::size_t i = 0; i < kItems; ++i) {
    EXPECT_NEAR(points[i].x, std::sqrt(found.eigenvalues[0]) * found.vectors(0, i), 1e-6);
    EXPECT_NEAR(points[i].y, std::sqrt(found.eigenvalues[1]) * found.vectors(1, i), 1e-6);
  }
}

TEST(GraphMap, EqualGraphsAreNoProblem) {
  const algebra::Dense zeros(12, 12);
  const auto points = kernel_pca(zeros, 1, {});
  for (const MapPoint& point : points) EXPECT_EQ(std::abs(point.x) + std::abs(point.y), 0);
  for (const MapPoint& point : tsne(zeros, points, {}, {})) EXPECT_TRUE(std::isfinite(point.x + point.y));
  EXPECT_EQ(kernel_pca(algebra::Dense(1, 1), 1, {}).size(), 1u);
}

TEST(GraphMap, SharesHaveTheEntropyOfThePerplexity) {
  const algebra::Dense squared = distances_of(50);
  for (const std::size_t item : {std::size_t{0}, std::size_t{24}, std::size_t{49}}) {
    const auto shares = neighbour_shares(squared, item, 7);
    double sum = 0, entropy = 0;
    for (const double share : shares) {
      sum += share;
      if (share > 0) entropy -= share * std::log(share);
    }
    EXPECT_EQ(shares[item], 0);
    EXPECT_NEAR(sum, 1, 1e-12);
    EXPECT_NEAR(entropy, std::log(7.0), 1e-5);
  }
}

TEST(GraphMap, TsneKeepsNeighboursTogether) {
  constexpr std::size_t kItems = 60;
  const algebra::Dense squared = distances_of(kItems);
  const auto points = tsne(squared, kernel_pca(squared, 0.5, {}), {10, 300}, {});
  // The nearest point on the map is of the same part.
  for (std::size_t i = 0; i < kItems; ++i) {
    std::size_t nearest = i == 0 ? 1 : 0;
    const auto distance = [&](std::size_t j) {
      return std::pow(points[i].x - points[j].x, 2) + std::pow(points[i].y - points[j].y, 2);
    };
    for (std::size_t j = 0; j < kItems; ++j) {
      if (j != i && distance(j) < distance(nearest)) nearest = j;
    }
    EXPECT_EQ(i < kItems / 2, nearest < kItems / 2) << i;
  }
}

TEST(GraphMap, ThreadsChangeNoBit) {
  const algebra::Dense squared = distances_of(45);
  RunOptions one, three;
  one.threads = 1;
  three.threads = 3;
  const auto first = kernel_pca(squared, 1, one), second = kernel_pca(squared, 1, three);
  const auto third = tsne(squared, first, {}, one), fourth = tsne(squared, second, {}, three);
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].x, second[i].x);
    EXPECT_EQ(third[i].x, fourth[i].x);
    EXPECT_EQ(third[i].y, fourth[i].y);
  }
}

TEST(GraphMap, NeighboursAreTheNearest) {
  const algebra::Dense squared = distances_of(30);
  const Surroundings found = surroundings(squared, 3, 5, 2);
  std::vector<double> means;
  for (std::size_t i = 0; i < 30; ++i) {
    std::vector<double> others;
    for (std::size_t j = 0; j < 30; ++j) {
      if (j != i) others.push_back(std::sqrt(squared(i, j)));
    }
    std::sort(others.begin(), others.end());
    ASSERT_EQ(found.nearest[i].size(), 3u);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(found.nearest[i][k].distance, others[k]);
      EXPECT_EQ(std::sqrt(squared(i, found.nearest[i][k].item)), others[k]);
    }
    means.push_back((others[0] + others[1] + others[2] + others[3] + others[4]) / 5);
  }
  std::vector<double> sorted = means;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < 30; ++i) EXPECT_NEAR(found.oddness[i], means[i] / sorted[15], 1e-12);
}

}  // namespace
}  // namespace awe::page
