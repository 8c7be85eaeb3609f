#include "algebra/random_cosines.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace awe::algebra {
namespace {

template <std::size_t N>
double kernel(const std::array<double, N>& x, const std::array<double, N>& y) {
  double square = 0;
  for (std::size_t i = 0; i < N; ++i) square += (x[i] - y[i]) * (x[i] - y[i]);
  return std::exp(-square / 2);
}

template <std::size_t N>
void expect_gaussian_kernel(const std::array<double, N>& x, const std::array<double, N>& y) {
  constexpr std::uint32_t kFeatures = 20'000;
  const RandomCosines<N> cosines(kFeatures, "a test");
  const std::array<WeightedPoint<N>, 1> first = {{{x, 1}}}, second = {{{y, 1}}};
  const std::vector<double> a = cosines.sums_of(first), b = cosines.sums_of(second);
  const double product = std::inner_product(a.begin(), a.end(), b.begin(), 0.0) * 2 / kFeatures;
  EXPECT_NEAR(product, kernel(x, y), 5 / std::sqrt(kFeatures));
}

TEST(RandomCosines, ApproximateTheGaussianKernel) {
  expect_gaussian_kernel<2>({0, 0}, {0, 0});
  expect_gaussian_kernel<2>({1, 3}, {0.5, 4});
  expect_gaussian_kernel<2>({0, 0}, {5, 5});
  expect_gaussian_kernel<5>({1, 2, 3, 4, 5}, {1, 2, 3, 4, 5});
  expect_gaussian_kernel<5>({1, 2, 3, 4, 5}, {1, 1.5, 3.5, 4, 4.5});
  expect_gaussian_kernel<8>({1, 2, 3, 4, 5, 6, 7, 8}, {1, 2, 3, 4, 5, 6, 7, 8});
  for (std::size_t i = 0; i < 8; ++i) {
    std::array<double, 8> moved = {1, 2, 3, 4, 5, 6, 7, 8};
    moved[i] += 1;
    expect_gaussian_kernel<8>({1, 2, 3, 4, 5, 6, 7, 8}, moved);
  }
}

// A point alone gives cosines: between -1 and 1, and the same as each coordinate would give through its frequency.
TEST(RandomCosines, AreCosinesOfALinearFunction) {
  constexpr std::uint32_t kFeatures = 300;
  const RandomCosines<2> cosines(kFeatures, "a test");
  const auto of = [&](double x, double y) {
    const std::array<WeightedPoint<2>, 1> point = {{{{x, y}, 1}}};
    return cosines.sums_of(point);
  };
  const std::vector<double> origin = of(0, 0), once = of(0.25, 0.5), twice = of(0.5, 1);
  for (std::uint32_t f = 0; f < kFeatures; ++f) {
    EXPECT_LE(std::abs(once[f]), 1 + 1e-10);
    // cos(b + 2t) + cos(b) = 2 cos(b + t) cos(t), where cos(t) is at most 1.
    const double sum = twice[f] + origin[f];
    EXPECT_LE(std::abs(sum), 2 * std::abs(once[f]) + 1e-9);
  }
}

TEST(RandomCosines, AddPointsWithTheirCounts) {
  const RandomCosines<2> cosines(300, "a test");
  const std::array<WeightedPoint<2>, 2> both = {{{{1, 2}, 3}, {{4, 0.5}, 1}}};
  const std::vector<double> sum = cosines.sums_of(both);
  const std::vector<double> first = cosines.sums_of(std::span(both).first(1));
  const std::vector<double> second = cosines.sums_of(std::span(both).last(1));
  for (std::size_t f = 0; f < sum.size(); ++f) EXPECT_EQ(sum[f], first[f] + second[f]);
  EXPECT_EQ(cosines.sums_of({}), std::vector<double>(300, 0.0));
}

TEST(RandomCosines, OfFewerFeaturesAreTheFirstOfMore) {
  const std::array<WeightedPoint<5>, 1> point = {{{{1, 2, 3, 4, 5}, 1}}};
  const std::vector<double> few = RandomCosines<5>(10, "a test").sums_of(point);
  std::vector<double> many = RandomCosines<5>(600, "a test").sums_of(point);
  many.resize(10);
  EXPECT_EQ(few, many);
  EXPECT_NE(few, RandomCosines<5>(10, "another test").sums_of(point));
}

}  // namespace
}  // namespace awe::algebra
