// awe infer: vectors of graphs, trained on or new, under a data-driven model.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "awe/base/json_text.h"
#include "awe/io/atomic_file.h"
#include "awe/io/node_sets.h"
#include "console.h"
#include "embedding_options.h"
#include "verb.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "The vector of a graph is the d that minimises CE(p, softmax(U d + b)) + lambda |d|^2, with U and b of the model: "
    "one\n"
    "solve a graph, the same numbers in any batch. Walks that no training graph has are left out; x.rows.csv has "
    "their\n"
    "share as `unseen`. Output by extension: .npy, .csv, .svm, .txt (word2vec).\n\n"
    "Examples:\n"
    "  awe infer mutag.awe new.jsonl -o new.npy\n"
    "  cat new.jsonl | awe infer mutag.awe - --format jsonl -o new.csv\n";

struct InferOptions {
  std::string model;
  InputOptions input;
  RunOptions run;
  std::string output, nodes_file;
  bool force = false;
};

void run_infer(InferOptions options) {
  const Stopwatch total;
  refuse_existing(options.output, options.force);
  NodeSets node_sets;
  if (!options.nodes_file.empty()) node_sets = read_node_sets(options.nodes_file);
  const EmbeddingModel model = EmbeddingModel::load(options.model, options.run.thread_count(), std::move(node_sets));
  if (model.plan().self_loops) options.input.self_loops = "keep";
  const VectorTotals made = write_vectors(model, *options.input.open(), options.output, {options.force});
  const double rate = static_cast<double>(made.rows) / std::max(1e-9, made.seconds);
  if (options.run.json) {
    JsonObject summary;
    summary.integer("vectors", made.rows).integer("dimensions", model.plan().dimensions);
    summary.real("largest_unseen", made.largest_unseen).real("largest_gradient_norm", made.largest_gradient);
    summary.real("vectors_a_second", rate).real("seconds", total.seconds());
    summary.integer("peak_rss_bytes", peak_rss_bytes());
    fmt::print("{}\n", summary.str());
    return;
  }
  fmt::print("{} vectors of {} dimensions in {}; {:.0f} a second, {:.2f} s in all\n", made.rows,
             model.plan().dimensions, options.output, rate, total.seconds());
  if (made.largest_unseen > 0) {
    fmt::print("up to {:.1f} % of a graph's walks are in no training graph\n", 100 * made.largest_unseen);
  }
}

}  // namespace

void declare_infer(CLI::App& app, Action& action) {
  auto* verb = app.add_subcommand("infer", "Vectors of new graphs under a data-driven model");
  auto options = std::make_shared<InferOptions>();
  verb->add_option("MODEL", options->model, "A model of awe train")->required();
  options->input.declare(*verb);
  verb->add_option("-o,--output", options->output, "The vectors")->required();
  verb->add_option("--nodes", options->nodes_file, "CSV of graph id, node ids, for models of subgraphs");
  verb->add_flag("--force", options->force, "Replace an existing output");
  options->run.declare(*verb);
  verb->footer(kFooter);
  verb->callback([options, &action] { action = [options] { run_infer(*options); }; });
}

}  // namespace awe::cli
