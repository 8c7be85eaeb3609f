#include "embedding_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>

#include "awe/base/error.h"
#include "awe/io/node_sets.h"
#include "console.h"
#include "whole_number.h"

namespace awe::cli {

void EmbeddingOptions::declare(CLI::App& verb) {
  verb.add_option("--words", words, "The walks that are words: blocks of docs/features.md, bare or labelled")
      ->capture_default_str();
  verb.add_option("--dimensions", plan.dimensions, "Of a vector")->check(CLI::Range(1, 4096))->capture_default_str();
  verb.add_option("--max-words", plan.words.max_words, "The most frequent walks")
      ->check(whole_number())
      ->capture_default_str();
  verb.add_option("--min-count", plan.words.min_count, "Expected occurrences in all documents, of --walks walks each")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  verb.add_flag("--no-other", no_other, "Leave out walks that are no words; else they are one more word");
  verb.add_option("--walks", plan.words.walks, "Walks a document, where they are sampled")
      ->check(whole_number())
      ->capture_default_str();
  verb.add_option("--level", level, "A document for each graph, node, edge or subgraph")
      ->check(CLI::IsMember({"graph", "node", "edge", "subgraph"}))
      ->capture_default_str();
  verb.add_option("--nodes", nodes_file, "CSV of graph id, node ids: the subgraphs of --level subgraph");
  verb.add_option("--vector-penalty", plan.vector_penalty, "lambda of lambda |d|^2")->capture_default_str();
  verb.add_option("--word-penalty", plan.word_penalty, "mu of mu |U|^2")->capture_default_str();
  verb.add_option("--tolerance", plan.tolerance, "Length of the gradient to stop at")->capture_default_str();
  verb.add_option("--max-iterations", plan.max_iterations, "Stop there, whatever the gradient")
      ->check(whole_number())
      ->capture_default_str();
  verb.add_option("--max-documents", plan.max_documents, "Learn from at most so many, evenly spread")
      ->check(whole_number())
      ->capture_default_str();
  verb.add_option("--corpus", plan.corpus, "Learn from these sentences, as --corpus-out wrote them, not from walks");
  verb.add_option("--checkpoint", plan.checkpoint,
                  "Kept here while training; if it is there, training goes on from it");
  verb.add_option("--every", plan.checkpoint_seconds, "Time between checkpoints: 60s, 10m, 1h")
      ->transform(CLI::AsNumberWithUnit(std::map<std::string, double>{{"s", 1}, {"m", 60}, {"h", 3600}}))
      ->type_name("TIME")
      ->capture_default_str();
}

void EmbeddingOptions::declare_descent(CLI::App& verb) {
  const auto option = [&](const char* name, auto& value, const char* what) {
    auto* made = verb.add_option(name, value, what)->capture_default_str();
    descent_only.push_back(made->group("Gradient descent (--solver descent)"));
  };
  verb.add_option("--solver", solver, "exact, or descent: the paper's model with context, by gradient descent")
      ->check(CLI::IsMember({"exact", "descent"}))
      ->capture_default_str();
  option("--window", descent.window, "Context walks in all; 0: the graph's vector alone");
  option("--walk-dimensions", descent.walk_dimensions, "Of a walk's vector");
  option("--join", join, "concatenate or sum: context and graph vector");
  option("--sentence-walks", plan.sentence_walks, "Walks from every node, a sentence");
  option("--objective", objective, "full-softmax, sampled-softmax, nce, negative-sampling or hierarchical-softmax");
  option("--candidates", candidates, "uniform, log-uniform or measured");
  option("--num-candidates", descent.num_candidates, "Drawn for every batch");
  option("--candidate-power", descent.candidate_power, "Of frequencies, for measured candidates");
  option("--optimiser", optimiser, "sgd, adagrad or adam");
  option("--rate", descent.rate, "First rate (0.05 for adagrad, 0.002 for adam, 1 for sgd)");
  option("--final-rate", descent.final_rate, "Last rate, as a share of the first; linear between");
  option("--row-penalty", descent.penalty, "lambda of lambda |row|^2, for rows of W, D and U that a batch touches");
  option("--batch", descent.batch, "Targets a step");
  option("--epochs", descent.epochs, "Passes over all nodes, each with fresh walks");
  option("--held-out", descent.held_out, "Share of sentences that are only measured on");
  option("--patience", descent.patience, "Epochs without a lower held-out loss before it stops; 0: never");
  option("--least-improvement", descent.least_improvement, "Of the held-out loss, that counts as lower");
  option("--corpus-out", plan.corpus_out, "Write the sentences of one epoch as text");
}

EmbeddingPlan EmbeddingOptions::make(const InputOptions& input, const RunOptions& run) const {
  EmbeddingPlan made = plan;
  made.walks = parse_features(words);
  made.words.other = !no_other;
  made.self_loops = input.self_loops == "keep";
  made.level = level == "node"       ? Level::node
               : level == "edge"     ? Level::edge
               : level == "subgraph" ? Level::subgraph
                                     : Level::graph;
  if (!nodes_file.empty()) made.node_sets = read_node_sets(nodes_file);
  made.seed = run.seed;
  made.threads = run.thread_count();
  if (solver == "descent") {
    made.descent = descent;
    made.descent->objective = parse_objective(objective);
    made.descent->candidates = parse_candidates(candidates);
    made.descent->optimiser = parse_optimiser(optimiser);
    made.descent->join = parse_join(join);
    if (made.descent->join == Join::sum) made.descent->walk_dimensions = made.dimensions;
  } else {
    for (const CLI::Option* option : descent_only) {
      if (option->count() > 0) throw Error(ErrorKind::usage, option->get_name() + " is an option of --solver descent");
    }
  }
  if (!plan.corpus.empty() && !plan.corpus_out.empty()) {
    throw Error(ErrorKind::usage, "--corpus-out writes walks of graphs; there are none with --corpus");
  }
  if (std::filesystem::exists(plan.checkpoint)) made.resume_from = plan.checkpoint;
  return made;
}

namespace {

using TakeRow = std::function<void(EmbeddingRow&&)>;

// `infer` gives the rows, in order.
VectorTotals write_rows(std::size_t dimensions, std::optional<std::uint64_t> rows, const std::string& path,
                        const MatrixOptions& options, const std::string& unit,
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
        totals.largest_gradient = std::max(totals.largest_gradient, row.gradient_norm);
        MatrixRow out;
        out.id = std::move(row.id);
        out.class_name = std::move(row.class_name);
        out.method = "inferred";
        out.unseen = row.unseen;
        for (std::size_t k = 0; k < row.vector.size(); ++k) out.values.push_back(k, row.vector[k]);
        writer->write(out);
      },
      bar.progress());
  writer->commit();
  totals.seconds = watch.seconds();
  return totals;
}

}  // namespace

VectorTotals write_vectors(const EmbeddingModel& model, GraphSource& source, const std::string& path,
                           const MatrixOptions& options) {
  const auto rows = model.plan().level == Level::graph ? source.count() : std::nullopt;
  return write_rows(model.plan().dimensions, rows, path, options, "graphs",
                    [&](const TakeRow& take, const Progress& progress) { model.infer(source, take, progress); });
}

VectorTotals write_corpus_vectors(const EmbeddingModel& model, const std::string& corpus, const std::string& path,
                                  const MatrixOptions& options) {
  return write_rows(model.plan().dimensions, std::nullopt, path, options, "documents",
                    [&](const TakeRow& take, const Progress& progress) { model.infer_corpus(corpus, take, progress); });
}

}  // namespace awe::cli
