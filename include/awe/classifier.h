// A classifier of graphs: trained on graphs with classes, saved to a file, applied to new graphs.
//
// Recipes, gammas and penalties are chosen by inner folds of the training graphs. All settings that cannot be
// distinguished from the best one vote together (docs/explanation/evaluation.md); each is a machine trained on all
// training graphs. The scores of held-out folds also calibrate the probabilities. A prediction depends only on the
// model and the graph: it is the same in any batch, in any order and on any number of threads. Cost: fitting an SVM or
// a ridge takes n^2 floats per channel of the recipes tried; a prediction takes the walks of the graph and one kernel
// value per channel and training graph that the model holds.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "awe/featurizer.h"
#include "awe/graph_source.h"
#include "awe/matrix.h"
#include "awe/recipe.h"
#include "awe/run_options.h"

namespace awe {

namespace classifier {
struct ClassifierAccess;
}
namespace evaluation {
struct GraphSet;
}

// Options of Classifier::fit.
struct ClassifierOptions {
  std::string recipe = "auto";                // name of a recipe (awe/recipe.h), used only without candidates
  std::vector<KernelRecipe> candidates = {};  // recipes to choose from
  std::vector<double> gammas = {0.3, 1, 3};   // values of gamma to choose from
  std::vector<double> cs = {1, 10, 100};      // values of the SVM's C to choose from
  MachineOptions machine = {};                // machine
  // Make the scores of an SVM probabilities (Platt scaling of pairs of classes) and predict the most probable class.
  bool probabilities = false;
  bool balanced = false;          // give every class the same total weight, however many graphs it has
  GraphReading reading = {};      // how the graphs were read; saved with the model
  int ego_radius = 0;             // the graphs are those around nodes, up to this distance; saved with the model
  std::uint64_t walks = 100'000;  // walks per graph, where walks are sampled
  double budget = 1e9;            // limit of steps for one graph, as in FeatureOptions
  // File that keeps the state of a fit of landmarks or linear, which continues from it if it exists and then gives the
  // same model; a file of the same name with .rows beside it belongs to it. Both stay; empty: none.
  std::string checkpoint = {};
  double checkpoint_seconds = 600;  // time between checkpoints; a fit that is stopped writes one, too
  RunOptions run = {};              // seed, threads, memory, progress
};

// The prediction for one graph.
struct Prediction {
  std::string id;     // name of the graph, or its position in the stream
  int predicted = 0;  // predicted class: index into class_names(), the class of the largest score
  // One score per class, each a mean over the voters. SVM: the probability of the class with
  // ClassifierOptions::probabilities, otherwise the number of pairwise comparisons that the class wins, plus a fraction
  // below 1/3 that breaks ties. Ridge: the estimate of the regression on one-hot classes.
  std::vector<double> scores;
  // One probability per class, calibrated on held-out graphs; the predicted class has the largest. Empty if the model
  // has no calibration (files of earlier versions).
  std::vector<double> probabilities = {};
  std::uint64_t nearest = 0;  // nearest graph that the model holds: index into training_ids()
  double distance = 0;        // distance to it under the best recipe: mean over channels of distance / median
  double unseen = 0;          // largest share of walks, over the channels, that no training graph has
  // Whether labelled walks are used and none of this graph's occurs in a training graph: the prediction says little.
  bool all_unseen = false;
  bool mostly_unseen = false;  // no training graph has more than half of its labelled walks, over all lengths
  std::optional<std::string> given_class;  // class that the graph came with, if any; not used by the prediction
};

// What a linear machine has learnt about one column of its features.
struct ColumnWeight {
  MatrixColumn column;          // what it counts; an empty walk stands for all walks without a column of their own
  bool root = false;            // the machine sees the square root of the probability
  double factor = 1;            // and multiplies it by this, which makes blocks comparable
  std::vector<double> weights;  // one per class
};
// A linear machine in readable form: the score of a class is its bias plus the sum over columns of weight * factor * v,
// where v is the value of the column in the feature matrix, or its root.
struct LinearWeights {
  std::vector<ColumnWeight> columns;  // those with a weight that is not zero
  std::vector<double> bias;           // one per class
};

// A trained classifier.
class Classifier {
 public:
  // Trains on the graphs that have a class; others are left out, and a note says how many. Progress counts the kernels
  // tried. Throws Error: usage if no graph has a class, for fewer than two classes, limit if the matrices would take
  // more than run.memory bytes.
  [[nodiscard]] static Classifier fit(std::span<const Graph> graphs, const ClassifierOptions& options = {});
  [[nodiscard]] static Classifier fit(const evaluation::GraphSet& set, const ClassifierOptions& options);
  // The same for graphs that need not fit into memory: landmarks and linear read them twice, svm and ridge hold them.
  // Beyond max_exact graphs, recipes whose rows would take too long are left out, if there are others, which
  // is noted. Progress counts graphs, from 0 in every phase. Throws Error: usage also if the two passes differ,
  // incompatible if the checkpoint belongs to another fit.
  [[nodiscard]] static Classifier fit(const OpenGraphs& open, const ClassifierOptions& options = {});
  // The same for the nodes or edges of graphs: `classes` has the class of some of them, by ids as Featurizer gives them
  // (NODE or U-V; with several graphs GRAPH/NODE). Features are those of the whole graphs, without classes; items
  // without a class are left out, and a note says how many. Of several graphs, each stays in one inner fold. The
  // machine is svm or ridge. Throws Error(usage) also for another level, and for ids that match nothing.
  [[nodiscard]] static Classifier fit_items(std::span<const Graph> graphs, Level level,
                                            const std::unordered_map<std::string, std::string>& classes,
                                            const ClassifierOptions& options = {});
  // Reads a saved model. Throws Error: io if it cannot be read, malformed if it is damaged (any truncation and any
  // changed byte is detected), incompatible for another version.
  [[nodiscard]] static Classifier load(const std::string& path, int threads = 1);
  // Writes the model to a file. Throws Error: usage if the file exists and `force` is false, io if writing fails.
  void save(const std::string& path, bool force = false) const;

