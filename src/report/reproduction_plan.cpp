// What a reproduction computes: the cells of each set for the parts that are asked for, and what a quick run leaves
// out.
#include <algorithm>
#include <filesystem>

#include "awe/error.h"
#include "awe/recipe.h"
#include "report/data_driven_vectors.h"
#include "report/paper_figures.h"
#include "report/reproduction.h"

namespace awe::report {
namespace {

using Part = ReproductionPart;

// On these sets the paper's protocol runs once, since ten times take hours.
constexpr std::string_view kRunOnce[] = {"REDDIT-MULTI-12K"};
// The sets for which a quick run skips all accuracies, or only those of the nested protocol.
constexpr std::string_view kNotInQuick[] = {"REDDIT-MULTI-5K", "REDDIT-MULTI-12K"};
constexpr std::string_view kNotNestedInQuick[] = {"COLLAB", "REDDIT-BINARY"};
// The sets on which the rule of the authors' code is tried: those where the paper's figures are not reached.
constexpr std::string_view kAuthorsSets[] = {"IMDB-MULTI", "IMDB-BINARY"};
// On these sets, recipes with degrees would take hours.
constexpr std::string_view kStructureSets[] = {"REDDIT-MULTI-5K", "REDDIT-MULTI-12K"};

bool in(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool in_quick(const CellParameters& cell) {
  if (cell.kind == CellKind::statistics) return true;
  if (cell.kind == CellKind::authors) return false;
  if (cell.kind == CellKind::nested && cell.features != own_recipe(cell.set) &&
      (cell.set == "DD" || cell.features == "dgk")) {
    return false;
  }
  return !in(kNotInQuick, cell.set) && !(cell.kind == CellKind::nested && in(kNotNestedInQuick, cell.set));
}

// The cells that a set needs for the parts in the options.
std::vector<CellKind> kinds_of(const ReproductionOptions& options, std::string_view set) {
  const auto in_table = [&](Part part, int number) { return options.has(part) && in(quoted_table(number).sets, set); };
  std::vector<CellKind> kinds;
  if (options.has(Part::table1)) kinds.push_back(CellKind::statistics);
  const bool accuracies = in_table(Part::table2, 2) || in_table(Part::table4, 4);
  if (accuracies || in_table(Part::table3, 3)) kinds.push_back(CellKind::paper);
  if (in_table(Part::table2, 2) || in_table(Part::table3, 3)) kinds.push_back(CellKind::data_driven);
  if (accuracies) kinds.push_back(CellKind::nested);
  if (in_table(Part::table2, 2) && in(kAuthorsSets, set)) kinds.push_back(CellKind::authors);
  return kinds;
}

CellParameters parameters_of(const ReproductionOptions& options, std::string_view set, CellKind kind) {
  CellParameters wanted;
  wanted.kind = kind;
  wanted.set = set;
  wanted.seed = options.run.seed;
  wanted.folds = options.folds;
  wanted.version = options.version;
  wanted.program = options.program;
  if (kind == CellKind::paper || kind == CellKind::data_driven || kind == CellKind::authors) {
    wanted.repeats = options.repeats.value_or(options.quick || in(kRunOnce, set) ? 1 : 10);
  } else if (kind == CellKind::statistics) {
    wanted.seed = 0;  // counting depends on none of these
    wanted.folds = wanted.repeats = 0;
    wanted.walks = 0;
  }
  return wanted;
}

// Our own recipe and those of the competitors.
std::vector<std::string> recipes_of(std::string_view set) {
  std::vector<std::string> recipes = {std::string(own_recipe(set))};
  const QuotedTable& table = quoted_table(in(quoted_table(2).sets, set) ? 2 : 4);
  for (const QuotedRow& row : table.rows) {
    if (!row.recipe.empty()) recipes.emplace_back(row.recipe);
  }
  return recipes;
}

std::vector<std::string> features_of(const ReproductionOptions& options, std::string_view set,
                                     const CellParameters& cell) {
  if (cell.kind == CellKind::data_driven) return data_driven_models(set, options.quick);
  if (cell.kind == CellKind::nested) return recipes_of(set);
  if (cell.kind == CellKind::authors) return authors_vectors(set);
  if (cell.kind != CellKind::paper) return {cell.features};
  std::vector<std::string> features;
  for (const int length : options.lengths.empty() ? walk_lengths(set, options.quick) : options.lengths) {
    features.push_back("aw:" + std::to_string(length));
  }
  return features;
}

// The cells of a set: one per kind; for the paper's protocol, one per length or model.
std::vector<CellParameters> cells_of(const ReproductionOptions& options, std::string_view set) {
  std::vector<CellParameters> cells;
  for (const CellKind kind : kinds_of(options, set)) {
    CellParameters cell = parameters_of(options, set, kind);
    for (std::string& features : features_of(options, set, cell)) {
      cell.features = std::move(features);
      cells.push_back(cell);
    }
  }
  return cells;
}

}  // namespace

ScalabilityOptions scalability_plan(const ReproductionOptions& options) {
  ScalabilityOptions graphs;
  graphs.run.seed = options.run.seed;
  graphs.program = options.version + " " + options.program;
  if (options.quick) {
    graphs.nodes = {10, 100, 1000, 10'000, 30'000};
    graphs.graphs = 2;
  }
  if (options.max_nodes) std::erase_if(graphs.nodes, [&](std::uint64_t nodes) { return nodes > *options.max_nodes; });
  return graphs;
}

std::vector<ReproductionPart> all_parts() {
  std::vector<ReproductionPart> parts;
  for (const auto& [part, name] : EnumText<ReproductionPart>::kNames) parts.push_back(part);
  return parts;
}

bool ReproductionOptions::has(ReproductionPart part) const {
  return std::find(parts.begin(), parts.end(), part) != parts.end();
}

std::vector<int> walk_lengths(std::string_view set, bool quick) {
  if (quick) return {5, 7};
  if (set == "REDDIT-MULTI-12K") return {5, 7};
  if (set == "REDDIT-MULTI-5K") return {3, 5, 7};
  if (set == "COLLAB" || set == "REDDIT-BINARY" || set == "DD") return {2, 3, 4, 5, 6, 7};
  return {2, 3, 4, 5, 6, 7, 8, 9, 10};
}

std::string_view own_recipe(std::string_view set) { return in(kStructureSets, set) ? "structure" : "auto"; }

std::vector<std::string> authors_vectors(std::string_view /*set*/) {
  return {"aw:7", "aw:10", "aw:2..7", "aw:2..7[counts]"};
}

std::string quick_rules() {
  return "no accuracies on REDDIT-MULTI-5K and REDDIT-MULTI-12K, none by the nested protocol on COLLAB and "
         "REDDIT-BINARY, no competitors on DD and no DGK, walks of the lengths 5 and 7 alone and of AWE (DD) one "
         "model, the one solved exactly, one repeat of the folds instead of ten, and Figure 4 "
         "up to 30,000 nodes on two graphs each; all else is as in the full run";
}

std::vector<WantedCell> wanted_cells(const ReproductionOptions& options) {
  std::vector<WantedCell> wanted;
  for (const Dataset& set : known_datasets()) {
    if (!set.paper) continue;
    for (CellParameters& parameters : cells_of(options, set.name)) {
      WantedCell cell{std::move(parameters), find_copy(options.data, set.name), ""};
      if (options.quick && !in_quick(cell.parameters)) cell.absent = "not in a quick run";
      if (cell.parameters.kind == CellKind::nested && !in(kRecipeNames, cell.parameters.features))
        cell.absent = "not in this version";
      if (cell.path.empty()) cell.absent = "not there";
      wanted.push_back(std::move(cell));
    }
  }
  std::error_code ignored;
  if (!wanted.empty() && !std::filesystem::is_directory(options.data, ignored)) {
    throw Error(ErrorKind::io,
                options.data + ": no such folder of data sets; set `data` to one that awe datasets fetch has filled");
  }
  return wanted;
}

}  // namespace awe::report
