#include "awe/classifier.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "awe/error.h"
#include "awe/gram_matrix.h"
#include "base/parallel.h"
#include "evaluation/channel_distances.h"
#include "evaluation/classifier_state.h"
#include "evaluation/graph_set.h"
#include "evaluation/model_choice.h"
#include "kernels/row_kernels.h"
#include "svm/svm.h"

namespace awe {
namespace {

constexpr std::size_t kGraphsAtOnce = 256;

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

}  // namespace

Classifier::Classifier(std::unique_ptr<State> state) : state_(std::move(state)) {}
Classifier::~Classifier() = default;
Classifier::Classifier(Classifier&&) noexcept = default;
Classifier& Classifier::operator=(Classifier&&) noexcept = default;

const Classifier::Summary& Classifier::summary() const noexcept { return state_->summary; }
const std::vector<std::string>& Classifier::class_names() const noexcept { return state_->class_names; }
const std::vector<std::string>& Classifier::training_ids() const noexcept { return state_->training_ids; }

std::uint64_t evaluation::support_vectors(const std::vector<evaluation::Voter>& voters) {
  std::set<std::uint32_t> support;
  for (const evaluation::Voter& voter : voters) {
    for (const svm::SvmPair& pair : voter.model.svm.pairs) support.insert(pair.support.begin(), pair.support.end());
  }
  return support.size();
}

Classifier Classifier::fit(std::span<const Graph> graphs, const ClassifierOptions& options) {
  return fit(evaluation::read_graph_set(*source_of_borrowed(graphs)), options);
}

Classifier Classifier::fit(const evaluation::GraphSet& set, const ClassifierOptions& options) {
  const Progress& progress = options.run.progress;
  const std::vector<KernelRecipe> candidates =
      options.candidates.empty() ? recipes_of_name(options.recipe, set.traits()) : options.candidates;
  if (candidates.empty() || options.gammas.empty() || options.cs.empty()) {
    throw Error(ErrorKind::usage, "a classifier needs a recipe, a gamma and a C");
  }
  const auto everything = evaluation::all_items(set.size());
  const evaluation::ChannelOptions channel_options{
      options.run.thread_count(),    options.run.seed,   options.walks, options.reading.self_loops,
      evaluation::dead_ends_of(set), options.run.memory, options.budget};
  const auto make_rows = [&](std::span<const Channel> channels, std::span<const std::uint32_t> learnt_on) {
    return evaluation::rows_of(set, channels, learnt_on, channel_options, progress);
  };
  evaluation::ChannelDistances distances(set.size(), candidates, make_rows,
                                         {options.run.memory, options.run.thread_count()}, progress);
  distances.learn(everything);
  svm::SvmOptions svm;
  svm.threads = options.run.thread_count();
  if (options.balanced) svm.class_weights = balanced_weights(set);
  const evaluation::ChoiceGrid grid{candidates, options.gammas, options.cs};
  const evaluation::ModelChoice choice = evaluation::choose_model(
      {{set.ids, set.classes}, everything, {options.run.seed, 0}, svm.class_weights, options.run.thread_count()}, grid,
      distances, progress);
  UsedRecipes used = used_recipes(choice, candidates);
  std::vector<evaluation::Voter> voters;
  evaluation::for_each_gram(
      choice, grid, distances, [&](const kernels::GramView& kernel, std::span<const evaluation::Setting> settings) {
        for (const evaluation::Setting& setting : settings) {
          progress.throw_if_stopped();
          evaluation::Voter& voter = voters.emplace_back();
          voter.recipe = used.place_of[setting.recipe];
          voter.gamma = setting.gamma;
          svm.c = setting.c;
          if (options.probabilities) {
            voter.model = svm::train_probability_svm(kernel, everything, set.classes, svm, {5, options.run.seed});
          } else {
            voter.model.svm = svm::train_svm(kernel, everything, set.classes, svm);
          }
        }
      });
  std::vector<Channel> channels = evaluation::distinct_channels(used.recipes);
  std::vector<double> medians;
  medians.reserve(channels.size());
  for (const Channel& channel : channels) medians.push_back(distances.median(channel));
  evaluation::LearntChannels learnt(
      channels, channel_options, [&] { return source_of_borrowed(set.graphs); }, progress);
  evaluation::ChannelRows training = learnt.rows(set.graphs, progress);
  const evaluation::Setting& best = choice.best;
  Summary summary{candidates[best.recipe].name,
                  best.gamma,
                  best.c,
                  best.inner_accuracy,
                  voters.size(),
                  set.size(),
                  evaluation::support_vectors(voters),
                  options.probabilities,
                  options.balanced,
                  options.reading};
  return Classifier(std::make_unique<State>(State{
      std::move(summary), channel_options, set.class_names, set.ids, std::move(channels), std::move(medians),
      std::move(used.recipes), used.place_of[best.recipe], std::move(voters), std::move(learnt), std::move(training)}));
}

namespace {

// For each channel, the squared distances of new graphs to all training graphs, divided by the channel's median.
std::vector<GramMatrix> channel_distances(const std::vector<Channel>& channels, const std::vector<double>& medians,
                                          const evaluation::ChannelRows& rows, const evaluation::ChannelRows& training,
                                          const RunOptions& run) {
  std::vector<GramMatrix> distances;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    distances.emplace_back(rows.of(i).rows(), training.of(i).rows());
    kernels::add_squared_distances(distances.back(), rows.of(i), training.of(i), channels[i].kernel, 1 / medians[i],
                                   run);
  }
  return distances;
}

void add_up(GramMatrix& sum, const KernelRecipe& recipe, std::span<const Channel> channels,
            const std::vector<GramMatrix>& distances, int threads) {
  std::fill_n(sum.data(), sum.rows() * sum.columns(), 0.0f);
  for (const Channel& channel : recipe.channels) {
    add_scaled(sum, distances[evaluation::place_of(channel, channels)], channel.weight / recipe.total_weight(),
               threads);
  }
}

}  // namespace

