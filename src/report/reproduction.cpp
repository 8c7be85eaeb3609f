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
#include "page/document_html.h"
#include "report/cell_runner.h"
#include "report/predicted_cost.h"

namespace awe::report {
namespace {

namespace fs = std::filesystem;
using Part = ReproductionPart;

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
  std::vector<page::Picture> pictures;
  for (const ReportFile& file : files) pictures.push_back({file.name, file.content});
  const std::string text = page_of(found);
  std::string html = page::document_html(text, pictures);
  files.push_back({"results.json", to_json(found) + "\n"});
  files.push_back({"report.html", std::move(html)});
  files.push_back({"README.md", text});
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
