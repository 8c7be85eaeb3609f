// Sparse vectors and rows of feature matrices. A row is small and owned; matrices of many rows are written as a stream,
// row by row, and are never held whole by the library.
#pragma once

#include <cstdint>
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

}  // namespace awe
