#include "evaluation/matrix_set.h"

#include <algorithm>
#include <map>
#include <utility>

#include "awe/error.h"
#include "inputs/classes.h"
#include "inputs/file_names.h"
#include "matrices/matrix_reader.h"

namespace awe::evaluation {
namespace {

// The class of every row, from the classes file or from the rows file beside the matrix; empty if there is none.
std::vector<std::string> class_names_of(const std::vector<MatrixRow>& names, const MatrixSetOptions& options) {
  inputs::ClassTable table;
  const bool by_table = !options.classes_file.empty();
  if (by_table) table = inputs::read_classes(options.classes_file, options.classes_column, options.targets);
  std::vector<std::string> classes;
  bool any = false;
  for (const MatrixRow& row : names) {
    const auto found = table.find(row.id);
    classes.push_back(by_table ? (found == table.end() ? "" : found->second) : row.class_name.value_or(""));
    const bool numbers = options.targets == inputs::TargetKind::numbers;
    if (numbers && !folds::parse_numbers(classes.back(), row.id)) classes.back().clear();
    if (options.targets == inputs::TargetKind::labels && !folds::any_label(classes.back())) classes.back().clear();
    any = any || !classes.back().empty();
  }
  if (any) return classes;
  if (!by_table) throw Error(ErrorKind::usage, "no row has a class; name a file of classes in `classes_file`");
  std::vector<std::string> ids;
  for (const auto& [id, class_name] : table) ids.push_back(id);
  std::sort(ids.begin(), ids.end());
  throw Error(ErrorKind::usage,
              "no row has a class in " + options.classes_file + ", which has " + inputs::a_few(ids, ids.size()));
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

void set_targets(MatrixSet& set, std::span<const std::string> texts, inputs::TargetKind kind,
                 std::vector<std::string> names, const std::string& what) {
  folds::NumberedClasses numbered;
  if (kind == inputs::TargetKind::labels) {
    std::vector<std::vector<std::string>> split;
    for (const std::string& text : texts) split.push_back(folds::split_labels(text));
    set.labels = folds::labels_of(split, set.ids, std::move(names), what);
    numbered = folds::strata_of(set.labels);
  } else if (kind == inputs::TargetKind::numbers) {
    set.numbers.names = std::move(names);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      set.numbers.add(folds::parse_numbers(texts[i], set.ids[i]).value(), set.ids[i]);
    }
    numbered = folds::strata_of(set.numbers, set.ids);
  } else {
    numbered = folds::number_classes(texts, what);
  }
  set.classes = std::move(numbered.classes);
  set.class_names = std::move(numbered.names);
}

MatrixSet read_matrix_set(const std::string& path, const MatrixSetOptions& options) {
  MatrixSet set;
  matrices::MatrixReadOptions reading;
  reading.memory = options.memory;
  const matrices::StoredMatrix shape = matrices::read_matrix(
      path, [&](const matrices::StoredMatrix& matrix) { set.rows = kernels::SparseRows(matrix.columns); },
      [&](SparseVector&& row) { set.rows.append(row); }, reading);
  std::vector<MatrixRow> names = matrices::read_row_names(path, shape.rows);
  const std::vector<std::string> all = class_names_of(names, options);
  std::vector<std::string> classes;
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].empty()) continue;
    kept.push_back(i);
    classes.push_back(all[i]);
    set.ids.push_back(std::move(names[i].id));
  }
  set.without_class = all.size() - kept.size();
  if (set.without_class > 0) set.rows = set.rows.select(kept);
  set_targets(set, classes, options.targets, options.target_names, "rows");
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
