// awe evaluate: how well recipes of walk features classify the graphs of a data set.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>

#include "awe/base/error.h"
#include "awe/classify/evaluation.h"
#include "awe/classify/isomorphism.h"
#include "awe/classify/paper_protocol.h"
#include "awe/classify/split_file.h"
#include "console.h"
#include "input_options.h"
#include "json_text.h"
#include "verb.h"
#include "whole_number.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "Nested cross-validation: recipe, gamma and C are chosen on the training part of every fold by an inner split\n"
    "(settings within one standard error of the best vote together), and what is learnt from graphs is learnt there,\n"
    "so nothing of a test graph is seen before it is predicted. A recipe is D = sum of weight * d / median over its\n"
    "channels (docs/evaluation.md), the kernel exp(-gamma D / sum of weights), the classifier a C-SVC, one class\n"
    "against one. Beside it stand the share of the largest class and the same protocol on sizes alone.\n\n"
    "Splits depend on the seed and the ids alone; --splits-out keeps them for others, --splits takes them.\n\n"
    "Examples:\n"
    "  awe evaluate MUTAG.zip\n"
    "  awe evaluate ENZYMES.zip --recipe labels --repeats 10 --json\n"
    "  awe evaluate IMDB-BINARY.zip --twins group\n"
    "  awe evaluate MUTAG.zip --protocol paper --features aw:10\n"
    "  awe evaluate graphs.jsonl --classes classes.csv --features \"walks(degree):0..2 + size\"\n";

struct EvaluateOptions {
  InputOptions input;
  RunOptions run;
  std::string recipe = "auto";
  std::string features;
  std::string protocol = "nested";
  int folds = 10;
  std::optional<int> repeats;
  std::string splits, splits_out;
  std::string twins = "keep";
  std::uint64_t walks = 100'000;
  std::uint64_t memory = std::uint64_t{4} << 30;
  bool force = false;
};

// The graphs at these places alone.
GraphSet select(GraphSet&& set, const std::vector<std::uint32_t>& items) {
  GraphSet kept;
  kept.class_names = std::move(set.class_names);
  for (const std::uint32_t item : items) {
    kept.graphs.push_back(std::move(set.graphs[item]));
    kept.ids.push_back(std::move(set.ids[item]));
    kept.classes.push_back(set.classes[item]);
  }
  return kept;
}

std::vector<FoldAssignment> make_repeats(const EvaluateOptions& options, const GraphSet& set,
                                         std::span<const std::uint32_t> groups) {
  std::vector<FoldAssignment> repeats;
  const FoldItems items{set.ids, set.classes, groups};
  const int count = options.repeats.value_or(options.protocol == "paper" ? 10 : 1);
  for (int repeat = 0; repeat < count; ++repeat) {
    repeats.push_back(stratified_folds(items, options.folds, {options.run.seed, static_cast<std::uint32_t>(repeat)}));
  }
  return repeats;
}

struct Outcome {
  Evaluation main, sizes;
  TwinSummary twins;
  double majority = 0, seconds = 0;
};

std::string chosen(const Evaluation& evaluation) {
  std::map<std::string, int> counts;
  for (const FoldResult& fold : evaluation.folds) ++counts[fold.recipe];
  std::string text;
  for (const auto& [recipe, count] : counts) text += fmt::format("{}{} {}x", text.empty() ? "" : ", ", recipe, count);
  return text;
}

