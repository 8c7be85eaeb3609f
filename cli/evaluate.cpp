// awe evaluate: how well recipes of walk features classify the graphs of a data set, or the rows of an existing matrix.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <set>

#include "awe/error.h"
#include "console.h"
#include "evaluate_compare.h"
#include "evaluate_flags.h"
#include "evaluate_report.h"
#include "evaluation/node_set.h"
#include "folds/split_file.h"
#include "inputs/classes.h"
#include "timing.h"
#include "verb.h"

namespace awe::cli {
namespace {

// Refuses a number that was given and is not that of the file of splits.
void refuse_others(const EvaluateFlags& options, const char* flag, int given, int found) {
  if (!options.has(flag) || given == found) return;
  throw Error(ErrorKind::usage, options.splits + ": the splits have " + std::to_string(found) + " and not " +
                                    std::to_string(given) + " for " + flag + "; leave it out");
}

// Says which classes are too small for every fold to test them, or for every training part to have them.
void note_small_classes(const EvaluateFlags& options, const folds::ItemClasses& items) {
  std::vector<std::uint64_t> sizes(items.class_names.size(), 0);
  for (const int c : items.classes) ++sizes[static_cast<std::size_t>(c)];
  const auto most = static_cast<std::uint64_t>(options.protocol == Protocol::holdout ? 2 : options.folds);
  const auto small = std::count_if(sizes.begin(), sizes.end(), [&](std::uint64_t size) { return size < most; });
  if (small == 0 || !options.splits.empty()) return;
  const auto least = std::min_element(sizes.begin(), sizes.end());
  note(fmt::format("{} of {} have fewer items than there are {}: class '{}' has {}; use fewer folds or more graphs",
                   small, counted(sizes.size(), "class"), options.protocol == Protocol::holdout ? "parts" : "folds",
                   items.class_names[static_cast<std::size_t>(least - sizes.begin())], *least));
}

// The folds of every repeat, from the file or dealt.
std::vector<FoldAssignment> make_repeats(const EvaluateFlags& options, const folds::ItemClasses& set,
                                         std::span<const std::uint32_t> groups) {
  const bool holdout = options.protocol == Protocol::holdout;
  const int count = options.repeats.value_or(by_kernels(options.protocol) ? 10 : 1);
  if (options.protocol == Protocol::authors) {
    return options.has("--test-share") ? evaluation::authors_parts(set, options.test_share, count, options.run.seed)
                                       : evaluation::authors_folds(set, options.folds, count, options.run.seed);
  }
  if (!options.splits.empty()) {
    folds::Splits splits = folds::load_splits(options.splits, set.ids);
    if (holdout != (splits.folds == 1)) {
      throw Error(ErrorKind::usage, options.splits + ": splits of " + std::to_string(splits.folds) +
                                        (holdout ? " folds; leave out --protocol holdout"
                                                 : " fold, which is a single test part; use --protocol holdout"));
    }
    refuse_others(options, "--folds", options.folds, splits.folds);
    refuse_others(options, "--repeats", options.repeats.value_or(1), static_cast<int>(splits.repeats.size()));
    return std::move(splits.repeats);
  }
  std::vector<FoldAssignment> repeats;
  const FoldItems items{set.ids, set.classes, groups};
  for (int repeat = 0; repeat < count; ++repeat) {
    const FoldSeed seed{options.run.seed, static_cast<std::uint32_t>(repeat)};
    repeats.push_back(holdout ? as_one_fold(stratified_holdout(items, options.test_share, seed), set.size())
                              : stratified_folds(items, options.folds, seed));
  }
  return repeats;
}

// The items at these places alone.
evaluation::GraphSet select(evaluation::GraphSet&& set, const std::vector<std::uint32_t>& items) {
  evaluation::GraphSet kept;
  kept.class_names = std::move(set.class_names);
  kept.numbers = set.numbers.select(items);
  kept.labels = set.labels.select(items);
  for (const std::uint32_t item : items) {
    kept.graphs.push_back(std::move(set.graphs[item]));
    kept.ids.push_back(std::move(set.ids[item]));
    kept.classes.push_back(set.classes[item]);
  }
  return kept;
}

evaluation::MatrixSet select(evaluation::MatrixSet&& set, const std::vector<std::uint32_t>& items) {
  evaluation::MatrixSet kept;
  kept.rows = set.rows.select(std::vector<std::size_t>(items.begin(), items.end()));
  kept.class_names = std::move(set.class_names);
  kept.blocks = std::move(set.blocks);
  kept.recipes = std::move(set.recipes);
  kept.numbers = set.numbers.select(items);
  kept.labels = set.labels.select(items);
  for (const std::uint32_t item : items) {
    kept.ids.push_back(std::move(set.ids[item]));
    kept.classes.push_back(set.classes[item]);
  }
  return kept;
}

evaluation::PaperOptions paper_plan(const EvaluateFlags& options, const EvaluationOptions& common) {
  evaluation::PaperOptions plan;
  if (options.protocol == Protocol::authors) plan.rule = evaluation::PaperRule::authors;
  if (!options.recipe.features.empty()) plan.features = parse_features(options.recipe.features);
  plan.repeats = common.splits;
  plan.groups = common.groups;
  plan.walks = common.walks;
  plan.budget = common.budget;
  plan.self_loops = common.self_loops;
  plan.run = common.run;
  return plan;
}

isomorphism::IsomorphismClasses twins_of(const evaluation::GraphSet& set, const SeenParts& seen, int threads) {
  ProgressBar bar("graphs");
  return twins_as_seen(set, seen, bar.progress(), threads);
}

isomorphism::IsomorphismClasses twins_of(const evaluation::MatrixSet& set, const SeenParts& /*seen*/, int /*threads*/) {
  return evaluation::identical_rows(set.rows);
}

// What the features of the evaluation read of the graphs; a matrix has only its rows.
SeenParts seen_parts(const EvaluateFlags& options, const evaluation::GraphSet& set, const EvaluationOptions& plan) {
  if (!by_kernels(options.protocol)) return seen_by(plan.candidates, set);
  const KernelRecipe recipe = recipe_of_features(paper_plan(options, plan).features);
  return seen_by({&recipe, 1}, set);
}
SeenParts seen_parts(const EvaluateFlags& /*options*/, const evaluation::MatrixSet& /*set*/,
                     const EvaluationOptions& /*plan*/) {
  return {};
}

// Counts twins, and drops or groups them as requested.
template <class Set>
isomorphism::TwinSummary treat_twins(const EvaluateFlags& options, Set& set, const SeenParts& seen,
                                     EvaluationOptions& plan) {
  const isomorphism::IsomorphismClasses classes = twins_of(set, seen, plan.run.thread_count());
  isomorphism::TwinSummary summary = isomorphism::summarise_twins(classes, set.classes);
  if (options.twins == Twins::group) plan.groups = classes.class_of;
  if (options.twins == Twins::drop) {
    std::vector<std::uint32_t> firsts;
    for (std::uint32_t i = 0; i < set.size(); ++i) {
      if (classes.class_of[i] == firsts.size()) firsts.push_back(i);
    }
    set = select(std::move(set), firsts);
  }
  return summary;
}

// The same protocol on sizes alone, by the same machine: graphs have them, a matrix does not.
std::optional<ScoreSummary> evaluate_sizes(const evaluation::GraphSet& set, EvaluationOptions& plan, Machine machine) {
  plan.candidates = recipes_of_name("size", set.traits());
  plan.machine.kind = machine;
  ProgressBar bar("folds");
  plan.run.progress = bar.progress();
  return evaluate_nested(set, plan).accuracy;
}
std::optional<ScoreSummary> evaluate_sizes(const evaluation::MatrixSet& /*set*/, EvaluationOptions& /*plan*/,
                                           Machine /*machine*/) {
  return std::nullopt;
}

// The same for other targets; `evaluate` is evaluate_regression or evaluate_multilabel.
template <class Evaluate>
auto on_sizes(const evaluation::GraphSet& set, EvaluationOptions& plan, Evaluate evaluate) {
  plan.candidates = recipes_of_name("size", set.traits());
  ProgressBar bar("folds");
  plan.run.progress = bar.progress();
  return std::optional(evaluate(set, plan));
}
template <class Evaluate>
auto on_sizes(const evaluation::MatrixSet& set, EvaluationOptions& plan, Evaluate evaluate) {
  return std::optional<decltype(evaluate(set, plan))>();
}

// A target other than one class.
template <class Set, class Evaluate>
void run_target(const EvaluateSubject& subject, const Set& set, EvaluationOptions plan,
                const isomorphism::TwinSummary& twins, outputs::OutputUnit& unit, PhaseSeconds& seconds,
                Evaluate evaluate) {
  const auto found = [&] {
    ProgressBar bar("folds");
    plan.run.progress = bar.progress();
    return evaluate(set, plan);
  }();
  seconds.add("features", found.feature_seconds);
  seconds.add("kernels", found.kernel_seconds);
  seconds.add("svm", found.machine_seconds);
  const auto sizes = seconds.measure("sizes", [&] { return on_sizes(set, plan, evaluate); });
  unit.commit();
  report(subject, found, sizes, twins, seconds);
}

// Adds the times measured by the library; `Found` is Evaluation or PaperEvaluation.
template <class Found>
void add_phases(PhaseSeconds& seconds, const Found& found) {
  seconds.add("features", found.feature_seconds);
  seconds.add("kernels", found.kernel_seconds);
  seconds.add("svm", found.svm_seconds);
}

// The size of a test part divided by that of its training part.
double test_to_train(const FoldAssignment& folds) {
  if (folds.folds > 1) return 1.0 / (folds.folds - 1);
  return static_cast<double>(folds.test_items(0).size()) / static_cast<double>(folds.train_items(0).size());
}

template <class Set>
void run_on(const EvaluateFlags& options, Set set, EvaluationOptions plan, outputs::OutputUnit& unit,
            PhaseSeconds& seconds) {
  EvaluateOutcome outcome;
  const SeenParts seen = seen_parts(options, set, plan);
  outcome.seen = seen.text();
  outcome.twins = seconds.measure("twins", [&] { return treat_twins(options, set, seen, plan); });
  const std::string item = options.item();
  const EvaluateSubject subject{set.items(),
                                std::is_same_v<Set, evaluation::GraphSet>,
                                item,
                                options.protocol,
                                options.twins,
                                options.run.seed,
                                options.run.json,
                                options.transductive};
  plan.splits = make_repeats(options, set.items(), plan.groups);
  if (!options.splits_out.empty()) {
    folds::save_splits(options.splits_out, {options.run.seed, plan.splits.front().folds, plan.splits}, set.ids,
                       options.force);
  }
  if (options.target == Target::regression) {
    return run_target(subject, set, std::move(plan), outcome.twins, unit, seconds,
                      [](const Set& items, const EvaluationOptions& own) { return evaluate_regression(items, own); });
  }
  if (options.target == Target::multilabel) {
    note_unknown(set.labels);
    return run_target(subject, set, std::move(plan), outcome.twins, unit, seconds,
                      [](const Set& items, const EvaluationOptions& own) { return evaluate_multilabel(items, own); });
  }
  if (by_kernels(options.protocol)) {
    const evaluation::PaperOptions paper = paper_plan(options, plan);
    ProgressBar bar("repeats");
    const evaluation::PaperEvaluation found = evaluation::evaluate_paper(set, paper, bar.progress());
    add_phases(seconds, found);
    unit.commit();
    note_small_classes(options, set.items());
    return report(subject, paper, found, seconds);
  }
  outcome.majority = majority_share(set.classes);
  if constexpr (std::is_same_v<Set, evaluation::GraphSet>) {
    if (!options.compare.empty()) {
      const auto compared = compare_recipes(set, options.compare, plan);
      for (const ComparedRecipe& recipe : compared) add_phases(seconds, recipe.found);
      unit.commit();
      note_small_classes(options, set.items());
      return report(subject, outcome, compared, test_to_train(plan.splits.front()), seconds);
    }
  }
  {
    ProgressBar bar("folds");
    plan.run.progress = bar.progress();
    plan.alone = "size";  // if it is among the candidates
    outcome.main = evaluate_nested(set, plan);
  }
  add_phases(seconds, outcome.main);
  outcome.sizes = outcome.main.alone;
  if (!outcome.sizes) {
    outcome.sizes = seconds.measure("sizes", [&] { return evaluate_sizes(set, plan, outcome.main.machine); });
  }
  unit.commit();
  note_small_classes(options, set.items());
  report(subject, outcome, seconds);
}

// The nodes or edges of the input, with the classes of --classes. Those of one graph stay in one fold if there are
// several.
evaluation::MatrixSet node_set(const EvaluateFlags& options, EvaluationOptions& plan, PhaseSeconds& seconds) {
  ReadOptions reading = options.input.read_options();
  evaluation::NodeSetOptions wanted;
  wanted.level = options.level;
  wanted.classes_file = std::exchange(reading.classes_file, {});
  wanted.classes_column = std::exchange(reading.classes_column, {});
  if (!options.recipe.features.empty()) wanted.candidates = options.recipe.candidates({});
  wanted.targets = inputs::target_kind(reading);
  wanted.target_names = options.input.class_columns();
  wanted.walks = plan.walks;
  wanted.self_loops = plan.self_loops;
  wanted.run = plan.run;
  std::vector<Graph> graphs;
  seconds.measure("read", [&] {
    const auto source = options.input.open(reading);
    while (auto graph = source->next()) graphs.push_back(std::move(*graph));
    return graphs.size();
  });
  if (graphs.size() > 1 && options.twins != Twins::keep) {
    throw Error(ErrorKind::usage,
                fmt::format("--twins {} is for the {}s of one graph: each of several graphs stays in one fold",
                            to_string(options.twins), to_string(options.level)));
  }
  ChosenNodes chosen(options.items.nodes);
  if (!chosen.all()) {
    wanted.chosen = [&](const std::string& graph, const std::string& node) { return chosen.take(graph, node); };
  }
  ProgressBar bar("graphs");
  wanted.run.progress = bar.progress();
  evaluation::NodeSet made = seconds.measure("features", [&] { return evaluation::make_node_set(graphs, wanted); });
  chosen.check();
  if (made.without_class > 0) {
    note(fmt::format("{} of {} have no class in {} and are left out", made.without_class,
                     counted(made.rows.size() + made.without_class, to_string(options.level)), wanted.classes_file));
  }
  if (graphs.size() > 1) plan.groups = std::move(made.graph_of);
  return std::move(made.rows);
}

void run_links(const EvaluateFlags& options, EvaluationOptions plan, PhaseSeconds& seconds) {
  plan.folds = options.folds;
  plan.repeats = options.repeats.value_or(1);
  if (!options.recipe.features.empty()) plan.candidates = options.recipe.candidates({});
  const std::vector<Graph> graphs = seconds.measure("read", [&] { return read_all(*options.input.open()); });
  if (graphs.size() != 1) {
    throw Error(ErrorKind::usage, fmt::format("--target links is for one graph, and the input has {}; choose one with "
                                              "--limit or --shard",
                                              counted(graphs.size(), "graph")));
  }
  const LinkEvaluation found = seconds.measure("links", [&] {
    ProgressBar bar("folds");
    plan.run.progress = bar.progress();
    return evaluate_links(graphs.front(), plan);
  });
  EvaluateSubject subject;
  subject.seed = options.run.seed;
  subject.json = options.run.json;
  report(subject, graphs.front(), found, seconds);
}

// Graphs around the nodes of several graphs: those of each graph stay in one fold.
void group_by_graph(const EvaluateFlags& options, const evaluation::GraphSet& set,
                    const ItemFlags::GraphNumbers& numbers, EvaluationOptions& plan) {
  std::set<std::uint32_t> graphs;
  for (const auto& [id, number] : numbers) graphs.insert(number);
  if (graphs.size() < 2) return;
  if (options.twins != Twins::keep) {
    throw Error(ErrorKind::usage, fmt::format("--twins {} is for the nodes of one graph: each of several graphs stays "
                                              "in one fold",
                                              to_string(options.twins)));
  }
  for (const std::string& id : set.ids) plan.groups.push_back(numbers.at(id));
}

void run_evaluate(const EvaluateFlags& options) {
  PhaseSeconds seconds{"read", "twins", "features", "kernels", "svm", "sizes"};
  options.check();
  outputs::OutputUnit unit(options.force);
  unit.add(options.splits_out);
  EvaluationOptions plan;
  plan.run.seed = options.run.seed;
  plan.run.threads = options.run.thread_count();
  plan.walks = options.recipe.walks;
  plan.budget = options.recipe.budget;
  plan.self_loops = options.input.keeps_loops();
  plan.transductive = options.transductive;
  plan.run.memory = options.recipe.memory;
  plan.machine = options.recipe.machine;
  if (options.target == Target::links) {
    PhaseSeconds own{"read", "links"};
    return run_links(options, std::move(plan), own);
  }
  if (options.matrix()) {
    const ReadOptions given = options.input.read_options();
    const evaluation::MatrixSetOptions reading{given.classes_file,         options.recipe.kernel,
                                               options.recipe.memory,      given.classes_column,
                                               inputs::target_kind(given), options.input.class_columns()};
    evaluation::MatrixSet set =
        seconds.measure("read", [&] { return evaluation::read_matrix_set(options.input.path, reading); });
    evaluation::tell_left_out(set.without_class, set.size(), "row", noting());
    return run_on(options, std::move(set), std::move(plan), unit, seconds);
  }
  if (options.level != Level::graph) {
    evaluation::MatrixSet set = node_set(options, plan, seconds);
    return run_on(options, std::move(set), std::move(plan), unit, seconds);
  }
  ItemFlags::GraphNumbers numbers;  // of the graphs around nodes
  evaluation::GraphSet set = seconds.measure("read", [&] {
    const auto source = options.items.open(options.input, &numbers);
    const std::vector<std::string> names = options.input.class_columns();
    return options.target == Target::regression   ? evaluation::read_number_set(*source, names)
           : options.target == Target::multilabel ? evaluation::read_label_set(*source, names)
                                                  : evaluation::read_graph_set(*source);
  });
  evaluation::tell_left_out(set.without_class, set.size(), options.item(), noting());
  group_by_graph(options, set, numbers, plan);
  if (!by_kernels(options.protocol)) plan.candidates = options.recipe.candidates(set.traits());
  if (!options.compare.empty()) {
    plan.candidates.clear();  // all of them, for what the features see
    for (const std::string& name : options.compare) {
      const auto more = recipes_of_name(name, set.traits());
      plan.candidates.insert(plan.candidates.end(), more.begin(), more.end());
    }
  }
  run_on(options, std::move(set), std::move(plan), unit, seconds);
}

}  // namespace

void declare_evaluate(CLI::App& app, Action& action) {
  auto* verb =
      app.add_subcommand("evaluate", "Measure how well walk features classify graphs, by nested cross-validation");
  auto options = std::make_shared<EvaluateFlags>();
  options->declare(*verb);
  verb->callback([options, verb, &action] {
    for (const CLI::Option* option : verb->get_options()) {
      if (option->count() > 0) options->given.push_back(option->get_name());
    }
    options->level = options->items.level();
    options->input.numbers = options->target == Target::regression;
    options->input.labels = options->target == Target::multilabel;
    action = [options] { run_evaluate(*options); };
  });
}

}  // namespace awe::cli
