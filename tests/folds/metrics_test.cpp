// Every metric, compared with values calculated by hand.
#include "awe/metrics.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include "awe/error.h"

namespace awe::folds {
namespace {

TEST(Metrics, ConfusionMatrixAccuracyAndF1) {
  const std::vector<int> truth = {0, 0, 0, 1, 1, 2}, predicted = {0, 0, 1, 1, 2, 2};
  const ConfusionMatrix matrix = confusion_matrix(truth, predicted, 4);
  EXPECT_EQ(matrix.at(0, 0), 2u);
  EXPECT_EQ(matrix.at(0, 1), 1u);
  EXPECT_EQ(matrix.at(1, 0), 0u);
  EXPECT_EQ(matrix.at(1, 2), 1u);
  EXPECT_DOUBLE_EQ(accuracy(matrix), 4.0 / 6);
  // F1: 4/5, 2/4, 2/3; class 3 does not occur.
  EXPECT_DOUBLE_EQ(macro_f1(matrix), (0.8 + 0.5 + 2.0 / 3) / 3);
  EXPECT_EQ(accuracy(confusion_matrix({}, {}, 2)), 0);
  EXPECT_EQ(macro_f1(confusion_matrix({}, {}, 2)), 0);
  EXPECT_THROW((void)confusion_matrix(truth, predicted, 2), Error);
  EXPECT_THROW((void)confusion_matrix(truth, std::vector<int>{0}, 2), Error);
}

TEST(Metrics, MajorityShare) {
  EXPECT_DOUBLE_EQ(majority_share(std::vector<int>{5, -1, 5, 2}), 0.5);
  EXPECT_EQ(majority_share({}), 0);
}

TEST(Metrics, AreaUnderTheCurve) {
  const std::vector<int> positive = {0, 0, 1, 1};
  EXPECT_DOUBLE_EQ(roc_auc(std::vector<double>{0.1, 0.4, 0.35, 0.8}, positive), 0.75);
  EXPECT_DOUBLE_EQ(roc_auc(std::vector<double>{1, 1, 1, 1}, positive), 0.5);
  EXPECT_DOUBLE_EQ(roc_auc(std::vector<double>{1, 2, 2, 3}, positive), 0.875);
  EXPECT_DOUBLE_EQ(roc_auc(std::vector<double>{4, 3, 2, 1}, positive), 0);
  EXPECT_THROW((void)roc_auc(std::vector<double>{1, 2}, std::vector<int>{1, 1}), Error);
  EXPECT_THROW((void)roc_auc(std::vector<double>{1, 2}, std::vector<int>{1}), Error);
  EXPECT_THROW((void)roc_auc(std::vector<double>{1, std::nan("")}, std::vector<int>{1, 0}), Error);
}

RC_GTEST_PROP(Metrics, AreaIsTheShareOfPairsWon, ()) {
  const auto scores = *rc::gen::container<std::vector<int>>(20, rc::gen::inRange(0, 6));
  auto positive = *rc::gen::container<std::vector<int>>(20, rc::gen::inRange(0, 2));
  positive[0] = 0;
  positive[1] = 1;
  double won = 0, pairs = 0;
  for (std::size_t i = 0; i < 20; ++i) {
    for (std::size_t j = 0; j < 20; ++j) {
      if (positive[i] == 0 || positive[j] == 1) continue;
      pairs += 1;
      won += scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0;
    }
  }
  RC_ASSERT(std::abs(roc_auc(std::vector<double>(scores.begin(), scores.end()), positive) - won / pairs) < 1e-15);
}

TEST(Metrics, MeanAndDeviation) {
  const auto [mean, deviation] = mean_and_deviation(std::vector<double>{2, 4, 4, 4, 5, 5, 7, 9});
  EXPECT_DOUBLE_EQ(mean, 5);
  EXPECT_DOUBLE_EQ(deviation, std::sqrt(32.0 / 7));
  EXPECT_EQ(mean_and_deviation(std::vector<double>{3}).deviation, 0);
  EXPECT_EQ(mean_and_deviation({}).mean, 0);
}

TEST(Metrics, StudentQuantilesAreThoseOfTheTables) {
  // From the incomplete beta function in 30 digits.
  EXPECT_NEAR(student_t_quantile(0.975, 1), 12.706204736174705, 1e-12);
  EXPECT_NEAR(student_t_quantile(0.975, 2), 4.3026527297494639, 1e-13);
  EXPECT_NEAR(student_t_quantile(0.975, 3), 3.1824463052837096, 1e-13);
  EXPECT_NEAR(student_t_quantile(0.975, 9), 2.2621571627982055, 1e-13);
  EXPECT_NEAR(student_t_quantile(0.975, 99), 1.9842169515864175, 1e-13);
  EXPECT_NEAR(student_t_quantile(0.95, 10), 1.8124611228116764, 1e-13);
  EXPECT_NEAR(student_t_quantile(0.975, 100000), 1.9599877075346096, 1e-9);
  EXPECT_DOUBLE_EQ(student_t_quantile(0.025, 9), -student_t_quantile(0.975, 9));
  EXPECT_NEAR(student_t_quantile(0.5, 4), 0, 1e-15);
  EXPECT_THROW((void)student_t_quantile(1, 4), Error);
  EXPECT_THROW((void)student_t_quantile(0.5, 0), Error);
}

// Values of R: t.test on the differences, with the standard error multiplied by sqrt(1 + n / 9).
TEST(Metrics, PairedDifferencesOfFolds) {
  const std::vector<double> a = {0.9, 0.8, 0.85, 0.95, 0.7, 0.8, 0.9, 0.75, 0.8, 0.85};
  const std::vector<double> b = {0.85, 0.8, 0.8, 0.9, 0.75, 0.7, 0.85, 0.7, 0.8, 0.8};
  const PairedDifference found = compare_scores(a, b, 1.0 / 9);
  EXPECT_NEAR(found.mean, 0.035, 1e-12);
  EXPECT_EQ(found.wins, 7);
  EXPECT_EQ(found.losses, 1);
  // The deviation of the differences is 0.0411636...; t = 0.035 / (s sqrt(1/10 + 1/9)).
  const double t = 0.035 / (std::sqrt(0.01525 / 9) * std::sqrt(0.1 + 1.0 / 9));
  EXPECT_NEAR(found.interval.high - found.mean, student_t_quantile(0.975, 9) * 0.035 / t, 1e-12);
  // p is the level whose quantile is t.
  EXPECT_NEAR(student_t_quantile(1 - found.p_value / 2, 9), t, 1e-9);
  const PairedDifference back = compare_scores(b, a, 1.0 / 9);
  EXPECT_EQ(back.p_value, found.p_value);
  EXPECT_EQ(back.wins, found.losses);
  EXPECT_EQ(compare_scores(a, a, 0.1).p_value, 1);
  EXPECT_THROW((void)compare_scores(a, std::vector<double>{0.5}, 0.1), Error);
}

TEST(Metrics, SummaryOfRepeatedFolds) {
  const std::vector<double> scores = {0.8, 0.9, 0.7, 0.8, 0.6, 0.7, 0.7, 0.8};  // two repeats of four folds
  const ScoreSummary summary = summarise_scores(scores, 4);
  EXPECT_EQ(summary.repeats, 2);
  EXPECT_DOUBLE_EQ(summary.mean, 0.75);
  EXPECT_NEAR(summary.fold_deviation, std::sqrt(0.06 / 7), 1e-15);
  EXPECT_NEAR(summary.repeat_deviation, 0.1 / std::sqrt(2), 1e-15);
  // t(7) = 2.364624251592785; 1/8 + 1/3 of the variance.
  const double half = 2.364624251592785 * std::sqrt(0.06 / 7 * (1.0 / 8 + 1.0 / 3));
  EXPECT_NEAR(summary.interval.low, 0.75 - half, 1e-12);
  EXPECT_NEAR(summary.interval.high, 0.75 + half, 1e-12);
}

TEST(Metrics, SummaryOfOneRepeatStaysInsideZeroAndOne) {
  const ScoreSummary summary = summarise_scores(std::vector<double>{1, 0.9}, 2);
  EXPECT_EQ(summary.repeats, 1);
  EXPECT_EQ(summary.repeat_deviation, 0);
  EXPECT_EQ(summary.interval.high, 1);
  EXPECT_EQ(summary.interval.low, 0);
  EXPECT_THROW((void)summarise_scores(std::vector<double>{1, 1, 1}, 2), Error);
  EXPECT_THROW((void)summarise_scores(std::vector<double>{1}, 1), Error);
  EXPECT_THROW((void)summarise_scores({}, 2), Error);
}

TEST(Metrics, FoldsThatScoreTheSameGetWilsonsInterval) {
  for (const double score : {0.0, 1.0, 0.8}) {
    const std::vector<double> scores(10, score);
    const ScoreSummary summary = summarise_scores(scores, 10, 30);
    const Interval wilson = wilson_interval(score * 30, 30);
    EXPECT_TRUE(summary.wilson);
    EXPECT_NEAR(summary.interval.low, wilson.low, 1e-12);
    EXPECT_NEAR(summary.interval.high, wilson.high, 1e-12);
    EXPECT_GT(summary.interval.high - summary.interval.low, 0.1) << "an interval has a width";
    EXPECT_FALSE(summarise_scores(scores, 10).wilson) << "nothing is known about the number of items";
  }
  const ScoreSummary parts = summarise_holdouts(std::vector<double>{1, 1, 1}, 30, 60);  // ten items in each part
  EXPECT_TRUE(parts.wilson);
  EXPECT_NEAR(parts.interval.low, wilson_interval(10, 10).low, 1e-12);
  EXPECT_FALSE(summarise_scores(std::vector<double>{1, 0.9}, 2, 20).wilson);
}

TEST(Metrics, WilsonsIntervalHasItsKnownValues) {
  const Interval half = wilson_interval(5, 10);  // 0.5 +- z sqrt(1/40 + z^2/400) / (1 + z^2/10)
  EXPECT_NEAR(half.low, 0.236593, 1e-6);
  EXPECT_NEAR(half.high, 0.763407, 1e-6);
  const Interval all = wilson_interval(20, 20);  // low: 1 / (1 + z^2/20)
  EXPECT_NEAR(all.low, 0.838875, 1e-6);
  EXPECT_NEAR(all.high, 1, 1e-12);
  EXPECT_NEAR(wilson_interval(0, 20).high, 1 - all.low, 1e-12);
  EXPECT_THROW((void)wilson_interval(0, 0), Error);
  EXPECT_THROW((void)wilson_interval(3, 2), Error);
}

TEST(Metrics, SummarisesPartsHeldOut) {
  const ScoreSummary one = summarise_holdouts(std::vector<double>{0.5}, 10, 90);
  EXPECT_EQ(one.folds, 1);
  EXPECT_EQ(one.repeats, 1);
  EXPECT_NEAR(one.interval.low, wilson_interval(5, 10).low, 1e-12);
  // Deviation 0.01 / sqrt(2), t of one degree of freedom 12.7062, sqrt(1/2 + 1/9).
  const ScoreSummary two = summarise_holdouts(std::vector<double>{0.5 - 0.005, 0.5 + 0.005}, 20, 180);
  EXPECT_NEAR(two.mean, 0.5, 1e-12);
  EXPECT_NEAR(two.interval.high - two.mean, 12.7062 * 0.00707107 * std::sqrt(0.5 + 1.0 / 9), 1e-5);
  EXPECT_THROW((void)summarise_holdouts({}, 1, 1), Error);
}

TEST(Metrics, OfNumbers) {
  const std::vector<double> truth = {1, 2, 3, 4}, close = {1.5, 2, 2.5, 4}, turned = {4, 3, 2, 1};
  const RegressionScores found = regression_scores(truth, close);
  EXPECT_NEAR(found.mae, 0.25, 1e-15);
  EXPECT_NEAR(found.rmse, std::sqrt(0.125), 1e-15);
  EXPECT_NEAR(found.r2, 1 - 0.5 / 5, 1e-15);
  EXPECT_NEAR(found.spearman, 1, 1e-15);
  EXPECT_NEAR(regression_scores(truth, turned).spearman, -1, 1e-15);
  EXPECT_NEAR(regression_scores(truth, turned).r2, -3, 1e-15) << "worse than the mean";
  // Ranks 1.5, 1.5, 3, 4 and 1, 2, 3, 4: correlation 4.5 / sqrt(4.5 * 5).
  EXPECT_NEAR(regression_scores(std::vector<double>{1, 1, 3, 9}, truth).spearman, std::sqrt(4.5 / 5), 1e-15);
  const std::vector<double> constant(4, 7);
  EXPECT_EQ(regression_scores(constant, truth).r2, 0) << "nothing to explain";
  EXPECT_EQ(regression_scores(constant, truth).spearman, 0);
  EXPECT_EQ(regression_scores(truth, constant).spearman, 0);
  EXPECT_THROW((void)regression_scores(truth, {truth.data(), 3}), Error);
  EXPECT_THROW((void)regression_scores({}, {}), Error);
  EXPECT_THROW((void)regression_scores(truth, std::vector<double>{1, 2, 3, std::nan("")}), Error);
}

TEST(Metrics, SummarisesValuesOfAnyRange) {
  const ScoreSummary two = summarise_values(std::vector<double>{-3, 5}, 2, 1);
  EXPECT_NEAR(two.mean, 1, 1e-12);
  EXPECT_NEAR(two.interval.high - 1, 12.7062 * 8 / std::sqrt(2) * std::sqrt(1.5), 1e-2) << "not cut off";
  EXPECT_NEAR(two.interval.low + two.interval.high, 2, 1e-9);
  const ScoreSummary one = summarise_values(std::vector<double>{0.25}, 1, 0.2);
  EXPECT_EQ(one.interval.low, 0.25);
  EXPECT_EQ(one.interval.high, 0.25);
  EXPECT_THROW((void)summarise_values(std::vector<double>{1, 2, 3}, 2, 1), Error);
  EXPECT_THROW((void)summarise_values({}, 1, 1), Error);
}

}  // namespace
}  // namespace awe::folds
