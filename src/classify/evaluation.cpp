#include "awe/classify/evaluation.h"

#include <algorithm>

#include "awe/base/error.h"
#include "awe/classify/svm.h"
#include "channel_distances.h"
#include "model_choice.h"
#include "phase_timer.h"

namespace awe {
namespace {

// Scores and predictions of all folds, as they come.
struct Tally {
  std::vector<double> scores, decisions;
  std::vector<int> positive;
  double tested = 0, trained = 0;
};

class Nested {
 public:
  Nested(const ChannelSource& source, const std::vector<Candidate>& candidates, const EvaluationPlan& plan,
         const Progress& progress)
      : items_(source.items()),
        candidates_(candidates),
        plan_(plan),
        progress_(progress),
        distances_(source, plan.memory, plan.threads, progress) {}

  Evaluation run() {
    const std::size_t classes = items_.class_names.size();
    Evaluation result;
    result.confusion.classes = static_cast<int>(classes);
    result.confusion.counts.resize(classes * classes);
    Tally tally;
    std::uint64_t total = 0, done = 0;
    for (const FoldAssignment& repeat : plan_.repeats) total += static_cast<std::uint64_t>(repeat.folds);
    for (std::size_t repeat = 0; repeat < plan_.repeats.size(); ++repeat) {
      for (int fold = 0; fold < plan_.repeats[repeat].folds; ++fold) {
        progress_.throw_if_stopped();
        const auto number = static_cast<std::uint32_t>(1000 * repeat) + static_cast<std::uint32_t>(fold) + 1;
        run_fold(plan_.repeats[repeat], fold, {plan_.seed, number}, result, tally);
        if (progress_.report) progress_.report(++done, total);
      }
    }
    const int folds = plan_.repeats.front().folds;
    result.accuracy = folds > 1 ? summarise_scores(tally.scores, folds)
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
    FoldResult chosen = choose(train, seed);

    const PhaseTimer timer(svm_seconds_);
    SvmOptions options;
    options.c = chosen.c;
    options.threads = plan_.threads;
    const GramView view(gram_.data(), gram_.rows());
    const MultiSvm model = train_svm(view, train, items_.classes, options);
    const SvmPredictions predictions = predict_svm_path(view, {&model, 1}, test, plan_.threads);
    std::size_t correct = 0;
    for (std::size_t i = 0; i < test.size(); ++i) {
      const int truth = items_.classes[test[i]], predicted = predictions.predicted.front()[i];
      correct += predicted == truth ? 1 : 0;
      result.confusion.add(truth, predicted);
      if (items_.class_names.size() == 2) {
        tally.decisions.push_back(model.pairs.empty() ? 0 : predictions.decisions.front()[i]);
        tally.positive.push_back(truth == 0 ? 1 : 0);
      }
    }
    chosen.tested = test.size();
    chosen.accuracy = static_cast<double>(correct) / static_cast<double>(test.size());
    tally.scores.push_back(chosen.accuracy);
    tally.tested += static_cast<double>(test.size());
    tally.trained += static_cast<double>(train.size());
    result.folds.push_back(std::move(chosen));
  }

  // By inner splits of the training part; leaves the Gram of the choice behind.
  FoldResult choose(std::span<const std::uint32_t> train, const FoldSeed& seed) {
    const double kernels_before = distances_.kernel_seconds();
    double seconds = 0;
    ModelChoice choice;
    {
      const PhaseTimer timer(seconds);
      choice = choose_model({{items_.ids, items_.classes, plan_.groups}, train, seed, {}, plan_.threads},
                            {candidates_.size(), plan_.gammas, plan_.cs},
                            [&](std::size_t candidate, double gamma) { return fill(candidates_[candidate], gamma); },
                            {{}, progress_.stop_requested});
    }
    svm_seconds_ += seconds - (distances_.kernel_seconds() - kernels_before);
    (void)fill(candidates_[choice.candidate], choice.gamma);
    FoldResult chosen;
    chosen.recipe = candidates_[choice.candidate].name;
    chosen.gamma = choice.gamma;
    chosen.c = choice.c;
    chosen.inner_accuracy = choice.inner_accuracy;
    return chosen;
  }

  GramView fill(const Candidate& candidate, double gamma) {
    distances_.fill(gram_, candidate, gamma);
    return {gram_.data(), gram_.rows()};
  }

  ItemClasses items_;
  const std::vector<Candidate>& candidates_;
  const EvaluationPlan& plan_;
  const Progress& progress_;
  ChannelDistances distances_;
  GramMatrix gram_;
  double svm_seconds_ = 0;
};

Evaluation evaluate(const ChannelSource& source, const std::vector<Candidate>& candidates, const EvaluationPlan& plan,
                    const Progress& progress) {
  if (candidates.empty() || plan.repeats.empty() || plan.gammas.empty() || plan.cs.empty()) {
    throw Error(ErrorKind::usage, "an evaluation needs a recipe, folds, a gamma and a C");
  }
  return Nested(source, candidates, plan, progress).run();
}

}  // namespace

Evaluation evaluate_nested(const GraphSet& set, const EvaluationPlan& plan, const Progress& progress) {
  const GraphChannels channels(set, plan.candidates, {plan.threads, plan.seed, plan.walks});
  return evaluate(channels, channels.candidates(), plan, progress);
}

Evaluation evaluate_nested(const MatrixSet& set, const EvaluationPlan& plan, const Progress& progress) {
  const MatrixChannels channels(set);
  return evaluate(channels, channels.candidates(), plan, progress);
}

}  // namespace awe
