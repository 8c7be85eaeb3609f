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

// Votes of each class, and less than a third that tells equals apart by their decisions.
std::vector<double> scores_of_votes(const MultiSvm& model, std::span<const double> decisions) {
  std::vector<double> votes(model.classes.size(), 0), sums(model.classes.size(), 0);
  std::size_t pair = 0;
  for (std::size_t a = 0; a < votes.size(); ++a) {
    for (std::size_t b = a + 1; b < votes.size(); ++b, ++pair) {
      votes[decisions[pair] > 0 ? a : b] += 1;
      sums[a] += decisions[pair];
      sums[b] -= decisions[pair];
    }
  }
  for (std::size_t k = 0; k < votes.size(); ++k) votes[k] += sums[k] / (3 * (std::abs(sums[k]) + 1));
  return votes;
}

}  // namespace

GraphClassifier::GraphClassifier(std::unique_ptr<State> state) : state_(std::move(state)) {}
GraphClassifier::~GraphClassifier() = default;
GraphClassifier::GraphClassifier(GraphClassifier&&) noexcept = default;
GraphClassifier& GraphClassifier::operator=(GraphClassifier&&) noexcept = default;

const GraphClassifier::Summary& GraphClassifier::summary() const noexcept { return state_->summary; }
const std::vector<std::string>& GraphClassifier::class_names() const noexcept { return state_->class_names; }
const std::vector<std::string>& GraphClassifier::training_ids() const noexcept { return state_->training_ids; }

GraphClassifier GraphClassifier::fit(const GraphSet& set, const ClassifierPlan& plan, const Progress& progress) {
  if (plan.candidates.empty() || plan.gammas.empty() || plan.cs.empty()) {
    throw Error(ErrorKind::usage, "a classifier needs a recipe, a gamma and a C");
  }
  const auto everything = all_items(set);
  const GraphChannels channels(set, plan.candidates, {plan.threads, plan.seed, plan.walks, plan.reading.self_loops});
  ChannelDistances distances(channels, plan.memory, plan.threads, progress);
  distances.learn(everything);
  GramMatrix gram;
  const auto kernel_of = [&](std::size_t candidate, double gamma) {
    distances.fill(gram, channels.candidates()[candidate], gamma);
    return GramView(gram.data(), gram.rows());
  };
  SvmOptions svm;
  svm.threads = plan.threads;
  if (plan.balanced) svm.class_weights = balanced_weights(set);
  const ModelChoice choice =
      choose_model({{set.ids, set.classes}, everything, {plan.seed, 0}, svm.class_weights, plan.threads},
                   {plan.candidates.size(), plan.gammas, plan.cs}, kernel_of, progress);
  const GramView kernel = kernel_of(choice.candidate, choice.gamma);
  svm.c = choice.c;
  ProbabilitySvm model;
  if (plan.probabilities) {
    model = train_probability_svm(kernel, everything, set.classes, svm, {5, plan.seed});
  } else {
    model.svm = train_svm(kernel, everything, set.classes, svm);
  }
  std::vector<double> medians;
  for (const Candidate::Use& use : channels.candidates()[choice.candidate].uses) {
    medians.push_back(distances.median(use.channel));
  }
  const KernelRecipe& recipe = plan.candidates[choice.candidate];
  const TableOptions options{plan.seed, plan.walks, plan.reading.self_loops};
  ChannelTables tables(
      recipe.channels, options, [&] { return graphs_of(set, everything); }, plan.threads, progress);
  std::vector<SparseRows> rows = tables.rows(set.graphs, progress).tables;
  auto state = std::make_unique<State>(State{{recipe, choice.gamma, choice.c, choice.inner_accuracy, set.size(), 0,
                                              plan.probabilities, plan.balanced, plan.reading},
                                             options,
                                             set.class_names,
                                             set.ids,
                                             std::move(medians),
                                             std::move(model),
                                             std::move(tables),
                                             std::move(rows)});
  std::set<std::uint32_t> support;
  for (const SvmPair& pair : state->model.svm.pairs) support.insert(pair.support.begin(), pair.support.end());
  state->summary.support_vectors = support.size();
  return GraphClassifier(std::move(state));
}

void GraphClassifier::predict(GraphSource& source, const std::function<void(GraphPrediction&&)>& consume,
                              const Progress& progress) const {
  const State& state = *state_;
  const KernelRecipe& recipe = state.summary.recipe;
  const int threads = state.tables.threads();
  const std::uint64_t expected = source.count().value_or(0);
  const Progress stop{{}, progress.stop_requested};
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
    const ChannelTables::Rows rows = state.tables.rows(graphs, stop);
    GramMatrix kernel(graphs.size(), state.training_ids.size());
    for (std::size_t i = 0; i < recipe.channels.size(); ++i) {
      const std::size_t table = state.tables.table_of(i);
      add_squared_distances(kernel, rows.tables[table], state.training_rows[table], recipe.channels[i].kernel,
                            recipe.channels[i].weight / state.medians[i], {threads, stop});
    }
    std::vector<GraphPrediction> predictions(graphs.size());
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      const auto row = kernel.row(i);
      const auto nearest = std::min_element(row.begin(), row.end());
      predictions[i].nearest = static_cast<std::uint64_t>(nearest - row.begin());
      predictions[i].distance = static_cast<double>(*nearest) / recipe.total_weight();
    }
    exponentiate(kernel, state.summary.gamma / recipe.total_weight(), threads);
    parallel_for(graphs.size(), threads, [&](std::size_t i) {
      GraphPrediction& made = predictions[i];
      const std::string& name = graphs[i].name();
      made.id = name.empty() ? std::to_string(done + i) : name;
      made.given_class = graphs[i].class_name();
      made.unseen = rows.unseen[i];
      const SvmPrediction found = predict_svm(state.model.svm, kernel.row(i));
      made.scores = state.summary.probabilities ? class_probabilities(state.model, found.decisions)
                                                : scores_of_votes(state.model.svm, found.decisions);
      made.predicted = static_cast<int>(std::max_element(made.scores.begin(), made.scores.end()) - made.scores.begin());
    });
    for (GraphPrediction& prediction : predictions) {
      consume(std::move(prediction));
      ++done;
    }
    if (progress.report) progress.report(done, expected);
  }
}

}  // namespace awe
