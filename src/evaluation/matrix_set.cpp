#include "evaluation/matrix_set.h"

#include <algorithm>
#include <map>

#include "awe/error.h"
#include "inputs/classes.h"
#include "inputs/file_names.h"
#include "matrices/matrix_reader.h"

namespace awe::evaluation {
namespace {

// The class of every row, from the classes file or from the rows file beside the matrix.
std::vector<std::string> class_names_of(std::vector<MatrixRow>& names, const MatrixSetOptions& options) {
  inputs::ClassTable table;
  if (!options.classes_file.empty()) table = inputs::read_classes(options.classes_file, options.classes_column);
  std::vector<std::string> classes;
  for (MatrixRow& row : names) {
    if (!options.classes_file.empty()) {
      const auto found = table.find(row.id);
      row.class_name = found == table.end() ? std::nullopt : std::optional(found->second);
    }
    if (!row.class_name && !table.empty()) {
      std::vector<std::string> ids;
      for (const auto& [id, class_name] : table) ids.push_back(id);
      std::sort(ids.begin(), ids.end());
      throw Error(ErrorKind::usage, "row " + row.id + " has no class in " + options.classes_file + ", which has " +
                                        inputs::a_few(ids, ids.size()));
    }
    if (!row.class_name) {
      throw Error(ErrorKind::usage, "row " + row.id + " has no class; name a file of classes in `classes_file`");
    }
    classes.push_back(*row.class_name);
  }
  return classes;
}

// Orders rows by columns, then by values.
bool before(const kernels::SparseRows& rows, std::size_t a, std::size_t b) {
  const kernels::SparseRows::Row x = rows.row(a), y = rows.row(b);
  if (x.size() != y.size()) return x.size() < y.size();
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (x.column(k) != y.column(k)) return x.column(k) < y.column(k);
    if (x.values[k] != y.values[k]) return x.values[k] < y.values[k];
  }
  return false;
}

}  // namespace

MatrixSet read_matrix_set(const std::string& path, const MatrixSetOptions& options) {
  MatrixSet set;
  matrices::MatrixReadOptions reading;
  reading.memory = options.memory;
  const matrices::StoredMatrix shape = matrices::read_matrix(
      path, [&](const matrices::StoredMatrix& matrix) { set.rows = kernels::SparseRows(matrix.columns); },
      [&](SparseVector&& row) { set.rows.append(row); }, reading);
  std::vector<MatrixRow> names = matrices::read_row_names(path, shape.rows);
  folds::NumberedClasses numbered = folds::number_classes(class_names_of(names, options), "rows");
  set.classes = std::move(numbered.classes);
  set.class_names = std::move(numbered.names);
  for (MatrixRow& row : names) set.ids.push_back(std::move(row.id));
  for (ColumnBlock& block : matrices::read_column_blocks(path, shape.columns)) {
    MatrixBlock made{std::move(block.name), block.first, block.last, options.kernel.value_or(BaseKernel::hellinger)};
    if (!options.kernel && set.rows.any_negative() && set.rows.slice(made.first, made.last).any_negative()) {
      made.kernel = BaseKernel::linear;
    }
    set.blocks.push_back(std::move(made));
  }
  return set;
}

isomorphism::IsomorphismClasses identical_rows(const kernels::SparseRows& rows) {
  const auto less = [&](std::size_t a, std::size_t b) { return before(rows, a, b); };
  std::map<std::size_t, std::uint32_t, decltype(less)> known(less);
  isomorphism::IsomorphismClasses found;
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const auto [it, fresh] = known.try_emplace(i, found.classes);
    if (fresh) ++found.classes;
    found.class_of.push_back(it->second);
  }
  return found;
}

}  // namespace awe::evaluation
