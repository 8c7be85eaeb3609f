// Nested evaluation of a regression: errors and correlations of every number on every test part.
#include <utility>

#include "awe/evaluation.h"
#include "regression/nested.h"
#include "regression/number_choice.h"
#include "regression/number_set.h"

namespace awe {
namespace {

RegressionEvaluation run(regression::NestedItems set, const EvaluationOptions& plan) {
  const folds::ItemNumbers& numbers = set.numbers;
  regression::check(plan.machine.kind, numbers);
  RegressionEvaluation result;
  const bool svm = plan.machine.kind == Machine::svm;
  result.machine = svm ? Machine::svm : Machine::ridge;
  std::vector<RegressionScores> by_mean;  // folds x targets
  const auto score = [&](const regression::TestedFold& fold) {
    RegressionFold made{fold.recipe, fold.best.gamma, svm ? 0 : fold.best.c, fold.voters, fold.best.inner_accuracy,
                        {},          fold.test.size()};
    if (svm) {
      made.c = fold.best.c;
      made.epsilon = fold.best.epsilon;
    }
    const std::vector<double> means = regression::means_of(numbers, fold.train);
    for (std::size_t t = 0; t < numbers.targets(); ++t) {
      std::vector<double> truth, found, mean(fold.test.size(), means[t]);
      for (std::size_t i = 0; i < fold.test.size(); ++i) {
        truth.push_back(numbers.at(fold.test[i], t));
        found.push_back(fold.predicted(i, t));
      }
      made.scores.push_back(regression_scores(truth, found));
      by_mean.push_back(regression_scores(truth, mean));
    }
    result.folds.push_back(std::move(made));
  };
  const regression::NestedSummary summary = regression::for_each_tested_fold(std::move(set), plan, score);
  for (std::size_t t = 0; t < numbers.targets(); ++t) {
    TargetEvaluation& made = result.targets.emplace_back();
    made.name = numbers.names[t];
    const auto of = [&](double RegressionScores::*value) {
      std::vector<double> values;
      for (const RegressionFold& fold : result.folds) values.push_back(fold.scores[t].*value);
      return summarise_values(values, summary.folds, summary.test_to_train);
    };
    made.mae = of(&RegressionScores::mae);
    made.rmse = of(&RegressionScores::rmse);
    made.r2 = of(&RegressionScores::r2);
    made.spearman = of(&RegressionScores::spearman);
    for (std::size_t f = 0; f < result.folds.size(); ++f) {
      const RegressionScores& mean = by_mean[f * numbers.targets() + t];
      made.mean_mae += mean.mae / static_cast<double>(result.folds.size());
      made.mean_rmse += mean.rmse / static_cast<double>(result.folds.size());
    }
  }
  result.feature_seconds = summary.feature_seconds;
  result.kernel_seconds = summary.kernel_seconds;
  result.machine_seconds = summary.machine_seconds;
  return result;
}

}  // namespace

RegressionEvaluation evaluate_regression(std::span<const Graph> graphs, std::span<const double> numbers,
                                         const std::vector<std::string>& names, const EvaluationOptions& wanted) {
  const evaluation::GraphSet set = regression::number_set(graphs, numbers, names);
  EvaluationOptions options = wanted;
  if (options.candidates.empty()) options.candidates = recipes_of_name(options.recipe, set.traits());
  regression::deal_splits(set.items(), options);
  return evaluate_regression(set, options);
}

RegressionEvaluation evaluate_regression(const evaluation::GraphSet& set, const EvaluationOptions& plan) {
  return run(regression::nested_items(set, set.numbers, plan), plan);
}

RegressionEvaluation evaluate_regression(const evaluation::MatrixSet& set, const EvaluationOptions& plan) {
  return run(regression::nested_items(set, set.numbers, plan), plan);
}

}  // namespace awe
