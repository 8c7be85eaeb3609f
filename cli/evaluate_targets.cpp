// The outputs of `awe evaluate` for other targets than one class: regression, multilabel and links.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <utility>

#include "base/json_text.h"
#include "console.h"
#include "evaluate_report.h"
#include "terminal.h"

namespace awe::cli {
namespace {

void print_line(const char* name, const ScoreSummary& score, const std::string& beside) {
  const std::string interval = score.folds * score.repeats > 1 ? fmt::format("   95 % interval {:.4g} .. {:.4g}",
                                                                             score.interval.low, score.interval.high)
                                                               : "";
  fmt::print("{:<18}{:10.4g}{}{}\n", name, score.mean, interval, beside);
}

void print_target(const TargetEvaluation& target, const std::optional<RegressionEvaluation>& sizes, std::size_t place) {
  const auto of_sizes = [&](ScoreSummary TargetEvaluation::*score) {
    return sizes ? fmt::format("; sizes alone {:.4g}", (sizes->targets[place].*score).mean) : "";
  };
  fmt::print("\n{}\n", printable(target.name));
  print_line("mean abs. error", target.mae, fmt::format("; the mean alone {:.4g}", target.mean_mae));
  print_line("RMSE", target.rmse, fmt::format("; the mean alone {:.4g}", target.mean_rmse));
  print_line("R^2", target.r2, of_sizes(&TargetEvaluation::r2));
  print_line("Spearman", target.spearman, of_sizes(&TargetEvaluation::spearman));
}

std::string json_of(const ScoreSummary& score) {
  base::JsonObject object;
  object.real("mean", score.mean).real("low", score.interval.low).real("high", score.interval.high);
  object.real("fold_deviation", score.fold_deviation).real("repeat_deviation", score.repeat_deviation);
  return object.str();
}

std::string json_targets(const RegressionEvaluation& found, const std::optional<RegressionEvaluation>& sizes) {
  base::JsonArray targets;
  for (std::size_t t = 0; t < found.targets.size(); ++t) {
    const TargetEvaluation& target = found.targets[t];
    base::JsonObject object;
    object.text("name", target.name).raw("mae", json_of(target.mae)).raw("rmse", json_of(target.rmse));
    object.raw("r2", json_of(target.r2)).raw("spearman", json_of(target.spearman));
    object.real("mean_mae", target.mean_mae).real("mean_rmse", target.mean_rmse);
    if (sizes) object.real("sizes_alone_r2", sizes->targets[t].r2.mean);
    targets.raw(object.str());
  }
  return targets.str();
}

std::string json_folds(const RegressionEvaluation& found) {
  base::JsonArray folds;
  for (const RegressionFold& fold : found.folds) {
    base::JsonArray r2;
    for (const RegressionScores& scores : fold.scores) r2.raw(base::json_real(scores.r2));
    base::JsonObject object;
    object.text("recipe", fold.recipe).real("gamma", fold.gamma);
    if (found.machine == Machine::svm) {
      object.real("c", fold.c).real("epsilon", fold.epsilon);
    } else {
      object.real("lambda", fold.lambda);
    }
    object.integer("voters", fold.voters).real("inner_r2", fold.inner_r2).raw("r2", r2.str());
    object.integer("tested", fold.tested);
    folds.raw(object.str());
  }
  return folds.str();
}

void print_percent(const std::string& name, const ScoreSummary& score, const std::string& beside = "") {
  if (score.folds == 0) return;
  const bool interval = score.wilson || score.folds * score.repeats > 1;
  fmt::print("{:<18}{:6.2f} %{}{}\n", name, 100 * score.mean,
             interval
                 ? fmt::format("   95 % interval {:.2f} .. {:.2f}", 100 * score.interval.low, 100 * score.interval.high)
                 : "",
             beside);
}

std::string beside_sizes(const std::optional<MultilabelEvaluation>& sizes, const ScoreSummary& of_sizes) {
  return sizes && of_sizes.folds > 0 ? fmt::format("; sizes alone {:.2f} %", 100 * of_sizes.mean) : "";
}

// A score that is not a number is null.
std::string json_list(const std::vector<double>& scores) {
  base::JsonArray list;
  for (const double score : scores) list.raw(std::isnan(score) ? "null" : base::json_real(score));
  return list.str();
}

std::string json_columns(const MultilabelEvaluation& found, const std::optional<MultilabelEvaluation>& sizes) {
  base::JsonArray columns;
  for (std::size_t c = 0; c < found.columns.size(); ++c) {
    const LabelEvaluation& column = found.columns[c];
    base::JsonObject object;
    base::JsonArray classes;
    for (const std::string& name : column.classes) classes.raw(base::json_string(name));
    object.text("name", column.name).raw("classes", classes.str()).integer("known", column.known);
    object.real("majority", column.majority).raw("accuracy", json_of(column.accuracy));
    if (column.roc_auc.folds > 0) object.raw("roc_auc", json_of(column.roc_auc));
    if (sizes) object.real("sizes_alone", sizes->columns[c].accuracy.mean);
    columns.raw(object.str());
  }
  return columns.str();
}

std::string json_folds(const MultilabelEvaluation& found) {
  base::JsonArray folds;
  for (const MultilabelFold& fold : found.folds) {
    base::JsonObject object;
    object.text("recipe", fold.recipe).real("gamma", fold.gamma).real("lambda", fold.lambda);
    object.integer("voters", fold.voters).real("inner_r2", fold.inner_r2).raw("accuracy", json_list(fold.accuracy));
    object.raw("roc_auc", json_list(fold.roc_auc)).integer("tested", fold.tested);
    folds.raw(object.str());
  }
  return folds.str();
}

// What both reports of a nested evaluation begin and end with.
void add_setup(base::JsonObject& summary, const EvaluateSubject& subject, const ScoreSummary& any,
               const isomorphism::TwinSummary& twins) {
  summary.text("protocol", to_string(subject.protocol));
  summary.integer(std::string(subject.item) + "s", subject.items.size()).flag("transductive", subject.transductive);
  summary.integer("seed", subject.seed).integer("folds", static_cast<std::uint64_t>(any.folds));
  summary.integer("repeats", static_cast<std::uint64_t>(any.repeats)).integer("with_twin", twins.with_twin);
  summary.text("treatment_of_twins", to_string(subject.twins));
}

void print_setup(const EvaluateSubject& subject, const std::string& targets, std::size_t tested,
                 const ScoreSummary& any, const isomorphism::TwinSummary& twins) {
  const std::string parts = subject.protocol == Protocol::holdout
                                ? fmt::format("{} of {} tested", tested, subject.items.size())
                                : counted(static_cast<std::uint64_t>(any.folds), "fold");
  fmt::print("{}, {}; {}, {}, {}, seed {}, {}: {} ({} of {})\n", counted(subject.items.size(), subject.item), targets,
             to_string(subject.protocol), parts, counted(static_cast<std::uint64_t>(any.repeats), "repeat"),
             subject.seed, subject.graphs ? "isomorphic twins" : "identical rows", to_string(subject.twins),
             twins.with_twin, twins.graphs);
}

template <class Found>
void print_end(const Found& found, std::string_view machine, const PhaseSeconds& seconds) {
  std::map<std::string, int> counts;
  for (const auto& fold : found.folds) ++counts[fold.recipe];
  fmt::print("\nchosen recipes    ");
  bool first = true;
  for (const auto& [recipe, count] : counts)
    fmt::print("{}{} {}x", std::exchange(first, false) ? "" : ", ", recipe, count);
  fmt::print("\nfeatures {:.1f} s, kernels {:.1f} s, {} {:.1f} s, total {:.1f} s; {:.0f} MB\n", found.feature_seconds,
             found.kernel_seconds, machine, found.machine_seconds, seconds.total(),
             static_cast<double>(peak_rss_bytes()) / 1e6);
}

}  // namespace

void note_unknown(const folds::ItemLabels& labels) {
  const std::size_t width = labels.columns.size(), items = labels.values.size() / width;
  for (std::size_t c = 0; c < width; ++c) {
    std::size_t unknown = 0;
    for (std::size_t i = 0; i < items; ++i) unknown += labels.at(i, c) == folds::kUnknownClass ? 1 : 0;
    if (unknown == 0) continue;
    note(fmt::format("{} of {} items have no class in the column {} and are left out for it", unknown, items,
                     printable(labels.columns[c].name)));
  }
}

void report(const EvaluateSubject& subject, const MultilabelEvaluation& found,
            const std::optional<MultilabelEvaluation>& sizes, const isomorphism::TwinSummary& twins,
            const PhaseSeconds& seconds) {
  if (subject.json) {
    base::JsonObject summary;
    summary.text("target", "multilabel").text("machine", to_string(Machine::ridge));
    add_setup(summary, subject, found.accuracy, twins);
    summary.raw("accuracy", json_of(found.accuracy));
    if (found.roc_auc.folds > 0) summary.raw("roc_auc", json_of(found.roc_auc));
    if (found.complete) {
      summary.raw("subset_accuracy", json_of(found.subset_accuracy)).raw("hamming_loss", json_of(found.hamming_loss));
    }
    summary.raw("columns", json_columns(found, sizes)).raw("folds_chosen", json_folds(found));
    summary.raw("seconds", seconds.json()).integer("peak_rss_bytes", peak_rss_bytes());
    fmt::print("{}\n", summary.str());
    return;
  }
  print_setup(subject, counted(found.columns.size(), "column") + " of classes", found.folds.front().tested,
              found.accuracy, twins);
  for (std::size_t c = 0; c < found.columns.size(); ++c) {
    const LabelEvaluation& column = found.columns[c];
    fmt::print("\n{} ({}, {} known)\n", printable(column.name), counted(column.classes.size(), "class"), column.known);
    print_percent("accuracy", column.accuracy,
                  fmt::format("; largest class {:.2f} %", 100 * column.majority) +
                      (sizes ? beside_sizes(sizes, sizes->columns[c].accuracy) : ""));
    print_percent("ROC area", column.roc_auc, sizes ? beside_sizes(sizes, sizes->columns[c].roc_auc) : "");
  }
  fmt::print("\nall columns\n");
  print_percent("mean accuracy", found.accuracy, sizes ? beside_sizes(sizes, sizes->accuracy) : "");
  print_percent("mean ROC area", found.roc_auc, sizes ? beside_sizes(sizes, sizes->roc_auc) : "");
  if (found.complete) {
    print_percent("all right", found.subset_accuracy, sizes ? beside_sizes(sizes, sizes->subset_accuracy) : "");
    print_percent("Hamming loss", found.hamming_loss, sizes ? beside_sizes(sizes, sizes->hamming_loss) : "");
  }
  print_end(found, to_string(Machine::ridge), seconds);
}

void report(const EvaluateSubject& subject, const RegressionEvaluation& found,
            const std::optional<RegressionEvaluation>& sizes, const isomorphism::TwinSummary& twins,
            const PhaseSeconds& seconds) {
  const ScoreSummary& any = found.targets.front().r2;
  if (subject.json) {
    base::JsonObject summary;
    summary.text("target", "regression").text("machine", to_string(found.machine));
    add_setup(summary, subject, any, twins);
    summary.raw("targets", json_targets(found, sizes));
    summary.raw("folds_chosen", json_folds(found)).raw("seconds", seconds.json());
    summary.integer("peak_rss_bytes", peak_rss_bytes());
    fmt::print("{}\n", summary.str());
    return;
  }
  print_setup(subject, counted(found.targets.size(), "number"), found.folds.front().tested, any, twins);
  for (std::size_t t = 0; t < found.targets.size(); ++t) print_target(found.targets[t], sizes, t);
  print_end(found, to_string(found.machine), seconds);
}

void report(const EvaluateSubject& subject, const Graph& graph, const LinkEvaluation& found,
            const PhaseSeconds& seconds) {
  std::map<std::string, int> counts;
  std::size_t tested = 0;
  for (const LinkFold& fold : found.folds) {
    ++counts[fold.recipe];
    tested += fold.tested;
  }
  if (subject.json) {
    base::JsonObject summary, chosen;
    for (const auto& [recipe, count] : counts) chosen.integer(recipe, static_cast<std::uint64_t>(count));
    summary.text("target", "links").integer("nodes", graph.num_nodes()).integer("edges", graph.num_edges());
    summary.integer("seed", subject.seed).integer("folds", static_cast<std::uint64_t>(found.auc.folds));
    summary.integer("repeats", static_cast<std::uint64_t>(found.auc.repeats)).integer("tested", tested);
    summary.raw("roc_auc", json_of(found.auc)).raw("common_neighbours", json_of(found.common_neighbours));
    summary.raw("adamic_adar", json_of(found.adamic_adar)).raw("degrees", json_of(found.degrees));
    summary.raw("chosen", chosen.str()).raw("seconds", seconds.json()).integer("peak_rss_bytes", peak_rss_bytes());
    fmt::print("{}\n", summary.str());
    return;
  }
  fmt::print("{}, {}; links, {}, {}, seed {}, {} tested\n\n", counted(graph.num_nodes(), "node"),
             counted(graph.num_edges(), "edge"), counted(static_cast<std::uint64_t>(found.auc.folds), "fold"),
             counted(static_cast<std::uint64_t>(found.auc.repeats), "repeat"), subject.seed, counted(tested, "pair"));
  const std::pair<const char*, const ScoreSummary*> lines[] = {{"ROC area", &found.auc},
                                                               {"common neighbours", &found.common_neighbours},
                                                               {"Adamic-Adar", &found.adamic_adar},
                                                               {"degree product", &found.degrees}};
  for (const auto& [name, score] : lines) {
    fmt::print("{:<18}{:6.2f} %   95 % interval {:.2f} .. {:.2f}\n", name, 100 * score->mean, 100 * score->interval.low,
               100 * score->interval.high);
  }
  fmt::print("\nchosen recipes    ");
  bool first = true;
  for (const auto& [recipe, count] : counts)
    fmt::print("{}{} {}x", std::exchange(first, false) ? "" : ", ", recipe, count);
  fmt::print("\ntotal {:.1f} s; {:.0f} MB\n", seconds.total(), static_cast<double>(peak_rss_bytes()) / 1e6);
}

}  // namespace awe::cli
