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
#include "evaluation/node_set.h"
#include "evaluation/phase_timer.h"
#include "folds/fold_loop.h"
#include "svm/svm.h"

namespace awe {
namespace {

// What one fold tells.
struct Outcome {
  FoldResult result;
  ConfusionMatrix confusion;
  std::vector<double> decisions;  // for the first of two classes, and whether that is the true one
  std::vector<int> positive;
  std::size_t trained = 0;  // number of training items
  double alone = 0;         // accuracy of the recipe that is also evaluated by itself
  double feature_seconds = 0, machine_seconds = 0;
};

class Nested {
 public:
  // `contents` has a key of what each item is, for the choice of landmarks.
  Nested(const folds::ItemClasses& items, std::span<const KernelRecipe> recipes, evaluation::RowMaker make_rows,
         std::vector<Hash128> contents, const EvaluationOptions& plan, const Progress& progress)
      : items_(items),
        grid_{recipes,           plan.gammas, of_kernels(plan.machine.kind) ? plan.machine.lambdas : plan.cs,
              plan.machine.kind, {},          place_of_recipe(recipes, plan)},
        tables_(make_rows, items.size()),
        ranks_(std::move(contents)),
        plan_(plan),
        progress_(progress) {
    if (grid_.machine != Machine::linear) {
      distances_.emplace_back(items.size(), recipes, std::move(make_rows),
                              evaluation::DistanceOptions{plan.run.memory, plan.run.thread_count(), plan.transductive},
                              progress);
    }
    for (Hash128& rank : ranks_) rank = evaluation::landmark_rank(plan.run.seed, rank);
  }

  Evaluation run() {
    std::size_t folds = 0;
    for (const FoldAssignment& repeat : plan_.splits) folds += static_cast<std::size_t>(repeat.folds);
    std::vector<Outcome> outcomes(folds);
    const std::size_t lanes = make_lanes(folds);
    const auto [features_before, kernels_before] = channel_seconds();  // of what all folds share
    folds::for_each_fold(plan_.splits, plan_.run.seed, lanes, progress_,
                         [&](const folds::FoldPlace& place) { outcomes[place.number] = run_fold(place); });
    Evaluation result = summary_of(outcomes);
    result.machine = grid_.machine;
    result.folds_at_once = lanes;
    const auto [features, kernels] = channel_seconds();
    const auto at_once = static_cast<double>(lanes);
    result.feature_seconds = features_before + (result.feature_seconds + features - features_before) / at_once;
    result.kernel_seconds = kernels_before + (kernels - kernels_before) / at_once;
    result.svm_seconds /= at_once;
    return result;
  }

 private:
  // Of the recipe that is also evaluated by itself; the linear machine has no part in that.
  static std::optional<std::size_t> place_of_recipe(std::span<const KernelRecipe> recipes,
                                                    const EvaluationOptions& plan) {
    if (plan.machine.kind == Machine::linear) return std::nullopt;
    for (std::size_t i = 0; i < recipes.size(); ++i) {
      if (!plan.alone.empty() && recipes[i].name == plan.alone) return i;
    }
    return std::nullopt;
  }

  static bool of_kernels(Machine machine) { return machine == Machine::ridge || machine == Machine::landmarks; }

  // Seconds for features and for kernels so far, added over the folds at work.
  [[nodiscard]] std::pair<double, double> channel_seconds() const {
    double features = 0, kernels = 0;
    for (const evaluation::ChannelDistances& lane : distances_) {
      features += lane.feature_seconds();
      kernels += lane.kernel_seconds();
    }
    return {features, kernels};
  }

  static bool has_both(const std::vector<int>& positive) {
    return std::adjacent_find(positive.begin(), positive.end(), std::not_equal_to<>()) != positive.end();
  }

  // Distances for as many folds side by side as threads and memory allow. The linear machine needs none, and all the
  // threads for one fold.
  std::size_t make_lanes(std::size_t folds) {
    if (distances_.empty()) return 1;
    const std::size_t wanted = std::min(folds, static_cast<std::size_t>(plan_.run.thread_count()));
    const std::size_t lanes = distances_.front().most_side_by_side(wanted);
    distances_.reserve(lanes);
    while (distances_.size() < lanes) distances_.push_back(distances_.front().beside());
    return lanes;
  }

