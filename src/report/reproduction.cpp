#include "report/reproduction.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "awe/error.h"
#include "bytes/atomic_file.h"
#include "bytes/line_reader.h"
#include "outputs/output_unit.h"
#include "report/cell_runner.h"
#include "report/data_driven_vectors.h"
#include "report/page_mark.h"
#include "report/paper_figures.h"
#include "report/predicted_cost.h"

namespace awe::report {
namespace {

namespace fs = std::filesystem;
using Part = ReproductionPart;

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
    wanted.repeats = options.repeats.value_or(options.quick ? 1 : 10);
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

// What a run still has to do, as predicted time, and how far it has come.
class Workload {
 public:
  Workload(const Progress& progress, double seconds) : progress_(progress), total_(milliseconds(seconds)) {}

  // The progress of one cell: only reports that count its own steps say how far it has come.
  [[nodiscard]] Progress of_cell(double seconds, std::uint64_t steps) {
    Progress inner = progress_;
    inner.report = [this, seconds, steps](std::uint64_t done, std::uint64_t of) {
      if (of == steps && of > 0) share_ = std::max(share_, static_cast<double>(done) / static_cast<double>(of));
      report(share_ * seconds);
    };
    return inner;
  }
  void finish(double seconds) {
    share_ = 0;
    done_ += seconds;
    report(0);
  }
  // A cell without steps has begun.
  void report(double within) const {
    if (progress_.report) progress_.report(std::min(milliseconds(done_ + within), total_), total_);
  }

 private:
  static std::uint64_t milliseconds(double seconds) { return static_cast<std::uint64_t>(1000 * seconds) + 1; }
  const Progress& progress_;
  std::uint64_t total_;
  double done_ = 0, share_ = 0;
};

// Reads cells from their files, or computes and stores them.
class CellSource {
 public:
  CellSource(const ReproductionOptions& options, const ReproductionObserver& observer)
      : plan_(options),
        observer_(observer),
        store_((fs::path(options.folder) / "cells").string(), options.any_program),
        runner_({options.run.thread_count(), options.run.memory}) {}

  const std::string& hash_of(const std::string& path) {
    if (hashed_ != path) hash_ = hash_of_data(hashed_ = path);
    return hash_;
  }

  std::optional<Cell> stored(const WantedCell& wanted) {
    if (plan_.recompute) return std::nullopt;
    CellStore::Found kept = store_.find(wanted.parameters);
    if (!kept.damage.empty() && observer_.note) {
      observer_.note(kept.damage + (plan_.stored ? "; not used" : "; computed again"));
    }
    return std::move(kept.cell);
  }

  Cell compute(const WantedCell& wanted, const Progress& progress) {
    Cell cell = runner_.run(wanted.parameters, wanted.path, progress);
    store_.keep(cell);
    return cell;
  }

