// Fitting the machines that hold the whole Gram matrix: SVM and kernel ridge. Recipes, gammas and penalties are chosen
// by inner folds, whose held-out scores also calibrate the probabilities. Cost: n^2 floats per channel.
#include <algorithm>
#include <utility>

#include "awe/error.h"
#include "classifier/classifier_state.h"
#include "evaluation/channel_distances.h"
#include "evaluation/graph_set.h"
#include "evaluation/model_choice.h"
#include "svm/svm.h"

namespace awe {
namespace {

constexpr std::size_t kFewestToCalibrate = 5;  // graphs: as many as there are inner folds

std::vector<double> balanced_weights(const evaluation::GraphSet& set) {
  std::vector<double> counts(set.class_names.size(), 0);
  for (const int c : set.classes) ++counts[static_cast<std::size_t>(c)];
  std::vector<double> weights;
  weights.reserve(counts.size());
  for (const double count : counts) {
    weights.push_back(static_cast<double>(set.size()) / (static_cast<double>(counts.size()) * count));
  }
  return weights;
}

// The recipes that voters use, in the order of the voters, and the position of each.
struct UsedRecipes {
  std::vector<KernelRecipe> recipes;
  std::vector<std::size_t> place_of;  // by candidate
};

UsedRecipes used_recipes(const evaluation::ModelChoice& choice, const std::vector<KernelRecipe>& candidates) {
  UsedRecipes used{{}, std::vector<std::size_t>(candidates.size(), candidates.size())};
  for (const evaluation::Setting& setting : choice.voters) {
    std::size_t& place = used.place_of[setting.recipe];
    if (place != candidates.size()) continue;
    place = used.recipes.size();
    used.recipes.push_back(candidates[setting.recipe]);
  }
  return used;
}

// Fitted to the scores of held-out items.
std::optional<machines::Calibration> calibration_of(const evaluation::ModelChoice& choice,
                                                    const evaluation::GraphSet& set) {
  if (choice.held_out.empty()) return std::nullopt;
  std::vector<int> classes;
  for (const std::uint32_t item : choice.held_out) classes.push_back(set.classes[item]);
  return machines::fit_calibration(choice.held_out_scores, classes);
}

// The graphs of a set with its classes, whatever classes they came with.
std::unique_ptr<GraphSource> source_of_set(const evaluation::GraphSet& set) {
  std::vector<Graph> graphs;
  graphs.reserve(set.size());
  for (std::size_t i = 0; i < set.size(); ++i) {
    Graph copy = set.graphs[i];
    graphs.push_back(
        std::move(copy).with_name(set.ids[i]).with_class(set.class_names[static_cast<std::size_t>(set.classes[i])]));
  }
  return source_of(std::move(graphs));
}

std::vector<KernelRecipe> candidates_of(const evaluation::GraphSet& set, const ClassifierOptions& options) {
  return options.candidates.empty() ? recipes_of_name(options.recipe, set.traits()) : options.candidates;
}

// Probabilities by pairs of classes are those of an SVM.
Machine machine_of(const evaluation::GraphSet& set, const ClassifierOptions& options) {
  if (options.machine.kind == Machine::automatic && options.probabilities) return Machine::svm;
  return evaluation::settled(options.machine.kind, candidates_of(set, options), set.size());
}

class ExactFit {
 public:
  ExactFit(const evaluation::GraphSet& set, const ClassifierOptions& options, Machine machine)
      : set_(set),
        options_(options),
        candidates_(candidates_of(set, options)),
        channel_options_{options.run.thread_count(),    options.run.seed,   options.walks, options.reading.self_loops,
                         evaluation::dead_ends_of(set), options.run.memory, options.budget},
        everything_(evaluation::all_items(set.size())) {
    if (candidates_.empty() || options.gammas.empty() || options.cs.empty()) {
      throw Error(ErrorKind::usage, "a classifier needs a recipe, a gamma and a C");
    }
    evaluation::check(options.machine);
    grid_ = {candidates_, options.gammas, machine == Machine::svm ? options.cs : options.machine.lambdas, machine};
    if (options.balanced) class_weights_ = balanced_weights(set);
  }

  struct Made {
    evaluation::ModelChoice choice;
    UsedRecipes used;
    std::vector<classifier::Voter> voters;
    std::vector<Channel> channels;
    std::vector<double> medians;
  };

