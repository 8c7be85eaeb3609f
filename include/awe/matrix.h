// Sparse vectors, and rows of feature matrices with what is known about each. Matrices of many rows are produced and
// written as a stream, row by row, and are never held whole by the library.
#pragma once

#include <cstdint>
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

}  // namespace awe
