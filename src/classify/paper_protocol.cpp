#include "awe/classify/paper_protocol.h"

#include <algorithm>
#include <cmath>

#include "awe/base/error.h"
#include "awe/base/number.h"
#include "awe/classify/kernel.h"
#include "awe/classify/svm.h"
#include "phase_timer.h"
#include "set_rows.h"

namespace awe {
namespace {

struct KernelChoice {
  std::string name;
  BaseKernel base = BaseKernel::linear;
  bool squared = false;  // the polynomial of the paper
  double sigma = 0;      // of RBF
};

std::vector<KernelChoice> choices(const PaperPlan& plan) {
  std::vector<KernelChoice> all = {{"linear", BaseKernel::linear, false, 0}, {"poly", BaseKernel::linear, true, 0}};
  for (const double sigma : plan.sigmas)
    all.push_back({"rbf sigma=" + format_real(sigma), BaseKernel::linear, false, sigma});
  return all;
}

GramMatrix gram_of(const SparseRows& rows, const KernelChoice& choice, int threads) {
  if (choice.sigma > 0) {
    GramMatrix gram(rows.rows(), rows.rows());
    add_squared_distances(gram, rows, choice.base, 1, {threads, {}});
    exponentiate(gram, 1 / (2 * choice.sigma * choice.sigma), threads);
    return gram;
  }
  GramMatrix gram = kernel_matrix(rows, choice.base, {threads, {}});
  if (choice.squared) raise_to_power(gram, 2, 0, threads);
  return gram;
}

// Test accuracies of the folds of one repeat.
std::vector<double> scores_of_repeat(const GraphSet& set, const PaperPlan& plan, const GramView& gram,
                                     std::size_t repeat) {
  const FoldAssignment& folds = plan.repeats[repeat];
  const FoldItems items{set.ids, set.classes, plan.groups};
  std::vector<std::vector<std::uint32_t>> fitting, validation, training, test;
  for (int fold = 0; fold < folds.folds; ++fold) {
    training.push_back(folds.train_items(fold));
    test.push_back(folds.test_items(fold));
    const auto number = static_cast<std::uint32_t>(1000 * repeat) + static_cast<std::uint32_t>(fold) + 1;
    Split split = validation_part(items, training.back(), {plan.seed, number});
    fitting.push_back(std::move(split.train));
    validation.push_back(std::move(split.test));
  }
  const auto correct = [&](const std::vector<int>& predicted, const std::vector<std::uint32_t>& tested) {
    std::size_t right = 0;
    for (std::size_t i = 0; i < tested.size(); ++i) right += predicted[i] == set.classes[tested[i]] ? 1 : 0;
    return static_cast<double>(right) / static_cast<double>(tested.size());
  };
  SvmOptions options;
  options.threads = plan.threads;
  const auto chosen_from = train_svm_folds(gram, fitting, set.classes, plan.cs, options);
  // The models of the whole training part, for every C: the path costs little more than its last.
  const auto models = train_svm_folds(gram, training, set.classes, plan.cs, options);
  std::vector<double> scores;
  for (std::size_t fold = 0; fold < training.size(); ++fold) {
    const auto on_validation = predict_svm_path(gram, chosen_from[fold], validation[fold], plan.threads);
    std::size_t best = 0;
    double most = -1;
    for (std::size_t c = 0; c < plan.cs.size(); ++c) {
      const double share = correct(on_validation.predicted[c], validation[fold]);
      if (share > most) best = c, most = share;
    }
    const auto on_test = predict_svm_path(gram, {&models[fold][best], 1}, test[fold], plan.threads);
    scores.push_back(correct(on_test.predicted.front(), test[fold]));
  }
  return scores;
}

}  // namespace

PaperEvaluation evaluate_paper(const GraphSet& set, const PaperPlan& plan, const Progress& progress) {
  const double bytes = GramMatrix::bytes(static_cast<double>(set.size()), static_cast<double>(set.size()));
  if (bytes > plan.memory) {
    throw Error(ErrorKind::limit, "a matrix of " + std::to_string(set.size()) + " graphs needs " +
                                      format_real(std::round(bytes)) + " bytes, more than " + format_real(plan.memory) +
                                      "; raise --memory");
  }
  if (plan.repeats.empty()) throw Error(ErrorKind::usage, "an evaluation needs folds");
  PaperEvaluation evaluation;
  const KernelRecipe recipe = recipe_of_features(plan.features);
  if (recipe.channels.size() != 1)
    throw Error(ErrorKind::usage, "the protocol of the paper takes one block of features");
  const SparseRows rows = [&] {
    const PhaseTimer timer(evaluation.feature_seconds);
    return rows_of(set, recipe.channels.front(), all_items(set), {plan.threads, plan.seed, plan.walks}, progress);
  }();
  const auto kernels = choices(plan);
  std::uint64_t done = 0;
  for (const KernelChoice& choice : kernels) {
    std::vector<double> scores;
    const GramMatrix gram = [&] {
      const PhaseTimer timer(evaluation.kernel_seconds);
      return gram_of(rows, choice, plan.threads);
    }();
    for (std::size_t repeat = 0; repeat < plan.repeats.size(); ++repeat) {
      progress.throw_if_stopped();
      const PhaseTimer timer(evaluation.svm_seconds);
      const auto more = scores_of_repeat(set, plan, GramView(gram.data(), gram.rows()), repeat);
      scores.insert(scores.end(), more.begin(), more.end());
      if (progress.report) progress.report(++done, kernels.size() * plan.repeats.size());
    }
    evaluation.results.push_back({choice.name, summarise_scores(scores, plan.repeats.front().folds), false});
  }
  std::max_element(evaluation.results.begin(), evaluation.results.end(), [](const auto& a, const auto& b) {
    return a.accuracy.mean < b.accuracy.mean;
  })->best = true;
  return evaluation;
}

}  // namespace awe
