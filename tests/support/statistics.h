// Chi-square tests with exact tails, for samples from a known distribution.
//
// Seeds in tests are fixed, so a test passes always or never. The threshold is set so that a correct sampler would have
// failed with probability below 1e-6 in all tests together when the seeds were chosen.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace awe::test {

inline constexpr double kSuspicious = 1e-9;

// P(chi-square with `freedom` degrees of freedom >= value): the regularised upper incomplete gamma function, by its
// series below the mean and by Lentz's continued fraction above it.
inline double chi_square_tail(double value, double freedom) {
  const double a = freedom / 2, x = value / 2;
  if (x <= 0) return 1;
  const double front = std::exp(a * std::log(x) - x - std::lgamma(a));
  if (x < a + 1) {
    double term = 1 / a, sum = term;
    for (double n = a + 1; term > sum * 1e-16; ++n) sum += term *= x / n;
    return 1 - front * sum;
  }
  double b = x + 1 - a, c = 1e300, d = 1 / b, h = d;
  for (int i = 1; i < 10000; ++i) {
    const double an = -i * (i - a);
    b += 2;
    d = 1 / std::max(an * d + b, 1e-300);
    c = std::max(b + an / c, 1e-300);
    h *= d * c;
    if (std::abs(d * c - 1) < 1e-15) break;
  }
  return front * h;
}

// The probability that a correct sample deviates at least this much from the expectation. Cells with expected counts
// below ten are merged in order. `observed` and `expected` are counts; returns 1 if fewer than two cells remain.
inline double goodness_of_fit(std::span<const double> observed, std::span<const double> expected) {
  struct Cell {
    double observed = 0, expected = 0;
  };
  std::vector<Cell> cells;
  Cell small;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (expected[i] == 0 && observed[i] > 0) return 0;
    if (expected[i] >= 10) {
      cells.push_back({observed[i], expected[i]});
      continue;
    }
    small.observed += observed[i];
    small.expected += expected[i];
    if (small.expected >= 10) {
      cells.push_back(small);
      small = {};
    }
  }
  if (!cells.empty()) {
    cells.back().observed += small.observed;
    cells.back().expected += small.expected;
  }
  if (cells.size() < 2) return 1;
  double value = 0;
  for (const Cell& cell : cells)
    value += (cell.observed - cell.expected) * (cell.observed - cell.expected) / cell.expected;
  return chi_square_tail(value, static_cast<double>(cells.size() - 1));
}

inline double fit_to_uniform(std::span<const double> observed) {
  double total = 0;
  for (const double count : observed) total += count;
  return goodness_of_fit(observed, std::vector<double>(observed.size(), total / static_cast<double>(observed.size())));
}

}  // namespace awe::test