void print_table(const EvaluateOptions& options, const GraphSet& set, const Outcome& outcome) {
  const ScoreSummary& score = outcome.main.accuracy;
  fmt::print("{} graphs, {} classes; nested, {} folds, {} repeat{}, seed {}, isomorphic twins: {}\n", set.size(),
             set.class_names.size(), score.folds, score.repeats, score.repeats == 1 ? "" : "s", options.run.seed,
             options.twins);
  fmt::print(
      "{:.1f} % of the graphs have an isomorphic twin, {:.1f} % one of another class\n",
      100.0 * static_cast<double>(outcome.twins.with_twin) / static_cast<double>(outcome.twins.graphs),
      100.0 * static_cast<double>(outcome.twins.with_twin_of_other_class) / static_cast<double>(outcome.twins.graphs));
  fmt::print("\naccuracy          {:6.2f} %   95 % interval {:.2f} .. {:.2f}; deviation {:.2f} over folds",
             100 * score.mean, 100 * score.interval.low, 100 * score.interval.high, 100 * score.fold_deviation);
  fmt::print("{}\n", score.repeats > 1 ? fmt::format(", {:.2f} over repeats", 100 * score.repeat_deviation) : "");
  fmt::print("macro F1          {:6.2f} %\n", 100 * outcome.main.macro_f1);
  if (set.class_names.size() == 2) fmt::print("ROC area          {:6.2f} %\n", 100 * outcome.main.roc_auc);
  fmt::print("sizes alone       {:6.2f} %   (nodes, edges, cycles, largest degree)\nlargest class     {:6.2f} %\n",
             100 * outcome.sizes.accuracy.mean, 100 * outcome.majority);
  fmt::print("chosen inside     {}\n\nconfusion (rows: true class, columns: predicted), % of the class\n",
             chosen(outcome.main));
  const int classes = outcome.main.confusion.classes;
  fmt::print("{:>12}", "");
  for (const std::string& name : set.class_names) fmt::print(" {:>8.8}", name);
  fmt::print("\n");
  for (int truth = 0; truth < classes; ++truth) {
    double total = 0;
    for (int p = 0; p < classes; ++p) total += static_cast<double>(outcome.main.confusion.at(truth, p));
    fmt::print("{:>12.12}", set.class_names[static_cast<std::size_t>(truth)]);
    for (int p = 0; p < classes; ++p) {
      fmt::print(" {:8.1f}", total > 0 ? 100 * static_cast<double>(outcome.main.confusion.at(truth, p)) / total : 0.0);
    }
    fmt::print("\n");
  }
  fmt::print("\nfeatures {:.1f} s, kernels {:.1f} s, SVM {:.1f} s, in all {:.1f} s; {:.0f} MB\n",
             outcome.main.feature_seconds, outcome.main.kernel_seconds, outcome.main.svm_seconds, outcome.seconds,
             static_cast<double>(peak_rss_bytes()) / 1e6);
}

void print_json(const EvaluateOptions& options, const GraphSet& set, const Outcome& outcome) {
  JsonArray folds, confusion, classes;
  for (const FoldResult& fold : outcome.main.folds) {
    JsonObject object;
    object.text("recipe", fold.recipe).real("gamma", fold.gamma).real("c", fold.c).integer("voters", fold.voters);
    object.real("inner_accuracy", fold.inner_accuracy).real("accuracy", fold.accuracy).integer("tested", fold.tested);
    folds.raw(object.str());
  }
  for (const std::string& name : set.class_names) classes.raw(json_string(name));
  for (int truth = 0; truth < outcome.main.confusion.classes; ++truth) {
    JsonArray row;
    for (int p = 0; p < outcome.main.confusion.classes; ++p) {
      row.raw(std::to_string(outcome.main.confusion.at(truth, p)));
    }
    confusion.raw(row.str());
  }
  const ScoreSummary& score = outcome.main.accuracy;
  JsonObject accuracy, twins, seconds, summary;
  accuracy.real("mean", score.mean).real("low", score.interval.low).real("high", score.interval.high);
  accuracy.real("fold_deviation", score.fold_deviation).real("repeat_deviation", score.repeat_deviation);
  twins.integer("with_twin", outcome.twins.with_twin);
  twins.integer("with_twin_of_other_class", outcome.twins.with_twin_of_other_class);
  twins.text("treatment", options.twins);
  seconds.real("features", outcome.main.feature_seconds).real("kernels", outcome.main.kernel_seconds);
  seconds.real("svm", outcome.main.svm_seconds).real("total", outcome.seconds);
  summary.text("protocol", "nested").integer("graphs", set.size()).integer("seed", options.run.seed);
  summary.integer("folds", static_cast<std::uint64_t>(score.folds));
  summary.integer("repeats", static_cast<std::uint64_t>(score.repeats));
  summary.raw("accuracy", accuracy.str()).real("macro_f1", outcome.main.macro_f1);
  if (set.class_names.size() == 2) summary.real("roc_auc", outcome.main.roc_auc);
  summary.real("sizes_alone", outcome.sizes.accuracy.mean).real("largest_class", outcome.majority);
  summary.raw("twins", twins.str()).raw("classes", classes.str()).raw("confusion", confusion.str());
  summary.raw("folds_chosen", folds.str()).raw("seconds", seconds.str());
  summary.integer("peak_rss_bytes", peak_rss_bytes());
  fmt::print("{}\n", summary.str());
}

