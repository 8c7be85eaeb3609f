#include "regression/nested.h"

#include <utility>

#include "awe/error.h"
#include "evaluation/phase_timer.h"
#include "folds/fold_loop.h"
#include "regression/number_choice.h"
#include "regression/number_set.h"

namespace awe::regression {

NestedItems nested_items(const evaluation::GraphSet& set, const folds::ItemNumbers& numbers,
                         const EvaluationOptions& plan) {
  const evaluation::ChannelOptions options{plan.run.thread_count(),       plan.run.seed,   plan.walks, plan.self_loops,
                                           evaluation::dead_ends_of(set), plan.run.memory, plan.budget};
  const auto make_rows = [&set, &plan, options](std::span<const Channel> channels,
                                                std::span<const std::uint32_t> learnt_on) {
    return evaluation::rows_of(set, channels, learnt_on, options, plan.run.progress);
  };
  return {set.items(), numbers, plan.candidates, make_rows};
}

NestedItems nested_items(const evaluation::MatrixSet& set, const folds::ItemNumbers& numbers,
                         const EvaluationOptions& /*plan*/) {
  const auto make_rows = [&set](std::span<const Channel> channels, std::span<const std::uint32_t> /*learnt_on*/) {
    return evaluation::rows_of(set, channels);
  };
  return {set.items(), numbers, set.recipes.empty() ? std::vector{evaluation::recipe_of_blocks(set)} : set.recipes,
          make_rows};
}

NestedSummary for_each_tested_fold(NestedItems set, const EvaluationOptions& plan,
                                   const std::function<void(const TestedFold& fold)>& body) {
  if (set.recipes.empty() || plan.splits.empty() || plan.gammas.empty() || plan.cs.empty()) {
    throw Error(ErrorKind::usage, "an evaluation needs a recipe, folds, a gamma and a C");
  }
  evaluation::check(plan.machine);
  const int threads = plan.run.thread_count();
  const evaluation::ChoiceGrid grid = grid_of(set.recipes, plan.gammas, plan.cs, plan.machine);
  evaluation::ChannelDistances distances(set.items.size(), set.recipes, std::move(set.make_rows),
                                         {plan.run.memory, threads, plan.transductive}, plan.run.progress);
  const Progress stop{{}, plan.run.progress.stop_requested};
  NestedSummary summary;
  const auto run_fold = [&](const folds::FoldPlace& place) {
    const auto train = place.folds.train_items(place.fold), test = place.folds.test_items(place.fold);
    distances.learn(train);
    const NumberTask task{{set.items.ids, set.items.classes, plan.groups}, set.numbers, train, place.seed, threads};
    const evaluation::ModelChoice choice = choose_numbers(task, grid, distances, stop);
    summary.machine_seconds += choice.svm_seconds;
    const auto voters = static_cast<double>(choice.voters.size());
    algebra::Dense predicted(test.size(), set.numbers.targets());
    evaluation::for_each_gram(
        choice, grid, distances, [&](const kernels::GramView& gram, std::span<const evaluation::Setting> settings) {
          const evaluation::PhaseTimer timer(summary.machine_seconds);
          for (const machines::RidgeModel& model : train_numbers(task, grid, gram, settings, stop)) {
            for (std::size_t i = 0; i < test.size(); ++i) {
              algebra::add_multiple(1 / voters, model.scores(gram.row(test[i])), predicted.row(i));
            }
          }
        });
    summary.test_to_train = static_cast<double>(test.size()) / static_cast<double>(train.size());
    body({train, test, grid.recipes[choice.best.recipe].name, choice.best, choice.voters.size(), predicted});
  };
  folds::for_each_fold(plan.splits, plan.run.seed, 1, plan.run.progress, run_fold);
  summary.folds = plan.splits.front().folds;
  if (summary.folds > 1) summary.test_to_train = 1.0 / (summary.folds - 1);
  summary.feature_seconds = distances.feature_seconds();
  summary.kernel_seconds = distances.kernel_seconds();
  return summary;
}

void deal_splits(const folds::ItemClasses& items, EvaluationOptions& options) {
  if (!options.splits.empty()) return;
  if (options.repeats < 1) throw Error(ErrorKind::usage, "`repeats` must be at least 1");
  for (std::uint32_t repeat = 0; repeat < static_cast<std::uint32_t>(options.repeats); ++repeat) {
    options.splits.push_back(
        stratified_folds({items.ids, items.classes, options.groups}, options.folds, {options.run.seed, repeat}));
  }
}

}  // namespace awe::regression
