#include "report/reproduction.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "awe/error.h"
#include "bytes/atomic_file.h"
#include "bytes/line_reader.h"
#include "outputs/output_unit.h"
#include "report/cell_runner.h"
#include "report/data_driven_vectors.h"
#include "report/page_mark.h"
#include "report/paper_figures.h"

namespace awe::report {
namespace {

namespace fs = std::filesystem;
using Part = ReproductionPart;

// The sets for which a quick run skips all accuracies, or only those of the nested protocol.
constexpr std::string_view kNotInQuick[] = {"REDDIT-MULTI-5K", "REDDIT-MULTI-12K"};
constexpr std::string_view kNotNestedInQuick[] = {"COLLAB", "REDDIT-BINARY"};
// On these sets, recipes with degrees would take hours.
constexpr std::string_view kStructureSets[] = {"REDDIT-MULTI-5K", "REDDIT-MULTI-12K"};

bool in(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool in_quick(const CellParameters& cell) {
  if (cell.kind == CellKind::statistics) return true;
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
  return kinds;
}

CellParameters parameters_of(const ReproductionOptions& options, std::string_view set, CellKind kind) {
  CellParameters wanted;
  wanted.kind = kind;
  wanted.set = set;
  wanted.seed = options.run.seed;
  wanted.folds = options.folds;
  wanted.version = options.version;
  if (kind == CellKind::paper || kind == CellKind::data_driven) {
    wanted.repeats = options.repeats.value_or(options.quick ? 1 : 10);
  } else if (kind == CellKind::nested) {
    wanted.features = in(kStructureSets, set) ? "structure" : "auto";
  } else {
    wanted.seed = 0;  // counting depends on none of these
    wanted.folds = wanted.repeats = 0;
    wanted.walks = 0;
  }
  return wanted;
}

std::vector<std::string> features_of(const ReproductionOptions& options, std::string_view set,
                                     const CellParameters& cell) {
  if (cell.kind == CellKind::data_driven) return data_driven_models(set, options.quick);
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

// Reads cells from their files, or computes and stores them.
class CellSource {
 public:
  CellSource(const ReproductionOptions& options, const ReproductionObserver& observer)
      : plan_(options),
        observer_(observer),
        store_((fs::path(options.folder) / "cells").string()),
        runner_({options.run.thread_count(), options.run.memory}) {}

  const std::string& hash_of(const std::string& path) {
    if (hashed_ != path) hash_ = hash_of_data(hashed_ = path);
    return hash_;
  }

  Cell get(const WantedCell& wanted, bool& taken) {
    if (!plan_.recompute) {
      CellStore::Found kept = store_.find(wanted.parameters);
      if (!kept.damage.empty() && observer_.note) observer_.note(kept.damage);
      taken = kept.cell.has_value();
      if (taken) return std::move(*kept.cell);
    }
    Cell cell = runner_.run(wanted.parameters, wanted.path, observer_.progress);
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

// Figure 4, read from its file or measured and stored.
std::vector<ScalabilityPoint> kept_scalability(const ReproductionOptions& options, const Progress& progress) {
  const ScalabilityOptions graphs = scalability_plan(options);
  const std::string path = (fs::path(options.folder) / "cells" / "figure4.json").string();
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (const auto kept = scalability_from_json(text, graphs); kept && !options.recompute) return *kept;
  std::vector<ScalabilityPoint> points = measure_scalability(graphs, progress);
  bytes::AtomicFile out(path, true);
  out.write(to_json(points, graphs) + "\n");
  out.commit();
  return points;
}

}  // namespace

ScalabilityOptions scalability_plan(const ReproductionOptions& options) {
  ScalabilityOptions graphs;
  graphs.run.seed = options.run.seed;
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

const Cell* Reproduction::find(std::string_view set, CellKind kind) const {
  const auto found = std::find_if(cells.begin(), cells.end(), [&](const Cell& cell) {
    return cell.parameters.set == set && cell.parameters.kind == kind;
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

std::string Reproduction::absence(std::string_view set, CellKind kind) const {
  for (const WantedCell& cell : wanted) {
    if (cell.parameters.set == set && cell.parameters.kind == kind && !cell.absent.empty()) return cell.absent;
  }
  return "not asked for";
}

Reproduction reproduce(const ReproductionOptions& options, const ReproductionObserver& observer) {
  Reproduction found;
  found.options = options;
  found.wanted = wanted_cells(options);
  refuse_foreign_page(options.folder);
  note_missing(found.wanted, options.data, observer);
  CellSource source(options, observer);
  outputs::OutputUnit lock(true);  // a second run in this folder is refused
  lock.add_kept((fs::path(options.folder) / "README.md").string());
  std::size_t number = 0, of = 0;
  for (const WantedCell& wanted : found.wanted) of += wanted.absent.empty() ? 1 : 0;
  for (WantedCell& wanted : found.wanted) {
    if (!wanted.absent.empty()) continue;
    wanted.parameters.data = source.hash_of(wanted.path);
    if (observer.begins) observer.begins(wanted.parameters, ++number, of);
    bool taken = false;
    try {
      found.cells.push_back(source.get(wanted, taken));
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::limit) throw;
      wanted.absent = std::string("beyond a limit: ") + error.what();  // the other cells may still be within it
      if (observer.note) observer.note(wanted.parameters.title() + ": " + wanted.absent);
      continue;
    }
    ++(taken ? found.taken : found.computed);
    if (observer.done) observer.done(found.cells.back(), taken);
  }
  if (options.has(Part::figure2)) found.growth = vocabulary_growth();
  if (options.has(Part::examples)) found.examples = worked_examples();
  if (options.has(Part::figure4)) found.scalability = kept_scalability(options, observer.progress);
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
