// The same as machines/leave_out.h for a matrix A that is of low rank but for rounding, as kernels of few numbers per
// graph are (sizes: 100 to 300 for a thousand graphs).
//
// A = L L' by Cholesky's method with pivots until no entry of the diagonal of A - L L' is above 2^-22 times the largest
// entry of A: kernel values are float32, whose rounding changes solutions as much. With r columns of L the unknowns of
// ridge regression are the r numbers w of L w instead of one per graph, and without a part P the equations
// (L'L - L_P'L_P + lambda) w = L'y - L_P'y_P. Cost for n unknowns: n r^2 fused operations, and r^3 / 6 for each part
// and lambda. Reference: LeaveOut, in tests/machines.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "algebra/linear_algebra.h"
#include "awe/run_options.h"

namespace awe::machines {

class LowRankLeaveOut {
 public:
  // The arguments are those of LeaveOut. Nothing if L would have more columns than a third of the unknowns, if that is
  // likely after a sixteenth of them, or if A is not positive semidefinite.
  [[nodiscard]] static std::optional<LowRankLeaveOut> of(const algebra::Dense& equations,
                                                         std::span<const std::size_t> sizes, const Progress& stop);

  // As LeaveOut::with.
  [[nodiscard]] std::optional<algebra::Dense> with(double lambda, algebra::Dense* solution = nullptr) const;
  [[nodiscard]] std::size_t rank() const noexcept { return l_.columns; }

 private:
  // The equations of w of some unknowns: L'L, of which the upper triangle is right, and L'y.
  struct Sums {
    algebra::Dense squares, products;
  };

  LowRankLeaveOut(algebra::Dense l, algebra::Dense y, std::span<const std::size_t> sizes);
  [[nodiscard]] Sums sums_of(std::size_t begin, std::size_t end) const;
  // w without a part, or with all unknowns; nothing if that is not positive definite.
  [[nodiscard]] std::optional<algebra::Dense> solve(double lambda, const Sums* part) const;

  algebra::Dense l_, y_;  // one row per unknown
  std::vector<std::size_t> sizes_;
  Sums all_;
  std::vector<Sums> parts_;
};

}  // namespace awe::machines
