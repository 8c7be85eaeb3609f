// Writes feature matrices to files, row by row. The extension of the path selects the format:
//   .npy  dense, as numpy reads it          .npz  sparse rows, as scipy.sparse.load_npz reads it
//   .csv  dense, with id and class          .svm  LIBSVM text        .txt  word2vec text
//   .arrow  dense, with id and class, as pyarrow, pandas, polars and DuckDB read it
// Besides x.npy and x.npz there are x.rows.csv (information on each row) and x.columns.csv (the walk of each column).
// A file appears at its path only when it is complete. The path "-" is standard output, for all but .npz; CSV unless
// the options name another format. Memory: one row, whatever the number of rows.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "awe/enum_text.h"
#include "awe/matrix.h"

namespace awe {

// The formats of matrices, named by their extensions.
enum class MatrixFormat { npy, npz, csv, svm, word2vec, arrow };
template <>
struct EnumText<MatrixFormat> {
  static constexpr std::string_view kWhat = "format of a matrix";
  static constexpr EnumNames<MatrixFormat, 6> kNames = {{{MatrixFormat::npy, "npy"},
                                                         {MatrixFormat::npz, "npz"},
                                                         {MatrixFormat::csv, "csv"},
                                                         {MatrixFormat::svm, "svm"},
                                                         {MatrixFormat::word2vec, "txt"},
                                                         {MatrixFormat::arrow, "arrow"}}};
};

// Options of create_matrix.
struct MatrixOptions {
  bool force = false;                                           // replace existing files
  bool float32 = false;                                         // binary formats store float32 instead of float64
  std::uint64_t memory = std::uint64_t{4} << 30;                // limit of a dense output, in bytes
  std::optional<MatrixFormat> format = {};                      // format of the output; unset: by its extension
  static constexpr std::uint64_t kMostNamedColumns = 1u << 23;  // with more columns, x.columns.csv is not written
};

// Writes one matrix. Use: write() each row, then commit() once. Without commit() no file is left at the path.
class MatrixWriter {
 public:
  MatrixWriter() = default;
  MatrixWriter(const MatrixWriter&) = delete;
  MatrixWriter& operator=(const MatrixWriter&) = delete;
  virtual ~MatrixWriter() = default;

  // Writes a row. Throws Error: limit if a dense output would exceed MatrixOptions::memory, io if writing fails.
  virtual void write(const MatrixRow& row) = 0;
  // Completes the files and moves them to their paths. Throws Error(io).
  virtual void commit() = 0;
};

// A writer of a matrix to a path. `rows` is the number of rows, if known. Throws Error: usage for an unknown extension
// or an existing file, limit if a dense matrix of `rows` rows would be too large, locked if another process is writing
// it.
[[nodiscard]] std::unique_ptr<MatrixWriter> create_matrix(const std::string& path, const MatrixColumns& columns,
                                                          std::optional<std::uint64_t> rows,
                                                          const MatrixOptions& options = {});

// The format of a matrix at a path: `format`, or that of the extension. Throws Error(usage) for an unknown extension,
// and for a format that cannot be written there.
[[nodiscard]] MatrixFormat matrix_format(const std::string& path, std::optional<MatrixFormat> format = {});

// Throws Error(limit) if the extension of the path is that of a dense format and `rows` rows would exceed
// options.memory. create_matrix and write() check it, too; this is for refusing before the rows are computed.
void refuse_large_matrix(const std::string& path, std::uint64_t columns, std::uint64_t rows,
                         const MatrixOptions& options = {});

}  // namespace awe