  [[nodiscard]] Made run() const {
    const Progress& progress = options_.run.progress;
    const auto make_rows = [&](std::span<const Channel> channels, std::span<const std::uint32_t> learnt_on) {
      return evaluation::rows_of(set_, channels, learnt_on, channel_options_, progress);
    };
    evaluation::ChannelDistances distances(set_.size(), candidates_, make_rows,
                                           {options_.run.memory, options_.run.thread_count()}, progress);
    distances.learn(everything_);
    evaluation::ChoiceTask task{
        {set_.ids, set_.classes}, everything_, {options_.run.seed, 0}, class_weights_, options_.run.thread_count(),
        set_.class_names.size(),  {}};
    task.held_out = !options_.probabilities && set_.size() >= kFewestToCalibrate;
    Made made;
    made.choice = evaluation::choose_model(task, grid_, distances, progress);
    made.used = used_recipes(made.choice, candidates_);
    evaluation::for_each_gram(made.choice, grid_, distances,
                              [&](const kernels::GramView& kernel, std::span<const evaluation::Setting> settings) {
                                for (const evaluation::Setting& setting : settings) {
                                  progress.throw_if_stopped();
                                  made.voters.push_back(train(task, kernel, setting));
                                  made.voters.back().recipe = made.used.place_of[setting.recipe];
                                }
                              });
    made.channels = evaluation::distinct_channels(made.used.recipes);
    for (const Channel& channel : made.channels) made.medians.push_back(distances.median(channel));
    return made;
  }

  [[nodiscard]] const evaluation::ChannelOptions& channel_options() const noexcept { return channel_options_; }
  [[nodiscard]] const std::vector<KernelRecipe>& candidates() const noexcept { return candidates_; }

 private:
  [[nodiscard]] classifier::Voter train(const evaluation::ChoiceTask& task, const kernels::GramView& kernel,
                                        const evaluation::Setting& setting) const {
    classifier::Voter voter;
    voter.gamma = setting.gamma;
    if (grid_.machine != Machine::svm) {
      voter.ridge =
          evaluation::train_ridge_of(task, grid_, setting, kernel, {{}, options_.run.progress.stop_requested});
      return voter;
    }
    svm::SvmOptions svm;
    svm.threads = task.threads;
    svm.class_weights = class_weights_;
    svm.c = setting.c;
    if (options_.probabilities) {
      voter.svm = svm::train_probability_svm(kernel, everything_, set_.classes, svm, {5, options_.run.seed});
    } else {
      voter.svm.svm = svm::train_svm(kernel, everything_, set_.classes, svm);
    }
    return voter;
  }

  const evaluation::GraphSet& set_;
  const ClassifierOptions& options_;
  std::vector<KernelRecipe> candidates_;
  evaluation::ChannelOptions channel_options_;
  std::vector<std::uint32_t> everything_;
  evaluation::ChoiceGrid grid_;
  std::vector<double> class_weights_;
};

}  // namespace

Classifier Classifier::fit(const evaluation::GraphSet& set, const ClassifierOptions& options) {
  const bool many = options.machine.kind == Machine::automatic && set.size() > options.machine.max_exact;
  if (many || options.machine.kind == Machine::landmarks || options.machine.kind == Machine::linear) {
    return fit(OpenGraphs([&] { return source_of_set(set); }), options);
  }
  const Machine machine = machine_of(set, options);
  if (options.probabilities && machine != Machine::svm) {
    throw Error(ErrorKind::usage,
                "probabilities by pairs of classes need the `machine` svm; all other machines give "
                "calibrated probabilities without it");
  }
  const ExactFit fit(set, options, machine);
  ExactFit::Made made = fit.run();
  evaluation::LearntChannels learnt(
      made.channels, fit.channel_options(), [&] { return source_of_borrowed(set.graphs); }, options.run.progress);
  evaluation::ChannelRows training = learnt.rows(set.graphs, options.run.progress);
  // Only the graphs that a voter uses are kept.
  const std::vector<std::uint32_t> used = classifier::used_items(made.voters);
  const std::vector<std::size_t> places(used.begin(), used.end());
  classifier::renumber(made.voters, used);
  std::vector<kernels::SparseRows> tables;
  for (const kernels::SparseRows& table : training.tables) tables.push_back(table.select(places));
  std::vector<std::string> ids;
  std::vector<double> nodes;
  for (const std::uint32_t item : used) {
    ids.push_back(set.ids[item]);
    nodes.push_back(static_cast<double>(set.graphs[item].num_nodes()));
  }
  const evaluation::Setting& best = made.choice.best;
  Summary summary{fit.candidates()[best.recipe].name,
                  best.gamma,
                  best.c,
                  best.inner_accuracy,
                  made.voters.size(),
                  set.size(),
                  used.size(),
                  options.probabilities,
                  options.balanced,
                  options.reading,
                  machine};
  summary.ego_radius = options.ego_radius;
  auto stored = classifier::neighbours_of(std::move(tables), learnt, made.channels, made.medians, made.used.recipes);
  const std::size_t best_recipe = made.used.place_of[best.recipe];
  return Classifier(std::make_unique<State>(
      State{std::move(summary), fit.channel_options(), set.class_names, std::move(ids), std::move(made.channels),
            std::move(made.medians), std::move(made.used.recipes), best_recipe, std::move(made.voters),
            calibration_of(made.choice, set), std::move(learnt), std::move(nodes), std::move(stored)}));
}

}  // namespace awe
