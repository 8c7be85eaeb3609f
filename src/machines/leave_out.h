// Symmetric positive definite equations A x = b without the unknowns of one part, for each of several parts in turn:
// the right-hand sides of a part, b_P - A_PR A_RR^-1 b_R, that remain when the rest R is eliminated. Half of the parts
// are eliminated for the other half together, and so on: for five equal parts of n unknowns n^3 / 3 fused operations,
// where five times on its own would be 0.43 n^3; 12 n^2 bytes beside the equations. Reference: Gaussian elimination,
// part by part, in tests/machines.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "algebra/linear_algebra.h"
#include "awe/run_options.h"

namespace awe::machines {

class LeaveOut {
 public:
  // `equations` has one row per unknown: the upper triangle of A, followed by the columns of b. The parts are its last
  // rows, part by part, with these sizes; the rows before them belong to no part and are always eliminated. Nothing is
  // copied: all arguments must outlive this object.
  LeaveOut(const algebra::Dense& equations, std::span<const std::size_t> sizes, int threads, const Progress& stop)
      : equations_(equations), sizes_(sizes), threads_(threads), stop_(stop) {}

  // With lambda added to the diagonal of A: one row per unknown of the parts, or nothing if that is not positive
  // definite. The same bits for any number of threads. If there are more than two parts, `solution` becomes the x of
  // all equations (one row per unknown): half of the parts are eliminated anyway.
  [[nodiscard]] std::optional<algebra::Dense> with(double lambda, algebra::Dense* solution = nullptr);

 private:
  // Equations, like those of the constructor, within a larger matrix.
  struct View {
    const double* values;
    std::size_t rows, columns, stride;
    [[nodiscard]] const double* row(std::size_t i) const noexcept { return values + i * stride; }
  };

  [[nodiscard]] std::size_t rows_of(std::size_t first, std::size_t last) const;
  // The matrix of this size for a level of the recursion, with any values.
  [[nodiscard]] algebra::Dense& matrix(std::size_t level, std::size_t rows, std::size_t columns);
  // The following are for the parts [first, last): `a` has the equations of their unknowns, after those of others. They
  // add lambda to the diagonal, and return false if the equations are not positive definite.
  [[nodiscard]] bool run(const View& a, double lambda, std::size_t first, std::size_t last, std::size_t level);
  [[nodiscard]] bool go_on(std::size_t gone, std::size_t first, std::size_t last, std::size_t level);
  [[nodiscard]] bool eliminate_for_one(const View& a, double lambda, std::size_t part, std::size_t level);

  [[nodiscard]] bool solve_all(std::size_t gone);

  const algebra::Dense& equations_;
  std::span<const std::size_t> sizes_;
  int threads_;
  const Progress& stop_;
  std::vector<algebra::Dense> matrices_;  // one per level, used again and again
  algebra::Dense left_;
  algebra::Dense* solution_ = nullptr;  // where it is wanted
};

}  // namespace awe::machines
