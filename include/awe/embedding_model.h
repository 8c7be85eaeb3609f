// The data-driven embedding: graphs (nodes, edges, subgraphs) are documents, walks are words, and a document's vector d
// predicts its words through softmax(U d + b).
//
// The exact form solves for U and b by L-BFGS (docs/explanation/data-driven.md). The vector of any document, seen in
// training or not, is then the minimiser of its own cross-entropy with U and b fixed, so it is the same in any batch,
// in any order and on any number of threads. A model is one file of data; loading it runs no code.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "awe/featurizer.h"
#include "awe/graph_source.h"
#include "awe/run_options.h"
#include "awe/training_options.h"

namespace awe {

// Options of EmbeddingModel::train.
struct EmbeddingOptions {
  FeatureSpec walks = anonymous_walks(7, 7);  // the words: blocks of walks, anonymous or labelled, without scalings
  WordOptions words = {};                     // which walks are words; words.walks are drawn per sampled document
  bool self_loops = false;                    // graphs may have self-loops: the larger vocabulary
  DeadEnds dead_ends =
      DeadEnds::automatic;     // what walks do where no step is possible (FeatureOptions); a model has a rule
  Level level = Level::graph;  // what a document is
  NodeSets node_sets = {};     // documents of level subgraph, and of level node if not empty
  std::optional<GraphReading> reading = {};  // how the graphs were read, saved with the model; unset: not known
  std::size_t dimensions = 64;               // dimensions of each vector
  double vector_penalty = 0.005, word_penalty = 5e-5;  // weight of |d|^2 in the objective; weight of |U|^2
  double tolerance = 3e-4;                             // norm of the gradient at which the exact solver stops
  std::uint64_t max_iterations = 500;                  // limit of iterations of the exact solver
  // Documents to learn from; of a larger number, evenly spread ones are taken (descent on graphs: all).
  std::uint64_t max_documents = 20'000;

  // The paper's model with context, trained by gradient descent instead of the exact form. Dimensions, seed, threads
  // and checkpoints are those of EmbeddingOptions; the ones in here are ignored.
  std::optional<DescentOptions> descent = {};
  std::uint32_t sentence_walks = 20;  // walks from every node in the corpus of gradient descent
  std::string corpus_out = {};        // file for one epoch of the corpus of gradient descent as text; empty: none
  bool replace_corpus = false;        // replace an existing corpus_out
  std::string corpus = {};            // text file to learn from instead of walks of graphs; empty: none

  std::string checkpoint = {};      // file for checkpoints of training; empty: none
  double checkpoint_seconds = 600;  // seconds between checkpoints
  std::string resume_from = {};     // checkpoint file to resume from; empty: none
  RunOptions run = {};              // seed, threads, memory, progress
};

// The vector of one document.
struct EmbeddingRow {
  std::string id;                         // id of the document: of its graph, with node, edge or subgraph
  std::optional<std::string> class_name;  // class of the graph, if it has one
  std::vector<double> vector;             // EmbeddingOptions::dimensions values
  double unseen = 0;                      // share of the walks that no training document has
  double gradient_norm = 0;               // norm of the gradient at the end of the solve
};

// A trained embedding model.
class EmbeddingModel {
 public:
  using Open = OpenGraphs;  // returns a new source of the same graphs at every call

  // Trains on these graphs. Progress counts documents, then iterations or steps. Throws Error: usage for options that
  // make no sense, io where a file of the options fails.
  [[nodiscard]] static EmbeddingModel train(std::span<const Graph> graphs, const EmbeddingOptions& options = {});
  // Trains on the graphs that `open` returns. With options.corpus, `open` may be empty; otherwise the documents of the
  // corpus belong to its graphs. Progress counts documents, then iterations or steps; the listener is called after each
  // iteration or step. Throws as above.
  [[nodiscard]] static EmbeddingModel train(const Open& open, const EmbeddingOptions& options,
                                            const TrainingListener& listener = {});
  // A model trained on other graphs with the words and options of this one, starting from its U and b.
  [[nodiscard]] EmbeddingModel train_further(const Open& open, const Progress& progress = {},
                                             const TrainingListener& listener = {}) const;
  // Writes the model to a file. Throws Error: usage if the file exists and `force` is false, io if writing fails.
  void save(const std::string& path, bool force = false) const;
  // Reads a saved model; node_sets are needed at level subgraph. Throws Error: io if it cannot be read, malformed if it
  // is damaged (any truncation and any changed byte is detected), incompatible for another version.
  [[nodiscard]] static EmbeddingModel load(const std::string& path, int threads = 1, NodeSets node_sets = {});

  ~EmbeddingModel();
  EmbeddingModel(EmbeddingModel&&) noexcept;
  EmbeddingModel& operator=(EmbeddingModel&&) noexcept;

  // Vectors of all documents of these graphs, in their order. Progress counts graphs.
  [[nodiscard]] std::vector<EmbeddingRow> infer(std::span<const Graph> graphs, const Progress& progress = {}) const;
  // Reads the source to its end and passes the vectors of its documents to `consume`, in order. Progress counts graphs.
  void infer(GraphSource& source, const std::function<void(EmbeddingRow&&)>& consume,
             const Progress& progress = {}) const;
  // The same for a corpus of text, as training writes it (EmbeddingOptions::corpus_out). Progress counts documents.
  void infer_corpus(const std::string& path, const std::function<void(EmbeddingRow&&)>& consume,
                    const Progress& progress = {}) const;

  // How training ended.
  struct Summary {
    std::uint64_t documents = 0;              // documents that the model was trained on
    double objective = 0, gradient_norm = 0;  // final objective; norm of its gradient
    std::uint64_t iterations = 0;             // iterations of the exact solver, or steps of gradient descent
    bool converged = false;                   // the tolerance was reached
    bool stopped_early = false;               // descent stopped since the held-out loss did not fall; not saved
    // Training loss per epoch of descent, not saved; the same for the held-out loss.
    std::vector<double> losses, held_out;
    double walk_seconds = 0, solve_seconds = 0;  // seconds for the walks, not saved; seconds for the solver, not saved
  };
  [[nodiscard]] const Summary& summary() const noexcept;           // how training ended
  [[nodiscard]] const EmbeddingOptions& options() const noexcept;  // options that the model was trained with
  [[nodiscard]] std::size_t words() const noexcept;                // number of words, with "other"
  // Text of the walk at this index, below words(); "other" for the last one if WordOptions::other is set.
  [[nodiscard]] std::string word(std::size_t index) const;
  // Vector of the word: its row of the context matrix W if the model was trained with context, otherwise of U.
  [[nodiscard]] std::vector<double> word_vector(std::size_t index) const;

  // A word, and the cosine of its vector with that of the word asked for.
  struct Neighbour {
    std::size_t word = 0;  // index of the word
    double cosine = 0;     // cosine similarity
  };
  // The `count` words nearest to a walk by cosine, without itself, nearest first. Throws Error(usage) if it is not a
  // word.
  [[nodiscard]] std::vector<Neighbour> similar_words(const std::string& walk, std::size_t count) const;

  // Content of a model; defined and used inside the library only.
  struct State;
  explicit EmbeddingModel(State&& state);                                // for use inside the library
  [[nodiscard]] const State& state() const noexcept { return *state_; }  // for use inside the library

 private:
  std::unique_ptr<const State> state_;
};

}  // namespace awe
