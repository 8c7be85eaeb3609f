#include <fmt/format.h>

#include "base/json_text.h"
#include "report/paper_figures.h"
#include "report/reproduction.h"

namespace awe {
namespace {

std::string json_of(const report::QuotedFigure& figure) {
  if (!figure.mean) return base::JsonObject().text("word", figure.word).str();
  base::JsonObject object;
  object.real("mean", *figure.mean);
  if (figure.deviation) object.real("deviation", *figure.deviation);
  return object.str();
}

std::string quoted_json(const report::QuotedTable& table) {
  base::JsonObject rows;
  for (const report::QuotedRow& row : table.rows) {
    base::JsonObject figures;
    for (std::size_t i = 0; i < table.sets.size(); ++i) figures.raw(table.sets[i], json_of(row.figures[i]));
    rows.raw(row.algorithm, figures.str());
  }
  return rows.str();
}

// Our figures in per cent, like the quoted ones.
std::string json_of(const report::Reproduction::Best& best) {
  return base::JsonObject()
      .real("mean", 100 * best.line->mean)
      .real("fold_deviation", 100 * best.line->fold_deviation)
      .text("features", best.cell->parameters.features)
      .text("kernel", best.line->name)
      .flag("chosen_on_test_folds", true)
      .str();
}

std::string json_of(const report::Cell& nested) {
  return base::JsonObject()
      .real("mean", 100 * nested.best().mean)
      .real("fold_deviation", 100 * nested.best().fold_deviation)
      .text("recipe", nested.parameters.features)
      .text("chosen_inside", nested.chosen)
      .str();
}

std::string ours_json(const report::Reproduction& found, const report::QuotedTable& table) {
  base::JsonObject sets;
  for (const std::string_view set : table.sets) {
    base::JsonObject object, competitors;
    const report::Reproduction::Best best = found.best(set, {});
    if (best) object.raw("paper_protocol", json_of(best));
    if (const auto driven = found.best(set, {report::CellKind::data_driven})) {
      object.raw("paper_protocol_data_driven", json_of(driven));
    }
    if (const auto authors = found.best(set, {report::CellKind::authors})) {
      object.raw("authors_protocol", json_of(authors));
    }
    if (const report::Cell* nested = found.find_own(set)) object.raw("nested_protocol", json_of(*nested));
    for (const report::QuotedRow& row : table.rows) {
      if (row.recipe.empty()) continue;
      const report::Cell* cell = found.find(set, report::CellKind::nested, row.recipe);
      const std::string absent = found.absence(set, report::CellKind::nested, row.recipe);
      competitors.raw(row.algorithm,
                      cell != nullptr ? json_of(*cell) : base::JsonObject().text("absent", absent).str());
    }
    if (table.number != 3) object.raw("competitors", competitors.str());
    if (!best) object.text("absent", found.absence(set, report::CellKind::paper));
    sets.raw(set, object.str());
  }
  return sets.str();
}

}  // namespace

std::string report::to_json(const report::Reproduction& found) {
  base::JsonArray parts, cells, absent, examples, growth;
  for (const report::ReproductionPart part : found.options.parts) parts.raw(base::json_string(to_string(part)));
  for (const report::Cell& cell : found.cells) cells.raw(report::to_json(cell));
  for (const report::WantedCell& cell : found.wanted) {
    if (cell.absent.empty()) continue;
    absent.raw(base::JsonObject().text("cell", cell.parameters.title()).text("reason", cell.absent).str());
  }
  for (const report::WorkedExample& example : found.examples) {
    examples.raw(base::JsonObject()
                     .text("what", example.what)
                     .text("paper", example.paper)
                     .text("ours", example.ours)
                     .flag("agrees", example.agrees())
                     .str());
  }
  for (const report::VocabularySize& size : found.growth) {
    growth.raw(base::JsonObject()
                   .integer("length", static_cast<std::uint64_t>(size.length))
                   .integer("walks", size.walks)
                   .integer("walks_with_self_loops", size.walks_with_loops)
                   .str());
  }
  base::JsonObject tables;
  for (const int number : {2, 3, 4}) {
    const std::string name = "table" + std::to_string(number);
    if (!found.options.has(parse<report::ReproductionPart>(name))) continue;
    const report::QuotedTable& table = report::quoted_table(number);
    tables.raw(name, base::JsonObject().raw("quoted", quoted_json(table)).raw("ours", ours_json(found, table)).str());
  }
  base::JsonObject object;
  object.integer("awe_reproduction", 1).text("version", found.options.version).text("program", found.options.program);
  object.raw("parts", parts.str());
  object.flag("quick", found.options.quick).integer("seed", found.options.run.seed);
  object.raw("tables", tables.str())
      .raw("examples", examples.str())
      .raw("figure2", growth.str())
      .raw("figure4", report::to_json(found.scalability, report::scalability_plan(found.options)));
  return object.raw("cells", cells.str()).raw("absent", absent.str()).str();
}

}  // namespace awe
