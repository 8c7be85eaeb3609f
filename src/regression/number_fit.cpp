#include "regression/number_fit.h"

#include <utility>

#include "awe/error.h"
#include "evaluation/channel_distances.h"
#include "regression/number_choice.h"

namespace awe::regression {

NumberFit fit_numbers(const evaluation::GraphSet& set, const folds::ItemNumbers& numbers,
                      const ClassifierOptions& options, bool held_out) {
  evaluation::check(options.machine);
  const std::vector<KernelRecipe> candidates =
      options.candidates.empty() ? recipes_of_name(options.recipe, set.traits()) : options.candidates;
  if (candidates.empty() || options.gammas.empty() || options.cs.empty()) {
    throw Error(ErrorKind::usage, "a model needs a recipe, a gamma and a C");
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
  const evaluation::ChoiceGrid grid = grid_of(candidates, options.gammas, options.cs, options.machine);
  const NumberTask task{{set.ids, set.classes}, numbers, everything, {options.run.seed, 0}, threads, held_out};
  evaluation::ModelChoice choice = choose_numbers(task, grid, distances, progress);

  std::vector<KernelRecipe> recipes;  // those that voters use
  std::vector<std::size_t> place_of(candidates.size(), candidates.size());
  std::vector<classifier::Voter> voters;
  evaluation::for_each_gram(choice, grid, distances,
                            [&](const kernels::GramView& gram, std::span<const evaluation::Setting> settings) {
                              std::size_t& place = place_of[settings.front().recipe];
                              if (place == candidates.size()) {
                                place = recipes.size();
                                recipes.push_back(candidates[settings.front().recipe]);
                              }
                              for (machines::RidgeModel& model : train_numbers(task, grid, gram, settings, stop)) {
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
                              grid.machine};
  summary.ego_radius = options.ego_radius;
  summary.epsilon = best.epsilon;
  return {{std::move(summary), making, numbers.names, std::move(ids), std::move(channels), std::move(medians),
           std::move(recipes), place_of[best.recipe], std::move(voters), std::nullopt, std::move(learnt),
           std::move(nodes), std::move(stored)},
          std::move(choice)};
}

}  // namespace awe::regression
