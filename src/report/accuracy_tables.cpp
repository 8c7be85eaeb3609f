#include "report/accuracy_tables.h"

#include <fmt/format.h>

namespace awe::report {
namespace {

std::string per_cent(const CellLine& line) {
  return fmt::format("{:.2f} ± {:.2f}", 100 * line.mean, 100 * line.fold_deviation);
}

OurFigure of_best(const Reproduction& found, std::string_view set, const Reproduction::Among& among) {
  const auto best = found.best(set, among);
  if (!best) return {nullptr, "", found.absence(set, among.kind, among.features)};
  return {best.line, best.cell->parameters.features + ", " + best.line->name, ""};
}

OurFigure of_recipe(const Reproduction& found, std::string_view set, std::string_view recipe) {
  const Cell* cell = found.find(set, CellKind::nested, recipe);
  if (cell == nullptr) return {nullptr, "", found.absence(set, CellKind::nested, recipe)};
  return {&cell->best(), cell->chosen, ""};
}

// A row with one figure per set.
template <class Figure>
AccuracyRow row_of(std::string name, const QuotedRow* quoted, const QuotedTable& table, const Figure& figure) {
  AccuracyRow row{std::move(name), quoted, {}};
  for (const std::string_view set : table.sets) row.ours.push_back(figure(set));
  return row;
}

AccuracyRow row_of_algorithm(const Reproduction& found, const QuotedTable& table, const QuotedRow& quoted) {
  const std::string name(quoted.algorithm);
  if (!quoted.recipe.empty()) {
    return row_of(name, &quoted, table, [&](std::string_view set) { return of_recipe(found, set, quoted.recipe); });
  }
  if (name.starts_with("AWE (DD)")) {
    const Reproduction::Among among{CellKind::data_driven, found.options.quick ? "" : "pvdm"};
    return row_of(name, &quoted, table, [&](std::string_view set) { return of_best(found, set, among); });
  }
  if (name.starts_with("AWE")) {
    return row_of(name, &quoted, table, [&](std::string_view set) { return of_best(found, set, {CellKind::paper}); });
  }
  return row_of(name + " (quoted only)", &quoted, table, [](std::string_view) {
    return OurFigure{nullptr, "", "quoted only"};
  });
}

// Table 3: one kernel of AWE (FB) or AWE (DD).
AccuracyRow row_of_kernel(const Reproduction& found, const QuotedTable& table, const QuotedRow& quoted) {
  const std::string_view name = quoted.algorithm;
  const Reproduction::Among among{name.starts_with("AWE (DD)") ? CellKind::data_driven : CellKind::paper, "",
                                  name.ends_with("RBF")     ? "rbf"
                                  : name.ends_with("Inner") ? "linear"
                                                            : "poly"};
  return row_of(std::string(name), &quoted, table, [&](std::string_view set) { return of_best(found, set, among); });
}

std::string cell_text(const OurFigure& ours, const QuotedFigure* quoted, bool with_deviation) {
  std::string text = ours.absence;
  if (ours.line != nullptr) {
    text = "**" + (with_deviation ? per_cent(*ours.line) : fmt::format("{:.2f}", 100 * ours.line->mean)) + "**";
  }
  if (quoted == nullptr) return text;
  return text == "quoted only" ? quoted->str() : fmt::format("{} (paper: {})", text, quoted->str());
}

// For a terminal: "48.2 (51.6)".
std::string short_text(const OurFigure& ours, const QuotedFigure* quoted) {
  std::string text = ours.line != nullptr ? fmt::format("{:.1f}", 100 * ours.line->mean) : "not run";
  if (ours.absence == "quoted only" || ours.absence == kNotWanted) text.clear();
  if (quoted == nullptr) return text;
  const std::string theirs = quoted->mean ? fmt::format("{:.1f}", *quoted->mean) : std::string(quoted->word);
  return fmt::format("{}{}({})", text, text.empty() ? "" : " ", theirs);
}

std::vector<std::string> header_of(const QuotedTable& table) {
  std::vector<std::string> header = {"algorithm"};
  for (const std::string_view name : table.names) header.emplace_back(name);
  return header;
}

}  // namespace

std::vector<AccuracyRow> accuracy_rows(const Reproduction& found, const QuotedTable& table) {
  std::vector<AccuracyRow> rows;
  for (const QuotedRow& quoted : table.rows) {
    rows.push_back(table.number == 3 ? row_of_kernel(found, table, quoted) : row_of_algorithm(found, table, quoted));
  }
  if (table.number == 3) return rows;
  if (table.number == 2) {
    const Reproduction::Among exact{CellKind::data_driven, "exact"};
    rows.push_back(row_of("ours: DD solved exactly", nullptr, table,
                          [&](std::string_view set) { return of_best(found, set, exact); }));
    if (!found.options.quick) {
      rows.push_back(row_of("ours: FB, authors' rule", nullptr, table,
                            [&](std::string_view set) { return of_best(found, set, {CellKind::authors}); }));
    }
  }
  rows.push_back(row_of("ours: recipe auto", nullptr, table,
                        [&](std::string_view set) { return of_recipe(found, set, own_recipe(set)); }));
  return rows;
}

plots::MarkdownTable accuracy_table(const Reproduction& found, const QuotedTable& table) {
  plots::MarkdownTable made(header_of(table));
  for (const AccuracyRow& row : accuracy_rows(found, table)) {
    std::vector<std::string> cells = {row.name};
    for (std::size_t i = 0; i < row.ours.size(); ++i) {
      cells.push_back(cell_text(row.ours[i], row.quoted ? &row.quoted->figures[i] : nullptr, table.number != 3));
    }
    made.add(std::move(cells));
  }
  return made;
}

plots::MarkdownTable choices_table(const Reproduction& found, const QuotedTable& table) {
  plots::MarkdownTable made(header_of(table));
  for (const AccuracyRow& row : accuracy_rows(found, table)) {
    std::vector<std::string> cells = {row.name};
    bool any = false;
    for (const OurFigure& figure : row.ours) {
      cells.push_back(figure.how);
      any = any || !figure.how.empty();
    }
    if (any) made.add(std::move(cells));
  }
  return made;
}

std::string tables_text(const Reproduction& found) {
  std::string text;
  for (const int number : {2, 3, 4}) {
    if (!found.options.has(parse<ReproductionPart>("table" + std::to_string(number)))) continue;
    const QuotedTable& table = quoted_table(number);
    plots::MarkdownTable made(header_of(table));
    for (const AccuracyRow& row : accuracy_rows(found, table)) {
      std::vector<std::string> cells = {row.name};
      for (std::size_t i = 0; i < row.ours.size(); ++i) {
        cells.push_back(short_text(row.ours[i], row.quoted ? &row.quoted->figures[i] : nullptr));
      }
      made.add(std::move(cells));
    }
    text += fmt::format("Table {}: ours (the paper's), %\n{}\n", number, made.aligned());
  }
  return text;
}

}  // namespace awe::report
