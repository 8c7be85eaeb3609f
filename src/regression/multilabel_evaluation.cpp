// Nested evaluation of classes in several columns: a regression on classes as numbers 0 and 1, of which the largest
// prediction in each column is its class.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "awe/evaluation.h"
#include "regression/label_set.h"
#include "regression/nested.h"

namespace awe {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Scores of test parts, in the order of the folds; those that are not a number are left out. No folds: all of them are.
// `tested`: items tested in all parts, of which the scores are shares; 0 for other scores in [0, 1].
ScoreSummary summary_of(std::vector<double> scores, const regression::NestedSummary& nested, double tested) {
  const std::size_t all = scores.size();
  std::erase_if(scores, [](double score) { return std::isnan(score); });
  if (scores.empty()) return {};
  if (nested.folds == 1 && tested > 0) return summarise_holdouts(scores, tested, tested / nested.test_to_train);
  if (nested.folds > 1 && scores.size() == all) {
    return summarise_scores(scores, nested.folds, tested * nested.folds / static_cast<double>(all));
  }
  ScoreSummary summary =
      summarise_values(scores, nested.folds == 1 ? 1 : static_cast<int>(scores.size()), nested.test_to_train);
  summary.interval = {std::max(0.0, summary.interval.low), std::min(1.0, summary.interval.high)};
  return summary;
}

double mean_of_known(const std::vector<double>& scores) {
  double sum = 0, count = 0;
  for (const double score : scores) {
    if (std::isnan(score)) continue;
    sum += score;
    ++count;
  }
  return count > 0 ? sum / count : kNone;
}

class LabelScores {
 public:
  explicit LabelScores(const folds::ItemLabels& labels)
      : labels_(labels), first_(regression::first_classes(labels)), tested_(labels.columns.size(), 0) {}

  void add(const regression::TestedFold& fold) {
    MultilabelFold made{fold.recipe, fold.best.gamma, fold.best.c, fold.voters, fold.best.inner_accuracy, {},
                        {},          fold.test.size()};
    std::vector<bool> all_right(fold.test.size(), true);
    double wrong = 0;
    for (std::size_t column = 0; column < labels_.columns.size(); ++column) {
      const std::size_t classes = labels_.columns[column].classes.size();
      std::vector<double> decisions;
      std::vector<int> second;
      double right = 0;
      for (std::size_t i = 0; i < fold.test.size(); ++i) {
        const int truth = labels_.at(fold.test[i], column);
        if (truth == folds::kUnknownClass) continue;
        const auto scores = fold.predicted.row(i).subspan(first_[column], classes);
        const bool is_right = std::max_element(scores.begin(), scores.end()) - scores.begin() == truth;
        right += is_right ? 1 : 0;
        all_right[i] = all_right[i] && is_right;
        decisions.push_back(scores[1] - scores[0]);
        second.push_back(truth);
      }
      const auto known = static_cast<double>(second.size());
      tested_[column] += known;
      wrong += known - right;
      made.accuracy.push_back(known > 0 ? right / known : kNone);
      const auto positive = static_cast<double>(std::count(second.begin(), second.end(), 1));
      const bool both = classes == 2 && positive > 0 && positive < known;
      made.roc_auc.push_back(both ? roc_auc(decisions, second) : kNone);
    }
    const auto tested = static_cast<double>(fold.test.size());
    subset_.push_back(static_cast<double>(std::count(all_right.begin(), all_right.end(), true)) / tested);
    hamming_.push_back(wrong / (tested * static_cast<double>(labels_.columns.size())));
    folds_.push_back(std::move(made));
  }

  MultilabelEvaluation summarise(const regression::NestedSummary& nested) && {
    MultilabelEvaluation result;
    for (std::size_t column = 0; column < labels_.columns.size(); ++column) {
      LabelEvaluation& made = result.columns.emplace_back();
      made.name = labels_.columns[column].name;
      made.classes = labels_.columns[column].classes;
      std::vector<double> accuracy, auc, sizes(made.classes.size(), 0);
      for (std::size_t i = column; i < labels_.values.size(); i += labels_.columns.size()) {
        if (labels_.values[i] != folds::kUnknownClass) ++sizes[static_cast<std::size_t>(labels_.values[i])];
      }
      double known = 0;
      for (const double size : sizes) known += size;
      made.known = static_cast<std::uint64_t>(known);
      made.majority = *std::max_element(sizes.begin(), sizes.end()) / known;
      for (const MultilabelFold& fold : folds_) {
        accuracy.push_back(fold.accuracy[column]);
        auc.push_back(fold.roc_auc[column]);
      }
      made.accuracy = summary_of(std::move(accuracy), nested, tested_[column]);
      made.roc_auc = summary_of(std::move(auc), nested, 0);
    }
    std::vector<double> accuracy, auc;
    for (const MultilabelFold& fold : folds_) {
      accuracy.push_back(mean_of_known(fold.accuracy));
      auc.push_back(mean_of_known(fold.roc_auc));
    }
    double tested = 0;
    for (const MultilabelFold& fold : folds_) tested += static_cast<double>(fold.tested);
    result.accuracy = summary_of(std::move(accuracy), nested, tested);
    result.roc_auc = summary_of(std::move(auc), nested, 0);
    result.complete = std::count(labels_.values.begin(), labels_.values.end(), folds::kUnknownClass) == 0;
    if (result.complete) {
      result.subset_accuracy = summary_of(std::move(subset_), nested, tested);
      result.hamming_loss = summary_of(std::move(hamming_), nested, tested);
    }
    result.folds = std::move(folds_);
    result.feature_seconds = nested.feature_seconds;
    result.kernel_seconds = nested.kernel_seconds;
    result.machine_seconds = nested.machine_seconds;
    return result;
  }

 private:
  const folds::ItemLabels& labels_;
  std::vector<std::size_t> first_;
  std::vector<MultilabelFold> folds_;
  std::vector<double> tested_;            // by column: items of all folds
  std::vector<double> subset_, hamming_;  // by fold
};

template <class Set>
MultilabelEvaluation run(const Set& set, const EvaluationOptions& plan) {
  regression::check(plan.machine.kind, set.labels);
  const folds::ItemNumbers numbers = set.labels.one_hot();
  LabelScores scores(set.labels);
  const auto nested = regression::for_each_tested_fold(regression::nested_items(set, numbers, plan), plan,
                                                       [&](const regression::TestedFold& fold) { scores.add(fold); });
  return std::move(scores).summarise(nested);
}

}  // namespace

MultilabelEvaluation evaluate_multilabel(std::span<const Graph> graphs, std::span<const std::string> classes,
                                         const std::vector<std::string>& names, const EvaluationOptions& wanted) {
  const evaluation::GraphSet set = regression::label_set(graphs, classes, names, wanted.run.progress);
  EvaluationOptions options = wanted;
  if (options.candidates.empty()) options.candidates = recipes_of_name(options.recipe, set.traits());
  regression::deal_splits(set.items(), options);
  return evaluate_multilabel(set, options);
}

MultilabelEvaluation evaluate_multilabel(const evaluation::GraphSet& set, const EvaluationOptions& plan) {
  return run(set, plan);
}

MultilabelEvaluation evaluate_multilabel(const evaluation::MatrixSet& set, const EvaluationOptions& plan) {
  return run(set, plan);
}

}  // namespace awe
