// A classifier of graphs: learnt from graphs with classes, kept in a file, applied to graphs never seen.
//
// Recipes, gammas and C are chosen by inner folds of the training graphs, and those that cannot be told from the best
// vote together (docs/explanation/evaluation.md); each is an SVM trained on all of them. A prediction depends on the
// model and the graph alone: the same numbers in any batch, any order, on any number of threads. Cost: fitting takes
// n^2 floats for every channel of the recipes tried; a prediction the walks of the graph and one kernel value for each
// training graph and channel.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "awe/graph_source.h"
#include "awe/recipe.h"
#include "awe/run_options.h"

namespace awe {

namespace evaluation {
struct GraphSet;
}

// How graphs were read: what new ones must share.
struct GraphReading {
  bool directed = false, undirected = false, weighted = false, self_loops = false;
  bool operator==(const GraphReading&) const = default;
};

struct ClassifierOptions {
  std::string recipe = "auto";                // a name of awe/recipe.h, used only without candidates
  std::vector<KernelRecipe> candidates = {};  // recipes to choose from
  std::vector<double> gammas = {0.3, 1, 3};
  std::vector<double> cs = {1, 10, 100};
  bool probabilities = false;  // scores are probabilities (Platt), and the most probable class is predicted
  bool balanced = false;       // every class weighs the same, however many graphs it has
  GraphReading reading = {};
  std::uint64_t walks = 100'000;  // where walks are sampled
  RunOptions run = {};
};

struct Prediction {
  std::string id;     // the graph's name, or its position in the stream
  int predicted = 0;  // index into class_names: the class of the largest score
  std::vector<double>
      scores;                 // of each class, means over the voters: its probability; without probabilities, the pairs
                              // of classes that it wins, and a fraction of less than a third that tells equals apart
  std::uint64_t nearest = 0;  // training graph, an index into training_ids
  double distance = 0;        // to it, by the best recipe: the mean over channels of distance over median
  double unseen = 0;          // largest share of walks that no training graph has
  std::optional<std::string> given_class;
};

class Classifier {
 public:
  // Learns from graphs that all have a class. Progress counts kernels tried. Throws Error: usage for a graph without a
  // class and for fewer than two classes, limit where matrices would take more than run.memory.
  [[nodiscard]] static Classifier fit(std::span<const Graph> graphs, const ClassifierOptions& options = {});
  [[nodiscard]] static Classifier fit(const evaluation::GraphSet& set, const ClassifierOptions& options);
  // Throws Error: io, malformed where it is damaged (every truncation and every changed byte), incompatible.
  [[nodiscard]] static Classifier load(const std::string& path, int threads = 1);
  void save(const std::string& path, bool force = false) const;

  ~Classifier();
  Classifier(Classifier&&) noexcept;
  Classifier& operator=(Classifier&&) noexcept;

  // Predictions for these graphs, in their order.
  [[nodiscard]] std::vector<Prediction> predict(std::span<const Graph> graphs, const Progress& progress = {}) const;
  // Reads the source to its end, some graphs at a time, and hands out predictions in its order. Progress counts graphs.
  void predict(GraphSource& source, const std::function<void(Prediction&&)>& consume,
               const Progress& progress = {}) const;

  struct Summary {
    std::string recipe;  // the best one, with its gamma and C
    double gamma = 0, c = 0;
    double inner_accuracy = 0;  // of the best: optimistically biased, since the choice was made by it
    std::uint64_t voters = 0;   // settings that predict together
    std::uint64_t graphs = 0, support_vectors = 0;
    bool probabilities = false, balanced = false;
    GraphReading reading;
  };
  [[nodiscard]] const Summary& summary() const noexcept;
  [[nodiscard]] const std::vector<std::string>& class_names() const noexcept;
  [[nodiscard]] const std::vector<std::string>& training_ids() const noexcept;

 private:
  struct State;
  explicit Classifier(std::unique_ptr<State> state);
  void predict_some(const std::vector<Graph>& graphs, std::uint64_t first, const Progress& stop,
                    const std::function<void(Prediction&&)>& consume) const;
  std::unique_ptr<State> state_;
};

}  // namespace awe
