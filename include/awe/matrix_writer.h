// Feature matrices to files, row by row, whole or not at all. The format follows the extension:
//   .npy  dense, as numpy reads it          .npz  sparse rows, as scipy.sparse.load_npz reads it
//   .csv  dense, with id and class          .svm  LIBSVM text        .txt  word2vec text
// Beside .npy and .npz stand x.rows.csv (what is known of each row) and x.columns.csv (the walk of each column).
// Memory: one row, whatever the number of rows.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "awe/matrix.h"

namespace awe {

struct MatrixOptions {
  bool force = false;                                           // replace what is there
  bool float32 = false;                                         // values of binary formats; otherwise float64
  std::uint64_t memory = std::uint64_t{4} << 30;                // a dense output past this many bytes is refused
  static constexpr std::uint64_t kMostNamedColumns = 1u << 23;  // past this, columns.csv is left out
};

// Use: write() each row, then commit() once. Without commit() nothing is left at the path.
class MatrixWriter {
 public:
  MatrixWriter() = default;
  MatrixWriter(const MatrixWriter&) = delete;
  MatrixWriter& operator=(const MatrixWriter&) = delete;
  virtual ~MatrixWriter() = default;

  // Throws Error(limit) where a dense output passes the memory option.
  virtual void write(const MatrixRow& row) = 0;
  virtual void commit() = 0;
};

// Throws Error(usage) for an unknown extension or an output that exists; Error(limit) at once if `rows` are known and a
// dense matrix of them would be too large.
[[nodiscard]] std::unique_ptr<MatrixWriter> create_matrix(const std::string& path, const MatrixColumns& columns,
                                                          std::optional<std::uint64_t> rows,
                                                          const MatrixOptions& options = {});

}  // namespace awe
