#include "evaluation/model_choice.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <optional>
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
constexpr double kRidgeErrorsBelowTheBest = 1.5;
// Standard errors of the paired difference that a candidate must be ahead: a baseline to be used, a cheap one to be
// replaced.
constexpr double kErrorsForABaseline = 1.5, kErrorsToBeReplaced = 1;

// What the settings of one Gram do on the inner test parts, for each C or lambda.
struct InnerResult {
  explicit InnerResult(std::size_t settings) : right(settings) {}
  std::vector<std::vector<bool>> right;      // of the items of all parts, part by part: is the prediction correct?
  std::vector<algebra::Dense> scores;        // of the same items; empty unless asked for
  std::vector<machines::RidgeModel> models;  // of the whole training part; empty unless asked for

  [[nodiscard]] double share(std::size_t setting) const {
    return static_cast<double>(std::count(right[setting].begin(), right[setting].end(), true)) /
           static_cast<double>(right[setting].size());
  }
};

InnerResult inner_svms(const ChoiceTask& task, const InnerParts& parts, const kernels::GramView& gram,
                       std::span<const double> cs) {
  svm::SvmOptions options;
  options.threads = task.threads;
  options.class_weights = task.class_weights;
  const auto models = svm::train_svm_folds(gram, parts.train, task.items.classes, cs, options);
  InnerResult result(cs.size());
  if (task.held_out) result.scores.assign(cs.size(), algebra::Dense(parts.tested(), task.classes));
  std::size_t first = 0;
  for (std::size_t fold = 0; fold < parts.train.size(); ++fold) {
    const auto& test = parts.test[fold];
    const svm::SvmPredictions predictions = svm::predict_svm_path(gram, models[fold], test, task.threads);
    for (std::size_t c = 0; c < cs.size(); ++c) {
      const svm::MultiSvm& model = models[fold][c];
      const std::size_t pairs = model.pairs.size();
      for (std::size_t i = 0; i < test.size(); ++i) {
        result.right[c].push_back(predictions.predicted[c][i] == task.items.classes[test[i]]);
        if (!task.held_out) continue;
        const auto of_classes = svm::class_scores(model, std::span(predictions.decisions[c]).subspan(i * pairs, pairs));
        for (std::size_t k = 0; k < of_classes.size(); ++k) {
          result.scores[c](first + i, static_cast<std::size_t>(model.classes[k])) = of_classes[k];
        }
      }
    }
    first += test.size();
  }
  return result;
}

