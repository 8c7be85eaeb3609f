// Reads feature matrices from files, as `awe embed`, numpy and scipy write them:
//   .npy  dense, float32 or float64, in C order      .npz  scipy.sparse CSR, stored or deflated
// Nothing is trusted: sizes are checked against the content and a memory limit before they are used. A dense file is
// read row by row; a sparse one is held in memory, since its parts may come in any order.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "awe/matrix.h"

namespace awe::matrices {

struct StoredMatrix {
  std::uint64_t rows = 0, columns = 0;
};

struct MatrixReadOptions {
  std::uint64_t memory = std::uint64_t{4} << 30;  // limit in bytes, for a sparse matrix or one row of a dense one
};

// True for a path that ends in .npy or .npz.
[[nodiscard]] bool is_matrix_path(const std::string& path);

// `begin` receives the shape, then `consume` receives the rows in order, without the zeros of a dense file. Throws
// Error: io; malformed for a damaged file or another kind of array; limit.
StoredMatrix read_matrix(const std::string& path, const std::function<void(const StoredMatrix&)>& begin,
                         const std::function<void(SparseVector&&)>& consume, const MatrixReadOptions& options = {});

// The rows of x.rows.csv next to the matrix x.npy or x.npz, with id and class and no values; without that file, rows
// named 0, 1, 2, ... Throws Error(malformed) if the file does not have `rows` rows.
[[nodiscard]] std::vector<MatrixRow> read_row_names(const std::string& path, std::uint64_t rows);

// The columns [first, last) of one block.
struct ColumnBlock {
  std::string name;
  std::uint64_t first = 0, last = 0;
};
// The blocks of x.columns.csv, or one block of all columns without that file. Adjacent columns of one name are a block.
[[nodiscard]] std::vector<ColumnBlock> read_column_blocks(const std::string& path, std::uint64_t columns);

}  // namespace awe::matrices
