// A trained regression. Its state is that of a classifier whose voters are sums of kernel values, as those of a ridge
// (classifier/classifier_state.h): the scores are the numbers, so that rows, distances, files and predictions are the
// same code.
#include <cmath>
#include <utility>

#include "awe/classifier.h"
#include "awe/error.h"
#include "classifier/classifier_access.h"
#include "evaluation/channel_distances.h"
#include "machines/ridge.h"
#include "regression/number_choice.h"
#include "regression/number_set.h"

namespace awe {
namespace regression {

evaluation::GraphSet number_set(std::span<const Graph> graphs, std::span<const double> numbers,
                                const std::vector<std::string>& names) {
  if (names.empty() || numbers.size() != graphs.size() * names.size() || graphs.empty()) {
    throw Error(ErrorKind::usage, std::to_string(numbers.size()) + " numbers for " + std::to_string(graphs.size()) +
                                      " graphs and " + std::to_string(names.size()) +
                                      " names; give each graph one number per name, and at least one graph");
  }
  evaluation::GraphSet set;
  set.graphs.assign(graphs.begin(), graphs.end());
  set.numbers = {names, {numbers.begin(), numbers.end()}};
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    set.ids.push_back(graphs[i].name().empty() ? std::to_string(i) : graphs[i].name());
    for (std::size_t t = 0; t < names.size(); ++t) {
      if (std::isfinite(set.numbers.at(i, t))) continue;
      throw Error(ErrorKind::usage, "the number " + names[t] + " of graph " + set.ids[i] + " is not finite");
    }
  }
  folds::NumberedClasses strata = folds::strata_of(set.numbers, set.ids);
  set.classes = std::move(strata.classes);
  set.class_names = std::move(strata.names);
  return set;
}

void check(Machine machine, const folds::ItemNumbers& numbers) {
  if (machine != Machine::automatic && machine != Machine::ridge && machine != Machine::svm) {
    throw Error(ErrorKind::usage, "`machine` " + std::string(to_string(machine)) +
                                      " predicts classes; a regression has the machines ridge and svm");
  }
  if (numbers.names.empty()) throw Error(ErrorKind::usage, "a regression needs a number for every item");
}

}  // namespace regression

Regressor::Regressor(Classifier model) : model_(std::move(model)) {}

Regressor Regressor::fit(std::span<const Graph> graphs, std::span<const double> numbers,
                         const std::vector<std::string>& names, const ClassifierOptions& options) {
  return fit(regression::number_set(graphs, numbers, names), options);
}

