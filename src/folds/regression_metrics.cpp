// Scores of predicted numbers. Ranks share their mean among equal values (C. Spearman, The Proof and Measurement of
// Association between Two Things, American Journal of Psychology 15, 1904).
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "awe/error.h"
#include "awe/metrics.h"

namespace awe {
namespace {

std::vector<double> ranks_of(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (std::size_t i = 0; i < order.size();) {
    std::size_t j = i;
    while (j < order.size() && values[order[j]] == values[order[i]]) ++j;
    for (std::size_t k = i; k < j; ++k) ranks[order[k]] = (static_cast<double>(i) + static_cast<double>(j - 1)) / 2;
    i = j;
  }
  return ranks;
}

// 0 if one of them is constant.
double correlation(std::span<const double> x, std::span<const double> y) {
  const double mean_x = mean_and_deviation(x).mean, mean_y = mean_and_deviation(y).mean;
  double xx = 0, yy = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0;
}

}  // namespace

RegressionScores regression_scores(std::span<const double> truth, std::span<const double> predicted) {
  if (truth.size() != predicted.size() || truth.empty()) {
    throw Error(ErrorKind::usage, std::to_string(predicted.size()) + " predictions for " +
                                      std::to_string(truth.size()) + " numbers; give one each, and at least one");
  }
  const auto finite = [](double value) { return std::isfinite(value); };
  if (!std::all_of(truth.begin(), truth.end(), finite) || !std::all_of(predicted.begin(), predicted.end(), finite)) {
    throw Error(ErrorKind::numeric, "a number or its prediction is not finite");
  }
  const auto count = static_cast<double>(truth.size());
  const double mean = mean_and_deviation(truth).mean;
  double absolute = 0, squares = 0, deviations = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const double error = predicted[i] - truth[i];
    absolute += std::abs(error);
    squares += error * error;
    deviations += (truth[i] - mean) * (truth[i] - mean);
  }
  const bool constant = std::all_of(truth.begin(), truth.end(), [&](double value) { return value == truth.front(); });
  return {absolute / count, std::sqrt(squares / count), constant ? 0 : 1 - squares / deviations,
          correlation(ranks_of(truth), ranks_of(predicted))};
}

ScoreSummary summarise_values(std::span<const double> scores, int folds, double test_to_train) {
  if (folds < 1 || scores.empty() || scores.size() % static_cast<std::size_t>(folds) != 0) {
    throw Error(ErrorKind::usage, std::to_string(scores.size()) + " scores of " + std::to_string(folds) +
                                      " test parts per repeat; give one each");
  }
  const auto per_repeat = static_cast<std::size_t>(folds);
  std::vector<double> means;
  for (std::size_t first = 0; first < scores.size(); first += per_repeat) {
    means.push_back(mean_and_deviation(scores.subspan(first, per_repeat)).mean);
  }
  const auto [mean, deviation] = mean_and_deviation(scores);
  ScoreSummary summary;
  summary.folds = folds;
  summary.repeats = static_cast<int>(means.size());
  summary.mean = mean;
  summary.fold_deviation = deviation;
  summary.repeat_deviation = mean_and_deviation(means).deviation;
  double half = 0;
  if (scores.size() > 1) {
    half = student_t_quantile(0.975, static_cast<int>(scores.size()) - 1) * deviation *
           std::sqrt(1 / static_cast<double>(scores.size()) + test_to_train);
  }
  summary.interval = {mean - half, mean + half};
  return summary;
}

}  // namespace awe
