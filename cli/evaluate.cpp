// awe evaluate: how well recipes of walk features classify the graphs of a data set, or the rows of an existing matrix.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <set>

#include "awe/error.h"
#include "common_flags.h"
#include "console.h"
#include "evaluate_compare.h"
#include "evaluate_report.h"
#include "evaluate_twins.h"
#include "evaluation/node_set.h"
#include "folds/split_file.h"
#include "input_flags.h"
#include "item_flags.h"
#include "matrices/matrix_reader.h"
#include "recipe_flags.h"
#include "timing.h"
#include "verb.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "Nested cross-validation: recipe, gamma and C are chosen on the training part of every fold by an inner split,\n"
    "and everything that is learnt from graphs is learnt there, so that nothing of a test graph is used before it is\n"
    "predicted. Settings whose inner accuracy is within half a standard error of the best (ridge: 1.5) form an\n"
    "ensemble that votes. A recipe defines the distance D = sum of weight * d / median over its channels\n"
    "(docs/explanation/evaluation.md) and the kernel exp(-gamma D / sum of weights); --machine sets what classifies\n"
    "by it. For comparison, the share of the largest class, the same protocol on graph sizes alone, and the ceiling\n"
    "that isomorphic graphs of different classes set to any function of the graph are reported. --protocol holdout\n"
    "does the same with a single test part; --protocol paper follows the paper, and --protocol authors the code that\n"
    "the authors of the paper published: RBF kernel exp(-d^2 / sigma), folds that are not stratified, a validation\n"
    "part drawn at random; with --test-share, one random test part per repeat.\n\n"
    "INPUT may also be a feature matrix x.npy or x.npz: classes come from x.rows.csv or --classes, channels are the\n"
    "blocks of x.columns.csv, and identical rows count as twins.\n\n"
    "--level node (edge) classifies the nodes (edges) of the graphs: --classes has their ids, as `awe embed` writes\n"
    "them, and items without a class are left out. Rows are made once from whole graphs, without classes. The nodes\n"
    "of one graph are split among folds; of several graphs, each stays in one fold. --level ego classifies nodes by\n"
    "the graphs around them, up to the distance --radius, with the recipes for graphs.\n\n"
    "--target regression predicts numbers by kernel ridge regression: the class of a graph is a number, several are\n"
    "several columns of --classes, a list in JSON, or the columns of the graph attributes of a TU data set. Graphs\n"
    "without a class, or without one of the numbers, are left out and counted. Mean absolute error, RMSE, R^2 and\n"
    "Spearman's correlation are means over test parts with intervals; folds are stratified by quantiles.\n\n"
    "--target links tells the edges of one undirected graph from as many pairs of nodes without one. Every fold\n"
    "removes its test edges, and those of its training examples, before anything is computed. The machine sees the\n"
    "roles of both ends (--features; default: 3*aw:6 + ldp + size) and walks between them; common neighbours,\n"
    "Adamic-Adar and the product of degrees are reported for comparison.\n\n"
    "Splits depend only on the seed and the ids; --splits-out writes them for others, --splits reads them.\n\n"
    "JSON: `seconds` has read, twins, features, kernels, svm (training and testing of any machine), sizes\n"
    "(the comparison on sizes) and total. If --memory allows it, several folds run at a time; the\n"
    "seconds of features, kernels and svm are then divided by their number.\n\n"
    "Examples:\n"
    "  awe evaluate MUTAG.zip\n"
    "  awe evaluate ENZYMES.zip --recipe labels --repeats 10 --json\n"
    "  awe evaluate ENZYMES.zip --compare wl,wl-oa,sp,graphlets,auto\n"
    "  awe evaluate IMDB-BINARY.zip --twins group\n"
    "  awe evaluate REDDIT-MULTI-12K.zip --protocol holdout --test-share 0.1\n"
    "  awe evaluate MUTAG.zip --protocol paper --features aw:10\n"
    "  awe evaluate IMDB-MULTI.zip --protocol authors --features aw:10 --walks 10000\n"
    "  awe evaluate graphs.jsonl --classes classes.csv --features \"walks(degree):0..2 + size\" --kernel chi2\n"
    "  awe evaluate airports.edgelist --level node --classes airports.labels.txt --repeats 10\n"
    "  awe evaluate x.npz --kernel linear\n"
    "  awe evaluate molecules.jsonl --target regression --classes table.csv:mol=logp,tpsa\n"
    "  awe evaluate airports.edgelist --target links --folds 10\n";

