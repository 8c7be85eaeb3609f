#include "regression/number_choice.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "awe/metrics.h"
#include "evaluation/inner_parts.h"
#include "evaluation/phase_timer.h"
#include "svm/svr.h"

namespace awe::regression {
namespace {

using algebra::Dense;
using evaluation::ChoiceGrid;
using evaluation::ModelChoice;
using evaluation::Setting;

constexpr double kErrorsAboveTheBest = 1;  // standard errors that a voter may be above the best

// The numbers of a column that these items have.
std::vector<double> known_of(const folds::ItemNumbers& numbers, std::size_t column,
                             std::span<const std::uint32_t> items) {
  std::vector<double> known;
  for (const std::uint32_t item : items) {
    if (!std::isnan(numbers.at(item, column))) known.push_back(numbers.at(item, column));
  }
  return known;
}

// Columns that the same training items have.
struct ColumnGroup {
  std::vector<std::size_t> columns;
  std::vector<std::uint32_t> places;   // of those items within the training items
  std::vector<std::uint32_t> members;  // the items themselves
  machines::Targets targets;           // members x columns
};

std::vector<ColumnGroup> groups_of(const NumberTask& task) {
  std::vector<ColumnGroup> groups;
  for (std::size_t t = 0; t < task.numbers.targets(); ++t) {
    std::vector<std::uint32_t> places;
    for (std::uint32_t i = 0; i < task.train.size(); ++i) {
      if (!std::isnan(task.numbers.at(task.train[i], t))) places.push_back(i);
    }
    if (places.empty()) continue;  // nothing is known: the machine predicts 0
    auto group =
        std::find_if(groups.begin(), groups.end(), [&](const ColumnGroup& one) { return one.places == places; });
    if (group == groups.end()) group = groups.insert(groups.end(), {{}, std::move(places), {}, {}});
    group->columns.push_back(t);
  }
  for (ColumnGroup& group : groups) {
    group.targets.values = Dense(group.places.size(), group.columns.size());
    for (std::size_t i = 0; i < group.places.size(); ++i) {
      group.members.push_back(task.train[group.places[i]]);
      for (std::size_t t = 0; t < group.columns.size(); ++t) {
        group.targets.values(i, t) = task.numbers.at(group.members[i], group.columns[t]);
      }
    }
  }
  return groups;
}

// The settings of one Gram matrix, in the order of the grid: C ascends for each epsilon.
std::vector<Setting> settings_of(const ChoiceGrid& grid, std::size_t recipe, double gamma) {
  std::vector<Setting> settings;
  const auto cs = grid.cs_of(recipe);
  if (grid.machine != Machine::svm) {
    for (const double lambda : cs) settings.push_back({recipe, gamma, lambda, 0});
    return settings;
  }
  for (const double epsilon : grid.epsilons) {
    for (const double c : cs) settings.push_back({recipe, gamma, c, 0, epsilon});
  }
  return settings;
}

std::vector<svm::SvrSetting> svr_settings(std::span<const Setting> settings) {
  std::vector<svm::SvrSetting> made;
  for (const Setting& setting : settings) made.push_back({setting.c, setting.epsilon});
  return made;
}

std::vector<std::vector<svm::MultiSvm>> train_svrs(const NumberTask& task, const kernels::GramView& gram,
                                                   std::span<const std::vector<std::uint32_t>> folds,
                                                   std::span<const Setting> settings) {
  svm::SvmOptions options;
  options.threads = task.threads;
  return svm::train_svr_folds(gram, folds, {task.numbers.values, task.numbers.targets()}, svr_settings(settings),
                              options);
}

// The predictions of held-out items by the models of the other training items, for each setting: one row per item of
// the inner test parts, part by part.
std::vector<Dense> held_out_numbers(const NumberTask& task, const evaluation::InnerParts& parts,
                                    std::span<const ColumnGroup> groups, const ChoiceGrid& grid,
                                    const kernels::GramView& gram, std::span<const Setting> settings,
                                    const Progress& stop) {
  std::vector<Dense> found(settings.size(), Dense(parts.tested(), task.numbers.targets()));
  if (grid.machine == Machine::svm) {
    const auto models = train_svrs(task, gram, parts.train, settings);
    std::size_t first = 0;
    for (std::size_t part = 0; part < parts.test.size(); ++part) {
      const auto values = svm::decide_svm_path(gram, models[part], parts.test[part], task.threads);
      for (std::size_t s = 0; s < settings.size(); ++s) {
        std::copy(values[s].begin(), values[s].end(), found[s].row(first).data());
      }
      first += parts.test[part].size();
    }
    return found;
  }
  for (const ColumnGroup& group : groups) {
    std::vector<std::vector<std::uint32_t>> places;  // of the inner test parts within the members
    std::vector<std::size_t> rows;                   // of the same items in what is found
    std::size_t row = 0;
    for (const auto& test : parts.test) {
      auto& part = places.emplace_back();
      for (const std::uint32_t item : test) {
        const auto at = std::lower_bound(group.members.begin(), group.members.end(), item);
        if (at != group.members.end() && *at == item) {
          part.push_back(static_cast<std::uint32_t>(at - group.members.begin()));
          rows.push_back(row);
        }
        ++row;
      }
    }
    const auto scores =
        machines::held_out_scores({gram, group.members, group.targets, task.threads, stop}, places, grid.cs);
    for (std::size_t s = 0; s < settings.size(); ++s) {
      std::size_t next = 0;
      for (const auto& part : places) {
        for (const std::uint32_t place : part) {
          const std::size_t to = rows[next++];
          for (std::size_t t = 0; t < group.columns.size(); ++t) found[s](to, group.columns[t]) = scores[s](place, t);
        }
      }
    }
  }
  return found;
}

// What the predictions of held-out items are compared with.
class HeldOut {
 public:
  HeldOut(const NumberTask& task, const evaluation::InnerParts& parts) : numbers_(task.numbers) {
    for (const auto& part : parts.test) items_.insert(items_.end(), part.begin(), part.end());
    for (std::size_t t = 0; t < numbers_.targets(); ++t) {
      const double deviation = mean_and_deviation(known_of(numbers_, t, task.train)).deviation;
      scales_.push_back(deviation > 0 ? 1 / (deviation * deviation) : 1);
    }
  }

