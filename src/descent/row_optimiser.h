// Steps of gradient descent on the rows of a matrix that a batch touches: plain, Adagrad (J. Duchi et al., 2011) or
// Adam (D. Kingma, J. Ba, 2015; moments of rows that are not touched rest). Cost: O(width) a touched row.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/descent_options.h"
#include "descent/row_gradients.h"

namespace awe::descent {

template <class Real>
class RowOptimiser {
 public:
  // For a matrix of so many values. `penalty`: lambda of lambda |row|^2.
  RowOptimiser(OptimiserKind kind, std::size_t values, double penalty, int threads);

  // Step number `step`, from 1.
  void update(std::span<Real> values, RowGradients<Real>& gradients, double rate, std::uint64_t step);

  // What it remembers: nothing, sums of squares, or two moments.
  [[nodiscard]] std::vector<std::vector<Real>>& memory() noexcept { return memory_; }
  [[nodiscard]] const std::vector<std::vector<Real>>& memory() const noexcept { return memory_; }

 private:
  OptimiserKind kind_;
  Real penalty_;
  int threads_;
  std::vector<std::vector<Real>> memory_;
};

}  // namespace awe::descent
