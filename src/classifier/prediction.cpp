// Prediction: the rows of a batch of graphs, their distances to the stored rows (stored_rows/stored_rows.h), and the
// scores of the voters, a few graphs at a time on all threads. What depends only on a graph is computed from that graph
// alone, in a fixed order, so that a prediction has the same bits in any batch.
#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "base/parallel.h"
#include "classifier/classifier_state.h"
#include "evaluation/channel_distances.h"
#include "evaluation/linear_rows.h"
#include "stored_rows/posting_loops.h"

namespace awe {
namespace {

constexpr std::size_t kGraphsAtOnce = 512;
constexpr std::size_t kGraphsPerTask = stored_rows::Comparison::kAtOnce;
constexpr double kMostlyUnseen = 0.5;

// What a thread needs for a few graphs after others.
struct Workspace {
  stored_rows::Comparison::Scratch scratch;
  struct OfGraph {
    std::vector<std::vector<float>> sums;  // by recipe: distances D, divided by the sum of weights
    std::vector<float> kernel;
  };
  std::array<OfGraph, svm::kRowsAtOnce> graphs;
};

// Mean of the scores of all voters for a few graphs, so that a voter is read once for all of them.
class Scoring {
 public:
  Scoring(const std::vector<classifier::Voter>& voters, const std::vector<KernelRecipe>& recipes,
          const classifier::Neighbours& stored, bool probabilities)
      : voters_(voters), recipes_(recipes), stored_(stored), probabilities_(probabilities) {}

  // Sets the sums of a graph from its distances, by group.
  void add_up(Workspace::OfGraph& graph, const std::vector<std::vector<float>>& distances) const {
    graph.sums.resize(recipes_.size());
    for (std::size_t r = 0; r < recipes_.size(); ++r) {
      std::vector<float>& sum = graph.sums[r];
      sum.assign(stored_.rows.rows(), 0.0F);
      for (const auto& term : stored_.terms[r]) {
        stored_rows::posting_loops().add_scaled(term.factor, distances[term.group].data(), sum.data(), sum.size());
      }
    }
  }

  // Adds to the scores of each of the graphs, whose sums have been set.
  void add_scores(std::span<Workspace::OfGraph> graphs, std::span<Prediction> made) const {
    const auto voters = static_cast<double>(voters_.size());
    for (std::size_t v = 0; v < voters_.size(); ++v) {
      const classifier::Voter& voter = voters_[v];
      std::vector<std::span<const float>> kernels;
      for (Workspace::OfGraph& graph : graphs) {
        if (v == 0 || voter.recipe != voters_[v - 1].recipe || voter.gamma != voters_[v - 1].gamma) {
          graph.kernel = graph.sums[voter.recipe];
          evaluation::apply_shape(graph.kernel, recipes_[voter.recipe].shape, voter.gamma);
        }
        kernels.emplace_back(graph.kernel);
      }
      const auto scores = scores_of(voter, kernels);
      for (std::size_t i = 0; i < made.size(); ++i) {
        for (std::size_t k = 0; k < scores[i].size(); ++k) made[i].scores[k] += scores[i][k] / voters;
      }
    }
  }

 private:
  [[nodiscard]] std::vector<std::vector<double>> scores_of(const classifier::Voter& voter,
                                                           std::span<const std::span<const float>> kernels) const {
    if (voter.is_ridge()) return voter.ridge.scores(kernels);
    auto of_graphs = svm::decide_svm(voter.svm.svm, kernels);
    for (std::vector<double>& decisions : of_graphs) {
      decisions =
          probabilities_ ? svm::class_probabilities(voter.svm, decisions) : svm::class_scores(voter.svm.svm, decisions);
    }
    return of_graphs;
  }

  const std::vector<classifier::Voter>& voters_;
  const std::vector<KernelRecipe>& recipes_;
  const classifier::Neighbours& stored_;
  bool probabilities_;
};

}  // namespace

void Classifier::predict_some(const std::vector<Graph>& graphs, std::uint64_t first, bool alone, const Progress& stop,
                              const std::function<void(Prediction&&)>& consume) const {
  const State& state = *state_;
  const int threads = state.options.threads;
  const bool of_graphs = state.options.level == Level::graph;
  evaluation::ChannelRows rows =
      of_graphs ? state.learnt.rows(graphs, stop) : state.learnt.rows(classifier::named(graphs, first), stop);
  if (!of_graphs && alone) classifier::drop_name(rows.ids, graphs.front().name().empty() ? "0" : graphs.front().name());
  const std::size_t items = rows.unseen.size();  // graphs, or nodes or edges of graphs
  std::vector<Prediction> predictions(items);
  const auto describe = [&](std::size_t i) {
    Prediction& made = predictions[i];
    made.predicted = static_cast<int>(std::max_element(made.scores.begin(), made.scores.end()) - made.scores.begin());
    if (state.summary.probabilities) made.probabilities = made.scores;
    if (state.calibration) made.probabilities = state.calibration->probabilities(made.scores);
    if (of_graphs) {
      made.id = graphs[i].name().empty() ? std::to_string(first + i) : graphs[i].name();
      made.given_class = graphs[i].class_name();
    } else {
      made.id = rows.ids[i];
    }
    made.unseen = rows.unseen[i];
    made.all_unseen = rows.all_unseen[i];
    made.mostly_unseen = rows.mean_unseen[i] > kMostlyUnseen;
  };
  if (state.linear) {
    const kernels::SparseRows joined =
        evaluation::explicit_rows(state.recipes.front(), evaluation::tables_of(rows), state.medians);
    for (std::size_t i = 0; i < items; ++i) {
      predictions[i].scores = state.linear->scores(joined.row(i));
      describe(i);
      consume(std::move(predictions[i]));
    }
    return;
  }
  const stored_rows::Comparison comparison(state.stored.rows, rows.tables, {.threads = threads, .progress = stop});
  const Scoring scoring(state.voters, state.recipes, state.stored, state.summary.probabilities);
  base::parallel_for((items + kGraphsPerTask - 1) / kGraphsPerTask, threads, [&](std::size_t task) {
    stop.throw_if_stopped();
    thread_local Workspace workspace;
    const std::size_t begin = task * kGraphsPerTask, end = std::min(items, begin + kGraphsPerTask);
    comparison.distances(begin, end - begin, workspace.scratch);
    for (std::size_t from = begin; from < end; from += svm::kRowsAtOnce) {
      const std::size_t count = std::min(svm::kRowsAtOnce, end - from);
      for (std::size_t i = from; i < from + count; ++i) {
        Prediction& made = predictions[i];
        Workspace::OfGraph& graph = workspace.graphs[i - from];
        scoring.add_up(graph, workspace.scratch.distances[i - begin]);
        const auto& distances = graph.sums[state.best_recipe];
        const auto nearest = std::min_element(distances.begin(), distances.end());
        made.nearest = static_cast<std::uint64_t>(nearest - distances.begin());
        made.distance = static_cast<double>(*nearest);
        made.scores.assign(state.class_names.size(), 0.0);
      }
      scoring.add_scores(std::span(workspace.graphs).first(count), std::span(predictions).subspan(from, count));
      for (std::size_t i = from; i < from + count; ++i) describe(i);
    }
  });
  for (Prediction& made : predictions) consume(std::move(made));
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
    predict_some(graphs, done, done == 0 && graphs.size() == 1 && !more, {{}, progress.stop_requested}, consume);
    done += graphs.size();
    if (progress.report) progress.report(done, expected);
  }
}

}  // namespace awe