  [[nodiscard]] Evaluation summary_of(std::vector<Outcome>& outcomes) const {
    const std::size_t classes = items_.class_names.size();
    Evaluation result;
    result.confusion.classes = static_cast<int>(classes);
    result.confusion.counts.resize(classes * classes);
    std::vector<double> scores, alone, decisions;
    std::vector<int> positive;
    double tested = 0, trained = 0;
    for (Outcome& fold : outcomes) {
      scores.push_back(fold.result.accuracy);
      alone.push_back(fold.alone);
      tested += static_cast<double>(fold.result.tested);
      trained += static_cast<double>(fold.trained);
      decisions.insert(decisions.end(), fold.decisions.begin(), fold.decisions.end());
      positive.insert(positive.end(), fold.positive.begin(), fold.positive.end());
      for (std::size_t k = 0; k < fold.confusion.counts.size(); ++k) {
        result.confusion.counts[k] += fold.confusion.counts[k];
      }
      result.feature_seconds += fold.feature_seconds;
      result.svm_seconds += fold.machine_seconds;
      result.folds.push_back(std::move(fold.result));
    }
    const int folds = plan_.splits.front().folds;
    const auto summary = [&](const std::vector<double>& of_folds) {
      return folds > 1 ? summarise_scores(of_folds, folds, tested / static_cast<double>(plan_.splits.size()))
                       : summarise_holdouts(of_folds, tested, trained);
    };
    result.accuracy = summary(scores);
    if (grid_.alone) result.alone = summary(alone);
    result.macro_f1 = macro_f1(result.confusion);
    if (classes == 2 && has_both(positive)) result.roc_auc = roc_auc(decisions, positive);
    return result;
  }

  [[nodiscard]] Outcome run_fold(const folds::FoldPlace& place) {
    const auto train = place.folds.train_items(place.fold), test = place.folds.test_items(place.fold);
    Outcome made = distances_.empty() ? run_linear_fold(train, test, place.seed)
                                      : run_kernel_fold(train, test, place.seed, distances_[place.lane]);
    made.trained = train.size();
    return made;
  }

  [[nodiscard]] Outcome run_kernel_fold(const std::vector<std::uint32_t>& train, const std::vector<std::uint32_t>& test,
                                        const FoldSeed& seed, evaluation::ChannelDistances& distances) const {
    distances.learn(train);
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
                                      landmarks,
                                      false,
                                      true};
    const evaluation::ModelChoice choice =
        evaluation::choose_model(task, grid_, distances, {{}, progress_.stop_requested});
    const evaluation::Setting& best = choice.best;
    Outcome made;
    made.result = {
        grid_.recipes[best.recipe].name, best.gamma, best.c, choice.voters.size(), best.inner_accuracy, 0, 0};
    made.machine_seconds = choice.svm_seconds;
    test_together(choice, task, test, distances, made);
    if (grid_.alone) {
      evaluation::ModelChoice alone;
      alone.voters = choice.alone;
      alone.models = choice.models_alone;
      Outcome other;
      test_together(alone, task, test, distances, other);
      made.alone = other.result.accuracy;
      made.machine_seconds += other.machine_seconds;
    }
    return made;
  }

  // The linear machine has no Gram matrix: every fold learns its columns and scales, and chooses one setting.
  [[nodiscard]] Outcome run_linear_fold(const std::vector<std::uint32_t>& train, const std::vector<std::uint32_t>& test,
                                        const FoldSeed& seed) {
    Outcome made;
    const Progress stop{{}, progress_.stop_requested};
    const RunOptions run{.threads = plan_.run.thread_count(), .memory = plan_.run.memory, .progress = stop};
    const evaluation::LinearTask task{
        {items_.ids, items_.classes, plan_.groups}, train, seed, {}, items_.class_names.size(), run.threads};
    tables_.learn(plan_.transductive ? evaluation::all_items(items_.size()) : train);
    std::vector<std::vector<double>> medians(grid_.recipes.size());  // rows are made again, medians are not
    const auto rows_of = [&](std::size_t r) {
      const evaluation::PhaseTimer timer(made.feature_seconds);
      const KernelRecipe recipe = evaluation::explicit_recipe(grid_.recipes[r]);
      if (medians[r].empty()) medians[r] = evaluation::explicit_medians(recipe, tables_.of(recipe), train, run);
      return evaluation::linear_rows(recipe, tables_, medians[r], run);
    };
    double seconds = 0;
    evaluation::LinearChoice choice;
    machines::LinearModel model;
    evaluation::LinearRows best;
    {
      const evaluation::PhaseTimer timer(seconds);
      choice = evaluation::choose_linear(task, grid_.recipes.size(), plan_.cs, rows_of, stop);
      best = rows_of(choice.recipe);
      model = evaluation::train_linear_of(task, best, choice.c, stop);
    }
    made.machine_seconds = seconds - made.feature_seconds;
    VoteSums sums;
    for (const std::uint32_t item : test) {
      const auto found = model.scores(best.rows.row(item));
      sums.scores.insert(sums.scores.end(), found.begin(), found.end());
      sums.decisions.push_back(found[0] - found[1]);
    }
    made.result = {grid_.recipes[choice.recipe].name, 0, choice.c, 1, choice.inner_accuracy, 0, 0};
    count_right(sums, 1, test, made);
    return made;
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
      const auto place = static_cast<std::size_t>(&setting - choice.voters.data());
      const machines::RidgeModel model =
          choice.models.empty() ? evaluation::train_ridge_of(task, grid_, setting, gram, {{}, progress_.stop_requested})
                                : choice.models[place];
      for (std::size_t i = 0; i < test.size(); ++i) {
        const auto of_classes = model.scores(gram.row(test[i]));
        for (std::size_t k = 0; k < classes; ++k) sums.scores[i * classes + k] += of_classes[k];
        if (classes == 2) sums.decisions[i] += of_classes[0] - of_classes[1];
      }
    }
  }