  [[nodiscard]] const std::vector<std::uint32_t>& items() const noexcept { return items_; }

  // Squared error of every item: the mean over its numbers, each in units of its variance.
  [[nodiscard]] std::vector<double> errors(const Dense& found) const {
    std::vector<double> errors;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      double sum = 0, known = 0;
      for (std::size_t t = 0; t < scales_.size(); ++t) {
        const double truth = numbers_.at(items_[i], t), error = found(i, t) - truth;
        if (std::isnan(truth)) continue;
        sum += error * error * scales_[t];
        ++known;
      }
      errors.push_back(known > 0 ? sum / known : 0);
    }
    return errors;
  }

  [[nodiscard]] double mean_r2(const Dense& found) const {
    double sum = 0;
    for (std::size_t t = 0; t < scales_.size(); ++t) {
      std::vector<double> predicted;
      for (std::size_t i = 0; i < items_.size(); ++i) {
        if (!std::isnan(numbers_.at(items_[i], t))) predicted.push_back(found(i, t));
      }
      if (!predicted.empty()) sum += regression_scores(known_of(numbers_, t, items_), predicted).r2;
    }
    return sum / static_cast<double>(scales_.size());
  }

 private:
  const folds::ItemNumbers& numbers_;
  std::vector<std::uint32_t> items_;
  std::vector<double> scales_;  // 1 / variance of each number; 1 without variance
};

// Whether a setting with these errors cannot be told from the best.
bool near(const std::vector<double>& errors, const std::vector<double>& best) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < errors.size(); ++i) differences.push_back(errors[i] - best[i]);
  const auto [mean, deviation] = mean_and_deviation(differences);
  return mean <= kErrorsAboveTheBest * deviation / std::sqrt(static_cast<double>(differences.size()));
}

// The columns of an SVM as one sum of kernel values; without support an item with coefficient 0 stands for it.
machines::RidgeModel as_sum(const svm::MultiSvm& model, std::uint32_t any_item) {
  std::set<std::uint32_t> items;
  for (const svm::SvmPair& column : model.pairs) items.insert(column.support.begin(), column.support.end());
  if (items.empty()) items.insert(any_item);
  machines::RidgeModel made{{items.begin(), items.end()}, Dense(items.size(), model.pairs.size()), {}};
  for (std::size_t t = 0; t < model.pairs.size(); ++t) {
    const svm::SvmPair& column = model.pairs[t];
    made.means.push_back(-column.rho);
    for (std::size_t s = 0; s < column.support.size(); ++s) {
      const auto at = std::lower_bound(made.items.begin(), made.items.end(), column.support[s]) - made.items.begin();
      made.coefficients(static_cast<std::size_t>(at), t) = column.coefficients[s];
    }
  }
  return made;
}

}  // namespace

