// A ready feature matrix with classes, held whole: what evaluation works on where graphs are not at hand.
//
// Twins of graphs are not known here; rows that are equal to the bit stand in their place. Cost: eight bytes an entry.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "folds/item_classes.h"
#include "isomorphism/isomorphism.h"
#include "kernels/row_kernels.h"
#include "kernels/sparse_rows.h"

namespace awe::evaluation {

// A run of columns that is one channel.
struct MatrixBlock {
  std::string name;
  std::uint64_t first = 0, last = 0;
  BaseKernel kernel = BaseKernel::hellinger;
};

struct MatrixSet {
  kernels::SparseRows rows;
  std::vector<std::string> ids;
  std::vector<int> classes;              // index into class_names
  std::vector<std::string> class_names;  // sorted: by value if all are integers, else by bytes
  std::vector<MatrixBlock> blocks;

  [[nodiscard]] std::size_t size() const noexcept { return ids.size(); }
  [[nodiscard]] folds::ItemClasses items() const noexcept { return {ids, classes, class_names}; }
};

struct MatrixSetOptions {
  std::string classes_file;          // CSV of id, class; empty: the classes of x.rows.csv
  std::optional<BaseKernel> kernel;  // of every block; unset: Hellinger, and linear for blocks with negative values
  std::uint64_t memory = std::uint64_t{4} << 30;
};

// Reads x.npy or x.npz with x.rows.csv and x.columns.csv beside it (matrices/matrix_reader.h). Throws Error(usage) for
// a row without a class and for fewer than two classes, and what the reading throws.
[[nodiscard]] MatrixSet read_matrix_set(const std::string& path, const MatrixSetOptions& options = {});

// Which rows are equal, in the form of isomorphism classes. O(rows log rows) comparisons.
[[nodiscard]] isomorphism::IsomorphismClasses identical_rows(const kernels::SparseRows& rows);

}  // namespace awe::evaluation
