#include "awe/kernel.h"

#include <cmath>
#include <numeric>

#include "awe/error.h"
#include "kernels/block_kernel.h"

namespace awe {
namespace {

kernels::SparseRows rows_of(const FeatureMatrix& matrix) {
  kernels::SparseRows rows(matrix.num_columns());
  for (const MatrixRow& row : matrix.rows) rows.append(row.values);
  return rows;
}

std::vector<kernels::DistanceBlock> blocks_of(const FeatureMatrix& matrix) {
  std::vector<kernels::DistanceBlock> blocks;
  for (const ColumnBlock& block : matrix.blocks) blocks.push_back({block.first, block.last, block.weight, 1});
  if (blocks.empty()) blocks.push_back({0, matrix.num_columns(), 1, 1});
  return blocks;
}

void check_memory(std::size_t rows, std::size_t columns, std::size_t held, const RunOptions& run) {
  const double bytes =
      GramMatrix::bytes(static_cast<double>(rows), static_cast<double>(columns)) + 3 * static_cast<double>(held);
  if (bytes <= static_cast<double>(run.memory)) return;
  throw Error(ErrorKind::limit, "a kernel of " + std::to_string(rows) + " x " + std::to_string(columns) +
                                    " values needs " + std::to_string(static_cast<std::uint64_t>(bytes)) +
                                    " bytes, more than " + std::to_string(run.memory) + "; raise `memory`");
}

}  // namespace

Kernel kernel(const FeatureMatrix& matrix, const KernelOptions& options) {
  const kernels::SparseRows rows = rows_of(matrix);
  check_memory(rows.rows(), rows.rows(), rows.bytes(), options.run);
  return kernels::kernel_of_rows(rows, blocks_of(matrix), options);
}

Kernel kernel(const FeatureMatrix& a, const FeatureMatrix& b, const KernelOptions& options) {
  const kernels::SparseRows down = rows_of(a), across = rows_of(b);
  check_memory(down.rows(), across.rows(), down.bytes() + across.bytes(), options.run);
  return kernels::kernel_of_rows(down, across, blocks_of(b), options);
}

}  // namespace awe
