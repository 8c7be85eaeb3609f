// awe infer: vectors of graphs, new or seen in training, under a data-driven model.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "base/json_text.h"
#include "common_flags.h"
#include "console.h"
#include "embedding_flags.h"
#include "inputs/node_sets.h"
#include "matrix_output.h"
#include "timing.h"
#include "verb.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "The vector of a graph is the d that minimises CE(p, softmax(U d + b)) + lambda |d|^2, with U and b of the model.\n"
    "Each graph is solved on its own: its vector does not depend on the other graphs of the input. Walks that occur\n"
    "in no training graph are left out; the column `unseen` of x.rows.csv has their probability. The extension of the\n"
    "output is its format: .npy, .csv, .svm, .txt (word2vec), .arrow.\n\n"
    "JSON: `seconds` has load (of the model), infer (reading and writing included) and total.\n\n"
    "Examples:\n"
    "  awe infer mutag.awe new.jsonl -o new.npy\n"
    "  cat new.jsonl | awe infer mutag.awe - --format jsonl -o new.csv\n";

struct InferFlags {
  std::string model;
  InputFlags input;
  RunFlags run;
  std::string output, nodes_file;
  std::optional<MatrixFormat> to;
  bool force = false;
};

void run_infer(InferFlags options) {
  PhaseSeconds seconds{"load", "infer"};
  check_matrix_output(options.output, options.to, options.run.json);
  outputs::OutputUnit unit(options.force);
  claim_matrix(unit, options.output);
  NodeSets node_sets;
  if (!options.nodes_file.empty()) node_sets = inputs::read_node_sets(options.nodes_file);
  const EmbeddingModel model = seconds.measure(
      "load", [&] { return EmbeddingModel::load(options.model, options.run.thread_count(), std::move(node_sets)); });
  if (model.options().self_loops) options.input.self_loops = SelfLoops::keep;
  MatrixOptions matrix;
  matrix.force = options.force;
  matrix.format = options.to;
  const VectorTotals made = write_vectors(model, *options.input.open(), options.output, matrix);
  unit.commit();
  if (to_standard_output(options.output)) return;
  seconds.add("infer", made.seconds);
  const double rate = static_cast<double>(made.rows) / std::max(1e-9, made.seconds);
  if (options.run.json) {
    base::JsonObject summary;
    summary.integer("vectors", made.rows).integer("dimensions", model.options().dimensions);
    summary.real("largest_unseen", made.largest_unseen).real("largest_gradient_norm", made.largest_gradient);
    summary.real("vectors_per_second", rate).raw("seconds", seconds.json());
    summary.integer("peak_rss_bytes", peak_rss_bytes());
    fmt::print("{}\n", summary.str());
    return;
  }
  fmt::print("{} of {} in {}; {:.0f} per second, {:.2f} s in total\n", counted(made.rows, "vector"),
             counted(model.options().dimensions, "dimension"), options.output, rate, seconds.total());
  if (made.largest_unseen > 0) {
    fmt::print("up to {:.1f} % of the walks of a graph occur in no training graph\n", 100 * made.largest_unseen);
  }
}

}  // namespace

void declare_infer(CLI::App& app, Action& action) {
  auto* verb = app.add_subcommand("infer", "Compute vectors of graphs, trained on or new, with a data-driven model");
  auto options = std::make_shared<InferFlags>();
  verb->add_option("MODEL", options->model, "Model file of awe train")->required();
  options->input.declare(*verb);
  add_nodes(*verb, options->nodes_file);
  begin_group(*verb, kOutputGroup);
  verb->add_option("-o,--output", options->output, "File to write the vectors to, or - for standard output")
      ->type_name("FILE")
      ->required();
  add_matrix_format(*verb, options->to);
  add_force(*verb, options->force);
  options->run.declare_threads(*verb);
  options->run.declare_json(*verb);
  verb->footer(kFooter);
  verb->callback([options, &action] { action = [options] { run_infer(*options); }; });
}

}  // namespace awe::cli
