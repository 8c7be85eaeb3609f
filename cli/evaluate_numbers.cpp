// The outputs of `awe evaluate --target regression` and `--target links`.
#include <fmt/format.h>

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

}  // namespace

void report(const EvaluateSubject& subject, const RegressionEvaluation& found,
            const std::optional<RegressionEvaluation>& sizes, const isomorphism::TwinSummary& twins,
            const PhaseSeconds& seconds) {
  const ScoreSummary& any = found.targets.front().r2;
  if (subject.json) {
    base::JsonObject summary;
    summary.text("target", "regression").text("machine", to_string(found.machine));
    summary.text("protocol", to_string(subject.protocol));
    summary.integer(std::string(subject.item) + "s", subject.items.size()).flag("transductive", subject.transductive);
    summary.integer("seed", subject.seed).integer("folds", static_cast<std::uint64_t>(any.folds));
    summary.integer("repeats", static_cast<std::uint64_t>(any.repeats)).integer("with_twin", twins.with_twin);
    summary.text("treatment_of_twins", to_string(subject.twins)).raw("targets", json_targets(found, sizes));
    summary.raw("folds_chosen", json_folds(found)).raw("seconds", seconds.json());
    summary.integer("peak_rss_bytes", peak_rss_bytes());
    fmt::print("{}\n", summary.str());
    return;
  }
  const std::string parts = subject.protocol == Protocol::holdout
                                ? fmt::format("{} of {} tested", found.folds.front().tested, subject.items.size())
                                : counted(static_cast<std::uint64_t>(any.folds), "fold");
  fmt::print("{}, {}; {}, {}, {}, seed {}, {}: {} ({} of {})\n", counted(subject.items.size(), subject.item),
             counted(found.targets.size(), "number"), to_string(subject.protocol), parts,
             counted(static_cast<std::uint64_t>(any.repeats), "repeat"), subject.seed,
             subject.graphs ? "isomorphic twins" : "identical rows", to_string(subject.twins), twins.with_twin,
             twins.graphs);
  for (std::size_t t = 0; t < found.targets.size(); ++t) print_target(found.targets[t], sizes, t);
  std::map<std::string, int> counts;
  for (const RegressionFold& fold : found.folds) ++counts[fold.recipe];
  fmt::print("\nchosen recipes    ");
  bool first = true;
  for (const auto& [recipe, count] : counts)
    fmt::print("{}{} {}x", std::exchange(first, false) ? "" : ", ", recipe, count);
  fmt::print("\nfeatures {:.1f} s, kernels {:.1f} s, {} {:.1f} s, total {:.1f} s; {:.0f} MB\n", found.feature_seconds,
             found.kernel_seconds, to_string(found.machine), found.machine_seconds, seconds.total(),
             static_cast<double>(peak_rss_bytes()) / 1e6);
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
