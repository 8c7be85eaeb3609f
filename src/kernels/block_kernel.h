// The kernels of awe/kernel.h between sparse rows whose columns are cut into blocks.
#pragma once

#include <vector>

#include "awe/kernel.h"
#include "kernels/row_kernels.h"

namespace awe::kernels {

// Throws Error(usage) for options that make no sense.
void check(const KernelOptions& options);

// Every row with every row.
[[nodiscard]] Kernel kernel_of_rows(const SparseRows& rows, std::vector<DistanceBlock> blocks,
                                    const KernelOptions& options);
// Rows of a (down) with rows of b (across), from which sigma and medians are learnt.
[[nodiscard]] Kernel kernel_of_rows(const SparseRows& a, const SparseRows& b, std::vector<DistanceBlock> blocks,
                                    const KernelOptions& options);

}  // namespace awe::kernels