struct EvaluateFlags {
  InputFlags input;
  RunFlags run;
  RecipeFlags recipe;
  ItemFlags items;
  Level level = Level::graph;  // of the rows: nodes and edges; the graphs around nodes are graphs
  Target target = Target::classes;
  Protocol protocol = Protocol::nested;
  int folds = 10;
  double test_share = 0.2;
  std::optional<int> repeats;
  std::string splits, splits_out;
  std::vector<std::string> compare;  // recipes
  Twins twins = Twins::keep;
  bool transductive = false;
  bool force = false;
  std::vector<std::string> given;  // options given by the user

  [[nodiscard]] bool has(std::string_view name) const {
    return std::find(given.begin(), given.end(), name) != given.end();
  }
  [[nodiscard]] bool matrix() const { return matrices::is_matrix_path(input.path); }
  [[nodiscard]] std::string item() const { return matrix() ? "row" : std::string(to_string(items.items)); }
};

void check(const EvaluateFlags& options) {
  const auto refuse = [](const std::string& why) { throw Error(ErrorKind::usage, why); };
  if (!options.splits_out.empty() && !options.splits.empty()) refuse("--splits and --splits-out cannot be combined");
  if (options.protocol == Protocol::holdout && options.has("--folds")) {
    refuse("--folds is for the protocols nested, paper and authors; holdout has --test-share and --repeats");
  }
  if (options.protocol == Protocol::authors && options.has("--folds") && options.has("--test-share")) {
    refuse("--folds and --test-share cannot be combined: one test part per repeat, or folds");
  }
  if ((options.protocol == Protocol::nested || options.protocol == Protocol::paper) && options.has("--test-share"))
    refuse("--test-share is for the protocols holdout and authors");
  if (by_kernels(options.protocol) && options.has("--kernel")) {
    refuse(fmt::format("--kernel is for the protocols nested and holdout; the protocol {} has its own kernels",
                       to_string(options.protocol)));
  }
  if (by_kernels(options.protocol) && options.has("--recipe") && options.recipe.recipe != "paper-fb") {
    refuse(
        fmt::format("--recipe {} is for the protocols nested and holdout; the protocol {} takes paper-fb or one "
                    "block of --features",
                    options.recipe.recipe, to_string(options.protocol)));
  }
  if (by_kernels(options.protocol) && options.has("--machine")) {
    refuse(fmt::format("--machine is for the protocols nested and holdout; the protocol {} uses SVMs",
                       to_string(options.protocol)));
  }
  if (options.has("--landmarks") && options.recipe.machine.kind != Machine::landmarks) {
    refuse("--landmarks is for --machine landmarks");
  }
  if (!options.compare.empty() && by_kernels(options.protocol)) {
    refuse("--compare is for the protocols nested and holdout");
  }
  if (options.protocol == Protocol::authors && (!options.splits.empty() || options.twins == Twins::group)) {
    refuse(options.splits.empty()
               ? "--twins group is not for --protocol authors, whose folds ignore everything but chance"
               : "--splits is not for --protocol authors, which draws its own folds");
  }
  if (options.target == Target::links) {
    if (options.items.egos() || options.level == Level::node || options.matrix()) {
      refuse("--target links is for the edges of a graph: leave --level out, or use --level edge");
    }
    if (options.protocol != Protocol::nested) refuse("--target links is for the protocol nested");
    if (options.folds < 3) refuse("--target links needs at least three --folds");
    for (const char* flag : {"--classes", "--class-from", "--compare", "--recipe", "--transductive", "--splits",
                             "--splits-out", "--twins"}) {
      if (options.has(flag)) refuse(fmt::format("{} cannot be combined with --target links", flag));
    }
  }
  if (options.target == Target::regression) {
    if (by_kernels(options.protocol)) refuse("--target regression is for the protocols nested and holdout");
    if (!options.compare.empty()) refuse("--compare is for classes, not for --target regression");
    const Machine machine = options.recipe.machine.kind;
    if (machine != Machine::automatic && machine != Machine::ridge) {
      refuse(fmt::format("--machine {} is for classes; --target regression has ridge", to_string(machine)));
    }
  }
  if (!options.compare.empty() && options.matrix()) refuse("--compare takes recipes, which need graphs, not a matrix");
  if (options.compare.size() == 1) refuse("--compare needs at least two recipes, such as wl,auto");
  if (!options.compare.empty() && options.protocol == Protocol::holdout && options.repeats.value_or(1) < 2 &&
      options.splits.empty()) {
    refuse("--compare needs at least two test parts; use --repeats");
  }
  if (options.has("--kernel") && !options.matrix() && options.recipe.features.empty()) {
    refuse("--kernel is for --features and for matrices; a recipe has its own kernels");
  }
}

