#include "evaluation/model_choice.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "awe/error.h"
#include "base/counted.h"
#include "evaluation/phase_timer.h"
#include "svm/svm.h"

namespace awe::evaluation {
namespace {

constexpr std::size_t kMostItemsForInnerFolds = 2500;
constexpr int kInnerFolds = 5;
constexpr double kErrorsBelowTheBest = 0.5;  // standard errors that a voter may be below the best

struct InnerParts {
  std::vector<std::vector<std::uint32_t>> train, test;
};

// Small sets use inner folds, large ones a single validation part.
InnerParts inner_parts(const ChoiceTask& task) {
  InnerParts parts;
  if (task.train.size() >= kMostItemsForInnerFolds) {
    Split split = validation_part(task.items, task.train, task.seed);
    parts.train.push_back(std::move(split.train));
    parts.test.push_back(std::move(split.test));
    return parts;
  }
  if (task.train.size() < kInnerFolds) {
    throw Error(ErrorKind::usage, "a training part of " + base::counted(task.train.size(), "item") +
                                      " is too small to choose a setting by " + std::to_string(kInnerFolds) +
                                      " inner folds; use more graphs");
  }
  const FoldAssignment inner = inner_folds(task.items, task.train, kInnerFolds, task.seed);
  parts.train.resize(kInnerFolds);
  parts.test.resize(kInnerFolds);
  for (std::size_t i = 0; i < task.train.size(); ++i) {
    for (int fold = 0; fold < kInnerFolds; ++fold) {
      auto& part = (inner.fold_of[i] == fold ? parts.test : parts.train)[static_cast<std::size_t>(fold)];
      part.push_back(task.train[i]);
    }
  }
  return parts;
}

// Share of correct predictions on the inner test parts, for each C.
std::vector<double> inner_scores(const ChoiceTask& task, const InnerParts& parts, const kernels::GramView& gram,
                                 std::span<const double> cs) {
  svm::SvmOptions options;
  options.threads = task.threads;
  options.class_weights = task.class_weights;
  const auto models = svm::train_svm_folds(gram, parts.train, task.items.classes, cs, options);
  std::vector<double> right(cs.size(), 0);
  double tested = 0;
  for (std::size_t fold = 0; fold < parts.train.size(); ++fold) {
    const auto& test = parts.test[fold];
    const svm::SvmPredictions predictions = svm::predict_svm_path(gram, models[fold], test, task.threads);
    tested += static_cast<double>(test.size());
    for (std::size_t c = 0; c < right.size(); ++c) {
      for (std::size_t i = 0; i < test.size(); ++i) {
        right[c] += predictions.predicted[c][i] == task.items.classes[test[i]] ? 1 : 0;
      }
    }
  }
  for (double& share : right) share /= tested;
  return right;
}

}  // namespace

ModelChoice choose_model(const ChoiceTask& task, const ChoiceGrid& grid, ChannelDistances& distances,
                         const Progress& progress) {
  ModelChoice choice;
  if (grid.size() == 1) {
    choice.best = {0, grid.gammas_of(0).front(), grid.cs_of(0).front(), 0};
    choice.voters = {choice.best};
    return choice;
  }
  const InnerParts parts = inner_parts(task);
  double tested = 0;
  for (const auto& part : parts.test) tested += static_cast<double>(part.size());
  std::uint64_t done = 0;
  for (std::size_t recipe = 0; recipe < grid.recipes.size(); ++recipe) {
    for (const double gamma : grid.gammas_of(recipe)) {
      progress.throw_if_stopped();
      const kernels::GramView gram = distances.gram(grid.recipes[recipe], gamma);
      const PhaseTimer timer(choice.svm_seconds);
      const auto right = inner_scores(task, parts, gram, grid.cs_of(recipe));
      for (std::size_t c = 0; c < right.size(); ++c) {
        choice.voters.push_back({recipe, gamma, grid.cs_of(recipe)[c], right[c]});
      }
      if (progress.report) progress.report(++done, grid.grams());
    }
  }
  choice.best = *std::max_element(choice.voters.begin(), choice.voters.end(), [](const Setting& a, const Setting& b) {
    return a.inner_accuracy < b.inner_accuracy;
  });
  const double most = choice.best.inner_accuracy;
  const double error = std::sqrt(most * (1 - most) / tested);
  std::erase_if(choice.voters, [&](const Setting& s) { return s.inner_accuracy < most - kErrorsBelowTheBest * error; });
  return choice;
}

void for_each_gram(const ModelChoice& choice, const ChoiceGrid& grid, ChannelDistances& distances,
                   const std::function<void(const kernels::GramView&, std::span<const Setting>)>& body) {
  const std::span<const Setting> voters = choice.voters;
  for (std::size_t first = 0; first < voters.size();) {
    std::size_t last = first + 1;
    while (last < voters.size() && voters[last].same_gram(voters[first])) ++last;
    body(distances.gram(grid.recipes[voters[first].recipe], voters[first].gamma), voters.subspan(first, last - first));
    first = last;
  }
}

}  // namespace awe::evaluation