  // Trains every voter on the whole training part and adds up their class scores.
  void test_together(const evaluation::ModelChoice& choice, const evaluation::ChoiceTask& task,
                     const std::vector<std::uint32_t>& test, evaluation::ChannelDistances& distances,
                     Outcome& made) const {
    const std::size_t classes = items_.class_names.size();
    VoteSums sums{std::vector<double>(test.size() * classes, 0.0), std::vector<double>(test.size(), 0.0)};
    const std::vector<std::uint32_t> train(task.train.begin(), task.train.end());
    evaluation::for_each_gram(choice, grid_, distances,
                              [&](const kernels::GramView& gram, std::span<const evaluation::Setting> settings) {
                                const evaluation::PhaseTimer timer(made.machine_seconds);
                                if (grid_.machine == Machine::svm) {
                                  add_svms(gram, settings, train, test, sums);
                                } else {
                                  add_ridges(gram, settings, choice, task, test, sums);
                                }
                              });
    count_right(sums, choice.voters.size(), test, made);
  }

  void count_right(const VoteSums& sums, std::size_t voters, const std::vector<std::uint32_t>& test,
                   Outcome& made) const {
    const std::size_t classes = items_.class_names.size();
    const auto& [scores, decisions] = sums;
    made.confusion.classes = static_cast<int>(classes);
    made.confusion.counts.resize(classes * classes);
    std::size_t correct = 0;
    for (std::size_t i = 0; i < test.size(); ++i) {
      const auto begin = scores.begin() + static_cast<std::ptrdiff_t>(i * classes);
      const auto predicted =
          static_cast<int>(std::max_element(begin, begin + static_cast<std::ptrdiff_t>(classes)) - begin);
      const int truth = items_.classes[test[i]];
      correct += predicted == truth ? 1 : 0;
      made.confusion.add(truth, predicted);
      made.result.predicted.push_back(predicted);
      if (classes == 2) {
        made.decisions.push_back(decisions[i] / static_cast<double>(voters));
        made.positive.push_back(truth == 0 ? 1 : 0);
      }
    }
    made.result.tested = test.size();
    made.result.accuracy = static_cast<double>(correct) / static_cast<double>(test.size());
  }

  folds::ItemClasses items_;
  evaluation::ChoiceGrid grid_;
  evaluation::FoldTables tables_;  // for the linear machine
  std::vector<Hash128> ranks_;     // of landmarks
  const EvaluationOptions& plan_;
  const Progress& progress_;
  std::vector<evaluation::ChannelDistances> distances_;  // one per fold at work; none if the machine is linear
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

// Deals the items to the folds of every repeat, unless the options have splits.
void deal(const folds::ItemClasses& items, EvaluationOptions& options) {
  if (!options.splits.empty()) return;
  if (options.repeats < 1) throw Error(ErrorKind::usage, "`repeats` must be at least 1");
  const FoldItems to_deal{items.ids, items.classes, options.groups};
  for (int repeat = 0; repeat < options.repeats; ++repeat) {
    options.splits.push_back(
        stratified_folds(to_deal, options.folds, {options.run.seed, static_cast<std::uint32_t>(repeat)}));
  }
}

}  // namespace

Evaluation evaluate(std::span<const Graph> graphs, const EvaluationOptions& wanted) {
  const evaluation::GraphSet set = evaluation::read_graph_set(*source_of_borrowed(graphs));
  EvaluationOptions options = wanted;
  evaluation::tell_left_out(set.without_class, set.size(), "graph", options.run.progress);
  if (options.candidates.empty()) options.candidates = recipes_of_name(options.recipe, set.traits());
  deal(set.items(), options);
  return evaluate_nested(set, options);
}

Evaluation evaluate_items(std::span<const Graph> graphs, Level level,
                          const std::unordered_map<std::string, std::string>& classes,
                          const EvaluationOptions& wanted) {
  EvaluationOptions options = wanted;
  evaluation::NodeSetOptions making;
  making.level = level;
  making.candidates = options.candidates;
  making.walks = options.walks;
  making.self_loops = options.self_loops;
  making.run = options.run;
  making.run.progress.report = {};
  evaluation::NodeSet set = evaluation::make_node_set(graphs, classes, making);
  evaluation::tell_left_out(set.without_class, set.rows.size(), to_string(level), options.run.progress);
  options.groups = graphs.size() > 1 ? std::move(set.graph_of) : std::vector<std::uint32_t>();
  deal(set.rows.items(), options);
  return evaluate_nested(set.rows, options);
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
