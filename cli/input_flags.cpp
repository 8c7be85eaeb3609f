#include "input_flags.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "awe/error.h"
#include "base/number.h"
#include "base/parallel.h"
#include "common_flags.h"
#include "console.h"
#include "data_folder.h"
#include "inputs/classes.h"
#include "inputs/node_sets.h"
#include "matrices/matrix_reader.h"

namespace awe::cli {
namespace {

namespace fs = std::filesystem;

// Whether a name could be that of a data set: no folder, no extension, no such file.
bool may_be_data_set(const std::string& name) {
  std::error_code code;
  return name != "-" && name.find_first_of("/.") == std::string::npos && !fs::exists(name, code);
}

// The file or folder of a data set in the data folder; the name itself if there is none.
std::string data_set_path(const std::string& name) {
  std::error_code code;
  if (!may_be_data_set(name)) return name;
  const fs::path folder = data_folder("");
  for (const fs::path& path : {folder / (name + ".zip"), folder / name}) {
    if (fs::exists(path, code)) return path.string();
  }
  return name;
}

// The file of FILE or FILE:COLUMN. A file of the whole name comes first.
std::string classes_path(const std::string& text) {
  std::error_code code;
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || fs::exists(text, code)) return text;
  return fs::exists(text.substr(0, colon), code) ? text.substr(0, colon) : text;
}

}  // namespace

void InputFlags::declare(CLI::App& verb) {
  begin_group(verb, kInputGroup);
  verb.add_option("INPUT", paths,
                  "Graphs to read: files, folders, zip or tar archives, names of data sets, or - for standard input")
      ->required();
  add_choice<Format>(verb, "--format", format, "Format of the input (default: recognised by content and extension)");
  auto* directed_flag = verb.add_flag("--directed", directed, "Read each edge as an arc from first to second node");
  verb.add_flag("--undirected", undirected, "Read each arc as an undirected edge, whatever the file says")
      ->excludes(directed_flag);
  verb.add_flag("--weighted", weighted, "Use the edge weights of the input (default: every edge has weight 1)");
  add_choice(verb, "--self-loops", self_loops,
             "What to do with self-loops; keep enlarges the vocabulary of walks for every graph");
  auto* classes_option =
      verb.add_option("--classes", classes,
                      "CSV or TSV file of graph ids and classes, and the column of the classes (and of the ids, as "
                      "ID=COLUMN; several columns, of numbers or of --target multilabel, are separated by commas)")
          ->type_name("FILE[:COLUMN]");
  add_choice(
      verb, "--class-from", class_from,
      "What gives a graph its class: the input, the subfolder that its file lies in (subfolders are then read), or "
      "the part of the file's name before the last _ or -")
      ->excludes(classes_option);
  verb.add_option("--pattern", pattern,
                  "Files of folders and archives to read, as '*.txt' (default: those of a known graph format)")
      ->type_name("PATTERN");
  verb.add_option("--node-label", node_label, "Key of the node labels in GraphML, GML, DOT and JSON (default: label)")
      ->type_name("KEY");
  verb.add_option("--edge-label", edge_label, "Key of the edge labels in these formats and edge lists (default: label)")
      ->type_name("KEY");
  verb.add_option("--class-key", class_key,
                  "Key of the class of a graph, also in SDF (default: class; JSON: label, y), or several, as of "
                  "--classes; TU data "
                  "sets: graph_labels or graph_attributes")
      ->type_name("KEY");
  verb.add_option("--weight-key", weight_key, "Key of the edge weights (default: weight); implies --weighted")
      ->type_name("KEY");
  add_count(verb, "--limit", limit, "Maximum number of graphs to read (default: all)");
  // Take the value of the verb's own --threads, whichever of its flag groups declares it.
  verb.parse_complete_callback([this, &verb] {
    const CLI::Option* option = verb.get_option_no_throw("--threads");
    if (option != nullptr && option->count() > 0) threads = option->as<int>();
    resolve_paths();
    weighted = weighted || !weight_key.empty();
  });
  verb.add_option("--shard", shard, "Part of the input to read: every N-th graph, starting with graph i (from 0)")
      ->type_name("i/N");
}

