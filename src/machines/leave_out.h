// Symmetric positive definite equations A x = b without the unknowns of one part, for each of several parts in turn:
// the right-hand sides of a part, b_P - A_PR A_RR^-1 b_R, that remain when the rest R is eliminated. Half of the parts
// are eliminated for the other half together, and so on: for five equal parts of n unknowns n^3 / 3 fused operations,
// where five times on its own would be 0.43 n^3; 16 n^2 bytes. Reference: Gaussian elimination, part by part, in
// tests/machines.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "algebra/linear_algebra.h"
#include "awe/run_options.h"

namespace awe::machines {

// `equations` has one row per unknown: the upper triangle of A, followed by the columns of b. The parts are its last
// rows, part by part, with these sizes; the rows before them belong to no part and are always eliminated. Returns one
// row per unknown of the parts, or nothing if A is not positive definite. The same bits for any number of threads.
[[nodiscard]] std::optional<algebra::Dense> leave_parts_out(const algebra::Dense& equations,
                                                            std::span<const std::size_t> sizes, int threads,
                                                            const Progress& stop);

}  // namespace awe::machines