// At the levels node and edge.
void check_level(const EvaluateFlags& options) {
  options.items.check();
  if (options.items.items == Items::graph || options.target == Target::links) return;
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorKind::usage, fmt::format("--level {} {}", to_string(options.items.items), why));
  };
  if (options.matrix()) refuse("needs graphs, not a matrix");
  if (options.input.classes.empty()) refuse("needs --classes, a file with the ids and classes of the items");
  if (options.items.egos()) return;
  if (by_kernels(options.protocol)) refuse("is for the protocols nested and holdout");
  for (const char* flag : {"--compare", "--recipe", "--transductive"}) {
    if (options.has(flag)) refuse(fmt::format("cannot be combined with {}; --features sets the features", flag));
  }
}

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
std::optional<Evaluation> evaluate_sizes(const evaluation::GraphSet& set, EvaluationOptions& plan, Machine machine) {
  plan.candidates = recipes_of_name("size", set.traits());
  plan.machine.kind = machine;
  ProgressBar bar("folds");
  plan.run.progress = bar.progress();
  return evaluate_nested(set, plan);
}
std::optional<Evaluation> evaluate_sizes(const evaluation::MatrixSet& /*set*/, EvaluationOptions& /*plan*/,
                                         Machine /*machine*/) {
  return std::nullopt;
}

// The same for numbers.
std::optional<RegressionEvaluation> regress_on_sizes(const evaluation::GraphSet& set, EvaluationOptions& plan) {
  plan.candidates = recipes_of_name("size", set.traits());
  ProgressBar bar("folds");
  plan.run.progress = bar.progress();
  return evaluate_regression(set, plan);
}
std::optional<RegressionEvaluation> regress_on_sizes(const evaluation::MatrixSet& /*set*/,
                                                     EvaluationOptions& /*plan*/) {
  return std::nullopt;
}