InnerResult inner_ridges(const ChoiceTask& task, const InnerParts& parts, Machine machine,
                         const kernels::GramView& gram, std::span<const double> lambdas, const Progress& stop) {
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
  InnerResult result(lambdas.size());
  const std::vector<algebra::Dense> found =
      machine == Machine::landmarks
          ? machines::held_out_scores(problem, task.landmarks, places, lambdas)
          : machines::held_out_scores(problem, places, lambdas, task.models ? &result.models : nullptr);
  for (std::size_t c = 0; c < found.size(); ++c) {
    algebra::Dense scores(parts.tested(), task.classes);
    std::size_t next = 0;
    for (const auto& part : places) {
      for (const std::uint32_t place : part) {
        const auto row = found[c].row(place);
        const auto predicted = static_cast<int>(std::max_element(row.begin(), row.end()) - row.begin());
        result.right[c].push_back(predicted == task.items.classes[task.train[place]]);
        std::copy(row.begin(), row.end(), scores.row(next++).begin());
      }
    }
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
  if (machine.epsilons.empty()) throw Error(ErrorKind::usage, "there must be an epsilon to choose");
  for (const double epsilon : machine.epsilons) {
    if (!(epsilon >= 0) || !std::isfinite(epsilon)) throw Error(ErrorKind::usage, "epsilon must not be below 0");
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

machines::RidgeModel train_ridge_of(const ChoiceTask& task, const ChoiceGrid& grid, const Setting& voter,
                                    const kernels::GramView& gram, const Progress& stop) {
  const machines::Targets targets =
      machines::targets_of_classes(task.items.classes, task.train, task.classes, task.class_weights);
  const machines::RidgeProblem problem{gram, task.train, targets, task.threads, stop};
  if (grid.machine == Machine::landmarks) return machines::train_landmarks(problem, task.landmarks, voter.c);
  return machines::train_ridge(problem, voter.c);
}

Machine settled(Machine machine, std::span<const KernelRecipe> recipes, std::size_t training_items) {
  if (machine != Machine::automatic) return machine;
  constexpr std::size_t kMostItemsForRidge = 2500;
  const auto of_labels = [](const Channel& channel) {
    return std::any_of(channel.features.begin(), channel.features.end(), [](const FeatureBlock& block) {
      return block.labels.node || block.labels.edge || block.labels.clusters > 0;
    });
  };
  bool labels = false;
  for (const KernelRecipe& recipe : recipes) {
    if (recipe.shape != KernelShape::gaussian) return Machine::svm;
    labels = labels || std::any_of(recipe.channels.begin(), recipe.channels.end(), of_labels);
  }
  return labels && training_items < kMostItemsForRidge ? Machine::ridge : Machine::svm;
}

namespace {

// Whether the first has more right answers than the second by over so many standard errors of the difference.
bool is_better(const std::vector<bool>& first, const std::vector<bool>& second, double errors) {
  double only_first = 0, only_second = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    only_first += first[i] && !second[i] ? 1 : 0;
    only_second += second[i] && !first[i] ? 1 : 0;
  }
  return only_first - only_second > errors * std::sqrt(only_first + only_second);
}

// A setting that was tried.
struct Trial {
  Setting setting;
  std::vector<bool> right;
  algebra::Dense scores;
  std::optional<machines::RidgeModel> model;
};

class Choosing {
 public:
  Choosing(const ChoiceTask& task, const ChoiceGrid& grid, ChannelDistances& distances, const Progress& progress)
      : task_(task),
        grid_(grid),
        distances_(distances),
        progress_(progress),
        total_(grid.grams() + (grid.alone ? grid.gammas_of(*grid.alone).size() - 1 : 0)) {}

  ModelChoice run() && {
    std::vector<std::size_t> left = try_middle_gammas();
    std::vector<Trial> of_one;
    if (grid_.alone) {
      std::copy_if(trials_.begin(), trials_.end(), std::back_inserter(of_one),
                   [&](const Trial& trial) { return trial.setting.recipe == *grid_.alone; });
    }
    keep_better_kind(left);
    drop_worse(left);
    std::erase_if(trials_, [&](const Trial& trial) {
      return std::find(left.begin(), left.end(), trial.setting.recipe) == left.end();
    });
    for (const std::size_t recipe : left) try_other_gammas(recipe);
    vote_together();
    if (grid_.alone) {
      trials_ = std::move(of_one);
      try_other_gammas(*grid_.alone);
      (void)keep_near_best();
      for (Trial& trial : trials_) {
        choice_.alone.push_back(trial.setting);
        if (trial.model) choice_.models_alone.push_back(std::move(*trial.model));
      }
    }
    return std::move(choice_);
  }

 private:
  // Returns the recipes that are left, ascending.
  std::vector<std::size_t> try_middle_gammas() {
    std::vector<std::size_t> left;
    for (std::size_t recipe = 0; recipe < grid_.recipes.size(); ++recipe) {
      const auto replaced = std::find_if(left.begin(), left.end(), [&](std::size_t other) {
        return !grid_.recipes[recipe].replaces.empty() && grid_.recipes[other].name == grid_.recipes[recipe].replaces;
      });
      if (replaced != left.end()) {
        if (recipe != grid_.alone && !is_ahead(*replaced, left)) {
          report(grid_.gammas_of(recipe).size());
          continue;
        }
        report(grid_.gammas_of(*replaced).size() - 1);
        left.erase(replaced);
      }
      try_middle_gamma(recipe, left);
      left.push_back(recipe);
    }
    return left;
  }

  void try_middle_gamma(std::size_t recipe, const std::vector<std::size_t>& before) {
    const std::size_t middle = grid_.gammas_of(recipe).size() / 2;
    const bool short_trial = grid_.recipes[recipe].baseline && recipe != grid_.alone && !before.empty();
    if (!short_trial || !is_worse_with_best_penalty(recipe, best_among(before))) {
      try_gram(recipe, middle, grid_.cs_of(recipe));
    }
    report(1);
  }

  // Tries a recipe with the middle gamma and the penalty of the best trial so far, and keeps that if it is certainly
  // worse: other penalties are then not worth trying for a baseline.
  [[nodiscard]] bool is_worse_with_best_penalty(std::size_t recipe, const Trial& best) {
    const double c = best.setting.c;
    const auto cs = grid_.cs_of(recipe);
    if (std::find(cs.begin(), cs.end(), c) == cs.end()) return false;
    const std::vector<bool> right = best.right;
    try_gram(recipe, grid_.gammas_of(recipe).size() / 2, {&c, 1});
    if (certainly_worse(right, trials_.back().right)) return true;
    trials_.pop_back();
    return false;
  }

  // Whether a recipe is better than all others that are not baselines.
  [[nodiscard]] bool is_ahead(std::size_t recipe, std::vector<std::size_t> others) const {
    std::erase_if(others, [&](std::size_t other) { return other == recipe || grid_.recipes[other].baseline; });
    return others.empty() || is_better(best_of(recipe).right, best_among(others).right, kErrorsToBeReplaced);
  }

  void try_other_gammas(std::size_t recipe) {
    const std::span<const double> gammas = grid_.gammas_of(recipe);
    const double middle = gammas[gammas.size() / 2];
    const std::vector<double> narrower = good_penalties(recipe, true), wider = good_penalties(recipe, false);
    for (std::size_t gamma = 0; gamma < gammas.size(); ++gamma) {
      if (gamma == gammas.size() / 2) continue;
      try_gram(recipe, gamma, gammas[gamma] > middle ? narrower : wider);
      report(1);
    }
  }

  void try_gram(std::size_t recipe, std::size_t which, std::span<const double> cs) {
    progress_.throw_if_stopped();
    const double gamma = grid_.gammas_of(recipe)[which];
    const kernels::GramView gram = distances_.gram(grid_.recipes[recipe], gamma);
    const PhaseTimer timer(choice_.svm_seconds);
    InnerResult inner = grid_.machine == Machine::svm
                            ? inner_svms(task_, parts_, gram, cs)
                            : inner_ridges(task_, parts_, grid_.machine, gram, cs, {{}, progress_.stop_requested});
    for (std::size_t c = 0; c < inner.right.size(); ++c) {
      Trial& trial = trials_.emplace_back();
      trial.setting = {recipe, gamma, cs[c], inner.share(c)};
      trial.right = std::move(inner.right[c]);
      if (task_.held_out) trial.scores = std::move(inner.scores[c]);
      if (!inner.models.empty()) trial.model = std::move(inner.models[c]);
    }
  }

  void report(std::size_t grams) {
    done_ += grams;
    if (progress_.report) progress_.report(done_, total_);
  }

  // The best of the trials, of one recipe or of all; the first on a tie.
  [[nodiscard]] const Trial& best_of(std::optional<std::size_t> recipe) const {
    const Trial* best = nullptr;
    for (const Trial& trial : trials_) {
      if (recipe && trial.setting.recipe != *recipe) continue;
      if (best == nullptr || trial.setting.inner_accuracy > best->setting.inner_accuracy) best = &trial;
    }
    return *best;
  }

  // The best of these recipes; the first on a tie.
  [[nodiscard]] const Trial& best_among(const std::vector<std::size_t>& recipes) const {
    const Trial* best = &best_of(recipes.front());
    for (const std::size_t recipe : recipes) {
      const Trial& own = best_of(recipe);
      if (own.setting.inner_accuracy > best->setting.inner_accuracy) best = &own;
    }
    return *best;
  }

  // Baselines are there for sets on which everything else is worse; elsewhere they do not vote.
  void keep_better_kind(std::vector<std::size_t>& left) {
    std::vector<std::size_t> baselines, others;
    for (const std::size_t recipe : left) {
      (grid_.recipes[recipe].baseline ? baselines : others).push_back(recipe);
    }
    if (baselines.empty() || others.empty()) return;
    const bool worse = is_better(best_among(baselines).right, best_among(others).right, kErrorsForABaseline);
    for (const std::size_t recipe : worse ? others : baselines) report(grid_.gammas_of(recipe).size() - 1);
    left = worse ? baselines : others;
  }

  // The penalties of a recipe, of which only the middle gamma was tried, that are worth trying with a larger gamma (a
  // narrower kernel) or with a smaller one. What fits too closely with the middle gamma does so with a larger one, too,
  // and what fits too loosely does so with a smaller one: penalties that are certainly worse than the best one for such
  // a reason are left out.
  [[nodiscard]] std::vector<double> good_penalties(std::size_t recipe, bool narrower) const {
    const Trial& best = best_of(recipe);
    std::vector<double> good;
    for (const Trial& trial : trials_) {
      if (trial.setting.recipe != recipe) continue;
      const bool larger = trial.setting.c > best.setting.c, closer = larger == (grid_.machine == Machine::svm);
      if (closer != narrower || !certainly_worse(best.right, trial.right)) good.push_back(trial.setting.c);
    }
    return good;
  }

  void drop_worse(std::vector<std::size_t>& left) {
    const Trial& best = best_among(left);
    std::erase_if(left, [&](std::size_t recipe) {
      const bool worse = certainly_worse(best.right, best_of(recipe).right);
      if (worse) report(grid_.gammas_of(recipe).size() - 1);
      return worse;
    });
  }

  // Leaves only the trials that cannot be told from the best one, which is returned, in the order of the grid.
  Setting keep_near_best() {
    // In the order of the grid: the middle gamma of a recipe was tried before the others.
    const auto place = [&](const Trial& trial) {
      const auto gammas = grid_.gammas_of(trial.setting.recipe);
      return std::pair(trial.setting.recipe,
                       std::find(gammas.begin(), gammas.end(), trial.setting.gamma) - gammas.begin());
    };
    std::stable_sort(trials_.begin(), trials_.end(),
                     [&](const Trial& a, const Trial& b) { return place(a) < place(b); });
    Setting best = best_of(std::nullopt).setting;
    const double most = best.inner_accuracy;
    const double error = std::sqrt(most * (1 - most) / static_cast<double>(parts_.tested()));
    const double errors = grid_.machine == Machine::svm ? kErrorsBelowTheBest : kRidgeErrorsBelowTheBest;
    std::erase_if(trials_, [&](const Trial& trial) { return trial.setting.inner_accuracy < most - errors * error; });
    return best;
  }

  void vote_together() {
    choice_.best = keep_near_best();
    if (task_.held_out) {
      choice_.held_out_scores = algebra::Dense(parts_.tested(), task_.classes);
      for (const auto& part : parts_.test) choice_.held_out.insert(choice_.held_out.end(), part.begin(), part.end());
    }
    const auto voters = static_cast<double>(trials_.size());
    for (Trial& trial : trials_) {
      choice_.voters.push_back(trial.setting);
      if (trial.model) choice_.models.push_back(std::move(*trial.model));
      if (task_.held_out) algebra::add_multiple(1 / voters, trial.scores.values, choice_.held_out_scores.values);
    }
  }

  const ChoiceTask& task_;
  const ChoiceGrid& grid_;
  ChannelDistances& distances_;
  const Progress& progress_;
  const InnerParts parts_ = inner_parts(task_.items, task_.train, task_.seed);
  std::vector<Trial> trials_;
  ModelChoice choice_;
  std::uint64_t done_ = 0, total_;
};

}  // namespace

bool certainly_worse(const std::vector<bool>& first, const std::vector<bool>& second) {
  return is_better(first, second, 2);
}

ModelChoice choose_model(const ChoiceTask& task, const ChoiceGrid& grid, ChannelDistances& distances,
                         const Progress& progress) {
  check_machine(grid);
  if (grid.size() == 1 && !task.held_out) {
    ModelChoice choice;
    choice.best = {0, grid.gammas_of(0).front(), grid.cs_of(0).front(), 0};
    choice.voters = {choice.best};
    if (grid.alone) choice.alone = choice.voters;
    return choice;
  }
  return Choosing(task, grid, distances, progress).run();
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
