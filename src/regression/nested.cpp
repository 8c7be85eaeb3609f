// Nested evaluation of a regression: every fold chooses its settings on its training part alone.
#include <cmath>
#include <optional>
#include <utility>

#include "awe/error.h"
#include "awe/evaluation.h"
#include "evaluation/channel_distances.h"
#include "evaluation/graph_set.h"
#include "evaluation/matrix_set.h"
#include "evaluation/phase_timer.h"
#include "folds/fold_loop.h"
#include "machines/ridge.h"
#include "regression/number_choice.h"
#include "regression/number_set.h"

namespace awe {
namespace {

class NestedNumbers {
 public:
  NestedNumbers(const folds::ItemClasses& items, const folds::ItemNumbers& numbers,
                std::span<const KernelRecipe> recipes, evaluation::RowMaker make_rows, const EvaluationOptions& plan)
      : items_(items),
        numbers_(numbers),
        plan_(plan),
        grid_{recipes, plan.gammas, plan.machine.lambdas, Machine::ridge},
        distances_(items.size(), recipes, std::move(make_rows),
                   {plan.run.memory, plan.run.thread_count(), plan.transductive}, plan.run.progress) {}

  RegressionEvaluation run() {
    folds::for_each_fold(plan_.splits, plan_.run.seed, 1, plan_.run.progress,
                         [&](const folds::FoldPlace& place) { run_fold(place.folds, place.fold, place.seed); });
    summarise();
    result_.feature_seconds = distances_.feature_seconds();
    result_.kernel_seconds = distances_.kernel_seconds();
    return std::move(result_);
  }

 private:
  void run_fold(const FoldAssignment& folds, int fold, const FoldSeed& seed) {
    const auto train = folds.train_items(fold), test = folds.test_items(fold);
    const Progress stop{{}, plan_.run.progress.stop_requested};
    distances_.learn(train);
    const regression::NumberTask task{
        {items_.ids, items_.classes, plan_.groups}, numbers_, train, seed, plan_.run.thread_count()};
    const evaluation::ModelChoice choice = regression::choose_numbers(task, grid_, distances_, stop);
    result_.machine_seconds += choice.svm_seconds;
    const machines::Targets targets = regression::targets_of(numbers_, train);
    const auto voters = static_cast<double>(choice.voters.size());
    algebra::Dense predicted(test.size(), numbers_.targets());
    evaluation::for_each_gram(
        choice, grid_, distances_, [&](const kernels::GramView& gram, std::span<const evaluation::Setting> settings) {
          const evaluation::PhaseTimer timer(result_.machine_seconds);
          for (const evaluation::Setting& setting : settings) {
            const machines::RidgeModel model =
                machines::train_ridge({gram, train, targets, plan_.run.thread_count(), stop}, setting.c);
            for (std::size_t i = 0; i < test.size(); ++i) {
              algebra::add_multiple(1 / voters, model.scores(gram.row(test[i])), predicted.row(i));
            }
          }
        });
    const evaluation::Setting& best = choice.best;
    RegressionFold made{grid_.recipes[best.recipe].name,
                        best.gamma,
                        best.c,
                        choice.voters.size(),
                        best.inner_accuracy,
                        {},
                        test.size()};
    const std::vector<double> means = machines::means_of(targets);
    for (std::size_t t = 0; t < numbers_.targets(); ++t) {
      std::vector<double> truth, found, mean(test.size(), means[t]);
      for (std::size_t i = 0; i < test.size(); ++i) {
        truth.push_back(numbers_.at(test[i], t));
        found.push_back(predicted(i, t));
      }
      made.scores.push_back(regression_scores(truth, found));
      by_mean_.push_back(regression_scores(truth, mean));
    }
    test_to_train_ = static_cast<double>(test.size()) / static_cast<double>(train.size());
    result_.folds.push_back(std::move(made));
  }