void InputFlags::require_ids_of(const NodeSets& sets, const std::string& file) {
  required_by = file;
  required_ids.clear();
  for (const auto& [id, nodes] : sets) required_ids.push_back(id);
}

ReadOptions InputFlags::read_options() const {
  ReadOptions options;
  options.format = format;
  if (directed || undirected) options.directed = directed;
  options.weights = weighted ? WeightUse::use : WeightUse::ignore;
  options.self_loops = self_loops;
  options.classes_file = classes_path(classes);
  if (options.classes_file.size() < classes.size()) {
    options.classes_column = classes.substr(options.classes_file.size() + 1);
  }
  options.numbers = numbers;
  options.labels = labels;
  options.class_from = class_from;
  options.pattern = pattern;
  options.node_label_key = node_label;
  options.edge_label_key = edge_label;
  options.class_key = class_key;
  options.weight_key = weight_key;
  options.threads = threads > 0 ? threads : base::available_threads();
  options.progress.report = [](std::uint64_t done, std::uint64_t total) { show_reading(done, total); };
  options.progress.stop_requested = [] { return stop_requested(); };
  options.progress.note = [](std::string_view text) { note_once(text); };
  return options;
}

std::vector<std::string> InputFlags::class_columns() const {
  std::string columns = read_options().classes_column;
  if (classes.empty() && class_key.find(',') != class_key.npos) columns = class_key;
  columns.erase(0, columns.find('=') + 1);  // all of npos + 1, which is 0, if there is none
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin < columns.size();) {
    const std::size_t end = std::min(columns.find(',', begin), columns.size());
    names.push_back(columns.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

void InputFlags::resolve_paths() {
  for (std::string& input : paths) input = data_set_path(input);
  path = paths.empty() ? "" : paths.size() == 1 ? paths.front() : std::to_string(paths.size()) + " inputs";
}

void InputFlags::check_paths() const {
  for (const std::string& input : paths) {
    if (paths.size() > 1 && matrices::is_matrix_path(input)) {
      throw Error(ErrorKind::usage, input + " is a matrix; several inputs are graphs");
    }
    if (may_be_data_set(input)) {
      throw Error(ErrorKind::io, input + ": cannot be opened: no such file, and no data set of that name in " +
                                     data_folder("") +
                                     "; `awe datasets fetch` downloads data sets, and AWE_DATA names their folder");
    }
  }
}

std::unique_ptr<GraphSource> InputFlags::open(const ReadOptions& options) const {
  return select_from(open_whole(options));
}

std::unique_ptr<GraphSource> InputFlags::open_whole(const ReadOptions& options) const {
  check_paths();
  if (!selects()) return open_inputs(paths, options);
  // Classes are given to the selected graphs alone, so that what matches none of them is known.
  ReadOptions without = options;
  without.classes_file.clear();
  return open_inputs(paths, without);
}

std::unique_ptr<GraphSource> InputFlags::select_from(std::unique_ptr<GraphSource> source) const {
  if (!required_ids.empty()) source = inputs::require_ids(std::move(source), required_ids, required_by);
  Selection selection;
  selection.limit = limit;
  if (limit == 0u) throw Error(ErrorKind::usage, "--limit must be at least 1");
  if (!shard.empty()) {
    const std::size_t slash = shard.find('/');
    const auto index = base::parse_unsigned(std::string_view(shard).substr(0, slash));
    const auto of =
        slash == std::string::npos ? std::nullopt : base::parse_unsigned(std::string_view(shard).substr(slash + 1));
    if (!index || !of || *index >= *of) {
      throw Error(ErrorKind::usage, "--shard " + shard + ": write i/N with 0 <= i < N, for example 0/4");
    }
    selection.index = *index;
    selection.of = *of;
  }
  source = select(std::move(source), selection);
  if (!selects() || classes.empty()) return source;
  return inputs::with_classes(std::move(source), read_options(), true);
}

}  // namespace awe::cli