ChoiceGrid grid_of(std::span<const KernelRecipe> recipes, std::span<const double> gammas, std::span<const double> cs,
                   const MachineOptions& machine) {
  if (machine.kind == Machine::svm) return {recipes, gammas, cs, Machine::svm, machine.epsilons};
  return {recipes, gammas, machine.lambdas, Machine::ridge};
}

std::vector<double> means_of(const folds::ItemNumbers& numbers, std::span<const std::uint32_t> items) {
  std::vector<double> means;
  for (std::size_t t = 0; t < numbers.targets(); ++t) {
    means.push_back(mean_and_deviation(known_of(numbers, t, items)).mean);
  }
  return means;
}

ModelChoice choose_numbers(const NumberTask& task, const ChoiceGrid& grid, evaluation::ChannelDistances& distances,
                           const Progress& progress) {
  evaluation::check_machine(grid);
  ModelChoice choice;
  const evaluation::InnerParts parts = evaluation::inner_parts(task.items, task.train, task.seed);
  const std::vector<ColumnGroup> groups = groups_of(task);
  const HeldOut held_out(task, parts);
  const Progress stop{{}, progress.stop_requested};
  struct Trial {
    Setting setting;
    std::vector<double> errors;
    Dense found;  // empty unless asked for
  };
  std::vector<Trial> trials;
  std::size_t best = 0;
  double least = 0;
  std::uint64_t done = 0;
  for (std::size_t recipe = 0; recipe < grid.recipes.size(); ++recipe) {
    for (const double gamma : grid.gammas_of(recipe)) {
      progress.throw_if_stopped();
      const kernels::GramView gram = distances.gram(grid.recipes[recipe], gamma);
      const evaluation::PhaseTimer timer(choice.svm_seconds);
      const std::vector<Setting> settings = settings_of(grid, recipe, gamma);
      std::vector<Dense> found = held_out_numbers(task, parts, groups, grid, gram, settings, stop);
      for (std::size_t s = 0; s < found.size(); ++s) {
        Trial& trial = trials.emplace_back(Trial{settings[s], held_out.errors(found[s]), {}});
        trial.setting.inner_accuracy = held_out.mean_r2(found[s]);
        if (task.held_out) trial.found = std::move(found[s]);
        const double error = mean_and_deviation(trial.errors).mean;
        if (trials.size() > 1 && !(error < least)) continue;
        best = trials.size() - 1;
        least = error;
      }
      if (progress.report) progress.report(++done, grid.grams());
    }
  }
  choice.best = trials[best].setting;
  const std::vector<double> of_best = trials[best].errors;
  std::erase_if(trials, [&](const Trial& trial) { return !near(trial.errors, of_best); });
  for (const Trial& trial : trials) choice.voters.push_back(trial.setting);
  if (task.held_out) {
    choice.held_out = held_out.items();
    choice.held_out_scores = Dense(choice.held_out.size(), task.numbers.targets());
    const auto voters = static_cast<double>(trials.size());
    for (const Trial& trial : trials) {
      algebra::add_multiple(1 / voters, trial.found.values, choice.held_out_scores.values);
    }
  }
  return choice;
}

std::vector<machines::RidgeModel> train_numbers(const NumberTask& task, const ChoiceGrid& grid,
                                                const kernels::GramView& gram, std::span<const Setting> settings,
                                                const Progress& stop) {
  std::vector<machines::RidgeModel> models;
  if (grid.machine == Machine::svm) {
    const std::vector<std::uint32_t> members(task.train.begin(), task.train.end());
    const auto trained = train_svrs(task, gram, {&members, 1}, settings);
    for (const svm::MultiSvm& model : trained.front()) models.push_back(as_sum(model, members.front()));
    return models;
  }
  const std::vector<ColumnGroup> groups = groups_of(task);
  for (const Setting& setting : settings) {
    stop.throw_if_stopped();
    machines::RidgeModel made{{task.train.begin(), task.train.end()},
                              Dense(task.train.size(), task.numbers.targets()),
                              std::vector<double>(task.numbers.targets(), 0)};
    for (const ColumnGroup& group : groups) {
      const auto own = machines::train_ridge({gram, group.members, group.targets, task.threads, stop}, setting.c);
      for (std::size_t t = 0; t < group.columns.size(); ++t) {
        made.means[group.columns[t]] = own.means[t];
        for (std::size_t i = 0; i < group.places.size(); ++i) {
          made.coefficients(group.places[i], group.columns[t]) = own.coefficients(i, t);
        }
      }
    }
    models.push_back(std::move(made));
  }
  return models;
}

}  // namespace awe::regression
