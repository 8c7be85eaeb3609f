#include "input_options.h"

#include <CLI/CLI.hpp>

#include "awe/base/error.h"
#include "awe/base/number.h"
#include "awe/base/parallel.h"
#include "whole_number.h"

namespace awe::cli {

void InputOptions::declare(CLI::App& verb) {
  verb.add_option("INPUT", path, "File, folder, TU zip, or - for standard input")->required();
  verb.add_option("--format", format,
                  "Input format: tu, edgelist, jsonl, graphml, gml, mtx, awg (default: by content)");
  auto* directed_flag = verb.add_flag("--directed", directed, "Read edges as arcs from first to second node");
  verb.add_flag("--undirected", undirected, "Read arcs as edges, whatever the file says")->excludes(directed_flag);
  verb.add_flag("--weighted", weighted, "Use the weights of the input (default: every edge weighs 1)");
  verb.add_option("--self-loops", self_loops, "drop or keep; keep enlarges the vocabulary of every graph")
      ->check(CLI::IsMember({"drop", "keep"}))
      ->capture_default_str();
  verb.add_option("--classes", classes, "CSV of id, class for formats that carry no class");
  verb.add_option("--limit", limit, "Read at most this many graphs")->check(whole_number());
  // What the verb's own --threads says, whichever of its options declares it.
  verb.parse_complete_callback([this, &verb] {
    const CLI::Option* option = verb.get_option_no_throw("--threads");
    if (option != nullptr && option->count() > 0) threads = option->as<int>();
  });
  verb.add_option("--shard", shard, "i/N: only every N-th graph, beginning with number i (0-based)");
}

ReadOptions InputOptions::read_options() const {
  ReadOptions options;
  if (!format.empty()) {
    options.format = format_of_name(format);
    if (!options.format) {
      throw Error(ErrorKind::usage,
                  "--format " + format + ": not a format; use tu, edgelist, jsonl, graphml, gml, mtx or awg");
    }
  }
  if (directed || undirected) options.directed = directed;
  options.weights = weighted ? WeightUse::use : WeightUse::ignore;
  options.self_loops = self_loops == "keep" ? SelfLoops::keep : SelfLoops::drop;
  options.classes_file = classes;
  options.threads = threads > 0 ? threads : available_threads();
  return options;
}

std::unique_ptr<GraphSource> InputOptions::open(const ReadOptions& options) const {
  return select_from(open_graphs(path, options));
}

std::unique_ptr<GraphSource> InputOptions::select_from(std::unique_ptr<GraphSource> source) const {
  Selection selection;
  selection.limit = limit;
  if (!shard.empty()) {
    const std::size_t slash = shard.find('/');
    const auto index = parse_unsigned(std::string_view(shard).substr(0, slash));
    const auto of =
        slash == std::string::npos ? std::nullopt : parse_unsigned(std::string_view(shard).substr(slash + 1));
    if (!index || !of || *index >= *of) {
      throw Error(ErrorKind::usage, "--shard " + shard + ": write i/N with 0 <= i < N, for example 0/4");
    }
    selection.index = *index;
    selection.of = *of;
  }
  return select(std::move(source), selection);
}

}  // namespace awe::cli