Regressor Regressor::fit(const evaluation::GraphSet& set, const ClassifierOptions& options) {
  using classifier::ClassifierAccess;
  regression::check(options.machine.kind, set.numbers);
  evaluation::check(options.machine);
  const std::vector<KernelRecipe> candidates =
      options.candidates.empty() ? recipes_of_name(options.recipe, set.traits()) : options.candidates;
  if (candidates.empty() || options.gammas.empty() || options.cs.empty()) {
    throw Error(ErrorKind::usage, "a regression needs a recipe, a gamma and a C");
  }
  const Progress& progress = options.run.progress;
  const Progress stop{{}, progress.stop_requested};
  const int threads = options.run.thread_count();
  const evaluation::ChannelOptions making{threads,
                                          options.run.seed,
                                          options.walks,
                                          options.reading.self_loops,
                                          evaluation::dead_ends_of(set),
                                          options.run.memory,
                                          options.budget};
  const auto make_rows = [&](std::span<const Channel> channels, std::span<const std::uint32_t> learnt_on) {
    return evaluation::rows_of(set, channels, learnt_on, making, progress);
  };
  evaluation::ChannelDistances distances(set.size(), candidates, make_rows, {options.run.memory, threads}, progress);
  const std::vector<std::uint32_t> everything = evaluation::all_items(set.size());
  distances.learn(everything);
  const evaluation::ChoiceGrid grid = regression::grid_of(candidates, options.gammas, options.cs, options.machine);
  const regression::NumberTask task{{set.ids, set.classes}, set.numbers, everything, {options.run.seed, 0}, threads};
  const evaluation::ModelChoice choice = regression::choose_numbers(task, grid, distances, progress);

  std::vector<KernelRecipe> recipes;  // those that voters use
  std::vector<std::size_t> place_of(candidates.size(), candidates.size());
  std::vector<classifier::Voter> voters;
  evaluation::for_each_gram(
      choice, grid, distances, [&](const kernels::GramView& gram, std::span<const evaluation::Setting> settings) {
        std::size_t& place = place_of[settings.front().recipe];
        if (place == candidates.size()) {
          place = recipes.size();
          recipes.push_back(candidates[settings.front().recipe]);
        }
        for (machines::RidgeModel& model : regression::train_numbers(task, grid, gram, settings, stop)) {
          voters.push_back({place, settings.front().gamma, {}, std::move(model)});
        }
      });
  std::vector<Channel> channels = evaluation::distinct_channels(recipes);
  std::vector<double> medians, nodes;
  for (const Channel& channel : channels) medians.push_back(distances.median(channel));
  // Only the graphs that a voter uses are kept.
  const std::vector<std::uint32_t> used = classifier::used_items(voters);
  classifier::renumber(voters, used);
  std::vector<std::string> ids;
  for (const std::uint32_t item : used) {
    ids.push_back(set.ids[item]);
    nodes.push_back(static_cast<double>(set.graphs[item].num_nodes()));
  }
  evaluation::LearntChannels learnt(
      channels, making, [&] { return source_of_borrowed(set.graphs); }, progress);
  const std::vector<std::size_t> places(used.begin(), used.end());
  const evaluation::ChannelRows rows = learnt.rows(set.graphs, progress);
  std::vector<kernels::SparseRows> tables;
  for (const kernels::SparseRows& table : rows.tables) tables.push_back(table.select(places));
  auto stored = classifier::neighbours_of(std::move(tables), learnt, channels, medians, recipes);
  const evaluation::Setting& best = choice.best;
  Classifier::Summary summary{candidates[best.recipe].name,
                              best.gamma,
                              best.c,
                              best.inner_accuracy,
                              voters.size(),
                              set.size(),
                              used.size(),
                              false,
                              false,
                              options.reading,
                              grid.machine,
                              true};
  summary.ego_radius = options.ego_radius;
  summary.epsilon = best.epsilon;
  return Regressor(
      ClassifierAccess::make({std::move(summary), making, set.numbers.names, std::move(ids), std::move(channels),
                              std::move(medians), std::move(recipes), place_of[best.recipe], std::move(voters),
                              std::nullopt, std::move(learnt), std::move(nodes), std::move(stored)}));
}

Regressor Regressor::load(const std::string& path, int threads) {
  return Regressor(classifier::ClassifierAccess::load(path, true, threads));
}
void Regressor::save(const std::string& path, bool force) const { model_.save(path, force); }
bool Regressor::is_file(const std::string& path) { return classifier::ClassifierAccess::is_regression(path); }

std::vector<Estimate> Regressor::predict(std::span<const Graph> graphs, const Progress& progress) const {
  std::vector<Estimate> estimates;
  predict(
      *source_of_borrowed(graphs), [&](Estimate&& made) { estimates.push_back(std::move(made)); }, progress);
  return estimates;
}

void Regressor::predict(GraphSource& source, const std::function<void(Estimate&&)>& consume,
                        const Progress& progress) const {
  model_.predict(
      source,
      [&](Prediction&& made) {
        consume({std::move(made.id), std::move(made.scores), made.nearest, made.distance, made.unseen, made.all_unseen,
                 made.mostly_unseen, std::move(made.given_class)});
      },
      progress);
}

const Classifier::Summary& Regressor::summary() const noexcept { return model_.summary(); }
const std::vector<std::string>& Regressor::names() const noexcept { return model_.class_names(); }
const std::vector<std::string>& Regressor::training_ids() const noexcept { return model_.training_ids(); }

}  // namespace awe
