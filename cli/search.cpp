// awe search: the rows of an index that are nearest to given graphs (nodes, edges, subgraphs, rows).
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "awe/error.h"
#include "awe/graph_index.h"
#include "base/json_text.h"
#include "base/number.h"
#include "bytes/atomic_file.h"
#include "common_flags.h"
#include "console.h"
#include "csv_line.h"
#include "input_flags.h"
#include "inputs/node_sets.h"
#include "matrices/matrix_reader.h"
#include "terminal.h"
#include "timing.h"
#include "trained_reading.h"
#include "verb.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "INPUT has the queries: graphs, which are read and turned into rows as those of the index were, or, if these were\n"
    "made elsewhere, rows of the same columns (.npy or .npz). The result is CSV: query, rank (from 1), id, distance,\n"
    "row (number in the index, from 0), shared. Equal distances are ordered by row. `shared` has, for the best three\n"
    "rows of each query, the walks that the two share most, with the part of the similarity (the sum of sqrt(x y),\n"
    "x y or min(x, y) over all columns) that each makes up; --shared-walks sets their number.\n\n"
    "If the index is prepared for approximate search, that is used, unless --exact or --max-distance is given: its\n"
    "distances are exact, but near rows may be missing, as often as the recall in `awe info x.awi` says. --breadth\n"
    "finds more of them in more time.\n\n"
    "A graph without nodes has an empty row: it is at distance 0 from other empty rows.\n\n"
    "JSON: without -o all results, one object per query; with -o a summary. `seconds` has open, search (with reading\n"
    "and the rows of queries) and total.\n\n"
    "Examples:\n"
    "  awe search mutag.awi new.jsonl -k 5\n"
    "  awe search mutag.awi new.jsonl --exact --max-distance 0.1 -o near.csv\n"
    "  awe search vectors.awi queries.npy --json\n";

struct SearchFlags {
  std::string index;
  InputFlags input;
  RunFlags run;
  std::string output, nodes_file;
  SearchOptions search;
  std::optional<std::uint64_t> shared_walks;
  bool force = false;
};

// Writes results as CSV, to a file (completely or not at all) or to standard output, or as JSON.
class ResultLines {
 public:
  explicit ResultLines(const SearchFlags& options) : json_(options.run.json && options.output.empty()) {
    if (!options.output.empty()) file_.emplace(options.output, options.force);
    if (!json_ && !file_) set_output_kind(OutputKind::data);
  }

  void write(const SearchResult& result) {
    ++queries_;
    hits_ += result.hits.size();
    if (json_) return write_json(result);
    write_header();
    std::uint64_t rank = 0;
    for (const SearchHit& hit : result.hits) {
      std::string shared;
      for (const SharedWalk& walk : hit.shared) {
        shared +=
            fmt::format("{}{} {} ({:.1f} %)", shared.empty() ? "" : "; ", walk.block, walk.walk, 100 * walk.share);
      }
      CsvLine line;
      line.field(result.id).field(std::to_string(++rank)).field(hit.id).real(hit.distance);
      write(line.field(std::to_string(hit.row)).field(shared).str());
    }
  }

  void finish(const SearchFlags& options, const GraphIndex& index, const PhaseSeconds& seconds, bool exact) {
    if (!json_) write_header();
    if (file_) file_->commit();
    if (!options.run.json) return;
    base::JsonObject object;
    object.text("index", options.index).text("distance", to_string(index.summary().distance)).flag("exact", exact);
    object.real("recall_at_10", exact ? 1 : index.summary().recall);
    object.integer("queries", queries_).integer("hits", hits_).raw("seconds", seconds.json());
    object.integer("peak_rss_bytes", peak_rss_bytes());
    const std::string text = object.str();
    if (json_) {
      fmt::print("{}], {}\n", queries_ == 0 ? "{\"results\": [" : "", text.substr(1));
    } else {
      fmt::print("{}\n", text);
    }
  }

  [[nodiscard]] std::uint64_t queries() const noexcept { return queries_; }
  [[nodiscard]] std::uint64_t hits() const noexcept { return hits_; }

 private:
  // With the first result, so that nothing is printed if there is an error before it.
  void write_header() {
    if (!begun_) write("query,rank,id,distance,row,shared\n");
    begun_ = true;
  }
  void write(const std::string& line) { file_ ? file_->write(line) : fmt::print("{}", line); }

  void write_json(const SearchResult& result) const {
    base::JsonArray hits;
    std::uint64_t rank = 0;
    for (const SearchHit& hit : result.hits) {
      base::JsonObject object;
      object.integer("rank", ++rank).text("id", hit.id).real("distance", hit.distance).integer("row", hit.row);
      base::JsonArray shared;
      for (const SharedWalk& walk : hit.shared) {
        base::JsonObject one;
        one.text("block", walk.block).integer("length", static_cast<std::uint64_t>(walk.length));
        one.text("walk", walk.walk).real("query", walk.query).real("hit", walk.hit).real("share", walk.share);
        shared.raw(one.str());
      }
      if (!hit.shared.empty()) object.raw("shared", shared.str());
      hits.raw(object.str());
    }
    fmt::print("{}{}", queries_ == 1 ? "{\"results\": [" : ", ",
               base::JsonObject().text("query", result.id).raw("hits", hits.str()).str());
  }

  bool json_, begun_ = false;
  std::optional<bytes::AtomicFile> file_;
  std::uint64_t queries_ = 0, hits_ = 0;
};

