// Class probabilities of an SVM. For each pair of classes a sigmoid 1 / (1 + exp(a d + b)) is fitted to decisions d
// obtained by cross-validation (J. Platt, 1999, with the targets and the Newton iteration of H.-T. Lin, C.-J. Lin and
// R. C. Weng, "A note on Platt's probabilistic outputs for support vector machines", Machine Learning 68, 2007); the
// probabilities of pairs are coupled into those of classes (T.-F. Wu, C.-J. Lin, R. C. Weng, "Probability estimates for
// multi-class classification by pairwise coupling", JMLR 5, 2004, second method). The folds are drawn from the seed:
// the same input gives the same numbers, on any number of threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "svm/svm.h"

namespace awe::svm {

struct Sigmoid {
  double slope = 0, offset = 0;  // P(first | d) = 1 / (1 + exp(slope d + offset))
  [[nodiscard]] double operator()(double decision) const;
};

struct ProbabilitySvm {
  MultiSvm svm;
  std::vector<Sigmoid> sigmoids;  // one per pair
};

struct PlattOptions {
  std::size_t folds = 5;
  std::uint64_t seed = 1;
};

// Fits to decisions about items of the first class (positive[k] true) and of the second. Cost: some tens of passes.
[[nodiscard]] Sigmoid fit_sigmoid(std::span<const double> decisions, const std::vector<bool>& positive);

// pairwise[a][b] = P(a | a or b), for a != b. Returns probabilities that sum to one.
[[nodiscard]] std::vector<double> couple_pairs(const std::vector<std::vector<double>>& pairwise);

// Trains every pair `folds` times in addition to the training on all members.
[[nodiscard]] ProbabilitySvm train_probability_svm(const kernels::GramView& gram,
                                                   std::span<const std::uint32_t> members, std::span<const int> classes,
                                                   const SvmOptions& options = {}, const PlattOptions& platt = {});

// Probabilities of model.svm.classes, in their order; `decisions` as returned by predict_svm.
[[nodiscard]] std::vector<double> class_probabilities(const ProbabilitySvm& model, std::span<const double> decisions);

}  // namespace awe::svm
