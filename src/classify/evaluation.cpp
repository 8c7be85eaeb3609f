#include "awe/classify/evaluation.h"

#include <algorithm>

#include "awe/base/error.h"
#include "awe/classify/svm.h"
#include "channel_distances.h"
#include "phase_timer.h"

namespace awe {
namespace {

using Parts = std::vector<std::vector<std::uint32_t>>;

// Training and test parts inside a training part. Small ones are dealt into folds, of large ones one part is held out.
struct InnerSplits {
  Parts train, test;

  InnerSplits(const FoldItems& items, std::span<const std::uint32_t> part, const FoldSeed& seed) {
    constexpr std::size_t kSmall = 2500;
    constexpr int kFolds = 5;
    if (part.size() >= kSmall) {
      Split split = validation_part(items, part, seed);
      train.push_back(std::move(split.train));
      test.push_back(std::move(split.test));
      return;
    }
    const FoldAssignment inner = inner_folds(items, part, kFolds, seed);
    for (int fold = 0; fold < kFolds; ++fold) {
      train.emplace_back();
      test.emplace_back();
      for (std::size_t i = 0; i < part.size(); ++i) {
        (inner.fold_of[i] == fold ? test : train).back().push_back(part[i]);
      }
    }
  }
};

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
    FoldResult chosen = choose(InnerSplits({items_.ids, items_.classes, plan_.groups}, train, seed));

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

  // The first of the best by inner splits; leaves its Gram behind.
  FoldResult choose(const InnerSplits& inner) {
    FoldResult best;
    const Candidate* best_candidate = nullptr;
    const bool one_choice = candidates_.size() * plan_.gammas.size() * plan_.cs.size() == 1;
    for (const Candidate& candidate : candidates_) {
      for (const double gamma : plan_.gammas) {
        progress_.throw_if_stopped();
        if (!one_choice) distances_.fill(gram_, candidate, gamma);
        const auto right = one_choice ? std::vector<double>{0} : inner_scores(inner);
        for (std::size_t c = 0; c < plan_.cs.size(); ++c) {
          if (best_candidate != nullptr && right[c] <= best.inner_accuracy) continue;
          best_candidate = &candidate;
          best.recipe = candidate.name;
          best.gamma = gamma;
          best.c = plan_.cs[c];
          best.inner_accuracy = right[c];
        }
      }
    }
    const bool last = best_candidate == &candidates_.back() && best.gamma == plan_.gammas.back();
    if (one_choice || !last) distances_.fill(gram_, *best_candidate, best.gamma);
    return best;
  }

  // Share of right answers on inner test parts, for each C.
  std::vector<double> inner_scores(const InnerSplits& inner) {
    const PhaseTimer timer(svm_seconds_);
    SvmOptions options;
    options.threads = plan_.threads;
    const GramView view(gram_.data(), gram_.rows());
    const auto models = train_svm_folds(view, inner.train, items_.classes, plan_.cs, options);
    std::vector<double> right(plan_.cs.size(), 0);
    double tested = 0;
    for (std::size_t fold = 0; fold < inner.train.size(); ++fold) {
      const auto& test = inner.test[fold];
      const SvmPredictions predictions = predict_svm_path(view, models[fold], test, plan_.threads);
      tested += static_cast<double>(test.size());
      for (std::size_t c = 0; c < right.size(); ++c) {
        for (std::size_t i = 0; i < test.size(); ++i) {
          right[c] += predictions.predicted[c][i] == items_.classes[test[i]] ? 1 : 0;
        }
      }
    }
    for (double& share : right) share /= tested;
    return right;
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
