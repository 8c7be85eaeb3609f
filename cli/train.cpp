// awe train: trains a data-driven model on graphs, and writes the vectors of its training documents.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <new>

#include "awe/error.h"
#include "base/json_text.h"
#include "bytes/atomic_file.h"
#include "common_flags.h"
#include "console.h"
#include "embedding_flags.h"
#include "timing.h"
#include "verb.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "Graphs are documents, and their walks are words. The model minimises, over U, b and D,\n"
    "  mean over graphs g of [ CE(p_g, softmax(U d_g + b)) + lambda |d_g|^2 ] + mu |U|^2\n"
    "where p_g is the distribution of words in g and CE the cross-entropy: the paper's model without context, solved\n"
    "to its optimum by L-BFGS, starting from a singular value decomposition, and rotated to principal axes\n"
    "(docs/explanation/data-driven.md). The vector of any graph, trained on or new, is the d that minimises its own\n"
    "term with U and b fixed: `awe infer`.\n\n"
    "JSON: `seconds` has walk (counting or drawing walks), solve, infer (the vectors of --vectors-out, reading and\n"
    "writing included) and total.\n\n"
    "Examples:\n"
    "  awe train MUTAG.zip -o mutag.awe --vectors-out mutag.npy\n"
    "  awe train IMDB-BINARY.zip --words \"walks(degree):0..2\" -o imdb.awe\n"
    "  awe train social.txt.gz --level node --words aw:5 -o nodes.awe --vectors-out nodes.npy\n"
    "  awe train REDDIT-BINARY.zip --solver descent --words aw:10 --window 4 -o reddit.awe --checkpoint reddit.part\n"
    "  awe train IMDB-BINARY.zip --solver descent --corpus-out imdb.txt -o imdb.awe\n"
    "  awe train --corpus imdb.txt --solver descent -o again.awe --vectors-out again.npy\n"
    "  awe infer mutag.awe new.jsonl -o new.npy\n";

struct TrainFlags {
  InputFlags input;
  RunFlags run;
  EmbeddingFlags embedding;
  std::string output, vectors, walk_vectors, start_from;
  bool force = false;
};

// word2vec text: each walk, with blanks replaced by underscores, and its row of U.
void write_walk_vectors(const EmbeddingModel& model, const std::string& path, bool force) {
  bytes::AtomicFile file(path, force);
  file.write(fmt::format("{} {}\n", model.words(), model.options().dimensions));
  for (std::size_t w = 0; w < model.words(); ++w) {
    std::string line = model.word(w);
    std::replace(line.begin(), line.end(), ' ', '_');
    for (const double value : model.word_vector(w)) line += fmt::format(" {}", value);
    file.write(line + '\n');
  }
  file.commit();
}

// Shows the loss beside the bar, and prints a line for every finished epoch.
TrainingListener show_training(ProgressBar& bar) {
  return [&bar, mean = 0.0](const TrainingReport& report) mutable {
    if (report.gradient_norm) {
      bar.set_detail(fmt::format("objective {:.6f}, gradient {:.1e}", report.loss, *report.gradient_norm));
      return;
    }
    // Losses vary between batches: show a moving average over roughly the last twenty.
    mean = mean == 0 || report.epoch_ended ? report.loss : 0.95 * mean + 0.05 * report.loss;
    bar.set_detail(fmt::format("loss {:.4f}, {:.0f} words/s", mean, report.words_per_second));
    if (!report.epoch_ended) return;
    note(fmt::format("epoch {}: loss {:.4f}{}, {:.0f} words per second, {:.0f} s left", report.epoch + 1, report.loss,
                     report.held_out ? fmt::format(", {:.4f} on held-out walks", *report.held_out) : "",
                     report.words_per_second, report.seconds_left));
  };
}

void check(const TrainFlags& options) {
  if (options.input.path.empty() && options.embedding.plan.corpus.empty()) {
    throw Error(ErrorKind::usage, "there is nothing to train on: give graphs as INPUT, or a text with --corpus");
  }
  if (options.input.path == "-") {
    throw Error(ErrorKind::usage,
                "training reads the graphs more than once, and standard input can be read only once; "
                "put the graphs in a file");
  }
}

// The vectors of the training documents. If they cannot be written, the model is there, and the error says so.
VectorTotals write_training_vectors(const EmbeddingModel& model, const TrainFlags& options, const std::string& corpus,
                                    outputs::OutputUnit& unit) {
  if (options.vectors.empty()) return {};
  const std::string complete = options.output + " is complete, and awe infer makes the vectors from it";
  try {
    const VectorTotals vectors = options.input.path.empty()
                                     ? write_corpus_vectors(model, corpus, options.vectors, {options.force})
                                     : write_vectors(model, *options.input.open(), options.vectors, {options.force});
    unit.commit();
    return vectors;
  } catch (const Error& error) {
    const std::string_view told = error.what();
    throw Error(error.kind(), fmt::format("{}; {}", told == "interrupted" ? "stopped" : told, complete));
  } catch (const std::bad_alloc&) {
    throw Error(ErrorKind::limit, "out of memory; " + complete);
  }
}

