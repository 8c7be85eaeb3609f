// awe convert: any input format to any other, one graph at a time, with a note about everything the target cannot hold.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "awe/error.h"
#include "awe/writer.h"
#include "base/json_text.h"
#include "common_flags.h"
#include "console.h"
#include "flag_names.h"
#include "input_flags.h"
#include "timing.h"
#include "verb.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "Weights and self-loops are kept wherever the output format can hold them; what it cannot hold is named on\n"
    "stderr. The extension of the output is its format: .awg .jsonl .graphml .gml .mtx .edgelist .g6 .s6 .d6 .zip\n"
    "(TU); all but .awg and .zip may end in .gz. A name without extension is a folder: a TU data set, or with\n"
    "--to edgelist one file per graph.\n\n"
    "Examples:\n"
    "  awe convert MUTAG.zip -o mutag.jsonl.gz\n"
    "  awe convert threads.jsonl -o THREADS.zip\n"
    "  awe convert calls.dot --node-label kind -o calls.jsonl\n"
    "  awe convert molecules.sdf --class-key activity -o molecules.awg\n"
    "  awe convert folder-of-edge-lists --classes classes.csv -o graphs.jsonl\n"
    "  awe convert web.txt.gz --directed -o web.awg\n"
    "  zcat web.txt.gz | awe convert - --directed -o web.mtx\n";

struct ConvertFlags {
  InputFlags input;
  RunFlags run;
  std::string output;
  std::optional<Format> to;
  bool force = false;
};

struct Totals {
  std::uint64_t graphs = 0, nodes = 0, edges = 0;
};

void print_json(const ConvertFlags& options, const Totals& totals, const std::vector<std::string>& left_out,
                const PhaseSeconds& seconds) {
  base::JsonArray notes;
  for (const std::string& sentence : left_out) notes.raw(base::json_string(with_flags(sentence, "convert")));
  base::JsonObject summary;
  summary.text("input", options.input.path).text("output", options.output);
  summary.integer("graphs", totals.graphs).integer("nodes", totals.nodes).integer("edges", totals.edges);
  summary.raw("left_out", notes.str()).raw("seconds", seconds.json());
  fmt::print("{}\n", summary.str());
}

void run_convert(const ConvertFlags& options) {
  PhaseSeconds seconds{"read", "write"};
  WriteOptions write_options;
  write_options.force = options.force;
  write_options.format = options.to;
  ReadOptions read_options = options.input.read_options();
  if (!options.input.weighted) read_options.weights = WeightUse::automatic;

  // Create the writer first: an existing output is reported before a large input is read.
  const auto writer = create_graphs(options.output, write_options);
  // Selecting names unnamed graphs by their position; a whole collection is left as it is.
  const auto opened = seconds.measure("read", [&] {
    return options.input.selects() ? options.input.open(read_options) : options.input.open_whole(read_options);
  });
  TimedSource source(*opened, seconds);
  Totals totals;
  {
    ProgressBar bar("graphs");
    const auto total = source.count();
    while (const auto graph = source.next()) {
      if (stop_requested()) throw Error(ErrorKind::interrupted, "interrupted");
      seconds.measure("write", [&] { writer->write(*graph); });
      totals.nodes += graph->num_nodes();
      totals.edges += graph->num_edges();
      bar.update(++totals.graphs, total);
    }
    if (stop_requested()) throw Error(ErrorKind::interrupted, "interrupted");
    seconds.measure("write", [&] { writer->commit(); });
  }
  if (totals.graphs == 0) note("no graph was selected: the input has fewer graphs than --shard asks for");
  const auto left_out = writer->left_out();
  for (const std::string& sentence : left_out) note(sentence);
  if (options.run.json) return print_json(options, totals, left_out, seconds);
  fmt::print("{}: {}, {}, {}\n", options.output, counted(totals.graphs, "graph"), counted(totals.nodes, "node"),
             counted(totals.edges, "edge"));
}

}  // namespace

void declare_convert(CLI::App& app, Action& action) {
  auto options = std::make_shared<ConvertFlags>();
  options->input.self_loops = SelfLoops::keep;
  CLI::App* verb = app.add_subcommand("convert", "Write graphs in another format");
  options->input.declare(*verb);
  begin_group(*verb, kOutputGroup);
  verb->add_option("-o,--output", options->output, "File or folder to write")->type_name("PATH")->required();
  add_choice<Format>(*verb, "--to", options->to, "Format of the output (default: by its extension)");
  add_force(*verb, options->force);
  options->run.declare_threads(*verb);
  options->run.declare_json(*verb);
  verb->footer(kFooter);
  verb->callback([options, &action] { action = [options] { run_convert(*options); }; });
}

}  // namespace awe::cli
