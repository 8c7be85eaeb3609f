// How well recipes classify graphs, or rows of a matrix, without fooling oneself: nested cross-validation and held-out
// parts.
//
// Everything that is chosen (recipe, gamma, C) is chosen on training graphs alone, by an inner split; settings that the
// split cannot tell from the best (within half a standard error of its accuracy) vote together. Everything that is
// learnt from graphs (medians, sizes, codebooks) is learnt on the training part of each fold. Kernels between two
// graphs that depend on these two alone are computed once. docs/explanation/evaluation.md says what each protocol can
// and cannot claim. Cost: n^2 floats for each channel and one more; a few SVMs a fold and candidate.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

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

struct EvaluationOptions {
  std::string recipe = "auto";                // a name of awe/recipe.h, used only without candidates
  int folds = 10, repeats = 1;                // of cross-validation, used only without splits
  std::vector<KernelRecipe> candidates = {};  // recipes to choose from; a matrix is classified by all its blocks
  std::vector<FoldAssignment> splits = {};    // folds of every repeat, equally many in each; one fold: a held-out part
  std::vector<std::uint32_t> groups = {};     // items that inner splits keep together; empty: none
  std::vector<double> gammas = {0.3, 1, 3};
  std::vector<double> cs = {1, 10, 100};
  std::uint64_t walks = 100'000;  // of channels that are sampled
  bool self_loops = false;        // graphs may have them
  bool transductive = false;      // what is learnt from graphs is learnt from all of them, without their classes
  RunOptions run = {};
};

struct FoldResult {
  std::string recipe;  // the best inside, with its gamma and C
  double gamma = 0, c = 0;
  std::size_t voters = 0;  // settings within half a standard error of the best, itself included: they predict together
  double inner_accuracy = 0, accuracy = 0;
  std::size_t tested = 0;
};

struct Evaluation {
  std::vector<FoldResult> folds;  // repeat by repeat
  ScoreSummary accuracy;
  double macro_f1 = 0;        // of all test predictions of all repeats
  double roc_auc = 0;         // for two classes, both tested; else 0
  ConfusionMatrix confusion;  // of all repeats
  double feature_seconds = 0, kernel_seconds = 0, svm_seconds = 0;
};

// Nested cross-validation of graphs that all have a class. Progress counts folds (of all repeats), after the features.
// Throws Error: usage for a graph without a class and for fewer than two classes, limit where matrices would take more
// than run.memory.
[[nodiscard]] Evaluation evaluate(std::span<const Graph> graphs, const EvaluationOptions& options = {});

// The same for sets that are prepared already: options.splits must be given, and for graphs options.candidates. With
// one fold per repeat, the accuracy is summarised as that of held-out parts (awe/metrics.h).
[[nodiscard]] Evaluation evaluate_nested(const evaluation::GraphSet& set, const EvaluationOptions& options);
[[nodiscard]] Evaluation evaluate_nested(const evaluation::MatrixSet& set, const EvaluationOptions& options);

}  // namespace awe