EmbeddingModel train(const TrainFlags& options, EmbeddingOptions plan) {
  ProgressBar bar("steps");
  plan.run.progress = bar.progress();
  EmbeddingModel::Open open;
  if (!options.input.path.empty()) {
    open = [&] {
      auto graphs = options.input.open();
      if (!options.vectors.empty() && options.start_from.empty() && plan.level == Level::graph) {
        refuse_large_matrix(options.vectors, plan.dimensions, graphs->count().value_or(1), {options.force});
      }
      return graphs;
    };
  }
  if (options.start_from.empty()) return EmbeddingModel::train(open, plan, show_training(bar));
  const EmbeddingModel start = EmbeddingModel::load(options.start_from, plan.run.thread_count(), plan.node_sets);
  return start.train_further(open, bar.progress(), show_training(bar));
}

void print_json(const EmbeddingModel& model, const VectorTotals& vectors, const PhaseSeconds& seconds) {
  const EmbeddingModel::Summary& made = model.summary();
  base::JsonObject summary;
  summary.integer("documents", made.documents).integer("words", model.words());
  summary.integer("dimensions", model.options().dimensions).real("objective", made.objective);
  summary.real("gradient_norm", made.gradient_norm).integer("iterations", made.iterations);
  summary.flag("converged", made.converged).flag("stopped_early", made.stopped_early);
  summary.integer("vectors", vectors.rows);
  summary.raw("seconds", seconds.json()).integer("peak_rss_bytes", peak_rss_bytes());
  fmt::print("{}\n", summary.str());
}

void print_text(const EmbeddingModel& model, const VectorTotals& vectors, double total_seconds,
                const TrainFlags& options) {
  const EmbeddingModel::Summary& made = model.summary();
  fmt::print("{}, {}, {} -> {}\n", counted(made.documents, "document"), counted(model.words(), "word"),
             counted(model.options().dimensions, "dimension"), options.output);
  if (model.options().descent) {
    fmt::print("loss {:.6f} after {}{}\n", made.objective, counted(made.iterations, "step"),
               made.stopped_early ? ", stopped early" : "");
  } else {
    fmt::print("objective {:.6f}, gradient {:.2g} after {}\n", made.objective, made.gradient_norm,
               counted(made.iterations, "iteration"));
  }
  if (vectors.rows > 0) {
    fmt::print("{} in {}, {:.0f} per second\n", counted(vectors.rows, "vector"), options.vectors,
               static_cast<double>(vectors.rows) / std::max(1e-9, vectors.seconds));
  }
  fmt::print("walks {:.1f} s, solving {:.1f} s, total {:.1f} s; {:.0f} MB\n", made.walk_seconds, made.solve_seconds,
             total_seconds, static_cast<double>(peak_rss_bytes()) / 1e6);
}

void run_train(const TrainFlags& options) {
  PhaseSeconds seconds{"walk", "solve", "infer"};
  check(options);
  outputs::OutputUnit unit(options.force), vectors_unit(options.force);
  unit.add(options.output);
  unit.add(options.walk_vectors);
  unit.add(options.embedding.plan.corpus_out);
  unit.add_kept(options.embedding.plan.checkpoint);
  claim_matrix(vectors_unit, options.vectors);
  EmbeddingOptions plan = options.embedding.make(options.input, options.run);
  plan.replace_corpus = options.force;
  const EmbeddingModel model = train(options, plan);
  const EmbeddingModel::Summary& made = model.summary();
  if (!made.converged) {
    note(fmt::format("stopped after {} with a gradient of {:.2g}; raise --max-iterations or --tolerance",
                     counted(made.iterations, "iteration"), made.gradient_norm));
  }
  model.save(options.output, options.force);
  if (!options.walk_vectors.empty()) write_walk_vectors(model, options.walk_vectors, options.force);
  unit.commit();
  const VectorTotals vectors = write_training_vectors(model, options, plan.corpus, vectors_unit);
  seconds.add("walk", made.walk_seconds);
  seconds.add("solve", made.solve_seconds);
  seconds.add("infer", vectors.seconds);
  if (options.run.json) return print_json(model, vectors, seconds);
  print_text(model, vectors, seconds.total(), options);
}

}  // namespace

void declare_train(CLI::App& app, Action& action) {
  auto* verb = app.add_subcommand("train", "Train a data-driven model: vectors of graphs that predict their walks");
  auto options = std::make_shared<TrainFlags>();
  options->input.declare(*verb);
  verb->get_option("INPUT")->required(false);  // --corpus may be given instead
  auto* start = verb->add_option("--start-from", options->start_from,
                                 "Model to continue training from, with its words and options, on other graphs")
                    ->type_name("FILE");
  options->embedding.declare(*verb);
  options->embedding.declare_descent(*verb);
  for (const char* fixed : {"--words", "--dimensions", "--max-words", "--min-count", "--no-other", "--walks",
                            "--dead-ends", "--level", "--solver", "--corpus", "--checkpoint"}) {
    start->excludes(verb->get_option(fixed));
  }
  begin_group(*verb, kOutputGroup);
  verb->add_option("-o,--output", options->output, "Model file to write, .awe")->type_name("FILE")->required();
  verb->add_option("--vectors-out", options->vectors,
                   "File to write the vectors of the input to: .npy, .csv or .txt (word2vec)")
      ->type_name("FILE");
  verb->add_option("--walk-vectors-out", options->walk_vectors, "File to write the vectors of the walks to (word2vec)")
      ->type_name("FILE");
  add_force(*verb, options->force);
  options->run.declare(*verb);
  verb->footer(kFooter);
  verb->callback([options, &action] { action = [options] { run_train(*options); }; });
}

}  // namespace awe::cli
