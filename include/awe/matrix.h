// Sparse vectors, rows of feature matrices with what is known about each, and whole matrices in memory. Matrices of
// many rows are computed and written as a stream, row by row, without ever being held whole.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace awe {

// Strictly increasing indices, one value each; absent indices are zero.
struct SparseVector {
  std::vector<std::uint64_t> indices;
  std::vector<double> values;

  [[nodiscard]] std::size_t size() const noexcept { return indices.size(); }
  void push_back(std::uint64_t index, double value) {
    indices.push_back(index);
    values.push_back(value);
  }
  bool operator==(const SparseVector&) const = default;
};

[[nodiscard]] SparseVector sum_of(const SparseVector& a, const SparseVector& b);

// A row of a feature matrix: the vector of one graph, node, edge or subgraph, and how it came about.
struct MatrixRow {
  std::string id;
  std::optional<std::string> class_name;
  std::string method;          // "exact", "sampled", or "mixed" where blocks differ
  std::uint64_t walks = 0;     // drawn for this row; 0 if exact
  double certified_error = 0;  // L1 distance to the true distribution that is kept with the stated confidence
  double stopped = 0;          // mass of walks that could not make all their steps
  double unseen = 0;           // mass outside the columns: the largest share of a section
  SparseVector values;
  double unseen_mass = 0;     // mass outside the columns, added over all sections, before any scaling
  double unseen_squares = 0;  // squares of the values that no column holds, before any scaling

  bool operator==(const MatrixRow&) const = default;
};

// A column: the block it belongs to, the length of its walks and the walk's name.
struct MatrixColumn {
  std::string block;
  int length = 0;
  std::string walk;
};

// The columns of a matrix: how many there are, and what each one is.
struct MatrixColumns {
  std::uint64_t count = 0;
  std::function<MatrixColumn(std::uint64_t)> describe;
};

// A run of columns that belong to one block of features.
struct ColumnBlock {
  std::string name;
  std::uint64_t first = 0, last = 0;  // columns first .. last - 1
  double weight = 1;                  // of the block in inner products and squared distances
};

struct FeatureMatrix {
  std::vector<MatrixRow> rows;
  MatrixColumns columns;
  std::vector<ColumnBlock> blocks;  // in the order of the columns

  [[nodiscard]] std::size_t num_rows() const noexcept { return rows.size(); }
  [[nodiscard]] std::uint64_t num_columns() const noexcept { return columns.count; }
  // O(log of the row's entries); 0 where the row has no entry.
  [[nodiscard]] double at(std::size_t row, std::uint64_t column) const;
  // All values, row by row: num_rows() x num_columns(). Throws Error(limit) where they take more than `memory` bytes.
  [[nodiscard]] std::vector<double> dense(std::uint64_t memory = std::uint64_t{4} << 30) const;
};

}  // namespace awe
