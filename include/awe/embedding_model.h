// The data-driven embedding: graphs (nodes, edges, subgraphs) are documents, walks are words, and a document's vector d
// predicts its words through softmax(U d + b).
//
// The exact form solves for U and b by L-BFGS (docs/explanation/data-driven.md); the vector of any document, seen in
// training or not, is then the minimiser of its own cross-entropy with U and b frozen: the same in any batch, order and
// number of threads. Models are one file, without code.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "awe/descent_options.h"
#include "awe/featurizer.h"
#include "awe/graph_source.h"
#include "awe/run_options.h"
#include "awe/training_options.h"

namespace awe {

struct EmbeddingOptions {
  FeatureSpec walks = anonymous_walks(7, 7);  // the words: blocks of walks, bare or labelled, without scalings
  WordOptions words = {};                     // words.walks are drawn where a document is sampled
  bool self_loops = false;
  Level level = Level::graph;
  NodeSets node_sets = {};  // of level subgraph
  std::size_t dimensions = 64;
  double vector_penalty = 0.005, word_penalty = 5e-5;
  double tolerance = 3e-4;  // of the gradient's length
  std::uint64_t max_iterations = 500;
  std::uint64_t max_documents = 20'000;  // to learn from; of more, evenly spread ones (descent: of graphs, all)

  // The paper's model with context, by gradient descent, in the place of the exact form. Dimensions, seed, threads and
  // checkpoints above and below count, not those of the descent.
  std::optional<DescentOptions> descent = {};
  std::uint32_t sentence_walks = 20;  // from every node, of descent
  std::string corpus_out = {};        // one epoch of descent's corpus as text, if it has a name
  bool replace_corpus = false;        // that is there already
  std::string corpus = {};            // text to learn from in the place of walks of graphs, if it has a name

  std::string checkpoint = {};      // training is kept here, if it has a name
  double checkpoint_seconds = 600;  // between two
  std::string resume_from = {};     // a checkpoint to go on from, if it has a name
  RunOptions run = {};
};

struct EmbeddingRow {
  std::string id;
  std::optional<std::string> class_name;
  std::vector<double> vector;
  double unseen = 0;         // share of walks that no training document has
  double gradient_norm = 0;  // of the solve
};

class EmbeddingModel {
 public:
  using Open = OpenGraphs;

  // Learns from these graphs. Progress counts documents, then iterations or steps.
  [[nodiscard]] static EmbeddingModel train(std::span<const Graph> graphs, const EmbeddingOptions& options = {});
  // Learns from the graphs that `open` gives, from the beginning each time. With options.corpus, `open` may be empty;
  // if it is not, documents of the corpus are those of its graphs. Progress counts documents, then iterations or steps;
  // the listener is told of each of these.
  [[nodiscard]] static EmbeddingModel train(const Open& open, const EmbeddingOptions& options,
                                            const TrainingListener& listener = {});
  // Goes on from this model with other graphs: its words and its options, its U and b as the start.
  [[nodiscard]] EmbeddingModel train_further(const Open& open, const Progress& progress = {},
                                             const TrainingListener& listener = {}) const;
  void save(const std::string& path, bool force = false) const;
  // Throws Error: io, malformed where it is damaged (every truncation and every changed byte), incompatible.
  [[nodiscard]] static EmbeddingModel load(const std::string& path, int threads = 1, NodeSets node_sets = {});

  ~EmbeddingModel();
  EmbeddingModel(EmbeddingModel&&) noexcept;
  EmbeddingModel& operator=(EmbeddingModel&&) noexcept;

  // Vectors of all documents of these graphs, in their order.
  [[nodiscard]] std::vector<EmbeddingRow> infer(std::span<const Graph> graphs, const Progress& progress = {}) const;
  // Vectors of all documents of the source, in its order. Progress counts graphs.
  void infer(GraphSource& source, const std::function<void(EmbeddingRow&&)>& consume,
             const Progress& progress = {}) const;
  // The same of a corpus of text, as training writes it (EmbeddingOptions::corpus_out). Progress counts documents.
  void infer_corpus(const std::string& path, const std::function<void(EmbeddingRow&&)>& consume,
                    const Progress& progress = {}) const;

  struct Summary {
    std::uint64_t documents = 0;  // that it was learnt from
    double objective = 0, gradient_norm = 0;
    std::uint64_t iterations = 0;
    bool converged = false;
    bool stopped_early = false;                  // descent, for want of a lower held-out loss; not kept in the file
    std::vector<double> losses, held_out;        // of descent, by epoch; not kept in the file
    double walk_seconds = 0, solve_seconds = 0;  // not kept in the file
  };
  [[nodiscard]] const Summary& summary() const noexcept;
  [[nodiscard]] const EmbeddingOptions& options() const noexcept;
  [[nodiscard]] std::size_t words() const noexcept;
  // "other" for the last one, if there is one.
  [[nodiscard]] std::string word(std::size_t index) const;
  // Its row of W, where training had a context; else of U.
  [[nodiscard]] std::vector<double> word_vector(std::size_t index) const;

  // Words by the cosine of their vectors with that of a word, itself left out, the nearest first.
  struct Neighbour {
    std::size_t word = 0;
    double cosine = 0;
  };
  // Throws Error(usage) if the walk is no word.
  [[nodiscard]] std::vector<Neighbour> similar_words(const std::string& walk, std::size_t count) const;

  // What a model holds: of use inside the library alone, where it is defined.
  struct State;
  explicit EmbeddingModel(State&& state);
  [[nodiscard]] const State& state() const noexcept { return *state_; }

 private:
  std::unique_ptr<const State> state_;
};

}  // namespace awe