// The protocol of the paper: a line for each kernel.
void run_paper(const EvaluateOptions& options, const GraphSet& set, const EvaluationPlan& common,
               const Stopwatch& total) {
  PaperPlan plan;
  if (!options.features.empty()) plan.features = parse_features(options.features);
  plan.repeats = common.repeats;
  plan.groups = common.groups;
  plan.seed = common.seed;
  plan.walks = common.walks;
  plan.memory = common.memory;
  plan.threads = common.threads;
  ProgressBar bar("repeats");
  const PaperEvaluation found = evaluate_paper(set, plan, bar.progress());
  if (options.run.json) {
    JsonArray kernels;
    for (const PaperResult& result : found.results) {
      JsonObject object;
      object.text("kernel", result.kernel).real("mean", result.accuracy.mean);
      object.real("repeat_deviation", result.accuracy.repeat_deviation);
      object.real("fold_deviation", result.accuracy.fold_deviation).flag("best_on_test_folds", result.best);
      kernels.raw(object.str());
    }
    JsonObject seconds, summary;
    seconds.real("features", found.feature_seconds).real("kernels", found.kernel_seconds);
    seconds.real("svm", found.svm_seconds).real("total", total.seconds());
    summary.text("protocol", "paper").text("features", to_string(plan.features)).integer("graphs", set.size());
    summary.integer("folds", static_cast<std::uint64_t>(plan.repeats.front().folds));
    summary.integer("repeats", plan.repeats.size()).raw("kernels", kernels.str()).raw("seconds", seconds.str());
    fmt::print("{}\n", summary.str());
    return;
  }
  fmt::print("{} graphs, {} classes; the paper's protocol on {}: {} folds, {} repeats, seed {}\n\n", set.size(),
             set.class_names.size(), to_string(plan.features), plan.repeats.front().folds, plan.repeats.size(),
             options.run.seed);
  for (const PaperResult& result : found.results) {
    fmt::print("{:<16} {:6.2f} % +- {:.2f} over repeats, {:.2f} over folds{}\n", result.kernel,
               100 * result.accuracy.mean, 100 * result.accuracy.repeat_deviation, 100 * result.accuracy.fold_deviation,
               result.best ? "  *" : "");
  }
  fmt::print("\n* the best of these, chosen on test folds: not an estimate for new graphs\n");
  fmt::print("features {:.1f} s, kernels {:.1f} s, SVM {:.1f} s, in all {:.1f} s; {:.0f} MB\n", found.feature_seconds,
             found.kernel_seconds, found.svm_seconds, total.seconds(), static_cast<double>(peak_rss_bytes()) / 1e6);
}

