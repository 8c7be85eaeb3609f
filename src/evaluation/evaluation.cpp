#include "awe/evaluation.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "awe/error.h"
#include "evaluation/channel_distances.h"
#include "evaluation/graph_set.h"
#include "evaluation/landmarks.h"
#include "evaluation/linear_rows.h"
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
  // `contents` has a key of what each item is, for the choice of landmarks.
  Nested(const folds::ItemClasses& items, std::span<const KernelRecipe> recipes, evaluation::RowMaker make_rows,
         std::vector<Hash128> contents, const EvaluationOptions& plan, const Progress& progress)
      : items_(items),
        grid_{recipes, plan.gammas, of_kernels(plan.machine.kind) ? plan.machine.lambdas : plan.cs, plan.machine.kind},
        make_rows_(std::move(make_rows)),
        ranks_(std::move(contents)),
        plan_(plan),
        progress_(progress) {
    if (grid_.machine != Machine::linear) {
      distances_.emplace(items.size(), recipes, make_rows_,
                         evaluation::DistanceOptions{plan.run.memory, plan.run.thread_count(), plan.transductive},
                         progress);
    }
    for (Hash128& rank : ranks_) rank = evaluation::landmark_rank(plan.run.seed, rank);
  }

  Evaluation run() {
    const std::size_t classes = items_.class_names.size();
    Evaluation result;
    result.machine = grid_.machine;
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
    result.feature_seconds = distances_ ? distances_->feature_seconds() : feature_seconds_;
    result.kernel_seconds = distances_ ? distances_->kernel_seconds() : 0;
    result.svm_seconds = svm_seconds_;
    return result;
  }

 private:
  static bool of_kernels(Machine machine) { return machine == Machine::ridge || machine == Machine::landmarks; }

  static bool has_both(const std::vector<int>& positive) {
    return std::adjacent_find(positive.begin(), positive.end(), std::not_equal_to<>()) != positive.end();
  }

  void run_fold(const FoldAssignment& folds, int fold, const FoldSeed& seed, Evaluation& result, Tally& tally) {
    const auto train = folds.train_items(fold), test = folds.test_items(fold);
    if (!distances_) return run_linear_fold(train, test, seed, result, tally);
    distances_->learn(train);
    std::vector<std::uint32_t> landmarks;
    if (grid_.machine == Machine::landmarks) {
      landmarks = evaluation::choose_landmarks(ranks_, train, plan_.machine.landmarks);
    }
    const evaluation::ChoiceTask task{{items_.ids, items_.classes, plan_.groups},
                                      train,
                                      seed,
                                      {},
                                      plan_.run.thread_count(),
                                      items_.class_names.size(),
                                      landmarks};
    const evaluation::ModelChoice choice =
        evaluation::choose_model(task, grid_, *distances_, {{}, progress_.stop_requested});
    svm_seconds_ += choice.svm_seconds;
    const evaluation::Setting& best = choice.best;
    FoldResult chosen{
        grid_.recipes[best.recipe].name, best.gamma, best.c, choice.voters.size(), best.inner_accuracy, 0, 0};
    test_together(choice, task, test, result.confusion, tally, chosen);
    keep(std::move(chosen), train, result, tally);
  }

  // The linear machine has no Gram matrix: every fold learns its columns and scales, and chooses one setting.
  void run_linear_fold(const std::vector<std::uint32_t>& train, const std::vector<std::uint32_t>& test,
                       const FoldSeed& seed, Evaluation& result, Tally& tally) {
    const Progress stop{{}, progress_.stop_requested};
    const RunOptions run{.threads = plan_.run.thread_count(), .progress = stop};
    const evaluation::LinearTask task{
        {items_.ids, items_.classes, plan_.groups}, train, seed, {}, items_.class_names.size(), run.threads};
    const std::vector<std::uint32_t> everything = evaluation::all_items(items_.size());
    evaluation::LinearChoice choice;
    kernels::SparseRows best;
    for (std::size_t r = 0; r < grid_.recipes.size(); ++r) {
      const KernelRecipe recipe = evaluation::explicit_recipe(grid_.recipes[r]);
      const evaluation::ChannelRows made = [&] {
        const evaluation::PhaseTimer timer(feature_seconds_);
        return make_rows_(recipe.channels, plan_.transductive ? everything : train);
      }();
      const evaluation::PhaseTimer timer(svm_seconds_);
      kernels::SparseRows rows =
          evaluation::explicit_rows(recipe, made, evaluation::explicit_medians(recipe, made, train, run));
      const auto tried = choice.held_out.empty() ? -1.0 : choice.inner_accuracy;
      evaluation::try_linear(task, r, rows, plan_.cs, choice, stop);
      if (choice.inner_accuracy > tried) best = std::move(rows);
    }
    const evaluation::PhaseTimer timer(svm_seconds_);
    const machines::LinearModel model = evaluation::train_linear_of(task, best, choice.c, stop);
    VoteSums sums;
    for (const std::uint32_t item : test) {
      const auto found = model.scores(best.row(item));
      sums.scores.insert(sums.scores.end(), found.begin(), found.end());
      sums.decisions.push_back(found[0] - found[1]);
    }
    FoldResult chosen{grid_.recipes[choice.recipe].name, 0, choice.c, 1, choice.inner_accuracy, 0, 0};
    count_right(sums, 1, test, result.confusion, tally, chosen);
    keep(std::move(chosen), train, result, tally);
  }

  static void keep(FoldResult chosen, const std::vector<std::uint32_t>& train, Evaluation& result, Tally& tally) {
    tally.scores.push_back(chosen.accuracy);
    tally.tested += static_cast<double>(chosen.tested);
    tally.trained += static_cast<double>(train.size());
    result.folds.push_back(std::move(chosen));
  }

  // Sums over voters: the scores of the classes of every test item, and the decisions for the first of two classes.
  struct VoteSums {
    std::vector<double> scores, decisions;
  };

  void add_svms(const kernels::GramView& gram, std::span<const evaluation::Setting> settings,
                const std::vector<std::uint32_t>& train, const std::vector<std::uint32_t>& test, VoteSums& sums) const {
    const std::size_t classes = items_.class_names.size();
    svm::SvmOptions options;
    options.threads = plan_.run.thread_count();
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
          sums.scores[i * classes + static_cast<std::size_t>(models[m].classes[k])] += of_classes[k];
        }
        if (pairs == 1) sums.decisions[i] += of_item.front();
      }
    }
  }

  void add_ridges(const kernels::GramView& gram, std::span<const evaluation::Setting> settings,
                  const evaluation::ModelChoice& choice, const evaluation::ChoiceTask& task,
                  const std::vector<std::uint32_t>& test, VoteSums& sums) const {
    const std::size_t classes = items_.class_names.size();
    for (const evaluation::Setting& setting : settings) {
      const machines::RidgeModel model =
          evaluation::train_ridge_of(task, grid_, choice, setting, gram, {{}, progress_.stop_requested});
      for (std::size_t i = 0; i < test.size(); ++i) {
        const auto of_classes = model.scores(gram.row(test[i]));
        for (std::size_t k = 0; k < classes; ++k) sums.scores[i * classes + k] += of_classes[k];
        if (classes == 2) sums.decisions[i] += of_classes[0] - of_classes[1];
      }
    }
  }

  // Trains every voter on the whole training part and adds up their class scores.
  void test_together(const evaluation::ModelChoice& choice, const evaluation::ChoiceTask& task,
                     const std::vector<std::uint32_t>& test, ConfusionMatrix& confusion, Tally& tally,
                     FoldResult& fold) {
    const std::size_t classes = items_.class_names.size();
    VoteSums sums{std::vector<double>(test.size() * classes, 0.0), std::vector<double>(test.size(), 0.0)};
    const std::vector<std::uint32_t> train(task.train.begin(), task.train.end());
    evaluation::for_each_gram(choice, grid_, *distances_,
                              [&](const kernels::GramView& gram, std::span<const evaluation::Setting> settings) {
                                const evaluation::PhaseTimer timer(svm_seconds_);
                                if (grid_.machine == Machine::svm) {
                                  add_svms(gram, settings, train, test, sums);
                                } else {
                                  add_ridges(gram, settings, choice, task, test, sums);
                                }
                              });
    count_right(sums, choice.voters.size(), test, confusion, tally, fold);
  }

  void count_right(const VoteSums& sums, std::size_t voters, const std::vector<std::uint32_t>& test,
                   ConfusionMatrix& confusion, Tally& tally, FoldResult& fold) const {
    const std::size_t classes = items_.class_names.size();
    const auto& [scores, decisions] = sums;
    std::size_t correct = 0;
    for (std::size_t i = 0; i < test.size(); ++i) {
      const auto begin = scores.begin() + static_cast<std::ptrdiff_t>(i * classes);
      const auto predicted =
          static_cast<int>(std::max_element(begin, begin + static_cast<std::ptrdiff_t>(classes)) - begin);
      const int truth = items_.classes[test[i]];
      correct += predicted == truth ? 1 : 0;
      confusion.add(truth, predicted);
      fold.predicted.push_back(predicted);
      if (classes == 2) {
        tally.decisions.push_back(decisions[i] / static_cast<double>(voters));
        tally.positive.push_back(truth == 0 ? 1 : 0);
      }
    }
    fold.tested = test.size();
    fold.accuracy = static_cast<double>(correct) / static_cast<double>(test.size());
  }

  folds::ItemClasses items_;
  evaluation::ChoiceGrid grid_;
  evaluation::RowMaker make_rows_;
  std::vector<Hash128> ranks_;  // of landmarks
  const EvaluationOptions& plan_;
  const Progress& progress_;
  std::optional<evaluation::ChannelDistances> distances_;  // unless the machine is linear
  double feature_seconds_ = 0, svm_seconds_ = 0;
};

