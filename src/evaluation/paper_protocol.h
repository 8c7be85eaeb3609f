// The protocol of the paper (Ivanov & Burnaev, ICML 2018, section 4): ten folds, C chosen on a validation part,
// repeated with different folds; inner product, polynomial (c = 0, d = 2) and RBF kernels with several sigma, each
// reported separately. And the rule of the authors' published code, which differs: the RBF kernel is exp(-d^2 / sigma),
// folds are not stratified, and the validation part is as many random training items as a fold has. An earlier version
// of that code tests one random part per repeat instead of all folds, with a validation part of the same size.
//
// Kernel and sigma are not chosen by the protocol: quoting the best row means choosing on test folds. See
// docs/explanation/evaluation.md. Cost: one Gram matrix in memory, two if options.memory allows; for each kernel, the
// SVMs of all folds, repeats and C.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "awe/folds.h"
#include "awe/metrics.h"
#include "awe/run_options.h"
#include "evaluation/graph_set.h"
#include "evaluation/matrix_set.h"

namespace awe::evaluation {

// Which text is followed: that of the paper, or the authors' code.
enum class PaperRule { paper, authors };

struct PaperOptions {
  PaperRule rule = PaperRule::paper;
  FeatureSpec features = anonymous_walks(7, 7);  // for graphs: a single block
  bool inner_products = true;                    // use the inner product and its square besides the RBF kernels
  std::vector<double> sigmas = {1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10};
  std::vector<double> cs = {1e-3, 1e-2, 1e-1, 1, 10};
  std::vector<FoldAssignment> repeats;  // for authors: authors_folds or authors_parts
  std::vector<std::uint32_t> groups;    // items that validation parts keep together; empty: none; unused for authors
  std::uint64_t walks = 100'000;        // where walks are sampled
  double budget = 1e9;                  // steps of one graph
  bool self_loops = false;              // graphs may have them
  RunOptions run;

  // Number of kernels, each with a line of its own.
  [[nodiscard]] std::size_t kernels() const { return sigmas.size() + (uses_inner_products() ? 2 : 0); }
  // The authors' code has RBF kernels alone for counts, whose inner products are too large for an SVM in any case.
  [[nodiscard]] bool uses_inner_products() const {
    const bool counts = !features.empty() && features.front().counts;
    return inner_products && !(rule == PaperRule::authors && counts);
  }
};

struct PaperResult {
  std::string kernel;  // "linear", "poly", "rbf sigma=0.1"
  ScoreSummary accuracy;
  bool best = false;  // of all rows: a choice made on test folds
};

struct PaperEvaluation {
  std::vector<PaperResult> results;
  double feature_seconds = 0, kernel_seconds = 0, svm_seconds = 0;
};

// The splits of the authors' code: ten folds, say, in each of several repeats, or one test part with this share of the
// items in each. Throws Error(usage) where there are too few items.
[[nodiscard]] std::vector<FoldAssignment> authors_folds(const folds::ItemClasses& set, int folds, int repeats,
                                                        std::uint64_t seed);
[[nodiscard]] std::vector<FoldAssignment> authors_parts(const folds::ItemClasses& set, double share, int repeats,
                                                        std::uint64_t seed);

// Throws Error: limit if the matrices would take more than options.memory, usage without folds. The evaluation checks
// the same once it has the features.
void check(const PaperOptions& options, std::size_t items);

// Progress counts kernels times repeats. For a matrix, kernels are computed between whole rows.
[[nodiscard]] PaperEvaluation evaluate_paper(const GraphSet& set, const PaperOptions& options,
                                             const Progress& progress = {});
[[nodiscard]] PaperEvaluation evaluate_paper(const MatrixSet& set, const PaperOptions& options,
                                             const Progress& progress = {});

}  // namespace awe::evaluation