void run_evaluate(const EvaluateOptions& options) {
  const Stopwatch total;
  if (!options.splits_out.empty() && !options.splits.empty()) {
    throw Error(ErrorKind::usage, "--splits and --splits-out do not go together");
  }
  GraphSet set = read_graph_set(*options.input.open());
  const DataTraits traits = set.traits();

  EvaluationPlan plan;
  const bool paper = options.protocol == "paper";
  if (!options.features.empty()) {
    plan.candidates = {recipe_of_features(parse_features(options.features))};
  } else if (!paper) {
    plan.candidates = recipes_of_name(options.recipe, traits);
  }
  plan.seed = options.run.seed;
  plan.threads = options.run.thread_count();
  plan.walks = options.walks;
  plan.memory = static_cast<double>(options.memory);

  Outcome outcome;
  {
    ProgressBar bar("graphs");
    const IsomorphismClasses classes = isomorphism_classes(set.graphs, {traits.node_labels, traits.edge_labels, true},
                                                           bar.progress(), {}, plan.threads);
    outcome.twins = summarise_twins(classes, set.classes);
    if (options.twins == "group") plan.groups = classes.class_of;
    if (options.twins == "drop") {
      std::vector<std::uint32_t> firsts;
      std::uint32_t next = 0;
      for (std::uint32_t i = 0; i < set.size(); ++i) {
        if (classes.class_of[i] == next) {
          firsts.push_back(i);
          ++next;
        }
      }
      set = select(std::move(set), firsts);
    }
  }
  if (!options.splits.empty()) {
    plan.repeats = load_splits(options.splits, set.ids).repeats;
  } else {
    plan.repeats = make_repeats(options, set, plan.groups);
  }
  if (!options.splits_out.empty()) {
    save_splits(options.splits_out, {options.run.seed, options.folds, plan.repeats}, set.ids, options.force);
  }
  if (paper) return run_paper(options, set, plan, total);
  outcome.majority = majority_share(set.classes);
  {
    ProgressBar bar("folds");
    outcome.main = evaluate_nested(set, plan, bar.progress());
  }
  plan.candidates = recipes_of_name("size", traits);
  {
    ProgressBar bar("folds");
    outcome.sizes = evaluate_nested(set, plan, bar.progress());
  }
  outcome.seconds = total.seconds();
  options.run.json ? print_json(options, set, outcome) : print_table(options, set, outcome);
}

}  // namespace

void declare_evaluate(CLI::App& app, Action& action) {
  auto* verb =
      app.add_subcommand("evaluate", "Measure how well walk features classify graphs, by nested cross-validation");
  auto options = std::make_shared<EvaluateOptions>();
  options->input.declare(*verb);
  auto* recipe = verb->add_option("--recipe", options->recipe, "auto, structure, degrees, labels, attributes or size")
                     ->check(CLI::IsMember({"auto", "structure", "degrees", "labels", "attributes", "size"}))
                     ->capture_default_str();
  verb->add_option("--features", options->features, "Blocks of features in the place of a recipe: docs/features.md")
      ->excludes(recipe);
  verb->add_option("--folds", options->folds, "Folds of each repeat")
      ->check(CLI::Range(2, 1000))
      ->capture_default_str();
  verb->add_option("--protocol", options->protocol, "nested, or paper: kernels side by side, C from a validation part")
      ->check(CLI::IsMember({"nested", "paper"}))
      ->capture_default_str();
  verb->add_option("--repeats", options->repeats, "Repeats, each with folds of its own (nested: 1, paper: 10)")
      ->check(CLI::Range(1, 1000));
  verb->add_option("--splits", options->splits, "Folds from this JSON file");
  verb->add_option("--splits-out", options->splits_out, "Keep the folds in this JSON file");
  verb->add_option("--twins", options->twins, "Isomorphic graphs: keep, drop all but the first, or group in one fold")
      ->check(CLI::IsMember({"keep", "drop", "group"}))
      ->capture_default_str();
  verb->add_option("--walks", options->walks, "Walks a graph, where walks are sampled")
      ->check(whole_number())
      ->capture_default_str();
  verb->add_option("--memory", options->memory, "Bytes that matrices may take")
      ->transform(CLI::AsSizeValue(false))
      ->capture_default_str();
  verb->add_flag("--force", options->force, "Replace an existing --splits-out");
  options->run.declare(*verb);
  verb->footer(kFooter);
  verb->callback([options, &action] { action = [options] { run_evaluate(*options); }; });
}

}  // namespace awe::cli
