#include "awe/metrics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <string>

#include "awe/error.h"

namespace awe {
namespace {

// P(|T| <= sqrt(degrees) tan(angle)), angle in [0, pi/2).
double within(double angle, int degrees) {
  const double square = std::cos(angle) * std::cos(angle);
  const bool odd = degrees % 2 == 1;
  // Odd degrees: cos + 2/3 cos^3 + ...; even: 1 + 1/2 cos^2 + 1 3 / (2 4) cos^4 + ...; both end at power degrees - 2.
  double sum = 0, term = odd ? std::cos(angle) : 1;
  for (int power = odd ? 1 : 0; power <= degrees - 2; power += 2) {
    sum += term;
    term *= square * (power + 1) / (power + 2);
  }
  return odd ? 2 / std::numbers::pi * (angle + std::sin(angle) * sum) : std::sin(angle) * sum;
}

bool all_equal(std::span<const double> scores) {
  return std::all_of(scores.begin(), scores.end(), [&](double score) { return score == scores.front(); });
}

// For scores whose deviation says nothing about the accuracy on other items.
void use_wilson(ScoreSummary& summary, double tested) {
  summary.mean = std::clamp(summary.mean, 0.0, 1.0);
  summary.interval = wilson_interval(summary.mean * tested, tested);
  summary.wilson = true;
}

}  // namespace

void ConfusionMatrix::add(int truth, int predicted) {
  ++counts[static_cast<std::size_t>(truth) * static_cast<std::size_t>(classes) + static_cast<std::size_t>(predicted)];
}

ConfusionMatrix confusion_matrix(std::span<const int> truth, std::span<const int> predicted, int classes) {
  if (truth.size() != predicted.size()) {
    throw Error(ErrorKind::usage, std::to_string(predicted.size()) + " predictions for " +
                                      std::to_string(truth.size()) + " items; give one each");
  }
  const auto side = static_cast<std::size_t>(std::max(classes, 0));
  ConfusionMatrix matrix{classes, std::vector<std::uint64_t>(side * side, 0)};
  for (std::size_t i = 0; i < truth.size(); ++i) {
    for (const int number : {truth[i], predicted[i]}) {
      if (number < 0 || number >= classes) {
        throw Error(ErrorKind::usage, "class " + std::to_string(number) + " of " + std::to_string(classes) +
                                          " classes; they count from 0");
      }
    }
    matrix.add(truth[i], predicted[i]);
  }
  return matrix;
}

double accuracy(const ConfusionMatrix& matrix) {
  std::uint64_t right = 0;
  for (int i = 0; i < matrix.classes; ++i) right += matrix.at(i, i);
  const std::uint64_t all = std::accumulate(matrix.counts.begin(), matrix.counts.end(), std::uint64_t{0});
  return all == 0 ? 0 : static_cast<double>(right) / static_cast<double>(all);
}

double macro_f1(const ConfusionMatrix& matrix) {
  double sum = 0;
  int occurring = 0;
  for (int i = 0; i < matrix.classes; ++i) {
    std::uint64_t both = 0;  // occurrences as truth plus as prediction: 2 TP + FP + FN
    for (int j = 0; j < matrix.classes; ++j) both += matrix.at(i, j) + matrix.at(j, i);
    if (both == 0) continue;
    ++occurring;
    sum += static_cast<double>(2 * matrix.at(i, i)) / static_cast<double>(both);
  }
  return occurring == 0 ? 0 : sum / occurring;
}

double majority_share(std::span<const int> classes) {
  std::map<int, std::uint64_t> counts;
  std::uint64_t most = 0;
  for (const int number : classes) most = std::max(most, ++counts[number]);
  return classes.empty() ? 0 : static_cast<double>(most) / static_cast<double>(classes.size());
}

double roc_auc(std::span<const double> scores, std::span<const int> positive) {
  if (scores.size() != positive.size()) {
    throw Error(ErrorKind::usage, std::to_string(scores.size()) + " scores for " + std::to_string(positive.size()) +
                                      " items; give one each");
  }
  std::vector<std::pair<double, bool>> sorted;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (std::isnan(scores[i])) throw Error(ErrorKind::numeric, "score " + std::to_string(i) + " is not a number");
    sorted.emplace_back(scores[i], positive[i] != 0);
  }
  std::sort(sorted.begin(), sorted.end());
  // Twice the number of pairs won, as an exact integer.
  std::uint64_t won = 0, negatives = 0, positives = 0;
  for (std::size_t i = 0; i < sorted.size();) {
    std::uint64_t tied[2] = {0, 0};
    std::size_t j = i;
    for (; j < sorted.size() && sorted[j].first == sorted[i].first; ++j) ++tied[sorted[j].second ? 1 : 0];
    won += tied[1] * (2 * negatives + tied[0]);
    negatives += tied[0];
    positives += tied[1];
    i = j;
  }
  if (negatives == 0 || positives == 0) {
    throw Error(ErrorKind::usage, "the area under the ROC curve needs items of both classes");
  }
  return static_cast<double>(won) / (2 * static_cast<double>(negatives) * static_cast<double>(positives));
}

