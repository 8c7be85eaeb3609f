#include "classifier/stream_fit.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "awe/error.h"
#include "base/number.h"
#include "evaluation/model_choice.h"

namespace awe {
namespace classifier {

std::size_t fold_of(const Hash128& rank) { return static_cast<std::size_t>(rank.low % kStreamFolds); }

void for_each_block(const StreamTask& task, const evaluation::LearntChannels& learnt,
                    const std::function<void(const std::vector<Graph>&, const evaluation::ChannelRows&)>& body) {
  const Progress& progress = task.options.run.progress;
  const auto source = task.open();
  std::uint64_t done = 0;
  for (bool more = true; more;) {
    std::vector<Graph> graphs;
    while (graphs.size() < kBlockGraphs) {
      progress.throw_if_stopped();
      auto graph = source->next();
      more = graph.has_value();
      if (!more) break;
      if (graph->class_name()) graphs.push_back(std::move(*graph));  // the others are left out
    }
    if (graphs.empty()) break;
    body(graphs, learnt.rows(graphs, {{}, progress.stop_requested}));
    done += graphs.size();
    if (progress.report) progress.report(done, task.scan.graphs);
  }
  if (done != task.scan.graphs) {
    throw Error(ErrorKind::usage, "the input has " + std::to_string(done) + " graphs, and had " +
                                      std::to_string(task.scan.graphs) + " in the first pass");
  }
}

}  // namespace classifier

namespace {

constexpr std::size_t kLinearSample = 10'000;

bool streams(Machine machine) { return machine == Machine::landmarks || machine == Machine::linear; }

std::vector<double> balanced_weights(const classifier::Scan& scan) {
  std::vector<double> weights;
  const auto classes = static_cast<double>(scan.class_counts.size());
  for (const std::uint64_t count : scan.class_counts) {
    weights.push_back(static_cast<double>(scan.graphs) / (classes * static_cast<double>(count)));
  }
  return weights;
}

std::string percent(double share) { return base::format_real(std::round(1000 * share) / 10) + " %"; }

// The better of the two on held-out graphs of the sample, and what it will take.
Machine better_machine(const classifier::StreamTask& task) {
  const auto begin = std::chrono::steady_clock::now();
  const double landmarks = classifier::landmark_accuracy(task);
  const auto middle = std::chrono::steady_clock::now();
  const double linear = classifier::linear_accuracy(task);
  const auto end = std::chrono::steady_clock::now();
  const Machine chosen = linear > landmarks ? Machine::linear : Machine::landmarks;
  // Choosing makes the rows of the sample for every candidate, which is most of the work on a graph.
  const std::chrono::duration<double> spent = chosen == Machine::linear ? end - middle : middle - begin;
  const double seconds = spent.count() * static_cast<double>(task.scan.graphs) /
                         static_cast<double>(task.scan.sample.size()) / static_cast<double>(task.candidates.size());
  task.options.run.progress.tell("machine " + std::string(to_string(chosen)) + ": " + std::to_string(task.scan.graphs) +
                                 " graphs are more than the " + std::to_string(Classifier::kMostExactGraphs) +
                                 " of an exact SVM; on held-out graphs of a sample " + "landmarks reach " +
                                 percent(landmarks) + ", linear " + percent(linear) + "; it takes roughly " +
                                 base::format_real(std::round(seconds)) + " s");
  return chosen;
}

}  // namespace

Classifier Classifier::fit(const OpenGraphs& open, const ClassifierOptions& options) {
  const Machine wanted = options.machine.kind;
  if (wanted == Machine::svm || wanted == Machine::ridge) {
    const evaluation::GraphSet set = evaluation::read_graph_set(*open());
    evaluation::tell_left_out(set.without_class, set.size(), "graph", options.run.progress);
    return fit(set, options);
  }
  evaluation::check(options.machine);
  if (options.probabilities && wanted != Machine::automatic) {
    throw Error(ErrorKind::usage,
                "probabilities by pairs of classes need the `machine` svm; all other machines give "
                "calibrated probabilities without it");
  }
  const std::size_t most_sampled = std::max(2 * options.machine.landmarks, kLinearSample);
  const classifier::Scan scan =
      classifier::scan_graphs(*open(), wanted == Machine::automatic ? kMostExactGraphs : 0, most_sampled,
                              options.run.seed, {{}, options.run.progress.stop_requested});
  evaluation::tell_left_out(scan.without_class, scan.graphs, "graph", options.run.progress);
  if (wanted == Machine::automatic && scan.is_whole) return fit(scan.whole, options);
  classifier::StreamTask task{
      open,
      scan,
      options,
      options.candidates.empty() ? recipes_of_name(options.recipe, scan.traits) : options.candidates,
      {options.run.thread_count(), options.run.seed, options.walks, options.reading.self_loops,
       evaluation::dead_ends_of(scan.sample)},
      {}};
  if (task.candidates.empty() || options.gammas.empty() || options.cs.empty()) {
    throw Error(ErrorKind::usage, "a classifier needs a recipe, a gamma and a C");
  }
  if (options.balanced) task.class_weights = balanced_weights(scan);
  const Machine machine = streams(wanted) ? wanted : better_machine(task);
  classifier::Fitted made = machine == Machine::linear ? classifier::fit_linear(task) : classifier::fit_landmarks(task);
  made.summary.graphs = scan.graphs;
  made.summary.machine = machine;
  made.summary.balanced = options.balanced;
  made.summary.ego_radius = options.ego_radius;
  made.summary.reading = options.reading;
  auto stored =
      classifier::neighbours_of(std::move(made.tables), made.learnt, made.channels, made.medians, made.recipes);
  return Classifier(std::make_unique<State>(State{
      std::move(made.summary), made.options, scan.class_names, std::move(made.ids), std::move(made.channels),
      std::move(made.medians), std::move(made.recipes), made.best_recipe, std::move(made.voters), made.calibration,
      std::move(made.learnt), std::move(made.nodes), std::move(stored), std::move(made.linear)}));
}

}  // namespace awe
