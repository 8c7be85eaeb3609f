// How well recipes classify graphs, or rows of a matrix, without fooling oneself: nested cross-validation and held-out
// parts.
//
// Everything that is chosen (recipe, gamma, C) is chosen on training graphs alone, by an inner split; settings that the
// split cannot tell from the best (within half a standard error of its accuracy) vote together. Everything that is
// learnt from graphs (medians, sizes, codebooks) is learnt on the training part of each fold. Kernels between two
// graphs that depend on these two alone are computed once. docs/evaluation.md says what each protocol can and cannot
// claim. Cost: n^2 floats for each channel and one more; a few SVMs a fold and candidate.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "awe/folds.h"
#include "awe/graph_set.h"
#include "awe/metrics.h"
#include "awe/progress.h"
#include "awe/recipe.h"
#include "evaluation/matrix_set.h"

namespace awe {

struct EvaluationOptions {
  std::vector<KernelRecipe> candidates;  // of graphs; a matrix is classified by all its blocks
  std::vector<FoldAssignment> repeats;   // folds of every repeat, as many in each; one fold: a part held out
  std::vector<std::uint32_t> groups;     // items that inner splits keep together; empty: none
  std::vector<double> gammas = {0.3, 1, 3};
  std::vector<double> cs = {1, 10, 100};
  std::uint64_t seed = 1;
  std::uint64_t walks = 100'000;  // of channels that are sampled
  bool self_loops = false;        // graphs may have them
  bool transductive = false;      // what is learnt from graphs is learnt from all of them, without their classes
  double memory = 4e9;            // bytes that matrices may take
  int threads = 1;
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

// With one fold a repeat, the accuracy is summarised as of held-out parts (awe/metrics.h).
// Progress counts folds (of all repeats), after the features. Throws Error(limit) where matrices would pass the memory.
[[nodiscard]] Evaluation evaluate_nested(const GraphSet& set, const EvaluationOptions& options,
                                         const Progress& progress = {});
[[nodiscard]] Evaluation evaluate_nested(const evaluation::MatrixSet& set, const EvaluationOptions& options,
                                         const Progress& progress = {});

}  // namespace awe
