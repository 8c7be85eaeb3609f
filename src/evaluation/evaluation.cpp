#include "awe/evaluation.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "awe/error.h"
#include "evaluation/channel_distances.h"
#include "evaluation/graph_set.h"
#include "evaluation/matrix_set.h"
#include "evaluation/model_choice.h"
#include "evaluation/phase_timer.h"
#include "svm/svm.h"

namespace awe {
namespace {

// Scores and predictions of all folds, in order.
struct Tally {
  std::vector<double> scores, decisions;
  std::vector<int> positive;
  double tested = 0, trained = 0;
};

class Nested {
 public:
  Nested(const folds::ItemClasses& items, std::span<const KernelRecipe> recipes, evaluation::RowMaker make_rows,
         const EvaluationOptions& plan, const Progress& progress)
      : items_(items),
        grid_{recipes, plan.gammas, plan.cs},
        plan_(plan),
        progress_(progress),
        distances_(items.size(), recipes, std::move(make_rows),
                   {plan.run.memory, plan.run.thread_count(), plan.transductive}, progress) {}

  Evaluation run() {
    const std::size_t classes = items_.class_names.size();
    Evaluation result;
    result.confusion.classes = static_cast<int>(classes);
    result.confusion.counts.resize(classes * classes);
    Tally tally;
    std::uint64_t total = 0, done = 0;
    for (const FoldAssignment& repeat : plan_.splits) total += static_cast<std::uint64_t>(repeat.folds);
    for (std::size_t repeat = 0; repeat < plan_.splits.size(); ++repeat) {
      for (int fold = 0; fold < plan_.splits[repeat].folds; ++fold) {
        progress_.throw_if_stopped();
        const auto number = static_cast<std::uint32_t>(1000 * repeat) + static_cast<std::uint32_t>(fold) + 1;
        run_fold(plan_.splits[repeat], fold, {plan_.run.seed, number}, result, tally);
        if (progress_.report) progress_.report(++done, total);
      }
    }
    const int folds = plan_.splits.front().folds;
    const double tested_once = tally.tested / static_cast<double>(plan_.splits.size());
    result.accuracy = folds > 1 ? summarise_scores(tally.scores, folds, tested_once)
                                : summarise_holdouts(tally.scores, tally.tested, tally.trained);
    result.macro_f1 = macro_f1(result.confusion);
    if (classes == 2 && has_both(tally.positive)) result.roc_auc = roc_auc(tally.decisions, tally.positive);
    result.feature_seconds = distances_.feature_seconds();
    result.kernel_seconds = distances_.kernel_seconds();
    result.svm_seconds = svm_seconds_;
    return result;
  }

 private:
  static bool has_both(const std::vector<int>& positive) {
    return std::adjacent_find(positive.begin(), positive.end(), std::not_equal_to<>()) != positive.end();
  }

  void run_fold(const FoldAssignment& folds, int fold, const FoldSeed& seed, Evaluation& result, Tally& tally) {
    const auto train = folds.train_items(fold), test = folds.test_items(fold);
    distances_.learn(train);
    const evaluation::ModelChoice choice = evaluation::choose_model(
        {{items_.ids, items_.classes, plan_.groups}, train, seed, {}, plan_.run.thread_count()}, grid_, distances_,
        {{}, progress_.stop_requested});
    svm_seconds_ += choice.svm_seconds;
    const evaluation::Setting& best = choice.best;
    FoldResult chosen{
        grid_.recipes[best.recipe].name, best.gamma, best.c, choice.voters.size(), best.inner_accuracy, 0, 0};
    test_together(choice, train, test, result.confusion, tally, chosen);
    tally.scores.push_back(chosen.accuracy);
    tally.tested += static_cast<double>(test.size());
    tally.trained += static_cast<double>(train.size());
    result.folds.push_back(std::move(chosen));
  }

