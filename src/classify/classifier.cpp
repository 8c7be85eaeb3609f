#include "awe/classify/classifier.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "awe/base/error.h"
#include "awe/base/parallel.h"
#include "awe/classify/gram.h"
#include "awe/classify/kernel.h"
#include "awe/classify/svm.h"
#include "channel_distances.h"
#include "classifier_state.h"
#include "model_choice.h"
#include "set_rows.h"

namespace awe {
namespace {

constexpr std::size_t kGraphsAtOnce = 256;

std::vector<double> balanced_weights(const GraphSet& set) {
  std::vector<double> counts(set.class_names.size(), 0);
  for (const int c : set.classes) ++counts[static_cast<std::size_t>(c)];
  std::vector<double> weights;
  for (const double count : counts) {
    weights.push_back(static_cast<double>(set.size()) / (static_cast<double>(counts.size()) * count));
  }
  return weights;
}

// The recipes that voters use, over the channels that these need.
struct UsedRecipes {
  std::vector<Channel> channels;
  std::vector<double> medians;
  std::vector<RecipeUse> recipes;
  std::vector<std::size_t> place_of;  // candidate -> recipe
};

UsedRecipes used_recipes(const ModelChoice& choice, const std::vector<KernelRecipe>& candidates,
                         const GraphChannels& source, const ChannelDistances& distances) {
  UsedRecipes used;
  used.place_of.assign(candidates.size(), candidates.size());
  for (const Setting& setting : choice.voters) {
    std::size_t& place = used.place_of[setting.candidate];
    if (place != candidates.size()) continue;
    place = used.recipes.size();
    RecipeUse& recipe = used.recipes.emplace_back();
    recipe.name = candidates[setting.candidate].name;
    const auto& uses = source.candidates()[setting.candidate].uses;
    for (std::size_t i = 0; i < uses.size(); ++i) {
      const Channel& channel = candidates[setting.candidate].channels[i];
      const auto known = std::find_if(used.channels.begin(), used.channels.end(),
                                      [&](const Channel& other) { return other.same_distances(channel); });
      recipe.channels.push_back(static_cast<std::size_t>(known - used.channels.begin()));
      recipe.weights.push_back(uses[i].weight);
      if (known != used.channels.end()) continue;
      used.channels.push_back(channel);
      used.medians.push_back(distances.median(uses[i].channel));
    }
  }
  return used;
}

}  // namespace

GraphClassifier::GraphClassifier(std::unique_ptr<State> state) : state_(std::move(state)) {}
GraphClassifier::~GraphClassifier() = default;
GraphClassifier::GraphClassifier(GraphClassifier&&) noexcept = default;
GraphClassifier& GraphClassifier::operator=(GraphClassifier&&) noexcept = default;

const GraphClassifier::Summary& GraphClassifier::summary() const noexcept { return state_->summary; }
const std::vector<std::string>& GraphClassifier::class_names() const noexcept { return state_->class_names; }
const std::vector<std::string>& GraphClassifier::training_ids() const noexcept { return state_->training_ids; }

std::uint64_t support_vectors(const std::vector<Voter>& voters) {
  std::set<std::uint32_t> support;
  for (const Voter& voter : voters) {
    for (const SvmPair& pair : voter.model.svm.pairs) support.insert(pair.support.begin(), pair.support.end());
  }
  return support.size();
}

GraphClassifier GraphClassifier::fit(const GraphSet& set, const ClassifierPlan& plan, const Progress& progress) {
  if (plan.candidates.empty() || plan.gammas.empty() || plan.cs.empty()) {
    throw Error(ErrorKind::usage, "a classifier needs a recipe, a gamma and a C");
  }
  const auto everything = all_items(set);
  const TableOptions options{plan.threads, plan.seed, plan.walks, plan.reading.self_loops};
  const GraphChannels channels(set, plan.candidates, options);
  ChannelDistances distances(channels, plan.memory, plan.threads, progress);
  distances.learn(everything);
  GramMatrix gram;
  const auto gram_of = [&](std::size_t candidate, double gamma) {
    distances.fill(gram, channels.candidates()[candidate], gamma);
    return GramView(gram.data(), gram.rows());
  };
  SvmOptions svm;
  svm.threads = plan.threads;
  if (plan.balanced) svm.class_weights = balanced_weights(set);
  const ModelChoice choice =
      choose_model({{set.ids, set.classes}, everything, {plan.seed, 0}, svm.class_weights, plan.threads},
                   {plan.candidates.size(), plan.gammas, plan.cs}, gram_of, progress);
  UsedRecipes used = used_recipes(choice, plan.candidates, channels, distances);
  std::vector<Voter> voters;
  for_each_gram(choice, gram_of, [&](const GramView& kernel, std::span<const Setting> settings) {
    for (const Setting& setting : settings) {
      progress.throw_if_stopped();
      Voter& voter = voters.emplace_back();
      voter.recipe = used.place_of[setting.candidate];
      voter.gamma = setting.gamma;
      svm.c = setting.c;
      if (plan.probabilities) {
        voter.model = train_probability_svm(kernel, everything, set.classes, svm, {5, plan.seed});
      } else {
        voter.model.svm = train_svm(kernel, everything, set.classes, svm);
      }
    }
  });
  ChannelTables tables(
      used.channels, options, [&] { return graphs_of(set, everything); }, progress);
  std::vector<SparseRows> rows = tables.rows(set.graphs, progress).tables;
  const Setting& best = choice.best;
  Summary summary{plan.candidates[best.candidate].name,
                  best.gamma,
                  best.c,
                  best.inner_accuracy,
                  voters.size(),
                  set.size(),
                  support_vectors(voters),
                  plan.probabilities,
                  plan.balanced,
                  plan.reading};
  return GraphClassifier(std::make_unique<State>(State{
      std::move(summary), options, set.class_names, set.ids, std::move(used.channels), std::move(used.medians),
      std::move(used.recipes), used.place_of[best.candidate], std::move(voters), std::move(tables), std::move(rows)}));
}

namespace {

// What each channel says about some new graphs: squared distances over medians to all training graphs.
std::vector<GramMatrix> channel_distances(const std::vector<Channel>& channels, const std::vector<double>& medians,
                                          const ChannelTables& tables, const std::vector<SparseRows>& rows,
                                          const std::vector<SparseRows>& training, const KernelRun& run) {
  std::vector<GramMatrix> distances;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const std::size_t table = tables.table_of(i);
    distances.emplace_back(rows[table].rows(), training[table].rows());
    add_squared_distances(distances.back(), rows[table], training[table], channels[i].kernel, 1 / medians[i], run);
  }
  return distances;
}

void add_up(GramMatrix& sum, const RecipeUse& recipe, const std::vector<GramMatrix>& distances, int threads) {
  std::fill_n(sum.data(), sum.rows() * sum.columns(), 0.0f);
  for (std::size_t k = 0; k < recipe.channels.size(); ++k) {
    add_scaled(sum, distances[recipe.channels[k]], recipe.weights[k] / recipe.total_weight(), threads);
  }
}

}  // namespace

