// How good predictions are: confusion matrix, accuracy, macro F1, area under the ROC curve, and what repeated
// cross-validation says about the accuracy. Cost: O(items), O(items log items) for the area.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace awe {

struct ConfusionMatrix {
  int classes = 0;
  std::vector<std::uint64_t> counts;  // row-major: the true class is the row, the predicted one the column

  [[nodiscard]] std::uint64_t at(int truth, int predicted) const {
    return counts[static_cast<std::size_t>(truth) * static_cast<std::size_t>(classes) +
                  static_cast<std::size_t>(predicted)];
  }
  void add(int truth, int predicted);  // classes are 0 .. classes-1
};

// Throws Error(usage) if the two differ in length or a class is outside 0 .. classes-1.
[[nodiscard]] ConfusionMatrix confusion_matrix(std::span<const int> truth, std::span<const int> predicted, int classes);

// Share of items on the diagonal; 0 without items.
[[nodiscard]] double accuracy(const ConfusionMatrix& matrix);
// The mean over classes of 2 TP / (2 TP + FP + FN), over the classes that occur as truth or prediction.
[[nodiscard]] double macro_f1(const ConfusionMatrix& matrix);
// Share of the most frequent class: what always answering it would score. 0 without items.
[[nodiscard]] double majority_share(std::span<const int> classes);

// Probability that a random positive item scores above a random negative one, ties counting half (Mann & Whitney).
// `positive` is 1 or 0 an item. Throws Error: usage unless there are items of both kinds, numeric for a score that is
// not a number.
[[nodiscard]] double roc_auc(std::span<const double> scores, std::span<const int> positive);

struct MeanAndDeviation {
  double mean = 0;
  double deviation = 0;  // of the sample (n - 1); 0 for a single value
};
[[nodiscard]] MeanAndDeviation mean_and_deviation(std::span<const double> values);

struct Interval {
  double low = 0;
  double high = 0;
};

// The scores of r repeats of k-fold cross-validation.
struct ScoreSummary {
  int folds = 0;
  int repeats = 0;
  double mean = 0;
  double fold_deviation = 0;    // over all k r scores
  double repeat_deviation = 0;  // over the means of the repeats; 0 for one repeat
  Interval interval;            // 95 % of the mean, inside [0, 1]
};

// `scores` in [0, 1], repeat by repeat. The interval is the corrected resampled t interval of Nadeau & Bengio,
// Inference for the Generalization Error, Machine Learning 52 (2003): mean +- t s sqrt(1/(k r) + 1/(k-1)), with s the
// deviation over all k r scores, 1/(k-1) the size of a test fold over that of its training part, and t the 97.5 %
// quantile of Student's distribution with k r - 1 degrees of freedom. The second term is there because training parts
// overlap; without it the interval would shrink to nothing as repeats are added. For one repeat it is the same formula
// with r = 1: wider than the textbook interval over k folds, which takes the folds for independent. Throws Error(usage)
// if the scores are not a multiple of folds, or folds < 2.
[[nodiscard]] ScoreSummary summarise_scores(std::span<const double> scores, int folds);

// The interval of E. B. Wilson (JASA 22, 1927) for a share, 95 %. Throws Error(usage) unless 0 <= right <= tested > 0.
[[nodiscard]] Interval wilson_interval(double right, double tested);

// The scores of r held-out parts, and how many items were tested and trained on in all of them. One part: the interval
// of Wilson, for the accuracy of this very classifier on new items. Several: that of summarise_scores, with the size of
// a test part over that of its training part in the place of 1/(k-1), for the accuracy of the procedure.
[[nodiscard]] ScoreSummary summarise_holdouts(std::span<const double> scores, double tested, double trained);

// The t with P(T <= t) = probability, inside (0, 1), for whole degrees of freedom >= 1: the finite sums of Abramowitz &
// Stegun 26.7.3 and 26.7.4, inverted by bisection. O(degrees).
[[nodiscard]] double student_t_quantile(double probability, int degrees);

}  // namespace awe
