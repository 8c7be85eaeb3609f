#include <fmt/format.h>

#include "awe/base/json_text.h"
#include "awe/report/paper_figures.h"
#include "awe/report/reproduction.h"

namespace awe {
namespace {

std::string json_of(const QuotedFigure& figure) {
  if (!figure.mean) return JsonObject().text("word", figure.word).str();
  JsonObject object;
  object.real("mean", *figure.mean);
  if (figure.deviation) object.real("deviation", *figure.deviation);
  return object.str();
}

std::string quoted_json(const QuotedTable& table) {
  JsonObject rows;
  for (const QuotedRow& row : table.rows) {
    JsonObject figures;
    for (std::size_t i = 0; i < table.sets.size(); ++i) figures.raw(table.sets[i], json_of(row.figures[i]));
    rows.raw(row.algorithm, figures.str());
  }
  return rows.str();
}

// Ours in per cent, as the quoted figures are.
std::string json_of(const Reproduction::Best& best) {
  return JsonObject()
      .real("mean", 100 * best.line->mean)
      .real("fold_deviation", 100 * best.line->fold_deviation)
      .text("features", best.cell->parameters.features)
      .text("kernel", best.line->name)
      .flag("chosen_on_test_folds", true)
      .str();
}

std::string ours_json(const Reproduction& found, const QuotedTable& table) {
  JsonObject sets;
  for (const std::string_view set : table.sets) {
    JsonObject object;
    const Reproduction::Best best = found.best(set, {});
    if (best) object.raw("paper_protocol", json_of(best));
    if (const auto driven = found.best(set, {CellKind::data_driven})) {
      object.raw("paper_protocol_data_driven", json_of(driven));
    }
    if (const Cell* nested = found.find(set, CellKind::nested)) {
      object.raw("nested_protocol", JsonObject()
                                        .real("mean", 100 * nested->best().mean)
                                        .real("fold_deviation", 100 * nested->best().fold_deviation)
                                        .text("recipe", nested->parameters.features)
                                        .text("chosen_inside", nested->chosen)
                                        .str());
    }
    if (!best) object.text("absent", found.absence(set, CellKind::paper));
    sets.raw(set, object.str());
  }
  return sets.str();
}

}  // namespace

std::string to_json(const Reproduction& found) {
  JsonArray parts, cells, absent, examples, growth;
  for (const ReproductionPart part : found.plan.parts) parts.raw(json_string(to_string(part)));
  for (const Cell& cell : found.cells) cells.raw(to_json(cell));
  for (const WantedCell& cell : found.wanted) {
    if (cell.absent.empty()) continue;
    absent.raw(JsonObject().text("cell", cell.parameters.title()).text("reason", cell.absent).str());
  }
  for (const WorkedExample& example : found.examples) {
    examples.raw(JsonObject()
                     .text("what", example.what)
                     .text("paper", example.paper)
                     .text("ours", example.ours)
                     .flag("agrees", example.agrees())
                     .str());
  }
  for (const VocabularySize& size : found.growth) {
    growth.raw(JsonObject()
                   .integer("length", static_cast<std::uint64_t>(size.length))
                   .integer("walks", size.walks)
                   .integer("walks_with_self_loops", size.walks_with_loops)
                   .str());
  }
  JsonObject tables;
  for (const int number : {2, 3, 4}) {
    const std::string name = "table" + std::to_string(number);
    if (!found.plan.has(parse<ReproductionPart>(name))) continue;
    const QuotedTable& table = quoted_table(number);
    tables.raw(name, JsonObject().raw("quoted", quoted_json(table)).raw("ours", ours_json(found, table)).str());
  }
  JsonObject object;
  object.integer("awe_reproduction", 1).text("version", found.plan.version).raw("parts", parts.str());
  object.flag("quick", found.plan.quick).integer("seed", found.plan.seed);
  object.raw("tables", tables.str())
      .raw("examples", examples.str())
      .raw("figure2", growth.str())
      .raw("figure4", to_json(found.scalability, scalability_plan(found.plan)));
  return object.raw("cells", cells.str()).raw("absent", absent.str()).str();
}

}  // namespace awe
