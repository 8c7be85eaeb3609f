// Accuracy of recipes on graphs, or on rows of a matrix, without selection bias: nested cross-validation and held-out
// parts.
//
// Recipe, gamma and penalty are chosen on training graphs alone, by an inner split; settings that the split cannot
// distinguish from the best (within half a standard error of its accuracy; ridge: one) vote together. Medians, sizes,
// codebooks and everything else that is learnt from graphs are learnt on the training part of each fold. Kernel values
// that depend only on their two graphs are computed once. docs/explanation/evaluation.md states what each protocol can
// and cannot claim. Cost: n^2 floats per channel, and n^2 more; a few SVMs per fold and candidate.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "awe/featurizer.h"
#include "awe/folds.h"
#include "awe/graph.h"
#include "awe/metrics.h"
#include "awe/recipe.h"
#include "awe/run_options.h"

namespace awe {

namespace evaluation {
struct GraphSet;
struct MatrixSet;
}  // namespace evaluation

// Options of an evaluation.
struct EvaluationOptions {
  std::string recipe = "auto";                // name of a recipe (awe/recipe.h), used only without candidates
  int folds = 10, repeats = 1;                // folds of cross-validation, used only without splits; its repeats
  std::vector<KernelRecipe> candidates = {};  // recipes to choose from; ignored for a matrix, which uses all its blocks
  std::vector<FoldAssignment> splits = {};    // folds of every repeat, equally many in each; one fold: a held-out part
  std::vector<std::uint32_t> groups = {};     // group of each item, kept together by inner splits; empty: no groups
  std::vector<double> gammas = {0.3, 1, 3};   // values of gamma to choose from
  std::vector<double> cs = {1, 10, 100};      // values of the SVM's C to choose from
  MachineOptions machine = {};                // machine; automatic: ridge for labels and few graphs, otherwise svm
  std::uint64_t walks = 100'000;              // walks per graph, where walks are sampled
  double budget = 1e9;                        // limit of steps for one graph, as in FeatureOptions
  bool self_loops = false;                    // graphs may have self-loops: the larger vocabulary
  std::string alone = "";                     // name of a candidate that is also evaluated by itself; empty: none
  bool transductive = false;  // learn from all graphs, without their classes, what is learnt from graphs
  RunOptions run = {};        // seed, threads, memory, progress
};

// The result of one fold.
struct FoldResult {
  std::string recipe;       // best recipe of the inner split
  double gamma = 0, c = 0;  // its gamma; its C, or the lambda of a ridge
  std::size_t voters = 0;   // number of settings that vote together: those that cannot be told from the best
  // Accuracy of the best setting in the inner split; accuracy on the test items.
  double inner_accuracy = 0, accuracy = 0;
  std::size_t tested = 0;           // number of test items
  std::vector<int> predicted = {};  // their classes as predicted, in the order of FoldAssignment::test_items
};

// The result of an evaluation.
struct Evaluation {
  std::vector<FoldResult> folds;  // one per fold, repeat by repeat
  ScoreSummary accuracy;          // mean accuracy of the folds with an interval
  double macro_f1 = 0;            // macro F1 of all test predictions of all repeats
  double roc_auc = 0;             // area under the ROC curve for two classes that were both tested; otherwise 0
  ConfusionMatrix confusion;      // test predictions of all repeats
  // Accuracy of the candidate that is also evaluated by itself, on the same folds, by the same machine.
  std::optional<ScoreSummary> alone;
  Machine machine = Machine::svm;  // machine that was used; never automatic
  std::size_t folds_at_once = 1;   // number of folds that ran side by side
  // Seconds for features; seconds for kernels; seconds for machines: sums over the folds, divided by the number of
  // those that ran side by side.
  double feature_seconds = 0, kernel_seconds = 0, svm_seconds = 0;
};

// Nested cross-validation on graphs with classes; those without are left out, and a note says how many. Progress counts
// the folds of all repeats. Throws Error: usage if no graph has a class, for fewer than two classes or invalid options,
// limit if the matrices would take more than run.memory bytes.
[[nodiscard]] Evaluation evaluate(std::span<const Graph> graphs, const EvaluationOptions& options = {});

// The same for the nodes or edges of graphs: `classes` has the class of some of them, by ids as Classifier::fit_items
// takes them. Rows are made once from the whole graphs, without classes; of several graphs, each stays in one fold.
// `recipe` and `groups` are not used; without candidates, recipes for nodes are chosen from. Throws also Error(usage)
// for another level, and for ids that match nothing.
[[nodiscard]] Evaluation evaluate_items(std::span<const Graph> graphs, Level level,
                                        const std::unordered_map<std::string, std::string>& classes,
                                        const EvaluationOptions& options = {});

// The same for prepared sets, with options.splits and, for graphs, options.candidates. With one fold per repeat, the
// accuracy is summarised as that of held-out parts (awe/metrics.h).
[[nodiscard]] Evaluation evaluate_nested(const evaluation::GraphSet& set, const EvaluationOptions& options);
[[nodiscard]] Evaluation evaluate_nested(const evaluation::MatrixSet& set, const EvaluationOptions& options);

// Options of report_page.
struct ReportOptions {
  EvaluationOptions evaluation = {};  // recipe, folds, seed, threads, progress; always one repeat of an SVM
  std::map<std::string, std::string> node_names = {};        // what to call labels of nodes: {"0", "C"}
  std::map<std::string, std::string> edge_names = {};        // what to call labels of edges: {"0", "aromatic"}
  std::string title = "Graphs";                              // heading of the page
  std::string command = "";                                  // what made the page, shown at its end
  std::size_t most_graphs = 2000;                            // of more graphs a stratified sample is taken; at least 10
  std::function<void(const std::string& step)> begins = {};  // called before each step
};

// A collection as one HTML page that needs no other file and makes no request: accuracy with its baselines, confusion
// matrix, maps of the graphs, walks that separate classes, evidence per node, outliers and twins, sizes, and a learning
// curve. Text of the graphs (ids, labels, classes) is escaped, and a policy in the page forbids everything but its own
// script. The same graphs and options give the same bytes for any number of threads. Throws as evaluate, and
// Error(usage) for fewer than two graphs per fold, or a class with fewer than two. Cost: several evaluations.
[[nodiscard]] std::string report_page(std::span<const Graph> graphs, const ReportOptions& options = {});
// The same for a prepared set.
[[nodiscard]] std::string report_page(evaluation::GraphSet set, const ReportOptions& options);

// How well one of the numbers is predicted: means over the test parts, with intervals.
struct TargetEvaluation {
  std::string name;                      // name of the number
  ScoreSummary mae, rmse, r2, spearman;  // of awe/metrics.h, each computed on every test part
  double mean_mae = 0, mean_rmse = 0;    // of always predicting the mean of the training part, for comparison
};
// The result of one test part of a regression.
struct RegressionFold {
  std::string recipe;            // best recipe of the inner split
  double gamma = 0, lambda = 0;  // its gamma and lambda
  std::size_t voters = 0;        // number of settings that are averaged: those that cannot be told from the best
  double inner_r2 = 0;           // mean R^2 over the numbers, of the best setting in the inner split
  std::vector<RegressionScores> scores;  // one per number
  std::size_t tested = 0;                // number of test items
  double c = 0, epsilon = 0;             // of an SVM, which has no lambda: its C and epsilon
};
// The result of an evaluation of a regression.
struct RegressionEvaluation {
  std::vector<RegressionFold> folds;      // one per fold, repeat by repeat
  std::vector<TargetEvaluation> targets;  // one per number
  // Seconds for features; seconds for kernels; seconds for machines.
  double feature_seconds = 0, kernel_seconds = 0, machine_seconds = 0;
  Machine machine = Machine::ridge;  // machine that was used: ridge or svm
};

// The same for numbers instead of classes: `numbers` has one row per graph with one column per name, all of them
// finite. The machine is kernel ridge regression, or with Machine::svm support vector regression (epsilon-SVR), whose C
// and epsilon are in standard deviations of the numbers; one setting of recipe, gamma and penalty serves all numbers,
// each of which counts in units of its standard deviation. Folds are stratified by ten quantiles of the first number.
[[nodiscard]] RegressionEvaluation evaluate_regression(std::span<const Graph> graphs, std::span<const double> numbers,
                                                       const std::vector<std::string>& names,
                                                       const EvaluationOptions& options = {});
// For prepared sets that have numbers, as evaluate_nested.
[[nodiscard]] RegressionEvaluation evaluate_regression(const evaluation::GraphSet& set,
                                                       const EvaluationOptions& options);
[[nodiscard]] RegressionEvaluation evaluate_regression(const evaluation::MatrixSet& set,
                                                       const EvaluationOptions& options);

// How well one of several columns of classes is predicted, on the items that have a class in it.
struct LabelEvaluation {
  std::string name;                  // name of the column
  std::vector<std::string> classes;  // names of its classes
  std::uint64_t known = 0;           // number of items that have a class in it
  double majority = 0;               // share of its largest class among them
  ScoreSummary accuracy;             // mean accuracy of the test parts with an interval
  // Area under the ROC curve, for two classes: mean of the test parts that have items of both; no folds: there is none.
  ScoreSummary roc_auc;
};
// The result of one test part of an evaluation of several columns of classes.
struct MultilabelFold {
  std::string recipe;            // best recipe of the inner split
  double gamma = 0, lambda = 0;  // its gamma and lambda
  std::size_t voters = 0;        // number of settings that are averaged
  double inner_r2 = 0;  // mean R^2 of the best setting over the classes, as numbers 0 and 1, in the inner split
  std::vector<double> accuracy, roc_auc;  // one per column; not a number where there is none
  std::size_t tested = 0;                 // number of test items
};
// The result of an evaluation of several columns of classes.
struct MultilabelEvaluation {
  std::vector<MultilabelFold> folds;     // one per fold, repeat by repeat
  std::vector<LabelEvaluation> columns;  // one per column
  ScoreSummary accuracy, roc_auc;        // means over the columns
  bool complete = false;                 // every item has a class in every column; otherwise the next two are not set
  ScoreSummary subset_accuracy;          // share of test items that are right in all columns
  ScoreSummary hamming_loss;             // share of wrong classes, over test items and columns
  // Seconds for features; seconds for kernels; seconds for machines.
  double feature_seconds = 0, kernel_seconds = 0, machine_seconds = 0;
};

// The same for classes in several columns: `classes` has one row per graph with one column per name, empty where the
// class is unknown; graphs without any class are left out, and a note says how many. The machine is ridge (automatic).
// All columns share folds, rows, distances and kernels, and one setting of recipe, gamma and lambda, chosen by the
// squared error of the classes as numbers 0 and 1; each column is trained on the items that have a class in it. Folds
// are stratified by the rarest class of each graph. Throws as evaluate.
[[nodiscard]] MultilabelEvaluation evaluate_multilabel(std::span<const Graph> graphs,
                                                       std::span<const std::string> classes,
                                                       const std::vector<std::string>& names,
                                                       const EvaluationOptions& options = {});
// For prepared sets that have several columns, as evaluate_nested.
[[nodiscard]] MultilabelEvaluation evaluate_multilabel(const evaluation::GraphSet& set,
                                                       const EvaluationOptions& options);
[[nodiscard]] MultilabelEvaluation evaluate_multilabel(const evaluation::MatrixSet& set,
                                                       const EvaluationOptions& options);

// The result of one fold of link prediction: areas under the ROC curve of the tested pairs of nodes.
struct LinkFold {
  std::string recipe;            // best recipe of the inner split: roles, proximity, or both
  double auc = 0;                // of the machine
  double common_neighbours = 0;  // of the number of common neighbours
  double adamic_adar = 0;        // of the index of Adamic and Adar
  double degrees = 0;            // of the product of the degrees
  std::size_t tested = 0;        // number of tested pairs
};
// The result of an evaluation of link prediction.
struct LinkEvaluation {
  std::vector<LinkFold> folds;  // one per fold, repeat by repeat
  // Means of the folds with intervals.
  ScoreSummary auc, common_neighbours, adamic_adar, degrees;
};

// How well the edges of an undirected graph are told from pairs of nodes without an edge, of which as many are drawn.
// Each fold removes its test edges and its training examples (the edges of the next fold) from the graph before
// features are computed, so that nothing leaks; at most 1000 pairs of either kind are examples, and as many are tested.
// `candidates` has at most one recipe, of features of the ends; `splits`, `groups` and `recipe` are not used. Throws
// Error(usage) for a directed graph, fewer than three folds, or too few edges.
[[nodiscard]] LinkEvaluation evaluate_links(const Graph& graph, const EvaluationOptions& options = {});

}  // namespace awe
