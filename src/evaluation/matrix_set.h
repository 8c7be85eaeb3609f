// A feature matrix with classes, held in memory: input of the evaluation when the graphs are not available.
//
// Isomorphic graphs are not known here; rows that are bitwise equal are used instead. Cost: eight bytes per entry.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "awe/recipe.h"
#include "folds/item_classes.h"
#include "folds/item_labels.h"
#include "folds/item_numbers.h"
#include "inputs/classes.h"
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
  folds::ItemNumbers numbers = {};    // of a regression; its classes are strata, for splits alone
  folds::ItemLabels labels = {};      // classes in several columns; its classes are strata, for splits alone
  std::uint64_t without_class = 0;    // rows left out

  [[nodiscard]] std::size_t size() const noexcept { return ids.size(); }
  [[nodiscard]] folds::ItemClasses items() const noexcept { return {ids, classes, class_names}; }
};

struct MatrixSetOptions {
  std::string classes_file;          // table of ids and classes; empty: use the classes of x.rows.csv
  std::optional<BaseKernel> kernel;  // of every block; unset: Hellinger, or linear for blocks with negative values
  std::uint64_t memory = std::uint64_t{4} << 30;
  std::string classes_column;  // its column of classes, as [ID=]COLUMN; empty: found by its header
  // Whether there is a class, numbers for a regression, or classes in several columns; the names of the numbers or
  // columns (empty: target, or target 1, target 2, ...; label 1, label 2, ...).
  inputs::TargetKind targets = inputs::TargetKind::classes;
  std::vector<std::string> target_names = {};
};

// Reads x.npy or x.npz with x.rows.csv and x.columns.csv beside it (matrices/matrix_reader.h). Rows without a class are
// left out. Throws Error(usage) if no row has one, for fewer than two classes, and whatever reading throws.
[[nodiscard]] MatrixSet read_matrix_set(const std::string& path, const MatrixSetOptions& options = {});

// Gives the items of a set their classes, or numbers or several classes with strata as classes, from one text per item.
void set_targets(MatrixSet& set, std::span<const std::string> texts, inputs::TargetKind kind,
                 std::vector<std::string> names, const std::string& what);

// Which rows are equal, in the form of isomorphism classes. O(rows log rows) comparisons.
[[nodiscard]] isomorphism::IsomorphismClasses identical_rows(const kernels::SparseRows& rows);

}  // namespace awe::evaluation
