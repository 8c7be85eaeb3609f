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

evaluation::GraphSet first_of(const evaluation::GraphSet& set, std::size_t count) {
  count = std::min(count, set.size());
  const auto end = static_cast<std::ptrdiff_t>(count);
  evaluation::GraphSet part;
  part.class_names = set.class_names;
  part.graphs.assign(set.graphs.begin(), set.graphs.begin() + end);
  part.ids.assign(set.ids.begin(), set.ids.begin() + end);
  part.classes.assign(set.classes.begin(), set.classes.begin() + end);
  return part;
}

void tell_cost(const StreamTask& task, std::string_view machine,
               const std::function<void(const std::vector<Graph>&)>& work) {
  const Progress& progress = task.options.run.progress;
  if (!progress.note) return;
  const std::vector<Graph> some = first_of(task.scan.sample, kBlockGraphs).graphs;
  const auto begin = std::chrono::steady_clock::now();
  work(some);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  const std::uint64_t left = task.scan.graphs - task.checkpoint.graphs();
  const double seconds = spent.count() * static_cast<double>(left) / static_cast<double>(some.size());
  if (seconds < 2) return;
  progress.tell("machine " + std::string(machine) + ": " + std::to_string(left) +
                " graphs to read, which takes about " + base::format_real(std::round(seconds)) + " s");
}

void for_each_block(const StreamTask& task, const evaluation::LearntChannels& learnt, std::uint64_t& done,
                    bytes::Checkpoints& checkpoints,
                    const std::function<void(const std::vector<Graph>&, const evaluation::ChannelRows&)>& body) {
  const Progress& progress = task.options.run.progress;
  const auto source = task.open();
  for (std::uint64_t skipped = 0; skipped < done;) {
    progress.throw_if_stopped();
    const auto graph = source->next();
    if (!graph) break;
    if (graph->class_name()) ++skipped;
  }
  for (bool more = true; more;) {
    std::vector<Graph> graphs;
    try {
      while (graphs.size() < kBlockGraphs) {
        progress.throw_if_stopped();
        auto graph = source->next();
        more = graph.has_value();
        if (!more) break;
        if (graph->class_name()) graphs.push_back(std::move(*graph));  // the others are left out
      }
      if (graphs.empty()) break;
      body(graphs, learnt.rows(graphs, task.stop()));
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::interrupted) checkpoints.stop_if_asked(progress);
      throw;
    }
    done += graphs.size();
    if (progress.report) progress.report(done, task.scan.graphs);
    checkpoints.keep_if_due(done);
  }
  if (done != task.scan.graphs) {
    throw Error(ErrorKind::usage, "the input has " + std::to_string(done) + " graphs, and had " +
                                      std::to_string(task.scan.graphs) + " in the first pass");
  }
}

}  // namespace classifier