 private:
  const ReproductionOptions& plan_;
  const ReproductionObserver& observer_;
  CellStore store_;
  CellRunner runner_;
  std::string hashed_, hash_;  // the last path and its hash
};

void note_missing(const std::vector<WantedCell>& wanted, const std::string& data,
                  const ReproductionObserver& observer) {
  std::set<std::string> missing;
  for (const WantedCell& cell : wanted) {
    if (!cell.path.empty() || !missing.insert(cell.parameters.set).second || !observer.note) continue;
    observer.note(cell.parameters.set + ": not there in " + data + "; its cells say so");
  }
}

std::string scalability_path(const ReproductionOptions& options) {
  return (fs::path(options.folder) / "cells" / "figure4.json").string();
}

// Figure 4 from its file.
std::optional<std::vector<ScalabilityPoint>> stored_scalability(const ReproductionOptions& options) {
  if (options.recompute) return std::nullopt;
  std::ifstream file(scalability_path(options), std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return scalability_from_json(text, scalability_plan(options), options.any_program);
}

std::vector<ScalabilityPoint> computed_scalability(const ReproductionOptions& options, const Progress& progress) {
  const ScalabilityOptions graphs = scalability_plan(options);
  std::vector<ScalabilityPoint> points = measure_scalability(graphs, progress);
  bytes::AtomicFile out(scalability_path(options), true);
  out.write(to_json(points, graphs) + "\n");
  out.commit();
  return points;
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
         "REDDIT-BINARY, walks of the lengths 5 and 7 alone and of AWE (DD) one "
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
  if (!wanted.empty() && !fs::is_directory(options.data, ignored)) {
    throw Error(ErrorKind::io,
                options.data + ": no such folder of data sets; set `data` to one that awe datasets fetch has filled");
  }
  return wanted;
}

const Cell* Reproduction::find(std::string_view set, CellKind kind, std::string_view recipe) const {
  const auto found = std::find_if(cells.begin(), cells.end(), [&](const Cell& cell) {
    return cell.parameters.set == set && cell.parameters.kind == kind && cell.parameters.features == recipe;
  });
  return found == cells.end() ? nullptr : &*found;
}

Reproduction::Best Reproduction::best(std::string_view set, const Among& among) const {
  Best best;
  for (const Cell& cell : cells) {
    const CellParameters& p = cell.parameters;
    if (p.set != set || p.kind != among.kind || !p.features.starts_with(among.features)) continue;
    const CellLine* line = cell.best(among.kernel);
    if (line != nullptr && (!best || line->mean > best.line->mean)) best = {&cell, line};
  }
  return best;
}

std::string Reproduction::absence(std::string_view set, CellKind kind, std::string_view features) const {
  for (const WantedCell& cell : wanted) {
    const CellParameters& p = cell.parameters;
    if (p.set == set && p.kind == kind && p.features.starts_with(features) && !cell.absent.empty()) return cell.absent;
  }
  return std::string(kNotWanted);
}

namespace {

// Takes the stored cells; returns the cells to compute, in the order of the work.
std::vector<WantedCell*> take_stored(Reproduction& found, CellSource& source, const ReproductionObserver& observer) {
  std::vector<WantedCell*> missing;
  for (WantedCell& wanted : found.wanted) {
    if (!wanted.absent.empty()) continue;
    observer.progress.throw_if_stopped();
    wanted.parameters.data = source.hash_of(wanted.path);
    if (auto cell = source.stored(wanted)) {
      found.cells.push_back(std::move(*cell));
      ++found.taken;
    } else if (found.options.stored) {
      wanted.absent = "not run";
    } else {
      missing.push_back(&wanted);
    }
  }
  // Sets with little work first: a run that is stopped has as many of them as possible. Cells of a set stay together.
  std::map<std::string, double> seconds;
  for (const WantedCell* wanted : missing) seconds[wanted->parameters.set] += predicted_seconds(wanted->parameters);
  std::stable_sort(missing.begin(), missing.end(), [&](const WantedCell* a, const WantedCell* b) {
    const double first = seconds[a->parameters.set], second = seconds[b->parameters.set];
    return first != second ? first < second : a->parameters.set < b->parameters.set;
  });
  return missing;
}

// The order of the wanted cells, whether they were taken or computed.
void sort_as_wanted(Reproduction& found) {
  std::vector<Cell> sorted;
  for (const WantedCell& wanted : found.wanted) {
    const std::string name = wanted.parameters.file_name();
    const auto cell = std::find_if(found.cells.begin(), found.cells.end(),
                                   [&](const Cell& one) { return one.parameters.file_name() == name; });
    if (cell != found.cells.end()) sorted.push_back(std::move(*cell));
  }
  found.cells = std::move(sorted);
}

}  // namespace

Reproduction reproduce(const ReproductionOptions& options, const ReproductionObserver& observer) {
  Reproduction found;
  found.options = options;
  found.wanted = wanted_cells(options);
  refuse_foreign_page(options.folder);
  note_missing(found.wanted, options.data, observer);
  CellSource source(options, observer);
  outputs::OutputUnit lock(true);  // a second run in this folder is refused
  lock.add_kept((fs::path(options.folder) / "README.md").string());
  const std::vector<WantedCell*> missing = take_stored(found, source, observer);
  auto points = options.has(Part::figure4) ? stored_scalability(options) : std::nullopt;
  const bool measures_points = options.has(Part::figure4) && !points && !options.stored;
  double seconds = measures_points ? predicted_seconds(scalability_plan(options)) : 0;
  for (const WantedCell* wanted : missing) seconds += predicted_seconds(wanted->parameters);
  Workload work(observer.progress, seconds);
  const std::size_t of = missing.size() + (measures_points ? 1 : 0);
  for (std::size_t number = 1; number <= missing.size(); ++number) {
    WantedCell& wanted = *missing[number - 1];
    if (observer.begins) observer.begins(wanted.parameters.title(), number, of);
    work.report(0);
    const double expected = predicted_seconds(wanted.parameters);
    try {
      found.cells.push_back(source.compute(wanted, work.of_cell(expected, wanted.parameters.steps())));
      ++found.computed;
      if (observer.done) observer.done(found.cells.back());
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::limit) throw;
      wanted.absent = std::string("beyond a limit: ") + error.what();  // the other cells may still be within it
      if (observer.note) observer.note(wanted.parameters.title() + ": " + wanted.absent);
    }
    work.finish(expected);
  }
  sort_as_wanted(found);
  if (measures_points) {
    if (observer.begins) observer.begins("Figure 4", of, of);
    work.report(0);
    const ScalabilityOptions graphs = scalability_plan(options);
    points = computed_scalability(options, work.of_cell(predicted_seconds(graphs), graphs.points()));
  }
  if (points) found.scalability = std::move(*points);
  if (options.has(Part::figure2)) found.growth = vocabulary_growth();
  if (options.has(Part::examples)) found.examples = worked_examples();
  return found;
}

void refuse_foreign_page(const std::string& folder) {
  const fs::path page = fs::path(folder) / "README.md";
  std::error_code ignored;
  if (!fs::exists(page, ignored)) return;
  bytes::LineReader file(bytes::open_file(page.string()));
  const auto first = file.next();
  if (first && *first == kPageMark) return;
  throw Error(ErrorKind::usage,
              page.string() + ": not a page of awe reproduce, and would be replaced; name another folder");
}

void write_report(const Reproduction& found) {
  std::vector<ReportFile> files = plots_of(found);
  files.push_back({"results.json", to_json(found) + "\n"});
  files.push_back({"README.md", page_of(found)});
  std::vector<bytes::AtomicFile> pages;
  for (const ReportFile& file : files) {
    pages.emplace_back((fs::path(found.options.folder) / file.name).string(), true);
    pages.back().write(file.content);
  }
  std::vector<bytes::AtomicFile*> all;
  for (bytes::AtomicFile& page : pages) all.push_back(&page);
  bytes::AtomicFile::commit_together(all);
}

}  // namespace awe::report
