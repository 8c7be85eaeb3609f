#include "input_flags.h"

#include <CLI/CLI.hpp>

#include "awe/error.h"
#include "base/number.h"
#include "base/parallel.h"
#include "common_flags.h"
#include "console.h"

namespace awe::cli {

void InputFlags::declare(CLI::App& verb) {
  begin_group(verb, kInputGroup);
  verb.add_option("INPUT", path, "Graphs to read: a file, a folder, a zip of a TU data set, or - for standard input")
      ->required();
  add_choice<Format>(verb, "--format", format, "Format of the input (default: recognised by content and extension)");
  auto* directed_flag = verb.add_flag("--directed", directed, "Read each edge as an arc from first to second node");
  verb.add_flag("--undirected", undirected, "Read each arc as an undirected edge, whatever the file says")
      ->excludes(directed_flag);
  verb.add_flag("--weighted", weighted, "Use the edge weights of the input (default: every edge has weight 1)");
  add_choice(verb, "--self-loops", self_loops,
             "What to do with self-loops; keep enlarges the vocabulary of walks for every graph");
  verb.add_option("--classes", classes, "CSV file of graph id and class, for formats that carry no classes")
      ->type_name("FILE");
  verb.add_option("--node-label", node_label, "Key of the node labels in GraphML, GML, DOT and JSON (default: label)")
      ->type_name("KEY");
  verb.add_option("--edge-label", edge_label, "Key of the edge labels in these formats and edge lists (default: label)")
      ->type_name("KEY");
  verb.add_option("--class-key", class_key, "Key of the class of a graph, also in SDF (default: class; JSON: label, y)")
      ->type_name("KEY");
  verb.add_option("--weight-key", weight_key, "Key of the edge weights (default: weight); implies --weighted")
      ->type_name("KEY");
  add_count(verb, "--limit", limit, "Maximum number of graphs to read (default: all)");
  // Take the value of the verb's own --threads, whichever of its flag groups declares it.
  verb.parse_complete_callback([this, &verb] {
    const CLI::Option* option = verb.get_option_no_throw("--threads");
    if (option != nullptr && option->count() > 0) threads = option->as<int>();
    weighted = weighted || !weight_key.empty();
  });
  verb.add_option("--shard", shard, "Part of the input to read: every N-th graph, starting with graph i (from 0)")
      ->type_name("i/N");
}

ReadOptions InputFlags::read_options() const {
  ReadOptions options;
  options.format = format;
  if (directed || undirected) options.directed = directed;
  options.weights = weighted ? WeightUse::use : WeightUse::ignore;
  options.self_loops = self_loops;
  options.classes_file = classes;
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

std::unique_ptr<GraphSource> InputFlags::open(const ReadOptions& options) const {
  return select_from(open_graphs(path, options));
}

std::unique_ptr<GraphSource> InputFlags::select_from(std::unique_ptr<GraphSource> source) const {
  Selection selection;
  selection.limit = limit;
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
  return select(std::move(source), selection);
}

}  // namespace awe::cli
