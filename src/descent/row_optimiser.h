// Steps of gradient descent on the rows of a matrix that a batch touches: plain, Adagrad (J. Duchi et al., 2011) or
// Adam (D. Kingma, J. Ba, 2015; the moments of untouched rows do not change). Cost: O(width) per touched row.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/training_options.h"
#include "descent/row_gradients.h"

namespace awe::descent {

template <class Real>
class RowOptimiser {
 public:
  // For a matrix of `values` values. `penalty`: lambda in lambda |row|^2.
  RowOptimiser(OptimiserKind kind, std::size_t values, double penalty, int threads);

  // Makes step number `step`, counted from 1.
  void update(std::span<Real> values, RowGradients<Real>& gradients, double rate, std::uint64_t step);

  // The optimiser's memory: nothing, sums of squares, or two moments.
  [[nodiscard]] std::vector<std::vector<Real>>& memory() noexcept { return memory_; }
  [[nodiscard]] const std::vector<std::vector<Real>>& memory() const noexcept { return memory_; }

 private:
  OptimiserKind kind_;
  Real penalty_;
  int threads_;
  std::vector<std::vector<Real>> memory_;
};

}  // namespace awe::descent
