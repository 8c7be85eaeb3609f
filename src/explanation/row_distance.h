// The squared distance between two rows under a kernel (kernels/row_kernels.h), in double precision, and how it changes
// with the values of the first row. O(entries of both).
#pragma once

#include <span>
#include <vector>

#include "awe/kernel.h"
#include "kernels/sparse_rows.h"

namespace awe::explanation {

using Row = kernels::SparseRows::Row;

[[nodiscard]] double row_distance(BaseKernel kernel, const Row& x, const Row& y);

// Adds factor * x_j * (derivative of the distance by x_j) to sums[j], one per entry of x.
void add_slopes(BaseKernel kernel, const Row& x, const Row& y, double factor, std::span<double> sums);

// Whether the kernel is a sum over columns; then adds factor * (term of the kernel at entry j of x) to sums[j].
[[nodiscard]] bool is_sum(BaseKernel kernel);
void add_kernel_terms(BaseKernel kernel, const Row& x, const Row& y, double factor, std::span<double> sums);

}  // namespace awe::explanation