  ~Classifier();
  Classifier(Classifier&&) noexcept;
  Classifier& operator=(Classifier&&) noexcept;

  // Predictions for these graphs, in their order. Progress counts graphs.
  [[nodiscard]] std::vector<Prediction> predict(std::span<const Graph> graphs, const Progress& progress = {}) const;
  // Reads the source to its end, a batch at a time, and passes each prediction to `consume` in the order of the source.
  // Progress counts graphs. Throws what the source and `consume` throw.
  void predict(GraphSource& source, const std::function<void(Prediction&&)>& consume,
               const Progress& progress = {}) const;

  // What was chosen in training.
  struct Summary {
    std::string recipe;         // name of the best recipe
    double gamma = 0, c = 0;    // its gamma; its C, or the lambda of a ridge
    double inner_accuracy = 0;  // its accuracy in the inner folds; optimistic, since it was chosen by it
    std::uint64_t voters = 0;   // number of settings that vote together
    std::uint64_t graphs = 0, support_vectors = 0;  // number of training graphs; number of those that voters use
    bool probabilities = false, balanced = false;   // ClassifierOptions::probabilities; ClassifierOptions::balanced
    GraphReading reading;                           // how the training graphs were read
    Machine machine = Machine::svm;                 // machine of the voters; never automatic
    bool regression = false;                        // the model of a Regressor: scores are numbers
    // What is classified: graphs, or the nodes or edges of graphs, each of which gets a prediction of its own.
    Level level = Level::graph;
    int ego_radius = 0;  // the graphs are those around nodes, up to this distance; 0: they are whole
    double epsilon = 0;  // of a Regressor that is an SVM: the epsilon of the best setting
  };
  [[nodiscard]] const Summary& summary() const noexcept;                       // what was chosen in training
  [[nodiscard]] const std::vector<std::string>& class_names() const noexcept;  // names of the classes, by index
  // Ids of the training graphs that the model holds (those that voters use), in their order.
  [[nodiscard]] const std::vector<std::string>& training_ids() const noexcept;
  // The weights of a linear machine. Throws Error(usage) for other machines. O(columns).
  [[nodiscard]] LinearWeights linear_weights() const;
  // Whether predictions have probabilities.
  [[nodiscard]] bool has_probabilities() const noexcept;

 private:
  friend struct classifier::ClassifierAccess;
  struct State;
  explicit Classifier(std::unique_ptr<State> state);
  // `alone`: there is no other graph in the input.
  void predict_some(const std::vector<Graph>& graphs, std::uint64_t first, bool alone, const Progress& stop,
                    const std::function<void(Prediction&&)>& consume) const;
  std::unique_ptr<State> state_;
};

// The numbers predicted for one graph.
struct Estimate {
  std::string id;                          // name of the graph, or its position in the stream
  std::vector<double> values;              // one per number, each a mean over the voters
  std::uint64_t nearest = 0;               // nearest training graph: index into training_ids()
  double distance = 0, unseen = 0;         // as in Prediction
  bool all_unseen = false;                 // as in Prediction
  bool mostly_unseen = false;              // as in Prediction
  std::optional<std::string> given_class;  // text that the graph came with as its class, if any
};

// A regression of graphs: numbers instead of classes, by kernel ridge or support vector regression. Settings are chosen
// by the squared error on inner folds, each number in units of its standard deviation, and those that cannot be told
// from the best are averaged. Files, cost and independence of batches are those of Classifier.
class Regressor {
 public:
  // Trains on graphs and their numbers: one row per graph with one column per name, all finite. Of the options,
  // `balanced` and `probabilities` are not used, and `machine` is ridge (automatic) or svm. Throws Error: usage for
  // invalid options or numbers, limit if the matrices would take more than run.memory bytes.
  [[nodiscard]] static Regressor fit(std::span<const Graph> graphs, std::span<const double> numbers,
                                     const std::vector<std::string>& names, const ClassifierOptions& options = {});
  [[nodiscard]] static Regressor fit(const evaluation::GraphSet& set, const ClassifierOptions& options);
  // Opens a file, as Classifier::load; neither opens the files of the other.
  [[nodiscard]] static Regressor load(const std::string& path, int threads = 1);
  // Writes the model to a file, as Classifier::save.
  void save(const std::string& path, bool force = false) const;
  [[nodiscard]] static bool is_file(const std::string& path);  // whether a file begins as that of a regression

