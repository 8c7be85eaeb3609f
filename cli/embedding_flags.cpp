#include "embedding_flags.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>

#include "awe/error.h"
#include "checkpoint_flags.h"
#include "common_flags.h"
#include "console.h"
#include "inputs/node_sets.h"
#include "row_forecast.h"
#include "trained_reading.h"

namespace awe::cli {

void EmbeddingFlags::declare(CLI::App& verb) {
  begin_group(verb, kFeatureGroup);
  verb.add_option("--words", words,
                  "Walks that serve as words: blocks of features, bare or labelled (docs/reference/features.md)")
      ->capture_default_str();
  add_count(verb, "--max-words", plan.words.max_words, "Maximum number of words, the most frequent walks first")
      ->capture_default_str();
  verb.add_option("--min-count", plan.words.min_count,
                  "Minimum expected occurrences of a word in all documents, with --walks walks per document")
      ->capture_default_str();
  verb.add_flag("--no-other", no_other, "Ignore walks that are not words (default: count them as one more word)");
  add_count(verb, "--walks", plan.words.walks, "Walks sampled per document and block, where walks are sampled")
      ->capture_default_str();
  add_choice(
      verb, "--dead-ends", plan.dead_ends,
      "What a walk does where no step is possible: end (the shorter walk is a word), stop (it is not), restart "
      "(jump to its start), reverse (step back along an arc); auto: end if the first graph is directed, otherwise "
      "stop");
  add_level(verb, plan.level, "What each document describes");
  add_nodes(verb, nodes_file);
  verb.add_option("--corpus", plan.corpus, "Text file of sentences (--corpus-out) to learn from instead of walks")
      ->type_name("FILE");
  begin_group(verb, "Model");
  verb.add_option("--dimensions", plan.dimensions, "Dimensions of each vector, 1 to 4096")
      ->check(CLI::Range(1, 4096).description(""))
      ->capture_default_str();
  verb.add_option("--vector-penalty", plan.vector_penalty, "Penalty lambda of the graphs' vectors: lambda |d|^2")
      ->capture_default_str();
  verb.add_option("--word-penalty", plan.word_penalty, "Penalty mu of the words' vectors: mu |U|^2")
      ->capture_default_str();
  verb.add_option("--tolerance", plan.tolerance, "Norm of the gradient at which the solver stops")
      ->capture_default_str();
  add_count(verb, "--max-iterations", plan.max_iterations, "Maximum number of iterations of the solver")
      ->capture_default_str();
  add_count(verb, "--max-documents", plan.max_documents,
            "Maximum number of documents to learn from, evenly spread over the input")
      ->capture_default_str();
  begin_group(verb, kRunGroup);
  add_checkpoint(verb, plan.checkpoint, plan.checkpoint_seconds,
                 "File that keeps the state of training; training resumes from it if it exists");
}

void EmbeddingFlags::declare_descent(CLI::App& verb) {
  begin_group(verb, "Model");
  add_choice(verb, "--solver", solver,
             "Model and solver: exact, or descent for the paper's model with context, by gradient descent");
  begin_group(verb, "Gradient descent (--solver descent)");
  const auto add = [&](CLI::Option* option) { descent_only.push_back(option); };
  const auto option = [&](const char* name, auto& value, const char* what) {
    add(verb.add_option(name, value, what)->capture_default_str());
  };
  option("--window", descent.window, "Number of context walks in all; 0: the graph's vector alone");
  option("--walk-dimensions", descent.walk_dimensions, "Dimensions of each walk's vector");
  add(add_choice(verb, "--join", descent.join, "How the context and the graph's vector are combined"));
  option("--sentence-walks", plan.sentence_walks, "Number of walks from each node, which form one sentence");
  add(add_choice(verb, "--objective", descent.objective, "Objective that is minimised"));
  add(add_choice(verb, "--candidates", descent.candidates, "Distribution that candidate words are drawn from"));
  option("--num-candidates", descent.num_candidates, "Number of candidate words drawn per batch");
  option("--candidate-power", descent.candidate_power, "Exponent of the frequencies of measured candidates");
  add(add_choice(verb, "--optimiser", descent.optimiser, "Optimiser of the parameters"));
  option("--rate", descent.rate, "Initial learning rate (default: 0.05 for adagrad, 0.002 for adam, 1 for sgd)");
  option("--final-rate", descent.final_rate, "Final learning rate as a fraction of the initial one; linear in between");
  option("--row-penalty", descent.penalty, "Penalty lambda |row|^2 of each parameter row that a batch touches");
  option("--batch", descent.batch, "Number of target words per step");
  option("--epochs", descent.epochs, "Number of passes over all nodes, each with new walks");
  option("--held-out", descent.held_out, "Fraction of sentences that only measure the loss");
  option("--patience", descent.patience,
         "Number of epochs without a lower held-out loss before stopping; 0: never stop");
  option("--min-improvement", descent.min_improvement, "Minimum decrease of the held-out loss that counts as lower");
  begin_group(verb, kOutputGroup);
  add(verb.add_option("--corpus-out", plan.corpus_out, "Text file to write the sentences of one epoch to")
          ->type_name("FILE"));
}

EmbeddingOptions EmbeddingFlags::make(const InputFlags& input, const RunFlags& run) const {
  EmbeddingOptions made = plan;
  made.walks = parse_features(words);
  made.words.other = !no_other;
  made.self_loops = input.keeps_loops();
  made.reading = reading_of(input);
  if (!nodes_file.empty()) made.node_sets = inputs::read_node_sets(nodes_file);
  made.run.seed = run.seed;
  made.run.threads = run.thread_count();
  if (solver == Solver::descent) {
    made.descent = descent;
    if (made.descent->join == Join::sum) made.descent->walk_dimensions = made.dimensions;
  } else {
    for (const CLI::Option* option : descent_only) {
      if (option->count() > 0) throw Error(ErrorKind::usage, option->get_name() + " is an option of --solver descent");
    }
  }
  if (!plan.corpus.empty() && !plan.corpus_out.empty()) {
    throw Error(ErrorKind::usage, "--corpus-out writes walks of graphs, and --corpus has none; leave one of them out");
  }
  if (std::filesystem::exists(plan.checkpoint)) made.resume_from = plan.checkpoint;
  return made;
}

namespace {

constexpr double kAllUnseen = 1 - 1e-9;  // shares are sums of rounded numbers

using TakeRow = std::function<void(EmbeddingRow&&)>;

// `infer` produces the rows, in order.
VectorTotals write_rows(std::size_t dimensions, std::optional<std::uint64_t> rows, const std::string& path,
                        const MatrixOptions& options, const std::string& unit, RowClasses* classes,
                        const std::function<void(const TakeRow&, const Progress&)>& infer) {
  const auto describe = [](std::uint64_t index) { return MatrixColumn{"vector", 0, std::to_string(index)}; };
  const auto writer = create_matrix(path, {dimensions, describe}, rows, options);
  const Stopwatch watch;
  VectorTotals totals;
  ProgressBar bar(unit);
  infer(
      [&](EmbeddingRow&& row) {
        ++totals.rows;
        totals.largest_unseen = std::max(totals.largest_unseen, row.unseen);
        totals.all_unseen += row.unseen >= kAllUnseen ? 1 : 0;
        totals.zero += std::all_of(row.vector.begin(), row.vector.end(), [](double x) { return x == 0; }) ? 1 : 0;
        totals.largest_gradient = std::max(totals.largest_gradient, row.gradient_norm);
        MatrixRow out;
        out.id = std::move(row.id);
        out.class_name = std::move(row.class_name);
        out.method = "inferred";
        out.unseen = row.unseen;
        for (std::size_t k = 0; k < row.vector.size(); ++k) out.values.push_back(k, row.vector[k]);
        if (classes != nullptr) classes->assign(out);
        writer->write(out);
      },
      bar.progress());
  if (classes != nullptr) classes->finish();
  writer->commit();
  totals.seconds = watch.seconds();
  return totals;
}

}  // namespace

void note_zero_vectors(const VectorTotals& totals) {
  if (totals.all_unseen > 0) {
    note(fmt::format("{} of {} are 0: none of their walks occurs in a training graph", totals.all_unseen,
                     counted(totals.rows, "vector")));
  }
  if (totals.zero > totals.all_unseen) {
    note(fmt::format("{} of {} are 0: their graphs have no walks, or the training graphs do not differ",
                     totals.zero - totals.all_unseen, counted(totals.rows, "vector")));
  }
}

VectorTotals write_vectors(const EmbeddingModel& model, GraphSource& source, const std::string& path,
                           const MatrixOptions& options, RowClasses& classes) {
  const auto rows = model.options().level == Level::graph ? source.count() : std::nullopt;
  const std::size_t dimensions = model.options().dimensions;
  // Listed nodes, like subgraphs, are not counted in advance.
  const Level level = model.options().node_sets.empty() ? model.options().level : Level::subgraph;
  RowForecast counted(source, level,
                      [&](std::uint64_t count) { refuse_large_matrix(path, dimensions, count, options); });
  return write_rows(dimensions, rows, path, options, "graphs", &classes,
                    [&](const TakeRow& take, const Progress& progress) { model.infer(counted, take, progress); });
}

VectorTotals write_corpus_vectors(const EmbeddingModel& model, const std::string& corpus, const std::string& path,
                                  const MatrixOptions& options) {
  return write_rows(model.options().dimensions, std::nullopt, path, options, "documents", nullptr,
                    [&](const TakeRow& take, const Progress& progress) { model.infer_corpus(corpus, take, progress); });
}

}  // namespace awe::cli
