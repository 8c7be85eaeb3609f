#include "evaluation/model_choice.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "awe/error.h"
#include "evaluation/inner_parts.h"
#include "evaluation/phase_timer.h"
#include "machines/landmark_sums.h"
#include "svm/svm.h"

namespace awe::evaluation {
namespace {

constexpr double kErrorsBelowTheBest = 0.5;  // standard errors that a voter may be below the best
constexpr double kRidgeErrorsBelowTheBest = 1;

// What the settings of one Gram do on the inner test parts, for each C or lambda.
struct InnerResult {
  std::vector<double> right;           // share of correct predictions
  std::vector<algebra::Dense> scores;  // of the items of all parts, part by part; empty unless asked for
};

InnerResult inner_svms(const ChoiceTask& task, const InnerParts& parts, const kernels::GramView& gram,
                       std::span<const double> cs) {
  svm::SvmOptions options;
  options.threads = task.threads;
  options.class_weights = task.class_weights;
  const auto models = svm::train_svm_folds(gram, parts.train, task.items.classes, cs, options);
  InnerResult result{std::vector<double>(cs.size(), 0), {}};
  if (task.held_out) result.scores.assign(cs.size(), algebra::Dense(parts.tested(), task.classes));
  std::size_t first = 0;
  for (std::size_t fold = 0; fold < parts.train.size(); ++fold) {
    const auto& test = parts.test[fold];
    const svm::SvmPredictions predictions = svm::predict_svm_path(gram, models[fold], test, task.threads);
    for (std::size_t c = 0; c < cs.size(); ++c) {
      const svm::MultiSvm& model = models[fold][c];
      const std::size_t pairs = model.pairs.size();
      for (std::size_t i = 0; i < test.size(); ++i) {
        result.right[c] += predictions.predicted[c][i] == task.items.classes[test[i]] ? 1 : 0;
        if (!task.held_out) continue;
        const auto of_classes = svm::class_scores(model, std::span(predictions.decisions[c]).subspan(i * pairs, pairs));
        for (std::size_t k = 0; k < of_classes.size(); ++k) {
          result.scores[c](first + i, static_cast<std::size_t>(model.classes[k])) = of_classes[k];
        }
      }
    }
    first += test.size();
  }
  for (double& share : result.right) share /= static_cast<double>(parts.tested());
  return result;
}

InnerResult inner_ridges(const ChoiceTask& task, const InnerParts& parts, const ChoiceGrid& grid,
                         const kernels::GramView& gram, const Progress& stop) {
  const machines::Targets targets =
      machines::targets_of_classes(task.items.classes, task.train, task.classes, task.class_weights);
  const machines::RidgeProblem problem{gram, task.train, targets, task.threads, stop};
  std::vector<std::vector<std::uint32_t>> places;
  for (const auto& test : parts.test) {
    auto& part = places.emplace_back();
    for (const std::uint32_t item : test) {
      const auto at = std::lower_bound(task.train.begin(), task.train.end(), item);
      part.push_back(static_cast<std::uint32_t>(at - task.train.begin()));
    }
  }
  const auto found = grid.machine == Machine::landmarks
                         ? machines::held_out_scores(problem, task.landmarks, places, grid.cs)
                         : machines::held_out_scores(problem, places, grid.cs);
  InnerResult result{std::vector<double>(found.size(), 0), {}};
  for (std::size_t c = 0; c < found.size(); ++c) {
    algebra::Dense scores(parts.tested(), task.classes);
    std::size_t next = 0;
    for (const auto& part : places) {
      for (const std::uint32_t place : part) {
        const auto row = found[c].row(place);
        const auto predicted = static_cast<int>(std::max_element(row.begin(), row.end()) - row.begin());
        result.right[c] += predicted == task.items.classes[task.train[place]] ? 1 : 0;
        std::copy(row.begin(), row.end(), scores.row(next++).begin());
      }
    }
    result.right[c] /= static_cast<double>(parts.tested());
    if (task.held_out) result.scores.push_back(std::move(scores));
  }
  return result;
}

}  // namespace

void check(const MachineOptions& machine) {
  if (machine.lambdas.empty()) throw Error(ErrorKind::usage, "there must be a lambda to choose");
  for (const double lambda : machine.lambdas) {
    if (!(lambda > 0) || !std::isfinite(lambda)) throw Error(ErrorKind::usage, "lambda must be above 0");
  }
  if (machine.landmarks < 1) throw Error(ErrorKind::usage, "`landmarks` must be at least 1");
}

void check_machine(const ChoiceGrid& grid) {
  if (grid.machine == Machine::svm) return;
  for (const KernelRecipe& recipe : grid.recipes) {
    if (recipe.shape != KernelShape::linear) continue;
    throw Error(ErrorKind::usage, "`machine` " + std::string(to_string(grid.machine)) +
                                      " needs a kernel exp(-gamma D), " + "which the recipe " + recipe.name +
                                      " does not have; use svm");
  }
}

machines::RidgeModel train_ridge_of(const ChoiceTask& task, const ChoiceGrid& grid, const kernels::GramView& gram,
                                    double lambda, const Progress& stop) {
  const machines::Targets targets =
      machines::targets_of_classes(task.items.classes, task.train, task.classes, task.class_weights);
  const machines::RidgeProblem problem{gram, task.train, targets, task.threads, stop};
  if (grid.machine == Machine::landmarks) return machines::train_landmarks(problem, task.landmarks, lambda);
  return machines::train_ridge(problem, lambda);
}

ModelChoice choose_model(const ChoiceTask& task, const ChoiceGrid& grid, ChannelDistances& distances,
                         const Progress& progress) {
  ModelChoice choice;
  check_machine(grid);
  if (grid.size() == 1 && !task.held_out) {
    choice.best = {0, grid.gammas_of(0).front(), grid.cs_of(0).front(), 0};
    choice.voters = {choice.best};
    return choice;
  }
  const InnerParts parts = inner_parts(task.items, task.train, task.seed);
  const auto tested = static_cast<double>(parts.tested());
  std::vector<algebra::Dense> scores;
  std::uint64_t done = 0;
  for (std::size_t recipe = 0; recipe < grid.recipes.size(); ++recipe) {
    for (const double gamma : grid.gammas_of(recipe)) {
      progress.throw_if_stopped();
      const kernels::GramView gram = distances.gram(grid.recipes[recipe], gamma);
      const PhaseTimer timer(choice.svm_seconds);
      InnerResult inner = grid.machine == Machine::svm
                              ? inner_svms(task, parts, gram, grid.cs_of(recipe))
                              : inner_ridges(task, parts, grid, gram, {{}, progress.stop_requested});
      for (std::size_t c = 0; c < inner.right.size(); ++c) {
        choice.voters.push_back({recipe, gamma, grid.cs_of(recipe)[c], inner.right[c]});
        if (task.held_out) scores.push_back(std::move(inner.scores[c]));
      }
      if (progress.report) progress.report(++done, grid.grams());
    }
  }
  choice.best = *std::max_element(choice.voters.begin(), choice.voters.end(), [](const Setting& a, const Setting& b) {
    return a.inner_accuracy < b.inner_accuracy;
  });
  const double most = choice.best.inner_accuracy;
  const double error = std::sqrt(most * (1 - most) / tested);
  const double errors = grid.machine == Machine::svm ? kErrorsBelowTheBest : kRidgeErrorsBelowTheBest;
  const auto votes = [&](const Setting& setting) { return !(setting.inner_accuracy < most - errors * error); };
  if (task.held_out) {
    choice.held_out_scores = algebra::Dense(parts.tested(), task.classes);
    for (const auto& part : parts.test) choice.held_out.insert(choice.held_out.end(), part.begin(), part.end());
    const auto voters = static_cast<double>(std::count_if(choice.voters.begin(), choice.voters.end(), votes));
    for (std::size_t v = 0; v < scores.size(); ++v) {
      if (votes(choice.voters[v])) algebra::add_multiple(1 / voters, scores[v].values, choice.held_out_scores.values);
    }
  }
  std::erase_if(choice.voters, [&](const Setting& setting) { return !votes(setting); });
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