  // As Classifier::predict.
  [[nodiscard]] std::vector<Estimate> predict(std::span<const Graph> graphs, const Progress& progress = {}) const;
  void predict(GraphSource& source, const std::function<void(Estimate&&)>& consume,
               const Progress& progress = {}) const;

  // What was chosen in training: `inner_accuracy` is the mean R^2 on the inner folds, `c` the lambda or C.
  [[nodiscard]] const Classifier::Summary& summary() const noexcept;
  [[nodiscard]] const std::vector<std::string>& names() const noexcept;         // names of the numbers
  [[nodiscard]] const std::vector<std::string>& training_ids() const noexcept;  // ids of the training graphs

 private:
  explicit Regressor(Classifier model);
  Classifier model_;
};

// A column of classes that a MultilabelClassifier predicts.
struct ClassColumn {
  std::string name;                  // name of the column
  std::vector<std::string> classes;  // names of its classes: by value if all are integers, else by bytes
};
// The classes predicted for one graph.
struct MultilabelPrediction {
  std::string id;                                  // name of the graph, or its position in the stream
  std::vector<int> predicted;                      // one per column: index into its classes
  std::vector<std::vector<double>> probabilities;  // of the classes of each column, calibrated on held-out graphs
  std::uint64_t nearest = 0;                       // nearest training graph: index into training_ids()
  double distance = 0, unseen = 0;                 // as in Prediction
  bool all_unseen = false;                         // as in Prediction
  bool mostly_unseen = false;                      // as in Prediction
  std::optional<std::string> given_class;          // text that the graph came with as its class, if any
};

// A classifier of graphs with classes in several columns, by kernel ridge regression on classes as numbers 0 and 1. One
// setting of recipe, gamma and lambda serves all columns, and settings that cannot be told from the best are averaged;
// each column is trained on the graphs that have a class in it. Files, cost and independence of batches are those of
// Classifier.
class MultilabelClassifier {
 public:
  // Trains on graphs and their classes: one row per graph with one column per name, empty where the class is unknown;
  // graphs without any class are left out, and a note says how many. Of the options, `cs` is not used, `balanced` and
  // `probabilities` are refused, and `machine` is ridge (automatic). Throws as Classifier::fit.
  [[nodiscard]] static MultilabelClassifier fit(std::span<const Graph> graphs, std::span<const std::string> classes,
                                                const std::vector<std::string>& names,
                                                const ClassifierOptions& options = {});
  [[nodiscard]] static MultilabelClassifier fit(const evaluation::GraphSet& set, const ClassifierOptions& options);
  // Opens a file, as Classifier::load; no class opens the files of another.
  [[nodiscard]] static MultilabelClassifier load(const std::string& path, int threads = 1);
  // Writes the model to a file, as Classifier::save.
  void save(const std::string& path, bool force = false) const;
  [[nodiscard]] static bool is_file(const std::string& path);  // whether a file begins as that of such a model

  // As Classifier::predict.
  [[nodiscard]] std::vector<MultilabelPrediction> predict(std::span<const Graph> graphs,
                                                          const Progress& progress = {}) const;
  void predict(GraphSource& source, const std::function<void(MultilabelPrediction&&)>& consume,
               const Progress& progress = {}) const;

  // What was chosen in training: `inner_accuracy` is that of all columns on the inner folds, `c` the lambda.
  [[nodiscard]] const Classifier::Summary& summary() const noexcept;
  [[nodiscard]] const std::vector<ClassColumn>& columns() const noexcept;       // the columns
  [[nodiscard]] const std::vector<std::string>& training_ids() const noexcept;  // ids of the training graphs

 private:
  explicit MultilabelClassifier(Classifier model);
  Classifier model_;
};

}  // namespace awe