template <class Set>
void run_regression(const EvaluateSubject& subject, const Set& set, EvaluationOptions plan,
                    const isomorphism::TwinSummary& twins, outputs::OutputUnit& unit, PhaseSeconds& seconds) {
  RegressionEvaluation found;
  {
    ProgressBar bar("folds");
    plan.run.progress = bar.progress();
    found = evaluate_regression(set, plan);
  }
  seconds.add("features", found.feature_seconds);
  seconds.add("kernels", found.kernel_seconds);
  seconds.add("svm", found.machine_seconds);
  const auto sizes = seconds.measure("sizes", [&] { return regress_on_sizes(set, plan); });
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
    return run_regression(subject, set, std::move(plan), outcome.twins, unit, seconds);
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
    outcome.main = evaluate_nested(set, plan);
  }
  add_phases(seconds, outcome.main);
  outcome.sizes = seconds.measure("sizes", [&] { return evaluate_sizes(set, plan, outcome.main.machine); });
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
  wanted.numbers = options.target == Target::regression;
  wanted.number_names = options.input.class_columns();
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
  check(options);
  check_level(options);
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
    const evaluation::MatrixSetOptions reading{given.classes_file,    options.recipe.kernel,
                                               options.recipe.memory, given.classes_column,
                                               given.numbers,         options.input.class_columns()};
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
    return options.target == Target::regression ? evaluation::read_number_set(*source, options.input.class_columns())
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

void declare_protocol(CLI::App& verb, EvaluateFlags& options) {
  begin_group(verb, "Protocol");
  options.items.declare(verb,
                        "What is classified: graphs; the nodes or edges that --classes names; or, for such nodes, the "
                        "graphs around them (ego)");
  add_choice(
      verb, "--target", options.target,
      "What is predicted: classes, or numbers (regression), which --classes or the input gives; or the edges of a "
      "graph (links)");
  add_choice(verb, "--protocol", options.protocol,
             "Protocol: nested cross-validation, holdout (one test part), paper (C from a validation part), or authors "
             "(the rule of the authors' code)");
  const std::vector<std::string> names(std::begin(kRecipeNames), std::end(kRecipeNames));
  verb.add_option("--compare", options.compare,
                  "Several recipes on the same folds, separated by commas; differences are to the last one")
      ->delimiter(',')
      ->check(one_of("recipe", names))
      ->excludes(verb.get_option("--recipe"))
      ->excludes(verb.get_option("--features"))
      ->type_name("RECIPE,...");
  verb.add_option("--folds", options.folds, "Number of folds of each repeat")
      ->check(CLI::Range(2, 1000).description(""))
      ->type_name("N")
      ->capture_default_str();
  verb.add_option("--test-share", options.test_share,
                  "Fraction of every class in the test part of holdout; fraction of all graphs for authors")
      ->capture_default_str();
  verb.add_option("--repeats", options.repeats,
                  "Number of repeats, each with its own split (default: 1; paper, authors: 10)")
      ->check(CLI::Range(1, 1000).description(""))
      ->type_name("N");
  verb.add_flag(
      "--transductive", options.transductive,
      "Learn codebooks, scales and data-driven models from all graphs, test graphs included, without classes");
  verb.add_option("--splits", options.splits, "JSON file to read the folds, or test parts, from")->type_name("FILE");
  add_choice(verb, "--twins", options.twins,
             "Isomorphic graphs (identical rows): keep, drop all but the first, or group in one fold");
  begin_group(verb, kOutputGroup);
  verb.add_option("--splits-out", options.splits_out, "JSON file to write the folds, or test parts, to")
      ->type_name("FILE");
  add_force(verb, options.force);
}

}  // namespace

void declare_evaluate(CLI::App& app, Action& action) {
  auto* verb =
      app.add_subcommand("evaluate", "Measure how well walk features classify graphs, by nested cross-validation");
  auto options = std::make_shared<EvaluateFlags>();
  options->input.declare(*verb);
  options->recipe.declare(*verb);
  options->recipe.declare_machine(*verb, "ridge for labelled sets of fewer than 2,500 training graphs, otherwise svm");
  declare_protocol(*verb, *options);
  options->run.declare(*verb);
  verb->footer(kFooter);
  verb->callback([options, verb, &action] {
    for (const CLI::Option* option : verb->get_options()) {
      if (option->count() > 0) options->given.push_back(option->get_name());
    }
    options->level = options->items.level();
    options->input.numbers = options->target == Target::regression;
    action = [options] { run_evaluate(*options); };
  });
}

}  // namespace awe::cli
