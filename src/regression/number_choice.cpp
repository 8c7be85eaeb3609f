#include "regression/number_choice.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "awe/metrics.h"
#include "evaluation/inner_parts.h"
#include "evaluation/phase_timer.h"
#include "machines/ridge.h"

namespace awe::regression {
namespace {

using algebra::Dense;
using evaluation::ModelChoice;
using evaluation::Setting;

constexpr double kErrorsAboveTheBest = 1;  // standard errors that a voter may be above the best

// 1 / variance of each target; 1 for a target without variance.
std::vector<double> scales_of(const machines::Targets& targets) {
  std::vector<double> scales;
  for (std::size_t t = 0; t < targets.values.columns; ++t) {
    std::vector<double> column;
    for (std::size_t i = 0; i < targets.values.rows; ++i) column.push_back(targets.values(i, t));
    const double deviation = mean_and_deviation(column).deviation;
    scales.push_back(deviation > 0 ? 1 / (deviation * deviation) : 1);
  }
  return scales;
}

// Squared error of every tested item: the mean over its numbers, each in units of its variance.
std::vector<double> errors_of(const Dense& found, const machines::Targets& targets, const std::vector<double>& scales,
                              const std::vector<std::vector<std::uint32_t>>& parts) {
  std::vector<double> errors;
  for (const auto& part : parts) {
    for (const std::uint32_t item : part) {
      double sum = 0;
      for (std::size_t t = 0; t < scales.size(); ++t) {
        const double error = found(item, t) - targets.values(item, t);
        sum += error * error * scales[t];
      }
      errors.push_back(sum / static_cast<double>(scales.size()));
    }
  }
  return errors;
}

double mean_r2(const Dense& found, const machines::Targets& targets,
               const std::vector<std::vector<std::uint32_t>>& parts) {
  double sum = 0;
  for (std::size_t t = 0; t < targets.values.columns; ++t) {
    std::vector<double> truth, predicted;
    for (const auto& part : parts) {
      for (const std::uint32_t item : part) {
        truth.push_back(targets.values(item, t));
        predicted.push_back(found(item, t));
      }
    }
    sum += regression_scores(truth, predicted).r2;
  }
  return sum / static_cast<double>(targets.values.columns);
}

// Whether a setting with these errors cannot be told from the best.
bool near(const std::vector<double>& errors, const std::vector<double>& best) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < errors.size(); ++i) differences.push_back(errors[i] - best[i]);
  const auto [mean, deviation] = mean_and_deviation(differences);
  return mean <= kErrorsAboveTheBest * deviation / std::sqrt(static_cast<double>(differences.size()));
}

}  // namespace

machines::Targets targets_of(const folds::ItemNumbers& numbers, std::span<const std::uint32_t> items) {
  machines::Targets made{Dense(items.size(), numbers.targets()), {}};
  for (std::size_t i = 0; i < items.size(); ++i) {
    for (std::size_t t = 0; t < numbers.targets(); ++t) made.values(i, t) = numbers.at(items[i], t);
  }
  return made;
}

ModelChoice choose_numbers(const NumberTask& task, const evaluation::ChoiceGrid& grid,
                           evaluation::ChannelDistances& distances, const Progress& progress) {
  evaluation::check_machine(grid);
  ModelChoice choice;
  const machines::Targets targets = targets_of(task.numbers, task.train);
  const std::vector<double> scales = scales_of(targets);
  std::vector<std::vector<std::uint32_t>> places;  // of the inner test parts within the training items
  for (const auto& test : evaluation::inner_parts(task.items, task.train, task.seed).test) {
    auto& part = places.emplace_back();
    for (const std::uint32_t item : test) {
      part.push_back(static_cast<std::uint32_t>(std::lower_bound(task.train.begin(), task.train.end(), item) -
                                                task.train.begin()));
    }
  }
  const Progress stop{{}, progress.stop_requested};
  std::vector<std::vector<double>> errors;
  std::size_t best = 0;
  double least = 0;
  std::uint64_t done = 0;
  for (std::size_t recipe = 0; recipe < grid.recipes.size(); ++recipe) {
    for (const double gamma : grid.gammas_of(recipe)) {
      progress.throw_if_stopped();
      const kernels::GramView gram = distances.gram(grid.recipes[recipe], gamma);
      const evaluation::PhaseTimer timer(choice.svm_seconds);
      const auto found = machines::held_out_scores({gram, task.train, targets, task.threads, stop}, places, grid.cs);
      for (std::size_t c = 0; c < found.size(); ++c) {
        errors.push_back(errors_of(found[c], targets, scales, places));
        choice.voters.push_back({recipe, gamma, grid.cs[c], mean_r2(found[c], targets, places)});
        const double error = mean_and_deviation(errors.back()).mean;
        if (errors.size() > 1 && !(error < least)) continue;
        best = errors.size() - 1;
        least = error;
      }
      if (progress.report) progress.report(++done, grid.grams());
    }
  }
  choice.best = choice.voters[best];
  std::vector<Setting> voters;
  for (std::size_t v = 0; v < errors.size(); ++v) {
    if (v == best || near(errors[v], errors[best])) voters.push_back(choice.voters[v]);
  }
  choice.voters = std::move(voters);
  return choice;
}

}  // namespace awe::regression
