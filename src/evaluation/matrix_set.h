// A feature matrix with classes, held in memory: input of the evaluation when the graphs are not available.
//
// Isomorphic graphs are not known here; rows that are bitwise equal are used instead. Cost: eight bytes per entry.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "awe/recipe.h"
#include "folds/item_classes.h"
#include "isomorphism/isomorphism.h"
#include "kernels/row_kernels.h"
#include "kernels/sparse_rows.h"

namespace awe::evaluation {

// A range of columns that forms one channel.
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
  std::vector<KernelRecipe> recipes;  // to choose from, on its columns; empty: one of all blocks

  [[nodiscard]] std::size_t size() const noexcept { return ids.size(); }
  [[nodiscard]] folds::ItemClasses items() const noexcept { return {ids, classes, class_names}; }
};

struct MatrixSetOptions {
  std::string classes_file;          // table of ids and classes; empty: use the classes of x.rows.csv
  std::optional<BaseKernel> kernel;  // of every block; unset: Hellinger, or linear for blocks with negative values
  std::uint64_t memory = std::uint64_t{4} << 30;
  std::string classes_column;  // the column of classes_file with the classes; empty: found by its header
};

// Reads x.npy or x.npz with x.rows.csv and x.columns.csv beside it (matrices/matrix_reader.h). Throws Error(usage) for
// a row without a class or fewer than two classes, and whatever reading throws.
[[nodiscard]] MatrixSet read_matrix_set(const std::string& path, const MatrixSetOptions& options = {});

// Which rows are equal, in the form of isomorphism classes. O(rows log rows) comparisons.
[[nodiscard]] isomorphism::IsomorphismClasses identical_rows(const kernels::SparseRows& rows);

}  // namespace awe::evaluation
