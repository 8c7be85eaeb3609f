// Kernels and classes of random points, for the tests of the machines.
#pragma once

#include <cmath>
#include <vector>

#include "awe/gram_matrix.h"
#include "base/rng.h"
#include "kernels/gram_view.h"

namespace awe::test {

// exp(-|x - y|^2 / 2) of points of two dimensions; the class depends on where a point is, with some noise.
struct RandomKernel {
  GramMatrix gram;
  std::vector<int> classes;

  // The points are in a square with this side; `own` is added to the diagonal.
  RandomKernel(std::size_t size, int num_classes, std::uint64_t seed = 1, double side = 8, double own = 0.05)
      : gram(size, size) {
    base::Sequence random(seed, {});
    std::vector<double> x, y;
    for (std::size_t i = 0; i < size; ++i) {
      x.push_back(side * random.unit());
      y.push_back(side * random.unit());
      classes.push_back(static_cast<int>(x.back() + random.unit()) % num_classes);
    }
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) {
        const double d = (x[i] - x[j]) * (x[i] - x[j]) + (y[i] - y[j]) * (y[i] - y[j]);
        gram.row(i)[j] = static_cast<float>(std::exp(-d / 2) + (i == j ? own : 0));
      }
    }
  }
  [[nodiscard]] kernels::GramView view() const { return {gram.data(), gram.rows()}; }
};

}  // namespace awe::test
