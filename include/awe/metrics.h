// Quality of predictions: confusion matrix, accuracy, macro F1, area under the ROC curve, and the mean accuracy of
// repeated cross-validation with an interval. Classes are numbered from 0. Cost: O(items), for the area
// O(items log items).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace awe {

// Number of items by true and predicted class.
struct ConfusionMatrix {
  int classes = 0;                    // number of classes
  std::vector<std::uint64_t> counts;  // row-major: rows are true classes, columns predicted ones

  // Number of items of class `truth` that were predicted as `predicted`.
  [[nodiscard]] std::uint64_t at(int truth, int predicted) const {
    return counts[static_cast<std::size_t>(truth) * static_cast<std::size_t>(classes) +
                  static_cast<std::size_t>(predicted)];
  }
  void add(int truth, int predicted);  // counts one item; both in 0 .. classes-1
};

// The confusion matrix of predictions. Throws Error(usage) if the lists differ in length or a class is outside
// 0 .. classes-1.
[[nodiscard]] ConfusionMatrix confusion_matrix(std::span<const int> truth, std::span<const int> predicted, int classes);

// Share of correctly predicted items; 0 without items.
[[nodiscard]] double accuracy(const ConfusionMatrix& matrix);
// Mean of 2 TP / (2 TP + FP + FN) over the classes that occur as true or predicted class.
[[nodiscard]] double macro_f1(const ConfusionMatrix& matrix);
// Share of the most frequent class: the accuracy of always predicting it. 0 without items.
[[nodiscard]] double majority_share(std::span<const int> classes);

// Probability that a random positive item scores above a random negative one, ties counting half (Mann & Whitney).
// `positive` is 1 or 0 for each item. Throws Error: usage unless there are items of both kinds, numeric for a score
// that is not a number.
[[nodiscard]] double roc_auc(std::span<const double> scores, std::span<const int> positive);

// A mean and a standard deviation.
struct MeanAndDeviation {
  double mean = 0;       // arithmetic mean
  double deviation = 0;  // sample standard deviation (n - 1); 0 for a single value
};
// Mean and standard deviation of values.
[[nodiscard]] MeanAndDeviation mean_and_deviation(std::span<const double> values);

// A confidence interval.
struct Interval {
  double low = 0;   // lower end
  double high = 0;  // upper end
};

// Summary of the scores of r repeats of k-fold cross-validation.
struct ScoreSummary {
  int folds = 0;                // k
  int repeats = 0;              // r
  double mean = 0;              // mean of all scores
  double fold_deviation = 0;    // standard deviation of all k r scores
  double repeat_deviation = 0;  // standard deviation of the means of the repeats; 0 for one repeat
  Interval interval;            // 95 % interval of the mean, inside [0, 1]
  bool wilson = false;          // whether the interval is that of Wilson, not of the scores' deviation
};

// Summary of scores in [0, 1], given repeat by repeat. The interval is the corrected resampled t interval of Nadeau &
// Bengio, Inference for the Generalization Error, Machine Learning 52 (2003): mean +- t s sqrt(1/(k r) + 1/(k-1)), with
// s the standard deviation of all k r scores, 1/(k-1) the size of a test fold divided by that of its training part, and
// t the 97.5 % quantile of Student's distribution with k r - 1 degrees of freedom. The second term accounts for the
// overlap of training parts; without it, repeats would shrink the interval to nothing. With one repeat the interval is
// wider than the textbook interval over k folds, which treats the folds as independent. If all scores are equal, s is 0
// and says nothing: with `tested`, the number of items tested in one repeat, the interval is then that of Wilson for
// the mean on so many items. Throws Error(usage) if the number of scores is not a multiple of folds, or folds < 2.
[[nodiscard]] ScoreSummary summarise_scores(std::span<const double> scores, int folds, double tested = 0);

// The 95 % Wilson score interval (JASA 22, 1927) for the share right / tested. Throws Error(usage) unless
// 0 <= right <= tested and tested > 0.
[[nodiscard]] Interval wilson_interval(double right, double tested);

// Summary of the scores of r held-out parts; `tested` and `trained` are the total numbers of test and training items of
// all parts. With one part, the interval is that of Wilson, for the accuracy of this classifier on new items. With
// several, it is that of summarise_scores with the size of a test part divided by that of its training part instead of
// 1/(k-1), for the accuracy of the procedure; if all scores are equal, that of Wilson for one part.
[[nodiscard]] ScoreSummary summarise_holdouts(std::span<const double> scores, double tested, double trained);

// How the scores of one method differ from those of another on the same test parts.
struct PairedDifference {
  double mean = 0;           // mean of the differences, first minus second
  Interval interval;         // 95 % interval of the mean difference
  double p_value = 1;        // of the two-sided test that the mean difference is 0
  int wins = 0, losses = 0;  // parts where the first is better; where the second is
};
// The corrected resampled t test of Nadeau & Bengio (see summarise_scores): t = mean / (s sqrt(1/n + test_to_train)),
// with n - 1 degrees of freedom, where `test_to_train` is the size of a test part divided by that of its training part.
// If all differences are equal, the interval has no width and p is 0, or 1 if they are 0. Throws Error(usage) for lists
// of different lengths or with fewer than two scores.
[[nodiscard]] PairedDifference compare_scores(std::span<const double> first, std::span<const double> second,
                                              double test_to_train);

// Quality of the predictions of numbers.
struct RegressionScores {
  double mae = 0;   // mean absolute error
  double rmse = 0;  // root of the mean squared error
  // Share of the variance that is explained: 1 - (squared errors) / (squared deviations from the mean of the truth). 0
  // if the truth is constant, since there is nothing to explain.
  double r2 = 0;
  double spearman = 0;  // correlation of the ranks, equal values sharing their mean rank; 0 if either side is constant
};
// Throws Error: usage for lists of different lengths or without items, numeric for a number that is not finite.
// O(n log n).
[[nodiscard]] RegressionScores regression_scores(std::span<const double> truth, std::span<const double> predicted);

// Summary of scores of any range, such as errors, given repeat by repeat: as summarise_scores, with an interval that is
// not cut off, and `test_to_train` the size of a test part divided by that of its training part. One score has no
// interval: both ends are the mean. Throws Error(usage) if the number of scores is no multiple of folds, or folds < 1.
[[nodiscard]] ScoreSummary summarise_values(std::span<const double> scores, int folds, double test_to_train);

// The quantile of Student's t distribution: t with P(T <= t) = probability, inside (0, 1), for at least one degree of
// freedom. Inverts the finite sums of Abramowitz & Stegun 26.7.3 and 26.7.4 by bisection. O(degrees).
[[nodiscard]] double student_t_quantile(double probability, int degrees);

}  // namespace awe
