// Fitting a classifier of nodes or edges. Rows come from whole graphs (evaluation/channels.h); those of items with a
// class are chosen among, trained on and stored as the rows of graphs are. Cost: n^2 floats per channel for n items.
#include <algorithm>
#include <utility>

#include "awe/error.h"
#include "base/counted.h"
#include "classifier/classifier_access.h"
#include "evaluation/channel_distances.h"
#include "evaluation/model_choice.h"
#include "evaluation/node_set.h"
#include "svm/svm.h"

namespace awe {
namespace {

// The items that have a class.
struct KnownItems {
  std::vector<std::size_t> places;  // among all rows
  std::vector<std::string> ids, class_names;
  std::vector<int> classes;
  std::vector<std::uint32_t> graph_of;
  std::uint64_t without_class = 0;
};

KnownItems known_items(std::span<const Graph> graphs, Level level, const std::vector<std::string>& ids,
                       const std::unordered_map<std::string, std::string>& classes) {
  KnownItems known;
  std::vector<std::string> names;
  std::size_t place = 0;
  for (std::uint32_t g = 0; g < graphs.size(); ++g) {
    for (auto left = evaluation::rows_of_graph(graphs[g], level); left > 0; --left, ++place) {
      const auto found = classes.find(ids[place]);
      if (found == classes.end() || found->second.empty()) {
        ++known.without_class;
        continue;
      }
      known.places.push_back(place);
      known.ids.push_back(ids[place]);
      known.graph_of.push_back(g);
      names.push_back(found->second);
    }
  }
  const std::string what(to_string(level));
  if (names.empty()) {
    throw Error(ErrorKind::usage, "no " + what + " has a class" +
                                      (ids.empty() || classes.empty()
                                           ? std::string()
                                           : "; ids are as '" + ids.front() + "', and classes are given for '" +
                                                 classes.begin()->first + "'"));
  }
  folds::NumberedClasses numbered = folds::number_classes(names, what + "s");
  known.classes = std::move(numbered.classes);
  known.class_names = std::move(numbered.names);
  return known;
}

std::vector<double> balanced(const KnownItems& known) {
  std::vector<double> weights(known.class_names.size(), 0);
  for (const int c : known.classes) ++weights[static_cast<std::size_t>(c)];
  for (double& weight : weights) {
    weight = static_cast<double>(known.ids.size()) / (static_cast<double>(weights.size()) * weight);
  }
  return weights;
}

// The recipes of the voters, without the others.
std::vector<KernelRecipe> keep_used(evaluation::ModelChoice& choice, const std::vector<KernelRecipe>& candidates,
                                    std::size_t& best) {
  std::vector<KernelRecipe> recipes;
  std::vector<std::size_t> place_of(candidates.size(), candidates.size());
  for (const evaluation::Setting& setting : choice.voters) {
    std::size_t& place = place_of[setting.recipe];
    if (place != candidates.size()) continue;
    place = recipes.size();
    recipes.push_back(candidates[setting.recipe]);
  }
  best = place_of[choice.best.recipe];
  return recipes;
}

}  // namespace

Classifier Classifier::fit_items(std::span<const Graph> given, Level level,
                                 const std::unordered_map<std::string, std::string>& classes,
                                 const ClassifierOptions& options) {
  if (level != Level::node && level != Level::edge) throw Error(ErrorKind::usage, "`level` must be node or edge");
  const Machine machine = options.machine.kind == Machine::automatic ? Machine::svm : options.machine.kind;
  if ((machine != Machine::svm && machine != Machine::ridge) || options.probabilities) {
    throw Error(ErrorKind::usage,
                "nodes and edges are classified by the `machine` svm or ridge, without pairs of "
                "classes in `probabilities`");
  }
  evaluation::check(options.machine);
  const std::vector<Graph> graphs = classifier::named(given, 0);
  const bool labels = std::all_of(graphs.begin(), graphs.end(), [](const Graph& graph) {
    return graph.num_nodes() == 0 || !graph.node_labels().empty();
  });
  const std::vector<KernelRecipe> candidates =
      options.candidates.empty() ? evaluation::node_recipes(labels) : options.candidates;
  const Progress& progress = options.run.progress;
  const int threads = options.run.thread_count();
  evaluation::GraphSet set;  // for what settles the rule of dead ends
  set.graphs = graphs;
  const evaluation::ChannelOptions making{threads,
                                          options.run.seed,
                                          options.walks,
                                          options.reading.self_loops,
                                          evaluation::dead_ends_of(set),
                                          options.run.memory,
                                          options.budget,
                                          level};
  const std::vector<Channel> all_channels = evaluation::distinct_channels(candidates);
  const evaluation::LearntChannels all(
      all_channels, making, [&] { return source_of_borrowed(graphs); }, progress);
  evaluation::ChannelRows rows = all.rows(graphs, progress);
  if (graphs.size() == 1) classifier::drop_name(rows.ids, graphs.front().name());
  const KnownItems known = known_items(graphs, level, rows.ids, classes);
  evaluation::tell_left_out(known.without_class, known.ids.size(), to_string(level), progress);

  const auto make_rows = [&](std::span<const Channel> channels, std::span<const std::uint32_t> /*learnt_on*/) {
    evaluation::ChannelRows made;
    for (const Channel& channel : channels) {
      made.table_of.push_back(made.tables.size());
      made.tables.push_back(rows.of(evaluation::place_of(channel, all_channels)).select(known.places));
    }
    return made;
  };
  evaluation::ChannelDistances distances(known.ids.size(), candidates, make_rows, {options.run.memory, threads},
                                         progress);
  const std::vector<std::uint32_t> everything = evaluation::all_items(known.ids.size());
  distances.learn(everything);
  const std::vector<std::uint32_t> groups = graphs.size() > 1 ? known.graph_of : std::vector<std::uint32_t>();
  const evaluation::ChoiceGrid grid{candidates, options.gammas,
                                    machine == Machine::svm ? options.cs : options.machine.lambdas, machine};
  evaluation::ChoiceTask task{{known.ids, known.classes, groups}, everything, {options.run.seed, 0}, {}, threads,
                              known.class_names.size(),           {}};
  if (options.balanced) task.class_weights = balanced(known);
  task.held_out = true;
  evaluation::ModelChoice choice = evaluation::choose_model(task, grid, distances, progress);
  std::size_t best_recipe = 0;
  std::vector<KernelRecipe> recipes = keep_used(choice, candidates, best_recipe);
  std::vector<classifier::Voter> voters;
  std::size_t used_recipes = 0;
  evaluation::for_each_gram(
      choice, grid, distances, [&](const kernels::GramView& gram, std::span<const evaluation::Setting> settings) {
        while (recipes[used_recipes].name != candidates[settings.front().recipe].name) ++used_recipes;
        for (const evaluation::Setting& setting : settings) {
          progress.throw_if_stopped();
          voters.push_back({used_recipes, setting.gamma, {}, {}});
          if (machine == Machine::ridge) {
            voters.back().ridge = evaluation::train_ridge_of(task, grid, setting, gram, {{}, progress.stop_requested});
            continue;
          }
          svm::SvmOptions training;
          training.threads = threads;
          training.class_weights = task.class_weights;
          training.c = setting.c;
          voters.back().svm.svm = svm::train_svm(gram, everything, known.classes, training);
        }
      });
  std::vector<Channel> channels = evaluation::distinct_channels(recipes);
  std::vector<double> medians;
  for (const Channel& channel : channels) medians.push_back(distances.median(channel));
  const std::vector<std::uint32_t> used = classifier::used_items(voters);
  classifier::renumber(voters, used);
  std::vector<std::size_t> places;
  std::vector<std::string> ids;
  for (const std::uint32_t item : used) {
    places.push_back(known.places[item]);
    ids.push_back(known.ids[item]);
  }
  evaluation::LearntChannels learnt(
      channels, making, [&] { return source_of_borrowed(graphs); }, progress);
  const evaluation::ChannelRows stored_rows = learnt.rows(graphs, progress);
  std::vector<kernels::SparseRows> tables;
  for (const kernels::SparseRows& table : stored_rows.tables) tables.push_back(table.select(places));
  std::vector<int> held_out;
  for (const std::uint32_t item : choice.held_out) held_out.push_back(known.classes[item]);
  auto stored = classifier::neighbours_of(std::move(tables), learnt, channels, medians, recipes);
  Summary summary;
  summary.recipe = candidates[choice.best.recipe].name;
  summary.gamma = choice.best.gamma;
  summary.c = choice.best.c;
  summary.inner_accuracy = choice.best.inner_accuracy;
  summary.voters = voters.size();
  summary.graphs = known.ids.size();
  summary.support_vectors = used.size();
  summary.balanced = options.balanced;
  summary.reading = options.reading;
  summary.machine = machine;
  summary.level = level;
  std::vector<double> factors(ids.size(), 1);
  return classifier::ClassifierAccess::make(
      {std::move(summary), making, known.class_names, std::move(ids), std::move(channels), std::move(medians),
       std::move(recipes), best_recipe, std::move(voters), machines::fit_calibration(choice.held_out_scores, held_out),
       std::move(learnt), std::move(factors), std::move(stored)});
}

}  // namespace awe
