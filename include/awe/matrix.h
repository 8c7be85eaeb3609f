// Sparse vectors, rows of feature matrices with information on each, and whole matrices in memory. Matrices of many
// rows can also be computed and written row by row, without holding all of them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace awe {

// A sparse vector: strictly increasing indices with one value each; all other values are zero.
struct SparseVector {
  std::vector<std::uint64_t> indices;  // indices of the entries, strictly increasing
  std::vector<double> values;          // values of the entries

  [[nodiscard]] std::size_t size() const noexcept { return indices.size(); }  // number of entries
  // Appends an entry; `index` must be above the last one.
  void push_back(std::uint64_t index, double value) {
    indices.push_back(index);
    values.push_back(value);
  }
  bool operator==(const SparseVector&) const = default;
};

// The sum of two vectors. O(entries).
[[nodiscard]] SparseVector sum_of(const SparseVector& a, const SparseVector& b);

// A row of a feature matrix: the vector of one graph, node, edge or subgraph, and how it was computed.
struct MatrixRow {
  std::string id;                         // id of the graph, node, edge or subgraph
  std::optional<std::string> class_name;  // class of the graph, if it has one
  std::string method;                     // "exact", "sampled", or "mixed" if blocks differ
  std::uint64_t walks = 0;                // walks drawn for this row; 0 if exact
  // Bound of the L1 distance of the row to the true row, before scalings and weights, with the stated confidence: the
  // sum over its distributions, one per length of each block.
  double certified_error = 0;
  double stopped = 0;         // mass of walks that could not make all their steps; of the longest walks
  double unseen = 0;          // share of the mass outside the columns; the largest of all sections
  SparseVector values;        // values of the columns
  double unseen_mass = 0;     // mass outside the columns, summed over all sections, before any scaling
  double largest_error = 0;   // the same bound for one of its distributions, the one where it is largest
  double unseen_squares = 0;  // sum of the squares of the values outside the columns, before any scaling

  bool operator==(const MatrixRow&) const = default;
};

// The description of a column.
struct MatrixColumn {
  std::string block;  // name of its block (FeatureBlock::name)
  int length = 0;     // length of its walk
  std::string walk;   // its walk as text
};

// The columns of a matrix.
struct MatrixColumns {
  std::uint64_t count = 0;                              // number of columns
  std::function<MatrixColumn(std::uint64_t)> describe;  // description of a column by index
};

// The contiguous columns of one block of features.
struct ColumnBlock {
  std::string name;                   // name of the block (FeatureBlock::name)
  std::uint64_t first = 0, last = 0;  // its first column; one past its last column
  double weight = 1;                  // factor of the block in inner products and squared distances
};

// A feature matrix in memory.
struct FeatureMatrix {
  std::vector<MatrixRow> rows;      // one per graph, node, edge or subgraph
  MatrixColumns columns;            // number and descriptions of the columns
  std::vector<ColumnBlock> blocks;  // blocks, in the order of the columns

  [[nodiscard]] std::size_t num_rows() const noexcept { return rows.size(); }         // number of rows
  [[nodiscard]] std::uint64_t num_columns() const noexcept { return columns.count; }  // number of columns
  // The value at a row and column; 0 if the row has no entry there. O(log entries of the row).
  [[nodiscard]] double at(std::size_t row, std::uint64_t column) const;
  // All values, row by row: num_rows() x num_columns(). Throws Error(limit) if they take more than `memory` bytes.
  [[nodiscard]] std::vector<double> dense(std::uint64_t memory = std::uint64_t{4} << 30) const;
};

}  // namespace awe
