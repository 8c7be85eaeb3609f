#include "awe/report/reproduction.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "awe/base/error.h"
#include "awe/io/atomic_file.h"
#include "awe/report/paper_figures.h"
#include "cell_runner.h"
#include "page_mark.h"

namespace awe {
namespace {

namespace fs = std::filesystem;
using Part = ReproductionPart;

constexpr std::pair<Part, std::string_view> kParts[] = {
    {Part::table1, "table1"},   {Part::table2, "table2"},   {Part::table3, "table3"},    {Part::table4, "table4"},
    {Part::figure2, "figure2"}, {Part::figure4, "figure4"}, {Part::examples, "examples"}};

constexpr std::string_view kQuickSets[] = {"MUTAG", "ENZYMES", "DD", "IMDB-BINARY", "IMDB-MULTI"};
// Recipes with degrees would take hours on these.
constexpr std::string_view kStructureSets[] = {"REDDIT-MULTI-5K", "REDDIT-MULTI-12K"};

bool in(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Which cells a set needs for the parts of the plan.
std::vector<CellKind> kinds_of(const ReproductionPlan& plan, std::string_view set) {
  const auto in_table = [&](Part part, int number) { return plan.has(part) && in(quoted_table(number).sets, set); };
  std::vector<CellKind> kinds;
  if (plan.has(Part::table1)) kinds.push_back(CellKind::statistics);
  const bool accuracies = in_table(Part::table2, 2) || in_table(Part::table4, 4);
  if (accuracies || in_table(Part::table3, 3)) kinds.push_back(CellKind::paper);
  if (accuracies) kinds.push_back(CellKind::nested);
  return kinds;
}

CellParameters parameters_of(const ReproductionPlan& plan, std::string_view set, CellKind kind) {
  CellParameters wanted;
  wanted.kind = kind;
  wanted.set = set;
  wanted.seed = plan.seed;
  wanted.folds = plan.folds;
  wanted.version = plan.version;
  if (kind == CellKind::paper) {
    wanted.repeats = plan.repeats.value_or(plan.quick ? 1 : 10);
  } else if (kind == CellKind::nested) {
    wanted.features = in(kStructureSets, set) ? "structure" : "auto";
  } else {
    wanted.seed = 0;  // counting needs none of these
    wanted.folds = wanted.repeats = 0;
    wanted.walks = 0;
  }
  return wanted;
}

// Of a set: one cell a kind, of the paper's protocol one a length.
std::vector<CellParameters> cells_of(const ReproductionPlan& plan, std::string_view set) {
  std::vector<CellParameters> cells;
  for (const CellKind kind : kinds_of(plan, set)) {
    cells.push_back(parameters_of(plan, set, kind));
    if (kind != CellKind::paper) continue;
    const CellParameters paper = cells.back();
    cells.pop_back();
    for (const int length : plan.length ? std::vector{*plan.length} : walk_lengths(set, plan.quick)) {
      cells.push_back(paper);
      cells.back().features = "aw:" + std::to_string(length);
    }
  }
  return cells;
}

}  // namespace

std::vector<ReproductionPart> all_parts() {
  std::vector<ReproductionPart> parts;
  for (const auto& [part, name] : kParts) parts.push_back(part);
  return parts;
}

std::string_view part_name(ReproductionPart part) { return kParts[static_cast<std::size_t>(part)].second; }

std::optional<ReproductionPart> part_of_name(std::string_view name) {
  for (const auto& [part, known] : kParts) {
    if (known == name) return part;
  }
  return std::nullopt;
}

bool ReproductionPlan::has(ReproductionPart part) const {
  return std::find(parts.begin(), parts.end(), part) != parts.end();
}

std::vector<int> walk_lengths(std::string_view set, bool quick) {
  if (quick) return {5, 7};
  if (set == "REDDIT-MULTI-12K") return {5, 7};
  if (set == "REDDIT-MULTI-5K") return {3, 5, 7};
  if (set == "COLLAB" || set == "REDDIT-BINARY" || set == "DD") return {2, 3, 4, 5, 6, 7};
  return {2, 3, 4, 5, 6, 7, 8, 9, 10};
}

std::string quick_rules() {
  std::string text = "accuracies on ";
  for (const std::string_view set : kQuickSets) text.append(set == kQuickSets[0] ? "" : ", ").append(set);
  return text +
         " alone, walks of the lengths 5 and 7, and one repeat of the folds in the place of ten; all else is as in the "
         "full run";
}

std::vector<WantedCell> wanted_cells(const ReproductionPlan& plan) {
  if (plan.parts.size() == 1 && plan.has(Part::figure4)) {
    throw Error(ErrorKind::usage,
                "figure4 times the data-driven model, which is not built yet: it comes with that model");
  }
  std::vector<WantedCell> wanted;
  for (const Dataset& set : known_datasets()) {
    if (!set.paper) continue;
    for (CellParameters& parameters : cells_of(plan, set.name)) {
      WantedCell cell{std::move(parameters), find_copy(plan.data, set.name), ""};
      if (plan.quick && cell.parameters.kind != CellKind::statistics && !in(kQuickSets, set.name))
        cell.absent = "not in --quick";
      if (cell.path.empty()) cell.absent = "not there";
      wanted.push_back(std::move(cell));
    }
  }
  std::error_code ignored;
  if (!wanted.empty() && !fs::is_directory(plan.data, ignored)) {
    throw Error(ErrorKind::io, plan.data +
                                   ": no such folder of data sets; name one by --data or AWE_DATA, or get sets "
                                   "by awe datasets fetch");
  }
  return wanted;
}

const Cell* Reproduction::find(std::string_view set, CellKind kind) const {
  const auto found = std::find_if(cells.begin(), cells.end(), [&](const Cell& cell) {
    return cell.parameters.set == set && cell.parameters.kind == kind;
  });
  return found == cells.end() ? nullptr : &*found;
}

Reproduction::Best Reproduction::best(std::string_view set, std::string_view kernel) const {
  Best best;
  for (const Cell& cell : cells) {
    if (cell.parameters.set != set || cell.parameters.kind != CellKind::paper) continue;
    const CellLine* line = cell.best(kernel);
    if (line != nullptr && (!best || line->mean > best.line->mean)) best = {&cell, line};
  }
  return best;
}

std::string Reproduction::absence(std::string_view set, CellKind kind) const {
  for (const WantedCell& cell : wanted) {
    if (cell.parameters.set == set && cell.parameters.kind == kind) return cell.absent;
  }
  return "not asked for";
}

Reproduction reproduce(const ReproductionPlan& plan, const ReproductionObserver& observer) {
  Reproduction found;
  found.plan = plan;
  found.wanted = wanted_cells(plan);
  refuse_foreign_page(plan.folder);
  const CellStore store((fs::path(plan.folder) / "cells").string());
  const auto note = [&](const std::string& text) {
    if (observer.note) observer.note(text);
  };
  CellRunner runner({plan.threads, plan.memory});
  std::set<std::string> missing;
  std::string hashed, hash;
  std::size_t number = 0;
  const auto is_absent = [](const WantedCell& cell) { return !cell.absent.empty(); };
  const std::size_t of = found.wanted.size() -
                         static_cast<std::size_t>(std::count_if(found.wanted.begin(), found.wanted.end(), is_absent));
  for (WantedCell& wanted : found.wanted) {
    if (is_absent(wanted)) {
      if (wanted.path.empty() && missing.insert(wanted.parameters.set).second) {
        note(wanted.parameters.set + ": not there in " + plan.data + "; its cells say so");
      }
      continue;
    }
    if (hashed != wanted.path) hash = hash_of_data(hashed = wanted.path);
    wanted.parameters.data = hash;
    if (observer.begins) observer.begins(wanted.parameters, ++number, of);
    CellStore::Found kept = plan.force ? CellStore::Found{} : store.find(wanted.parameters);
    if (!kept.damage.empty()) note(kept.damage);
    const bool taken = kept.cell.has_value();
    found.cells.push_back(taken ? std::move(*kept.cell)
                                : runner.run(wanted.parameters, wanted.path, observer.progress));
    if (!taken) store.keep(found.cells.back());
    ++(taken ? found.taken : found.computed);
    if (observer.done) observer.done(found.cells.back(), taken);
  }
  if (plan.has(Part::figure2)) found.growth = vocabulary_growth();
  if (plan.has(Part::examples)) found.examples = worked_examples();
  return found;
}

void refuse_foreign_page(const std::string& folder) {
  const fs::path page = fs::path(folder) / "README.md";
  std::error_code ignored;
  if (!fs::exists(page, ignored)) return;
  std::ifstream file(page);
  std::string first;
  std::getline(file, first);
  if (first == kPageMark) return;
  throw Error(ErrorKind::usage,
              page.string() + ": not a page of awe reproduce, and would be replaced; name another folder");
}

void write_report(const Reproduction& found) {
  std::vector<ReportFile> files = plots_of(found);
  files.push_back({"results.json", to_json(found) + "\n"});
  files.push_back({"README.md", page_of(found)});
  for (const ReportFile& file : files) {
    AtomicFile out((fs::path(found.plan.folder) / file.name).string(), true);
    out.write(file.content);
    out.commit();
  }
}

}  // namespace awe