  void summarise() {
    const int folds = plan_.splits.front().folds;
    if (folds > 1) test_to_train_ = 1.0 / (folds - 1);
    for (std::size_t t = 0; t < numbers_.targets(); ++t) {
      TargetEvaluation& made = result_.targets.emplace_back();
      made.name = numbers_.names[t];
      const auto of = [&](double RegressionScores::*score) {
        std::vector<double> values;
        for (const RegressionFold& fold : result_.folds) values.push_back(fold.scores[t].*score);
        return summarise_values(values, folds, test_to_train_);
      };
      made.mae = of(&RegressionScores::mae);
      made.rmse = of(&RegressionScores::rmse);
      made.r2 = of(&RegressionScores::r2);
      made.spearman = of(&RegressionScores::spearman);
      for (std::size_t f = 0; f < result_.folds.size(); ++f) {
        const RegressionScores& mean = by_mean_[f * numbers_.targets() + t];
        made.mean_mae += mean.mae / static_cast<double>(result_.folds.size());
        made.mean_rmse += mean.rmse / static_cast<double>(result_.folds.size());
      }
    }
  }

  folds::ItemClasses items_;
  const folds::ItemNumbers& numbers_;
  const EvaluationOptions& plan_;
  evaluation::ChoiceGrid grid_;
  evaluation::ChannelDistances distances_;
  RegressionEvaluation result_;
  std::vector<RegressionScores> by_mean_;  // folds x targets
  double test_to_train_ = 0;
};

void check_plan(const EvaluationOptions& plan, std::span<const KernelRecipe> recipes,
                const folds::ItemNumbers& numbers) {
  if (recipes.empty() || plan.splits.empty() || plan.gammas.empty()) {
    throw Error(ErrorKind::usage, "an evaluation needs a recipe, folds and a gamma");
  }
  evaluation::check(plan.machine);
  regression::check(plan.machine.kind, numbers);
}

}  // namespace

RegressionEvaluation evaluate_regression(std::span<const Graph> graphs, std::span<const double> numbers,
                                         const std::vector<std::string>& names, const EvaluationOptions& wanted) {
  const evaluation::GraphSet set = regression::number_set(graphs, numbers, names);
  EvaluationOptions options = wanted;
  if (options.candidates.empty()) options.candidates = recipes_of_name(options.recipe, set.traits());
  if (options.splits.empty()) {
    if (options.repeats < 1) throw Error(ErrorKind::usage, "`repeats` must be at least 1");
    for (std::uint32_t repeat = 0; repeat < static_cast<std::uint32_t>(options.repeats); ++repeat) {
      options.splits.push_back(
          stratified_folds({set.ids, set.classes, options.groups}, options.folds, {options.run.seed, repeat}));
    }
  }
  return evaluate_regression(set, options);
}

RegressionEvaluation evaluate_regression(const evaluation::GraphSet& set, const EvaluationOptions& plan) {
  check_plan(plan, plan.candidates, set.numbers);
  const evaluation::ChannelOptions options{plan.run.thread_count(),       plan.run.seed,   plan.walks, plan.self_loops,
                                           evaluation::dead_ends_of(set), plan.run.memory, plan.budget};
  const auto make_rows = [&](std::span<const Channel> channels, std::span<const std::uint32_t> learnt_on) {
    return evaluation::rows_of(set, channels, learnt_on, options, plan.run.progress);
  };
  return NestedNumbers(set.items(), set.numbers, plan.candidates, make_rows, plan).run();
}

RegressionEvaluation evaluate_regression(const evaluation::MatrixSet& set, const EvaluationOptions& plan) {
  const std::vector<KernelRecipe> recipes =
      set.recipes.empty() ? std::vector{evaluation::recipe_of_blocks(set)} : set.recipes;
  check_plan(plan, recipes, set.numbers);
  const auto make_rows = [&](std::span<const Channel> channels, std::span<const std::uint32_t> /*learnt_on*/) {
    return evaluation::rows_of(set, channels);
  };
  return NestedNumbers(set.items(), set.numbers, recipes, make_rows, plan).run();
}

}  // namespace awe