namespace {

constexpr std::size_t kFewestSampled = 4000;
// Predicted time to make the rows of all graphs for one recipe, in seconds on one thread, and of one graph, beyond
// which a recipe is left out.
constexpr double kMostRowSeconds = 1000, kMostGraphSeconds = 0.02;
constexpr std::size_t kForecastGraphs = 100;

std::vector<double> balanced_weights(const classifier::Scan& scan) {
  std::vector<double> weights;
  const auto classes = static_cast<double>(scan.class_counts.size());
  for (const std::uint64_t count : scan.class_counts) {
    weights.push_back(static_cast<double>(scan.graphs) / (classes * static_cast<double>(count)));
  }
  return weights;
}

std::string percent(double share) { return base::format_real(std::round(1000 * share) / 10) + " %"; }

// The candidates whose rows do not take too long for this many graphs; at least the fastest.
std::vector<KernelRecipe> affordable(std::vector<KernelRecipe> candidates, const classifier::Scan& scan,
                                     const evaluation::ChannelOptions& channels, const ClassifierOptions& options) {
  if (scan.graphs <= options.machine.max_exact || candidates.size() < 2) return candidates;
  const evaluation::GraphSet some = classifier::first_of(scan.sample, kForecastGraphs);
  std::vector<double> seconds;  // per graph
  for (const KernelRecipe& recipe : candidates) {
    seconds.push_back(evaluation::predicted_seconds(recipe.channels, channels, some.graphs,
                                                    {{}, options.run.progress.stop_requested}));
  }
  const auto graphs = static_cast<double>(scan.graphs);
  const double limit = std::max(std::min(kMostRowSeconds / graphs, kMostGraphSeconds),
                                *std::min_element(seconds.begin(), seconds.end()));
  std::vector<KernelRecipe> kept;
  std::string left_out;
  for (std::size_t r = 0; r < candidates.size(); ++r) {
    if (seconds[r] <= limit) {
      kept.push_back(std::move(candidates[r]));
    } else {
      left_out += (left_out.empty() ? "" : ", ") + candidates[r].name + " (" +
                  base::format_real(std::round(seconds[r] * graphs)) + " s)";
    }
  }
  if (!left_out.empty()) {
    options.run.progress.tell("recipes left out, since their walks take too long for " + std::to_string(scan.graphs) +
                              " graphs: " + left_out + "; name a recipe or features to use them nevertheless");
  }
  return kept;
}

// Fits the machine that is wanted, that a checkpoint is of, or that is better on held-out graphs of the sample.
classifier::Fitted fit_machine(const classifier::StreamTask& task, Machine& machine) {
  if (task.checkpoint.found() != nullptr) machine = task.checkpoint.machine();
  if (machine == Machine::landmarks) {
    const bool chosen = task.checkpoint.found() != nullptr;
    return classifier::fit_landmarks(
        task, chosen ? std::vector<classifier::ChosenKernel>{} : classifier::choose_landmark_kernels(task));
  }
  if (machine == Machine::linear) {
    const bool chosen = task.checkpoint.found() != nullptr;
    return classifier::fit_linear(task, chosen ? classifier::ChosenLinear{} : classifier::choose_linear(task));
  }
  auto kernels = classifier::choose_landmark_kernels(task);
  auto linear = classifier::choose_linear(task);
  const double of_landmarks = kernels.front().inner_accuracy, of_linear = linear.choice.inner_accuracy;
  machine = of_linear > of_landmarks ? Machine::linear : Machine::landmarks;
  task.options.run.progress.tell("machine " + std::string(to_string(machine)) + ": " +
                                 std::to_string(task.scan.graphs) + " graphs are more than the " +
                                 std::to_string(task.options.machine.max_exact) +
                                 " of an exact machine; on held-out graphs of a sample landmarks reach " +
                                 percent(of_landmarks) + ", linear " + percent(of_linear));
  return machine == Machine::linear ? classifier::fit_linear(task, std::move(linear))
                                    : classifier::fit_landmarks(task, std::move(kernels));
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
  const std::size_t most_sampled = std::max(2 * options.machine.landmarks, kFewestSampled);
  const std::uint64_t most_whole = wanted == Machine::automatic ? options.machine.max_exact : 0;
  const classifier::Scan scan = classifier::scan_graphs(*open(), static_cast<std::size_t>(most_whole), most_sampled,
                                                        options.run.seed, options.run.progress);
  evaluation::tell_left_out(scan.without_class, scan.graphs, "graph", options.run.progress);
  if (wanted == Machine::automatic && scan.is_whole) return fit(scan.whole, options);
  std::vector<KernelRecipe> candidates =
      options.candidates.empty() ? recipes_of_name(options.recipe, scan.traits) : options.candidates;
  if (candidates.empty() || options.gammas.empty() || options.cs.empty()) {
    throw Error(ErrorKind::usage, "a classifier needs a recipe, a gamma and a C");
  }
  const evaluation::ChannelOptions channels{options.run.thread_count(),
                                            options.run.seed,
                                            options.walks,
                                            options.reading.self_loops,
                                            evaluation::dead_ends_of(scan.sample),
                                            options.run.memory,
                                            options.budget};
  candidates = affordable(std::move(candidates), scan, channels, options);
  const classifier::FitCheckpoint checkpoint(options, candidates, scan);
  const classifier::StreamTask task{open,      scan,
                                    options,   std::move(candidates),
                                    channels,  options.balanced ? balanced_weights(scan) : std::vector<double>{},
                                    checkpoint};
  Machine machine = wanted;
  classifier::Fitted made = fit_machine(task, machine);
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