void Classifier::predict_some(const std::vector<Graph>& graphs, std::uint64_t first, const Progress& stop,
                              const std::function<void(Prediction&&)>& consume) const {
  const State& state = *state_;
  const int threads = state.options.threads;
  const evaluation::ChannelRows rows = state.learnt.rows(graphs, stop);
  const auto distances =
      channel_distances(state.channels, state.medians, rows, state.training, {.threads = threads, .progress = stop});
  std::vector<Prediction> predictions(graphs.size());
  GramMatrix kernel(graphs.size(), state.training_ids.size());
  add_up(kernel, state.recipes[state.best_recipe], state.channels, distances, threads);
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    Prediction& made = predictions[i];
    const auto row = kernel.row(i);
    const auto nearest = std::min_element(row.begin(), row.end());
    made.nearest = static_cast<std::uint64_t>(nearest - row.begin());
    made.distance = static_cast<double>(*nearest);
    made.id = graphs[i].name().empty() ? std::to_string(first + i) : graphs[i].name();
    made.given_class = graphs[i].class_name();
    made.unseen = rows.unseen[i];
    made.all_unseen = rows.all_unseen[i];
    made.scores.assign(state.class_names.size(), 0.0);
  }
  for (std::size_t v = 0; v < state.voters.size(); ++v) {
    const evaluation::Voter& voter = state.voters[v];
    if (v == 0 || voter.recipe != state.voters[v - 1].recipe || voter.gamma != state.voters[v - 1].gamma) {
      const KernelRecipe& recipe = state.recipes[voter.recipe];
      add_up(kernel, recipe, state.channels, distances, threads);
      base::parallel_for(graphs.size(), threads,
                         [&](std::size_t i) { evaluation::apply_shape(kernel.row(i), recipe.shape, voter.gamma); });
    }
    base::parallel_for(graphs.size(), threads, [&](std::size_t i) {
      const svm::SvmPrediction found = svm::predict_svm(voter.model.svm, kernel.row(i));
      const auto scores = state.summary.probabilities ? svm::class_probabilities(voter.model, found.decisions)
                                                      : svm::class_scores(voter.model.svm, found.decisions);
      for (std::size_t k = 0; k < scores.size(); ++k) {
        predictions[i].scores[k] += scores[k] / static_cast<double>(state.voters.size());
      }
    });
  }
  for (Prediction& made : predictions) {
    made.predicted = static_cast<int>(std::max_element(made.scores.begin(), made.scores.end()) - made.scores.begin());
    consume(std::move(made));
  }
}

std::vector<Prediction> Classifier::predict(std::span<const Graph> graphs, const Progress& progress) const {
  std::vector<Prediction> predictions;
  predict(
      *source_of_borrowed(graphs), [&](Prediction&& made) { predictions.push_back(std::move(made)); }, progress);
  return predictions;
}

void Classifier::predict(GraphSource& source, const std::function<void(Prediction&&)>& consume,
                         const Progress& progress) const {
  const std::uint64_t expected = source.count().value_or(0);
  std::uint64_t done = 0;
  for (bool more = true; more;) {
    std::vector<Graph> graphs;
    while (graphs.size() < kGraphsAtOnce) {
      progress.throw_if_stopped();
      auto graph = source.next();
      more = graph.has_value();
      if (!more) break;
      graphs.push_back(std::move(*graph));
    }
    if (graphs.empty()) break;
    predict_some(graphs, done, {{}, progress.stop_requested}, consume);
    done += graphs.size();
    if (progress.report) progress.report(done, expected);
  }
}

}  // namespace awe
