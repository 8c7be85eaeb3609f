// The nearest graphs of every graph, and how far it is from them: O(n^2 log k) for n graphs.
#pragma once

#include <cstdint>
#include <vector>

#include "algebra/linear_algebra.h"

namespace awe::page {

struct Near {
  std::uint32_t item = 0;
  double distance = 0;
};

struct Surroundings {
  std::vector<std::vector<Near>> nearest;  // by item, nearest first; equal ones by number
  // By item: the mean distance to the `counted` nearest, divided by the median of these over all items (as in
  // S. Ramaswamy, R. Rastogi & K. Shim, Efficient algorithms for mining outliers, SIGMOD 2000). 0 if all are equal.
  std::vector<double> oddness;
};

[[nodiscard]] Surroundings surroundings(const algebra::Dense& squared, std::size_t shown, std::size_t counted,
                                        int threads);

}  // namespace awe::page