MeanAndDeviation mean_and_deviation(std::span<const double> values) {
  if (values.empty()) return {};
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  if (values.size() == 1) return {mean, 0};
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, std::sqrt(squares / (count - 1))};
}

ScoreSummary summarise_scores(std::span<const double> scores, int folds, double tested) {
  if (folds < 2 || scores.empty() || scores.size() % static_cast<std::size_t>(folds) != 0) {
    throw Error(ErrorKind::usage, std::to_string(scores.size()) + " scores of " + std::to_string(folds) +
                                      "-fold cross-validation; give one per fold, and at least two folds");
  }
  const std::size_t per_repeat = static_cast<std::size_t>(folds), repeats = scores.size() / per_repeat;
  std::vector<double> means;
  for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
    means.push_back(mean_and_deviation(scores.subspan(repeat * per_repeat, per_repeat)).mean);
  }
  ScoreSummary summary;
  summary.folds = folds;
  summary.repeats = static_cast<int>(repeats);
  const auto [mean, deviation] = mean_and_deviation(scores);
  summary.mean = mean;
  summary.fold_deviation = deviation;
  summary.repeat_deviation = mean_and_deviation(means).deviation;
  const double half = student_t_quantile(0.975, static_cast<int>(scores.size()) - 1) * deviation *
                      std::sqrt(1.0 / static_cast<double>(scores.size()) + 1.0 / (folds - 1));
  summary.interval = {std::max(0.0, mean - half), std::min(1.0, mean + half)};
  if (all_equal(scores) && tested > 0) use_wilson(summary, tested);
  return summary;
}

Interval wilson_interval(double right, double tested) {
  if (!(right >= 0 && right <= tested && tested > 0)) {
    throw Error(ErrorKind::usage, "no interval for a share of nothing, or of more than there is");
  }
  constexpr double kZ = 1.959963984540054;  // 97.5 % quantile of the normal distribution
  const double share = right / tested, square = kZ * kZ / tested;
  const double middle = (share + square / 2) / (1 + square);
  const double half = kZ / (1 + square) * std::sqrt((share * (1 - share) + square / 4) / tested);
  return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

ScoreSummary summarise_holdouts(std::span<const double> scores, double tested, double trained) {
  if (scores.empty() || !(tested > 0 && trained > 0)) {
    throw Error(ErrorKind::usage, "a held-out part needs items to train on and items to test");
  }
  ScoreSummary summary;
  summary.folds = 1;
  summary.repeats = static_cast<int>(scores.size());
  const auto [mean, deviation] = mean_and_deviation(scores);
  summary.mean = mean;
  summary.fold_deviation = summary.repeat_deviation = deviation;
  if (all_equal(scores)) {
    use_wilson(summary, tested / static_cast<double>(scores.size()));
    return summary;
  }
  const double half = student_t_quantile(0.975, summary.repeats - 1) * deviation *
                      std::sqrt(1.0 / static_cast<double>(scores.size()) + tested / trained);
  summary.interval = {std::max(0.0, mean - half), std::min(1.0, mean + half)};
  return summary;
}

PairedDifference compare_scores(std::span<const double> first, std::span<const double> second, double test_to_train) {
  if (first.size() != second.size() || first.size() < 2) {
    throw Error(ErrorKind::usage, "a comparison needs at least two test parts, the same for both methods");
  }
  PairedDifference result;
  std::vector<double> differences;
  for (std::size_t i = 0; i < first.size(); ++i) {
    differences.push_back(first[i] - second[i]);
    result.wins += first[i] > second[i] ? 1 : 0;
    result.losses += first[i] < second[i] ? 1 : 0;
  }
  const auto [mean, deviation] = mean_and_deviation(differences);
  result.mean = mean;
  result.interval = {mean, mean};
  if (all_equal(differences)) {
    result.p_value = mean == 0 ? 1 : 0;
    return result;
  }
  const int degrees = static_cast<int>(differences.size()) - 1;
  const double error = deviation * std::sqrt(1.0 / static_cast<double>(differences.size()) + test_to_train);
  const double half = student_t_quantile(0.975, degrees) * error;
  result.interval = {mean - half, mean + half};
  result.p_value = 1 - within(std::atan(std::abs(mean) / error / std::sqrt(static_cast<double>(degrees))), degrees);
  return result;
}

double student_t_quantile(double probability, int degrees) {
  if (!(probability > 0 && probability < 1) || degrees < 1) {
    throw Error(ErrorKind::usage, "no quantile of Student's distribution for these arguments");
  }
  if (probability < 0.5) return -student_t_quantile(1 - probability, degrees);
  const double target = 2 * probability - 1;
  double low = 0, high = std::numbers::pi / 2;
  while (true) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return std::sqrt(static_cast<double>(degrees)) * std::tan(low);
    (within(middle, degrees) < target ? low : high) = middle;
  }
}

}  // namespace awe