Evaluation run_nested(const folds::ItemClasses& items, std::span<const KernelRecipe> recipes,
                      evaluation::RowMaker make_rows, std::vector<Hash128> contents, EvaluationOptions plan,
                      const Progress& progress) {
  if (recipes.empty() || plan.splits.empty() || plan.gammas.empty() || plan.cs.empty()) {
    throw Error(ErrorKind::usage, "an evaluation needs a recipe, folds, a gamma and a C");
  }
  plan.machine.kind = evaluation::settled(plan.machine.kind, recipes, plan.splits.front().train_items(0).size());
  evaluation::check(plan.machine);
  return Nested(items, recipes, std::move(make_rows), std::move(contents), plan, progress).run();
}

}  // namespace

Evaluation evaluate(std::span<const Graph> graphs, const EvaluationOptions& wanted) {
  const evaluation::GraphSet set = evaluation::read_graph_set(*source_of_borrowed(graphs));
  EvaluationOptions options = wanted;
  evaluation::tell_left_out(set.without_class, set.size(), "graph", options.run.progress);
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
  std::vector<Hash128> contents;
  if (plan.machine.kind == Machine::landmarks) {
    for (const Graph& graph : set.graphs) contents.push_back(evaluation::content_key(graph));
  }
  return run_nested(set.items(), plan.candidates, make_rows, std::move(contents), plan, progress);
}

Evaluation evaluate_nested(const evaluation::MatrixSet& set, const EvaluationOptions& plan) {
  const std::vector<KernelRecipe> recipes =
      set.recipes.empty() ? std::vector{evaluation::recipe_of_blocks(set)} : set.recipes;
  const auto make_rows = [&](std::span<const Channel> channels, std::span<const std::uint32_t> /*learnt_on*/) {
    return evaluation::rows_of(set, channels);
  };
  std::vector<Hash128> contents;  // rows are known by their ids
  for (const std::string& id : set.ids) contents.push_back(hash128(std::as_bytes(std::span(id))));
  return run_nested(set.items(), recipes, make_rows, std::move(contents), plan, plan.run.progress);
}

}  // namespace awe
