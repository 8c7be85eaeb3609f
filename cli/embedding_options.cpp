#include "embedding_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>

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
  verb.add_option("--vector-penalty", plan.vector_penalty, "Of |d|^2")->capture_default_str();
  verb.add_option("--word-penalty", plan.word_penalty, "Of |U|^2")->capture_default_str();
  verb.add_option("--tolerance", plan.tolerance, "Length of the gradient to stop at")->capture_default_str();
  verb.add_option("--max-iterations", plan.max_iterations, "Stop there, whatever the gradient")
      ->check(whole_number())
      ->capture_default_str();
  verb.add_option("--max-documents", plan.max_documents, "Learn from at most so many, evenly spread")
      ->check(whole_number())
      ->capture_default_str();
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
  return made;
}

VectorTotals write_vectors(const EmbeddingModel& model, GraphSource& source, const std::string& path,
                           const MatrixOptions& options) {
  const std::size_t dimensions = model.plan().dimensions;
  const auto describe = [](std::uint64_t index) { return MatrixColumn{"vector", 0, std::to_string(index)}; };
  const auto rows = model.plan().level == Level::graph ? source.count() : std::nullopt;
  const auto writer = create_matrix(path, {dimensions, describe}, rows, options);
  const Stopwatch watch;
  VectorTotals totals;
  ProgressBar bar("graphs");
  model.infer(
      source,
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

}  // namespace awe::cli