  // Trains every voter on the whole training part and adds up their class scores.
  void test_together(const evaluation::ModelChoice& choice, const std::vector<std::uint32_t>& train,
                     const std::vector<std::uint32_t>& test, ConfusionMatrix& confusion, Tally& tally,
                     FoldResult& fold) {
    const std::size_t classes = items_.class_names.size();
    std::vector<double> scores(test.size() * classes, 0.0), decisions(test.size(), 0.0);
    svm::SvmOptions options;
    options.threads = plan_.run.thread_count();
    evaluation::for_each_gram(
        choice, grid_, distances_, [&](const kernels::GramView& gram, std::span<const evaluation::Setting> settings) {
          const evaluation::PhaseTimer timer(svm_seconds_);
          std::vector<double> cs;
          for (const evaluation::Setting& setting : settings) cs.push_back(setting.c);
          const auto models = svm::train_svm_path(gram, train, items_.classes, cs, options);
          const svm::SvmPredictions found = svm::predict_svm_path(gram, models, test, plan_.run.thread_count());
          for (std::size_t m = 0; m < models.size(); ++m) {
            const std::size_t pairs = models[m].pairs.size();
            for (std::size_t i = 0; i < test.size(); ++i) {
              const auto of_item = std::span(found.decisions[m]).subspan(i * pairs, pairs);
              const auto of_classes = svm::class_scores(models[m], of_item);
              for (std::size_t k = 0; k < of_classes.size(); ++k) {
                scores[i * classes + static_cast<std::size_t>(models[m].classes[k])] += of_classes[k];
              }
              if (pairs == 1) decisions[i] += of_item.front();
            }
          }
        });
    std::size_t correct = 0;
    for (std::size_t i = 0; i < test.size(); ++i) {
      const auto begin = scores.begin() + static_cast<std::ptrdiff_t>(i * classes);
      const auto predicted =
          static_cast<int>(std::max_element(begin, begin + static_cast<std::ptrdiff_t>(classes)) - begin);
      const int truth = items_.classes[test[i]];
      correct += predicted == truth ? 1 : 0;
      confusion.add(truth, predicted);
      if (classes == 2) {
        tally.decisions.push_back(decisions[i] / static_cast<double>(choice.voters.size()));
        tally.positive.push_back(truth == 0 ? 1 : 0);
      }
    }
    fold.tested = test.size();
    fold.accuracy = static_cast<double>(correct) / static_cast<double>(test.size());
  }

  folds::ItemClasses items_;
  evaluation::ChoiceGrid grid_;
  const EvaluationOptions& plan_;
  const Progress& progress_;
  evaluation::ChannelDistances distances_;
  double svm_seconds_ = 0;
};

Evaluation run_nested(const folds::ItemClasses& items, std::span<const KernelRecipe> recipes,
                      evaluation::RowMaker make_rows, const EvaluationOptions& plan, const Progress& progress) {
  if (recipes.empty() || plan.splits.empty() || plan.gammas.empty() || plan.cs.empty()) {
    throw Error(ErrorKind::usage, "an evaluation needs a recipe, folds, a gamma and a C");
  }
  return Nested(items, recipes, std::move(make_rows), plan, progress).run();
}

}  // namespace

Evaluation evaluate(std::span<const Graph> graphs, const EvaluationOptions& wanted) {
  const evaluation::GraphSet set = evaluation::read_graph_set(*source_of_borrowed(graphs));
  EvaluationOptions options = wanted;
  if (options.candidates.empty()) options.candidates = recipes_of_name(options.recipe, set.traits());
  if (options.splits.empty()) {
    if (options.repeats < 1) throw Error(ErrorKind::usage, "`repeats` must be at least 1");
    const FoldItems items{set.ids, set.classes, options.groups};
    for (int repeat = 0; repeat < options.repeats; ++repeat) {
      options.splits.push_back(
          stratified_folds(items, options.folds, {options.run.seed, static_cast<std::uint32_t>(repeat)}));
    }
  }
  return evaluate_nested(set, options);
}

Evaluation evaluate_nested(const evaluation::GraphSet& set, const EvaluationOptions& plan) {
  const Progress& progress = plan.run.progress;
  const evaluation::ChannelOptions options{plan.run.thread_count(),       plan.run.seed,   plan.walks, plan.self_loops,
                                           evaluation::dead_ends_of(set), plan.run.memory, plan.budget};
  const auto make_rows = [&](std::span<const Channel> channels, std::span<const std::uint32_t> learnt_on) {
    return evaluation::rows_of(set, channels, learnt_on, options, progress);
  };
  return run_nested(set.items(), plan.candidates, make_rows, plan, progress);
}

Evaluation evaluate_nested(const evaluation::MatrixSet& set, const EvaluationOptions& plan) {
  const std::vector<KernelRecipe> recipes =
      set.recipes.empty() ? std::vector{evaluation::recipe_of_blocks(set)} : set.recipes;
  const auto make_rows = [&](std::span<const Channel> channels, std::span<const std::uint32_t> /*learnt_on*/) {
    return evaluation::rows_of(set, channels);
  };
  return run_nested(set.items(), recipes, make_rows, plan, plan.run.progress);
}

}  // namespace awe
