// Kernels between the rows of feature matrices, and squared distances that they span.
//   linear        k = sum x y                    intersection  k = sum min(x, y)
//   hellinger     k = sum sqrt(x y)              chi_square    k = sum 2 x y / (x + y)
//   cosine        k = sum x y / (|x| |y|), 0 if a row is empty
//   overlap       k = sum min(x, y) / sqrt(sum x sum y), 0 if a row is empty
//   distance      d = k(x,x) + k(y,y) - 2 k(x,y), never below 0
// Sums are made in double precision, in the order of the columns, and rounded once: relative error below 1e-6 where
// nothing cancels. The value of a pair is a function of its two rows alone: the same bits for any number of threads,
// square or rectangular, sparse or dense, on any processor. Square results are symmetric to the bit.
//
// Time: the pairs of entries that share a column, about a nanosecond each on one thread; rows that are rather full go
// through dense tiles, 10 to 20 times faster a pair. Memory beyond the result: two copies of the rows.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "awe/gram_matrix.h"
#include "awe/kernel.h"
#include "awe/run_options.h"
#include "kernels/sparse_rows.h"

namespace awe::kernels {

// All of these throw Error: usage for matrices with different numbers of columns or results of another shape, numeric
// for negative values where the kernel has none (intersection, overlap, chi_square, hellinger) and for values that
// float32 cannot hold.

// The rows with each other, or rows of a (down) with rows of b (across).
[[nodiscard]] GramMatrix kernel_matrix(const SparseRows& rows, BaseKernel kernel, const RunOptions& run = {});
[[nodiscard]] GramMatrix kernel_matrix(const SparseRows& a, const SparseRows& b, BaseKernel kernel,
                                       const RunOptions& run = {});

// sum += scale * d, without a matrix for d.
void add_squared_distances(GramMatrix& sum, const SparseRows& rows, BaseKernel kernel, double scale,
                           const RunOptions& run = {});
void add_squared_distances(GramMatrix& sum, const SparseRows& a, const SparseRows& b, BaseKernel kernel, double scale,
                           const RunOptions& run = {});

// The median of d over pairs of these rows (median_scale of awe/gram_matrix.h); over all pairs of 4472 of them, drawn
// from a fixed stream, if there are more.
[[nodiscard]] double median_squared_distance(const SparseRows& rows, std::span<const std::size_t> items,
                                             BaseKernel kernel, const RunOptions& run = {});
inline constexpr std::size_t kMedianItems = 4472;  // 10^7 pairs

// A range of columns with its part in a sum of squared distances: weight * d / median.
struct DistanceBlock {
  std::uint64_t first = 0, last = 0;
  double weight = 1;
  double median = 1;
};

// Sets the median of each block, over pairs of these rows.
void learn_medians(std::vector<DistanceBlock>& blocks, const SparseRows& rows, std::span<const std::size_t> items,
                   BaseKernel kernel, const RunOptions& run = {});
// The sum over blocks. exponentiate() makes it a kernel.
[[nodiscard]] GramMatrix block_distances(const SparseRows& rows, std::span<const DistanceBlock> blocks,
                                         BaseKernel kernel, const RunOptions& run = {});
[[nodiscard]] GramMatrix block_distances(const SparseRows& a, const SparseRows& b,
                                         std::span<const DistanceBlock> blocks, BaseKernel kernel,
                                         const RunOptions& run = {});

}  // namespace awe::kernels