void GraphClassifier::predict_some(const std::vector<Graph>& graphs, std::uint64_t first, const Progress& stop,
                                   const std::function<void(GraphPrediction&&)>& consume) const {
  const State& state = *state_;
  const int threads = state.options.threads;
  const ChannelTables::Rows rows = state.tables.rows(graphs, stop);
  const auto distances =
      channel_distances(state.channels, state.medians, state.tables, rows.tables, state.training_rows, {threads, stop});
  std::vector<GraphPrediction> predictions(graphs.size());
  GramMatrix kernel(graphs.size(), state.training_ids.size());
  add_up(kernel, state.recipes[state.best_recipe], distances, threads);
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    GraphPrediction& made = predictions[i];
    const auto row = kernel.row(i);
    const auto nearest = std::min_element(row.begin(), row.end());
    made.nearest = static_cast<std::uint64_t>(nearest - row.begin());
    made.distance = static_cast<double>(*nearest);
    made.id = graphs[i].name().empty() ? std::to_string(first + i) : graphs[i].name();
    made.given_class = graphs[i].class_name();
    made.unseen = rows.unseen[i];
    made.scores.assign(state.class_names.size(), 0.0);
  }
  for (std::size_t v = 0; v < state.voters.size(); ++v) {
    const Voter& voter = state.voters[v];
    if (v == 0 || voter.recipe != state.voters[v - 1].recipe || voter.gamma != state.voters[v - 1].gamma) {
      add_up(kernel, state.recipes[voter.recipe], distances, threads);
      exponentiate(kernel, voter.gamma, threads);
    }
    parallel_for(graphs.size(), threads, [&](std::size_t i) {
      const SvmPrediction found = predict_svm(voter.model.svm, kernel.row(i));
      const auto scores = state.summary.probabilities ? class_probabilities(voter.model, found.decisions)
                                                      : class_scores(voter.model.svm, found.decisions);
      for (std::size_t k = 0; k < scores.size(); ++k) {
        predictions[i].scores[k] += scores[k] / static_cast<double>(state.voters.size());
      }
    });
  }
  for (GraphPrediction& made : predictions) {
    made.predicted = static_cast<int>(std::max_element(made.scores.begin(), made.scores.end()) - made.scores.begin());
    consume(std::move(made));
  }
}

void GraphClassifier::predict(GraphSource& source, const std::function<void(GraphPrediction&&)>& consume,
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