// The rows of a matrix, some at a time.
void search_matrix(const GraphIndex& index, const std::string& path, const SearchOptions& options, ResultLines& lines) {
  constexpr std::size_t kRows = 4096;
  FeatureMatrix some;
  std::vector<MatrixRow> names;
  std::size_t row = 0;
  const auto search = [&] {
    for (const SearchResult& result : index.search(some, options)) lines.write(result);
    some.rows.clear();
    if (options.run.progress.report) options.run.progress.report(row, names.size());
  };
  matrices::read_matrix(
      path,
      [&](const matrices::StoredMatrix& shape) {
        some.columns.count = shape.columns;
        names = matrices::read_row_names(path, shape.rows);
      },
      [&](SparseVector&& values) {
        names[row].values = std::move(values);
        some.rows.push_back(std::move(names[row++]));
        if (some.rows.size() == kRows) search();
      });
  search();
}

void run_search(SearchFlags options) {
  PhaseSeconds seconds{"open", "search"};
  if (options.output == "-") options.output.clear();
  outputs::OutputUnit unit(options.force);
  unit.add(options.output);
  NodeSets node_sets;
  if (!options.nodes_file.empty()) node_sets = inputs::read_node_sets(options.nodes_file);
  options.input.require_ids_of(node_sets, options.nodes_file);
  const GraphIndex index = seconds.measure(
      "open", [&] { return GraphIndex::open(options.index, options.run.thread_count(), std::move(node_sets)); });
  const IndexSummary& summary = index.summary();
  if (!options.nodes_file.empty() && summary.level != Level::node && summary.level != Level::subgraph) {
    throw Error(ErrorKind::usage, fmt::format("--nodes has no effect: {} is an index of --level {}; leave it out",
                                              options.index, to_string(summary.level)));
  }
  if (summary.level == Level::subgraph && options.nodes_file.empty()) {
    throw Error(ErrorKind::usage, "the index has subgraphs; name those of the queries with --nodes");
  }
  const bool rows = matrices::is_matrix_path(options.input.path);
  if (rows != (summary.source == "matrix")) {
    throw Error(ErrorKind::usage, rows ? fmt::format("{}: the rows of {} are computed from graphs; give graphs",
                                                     options.input.path, options.index)
                                       : fmt::format("{}: the rows of {} were made elsewhere; give rows, .npy or .npz",
                                                     options.input.path, options.index));
  }
  if (summary.reading) read_as_trained(options.input, *summary.reading);
  options.search.shared_walks = options.shared_walks.value_or(summary.source == "features" ? 3 : 0);
  options.search.run.threads = options.run.thread_count();
  if (options.search.breadth && (!summary.approximate || options.search.exact)) {
    throw Error(ErrorKind::usage, "--breadth has no effect on an exact search; leave it out");
  }
  ResultLines lines(options);
  seconds.measure("search", [&] {
    ProgressBar bar("queries");
    options.search.run.progress = bar.progress();
    if (rows) return search_matrix(index, options.input.path, options.search, lines);
    index.search(
        *options.input.open(), [&](SearchResult&& result) { lines.write(result); }, options.search);
  });
  const bool exact = options.search.exact || options.search.max_distance || !summary.approximate;
  lines.finish(options, index, seconds, exact);
  unit.commit();
  if (lines.queries() == 0) note("there was no query: the input has no graph, or fewer than --shard asks for");
  if (options.run.json || options.output.empty()) return;
  fmt::print("{} for {} in {}; {}\n", counted(lines.hits(), "row"),
             lines.queries() == 1 ? "1 query" : fmt::format("{} queries", lines.queries()), options.output,
             exact ? "exact" : fmt::format("approximate, recall@10 {:.3f}", summary.recall));
  fmt::print("{:.2f} s, {:.0f} MB\n", seconds.total(), static_cast<double>(peak_rss_bytes()) / 1e6);
}

}  // namespace

void declare_search(CLI::App& app, Action& action) {
  auto* verb = app.add_subcommand("search", "Find the graphs of an index that are most like given ones");
  auto options = std::make_shared<SearchFlags>();
  verb->add_option("INDEX", options->index, "Index file of awe index")->required();
  options->input.declare(*verb);
  add_nodes(*verb, options->nodes_file);
  begin_group(*verb, "Search");
  add_count(*verb, "-k,--neighbours", options->search.k, "Number of rows to find for each query")
      ->capture_default_str();
  verb->add_option("--max-distance", options->search.max_distance,
                   "Largest distance of a row to find; such a search is exact (default: no limit)")
      ->type_name("X");
  verb->add_flag("--exact", options->search.exact,
                 "Search exactly even if the index is prepared for approximate search");
  add_count(*verb, "--breadth", options->search.breadth,
            "Number of nodes per part that approximate search keeps (default: as tuned when the index was built)");
  add_count(*verb, "--shared-walks", options->shared_walks,
            "Number of shared walks to list for the best rows (default: 3; 0 if columns are no walks)");
  begin_group(*verb, kOutputGroup);
  verb->add_option("-o,--output", options->output, "CSV file to write the results to (default, and -: standard output)")
      ->type_name("FILE");
  add_force(*verb, options->force);
  options->run.declare_threads(*verb);
  options->run.declare_json(*verb);
  verb->footer(kFooter);
  verb->callback([options, &action] { action = [options] { run_search(*options); }; });
}

}  // namespace awe::cli
