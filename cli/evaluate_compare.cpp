#include "evaluate_compare.h"

#include <fmt/format.h>

#include <algorithm>

#include "awe/gram_matrix.h"
#include "awe/metrics.h"
#include "base/json_text.h"
#include "console.h"
#include "evaluation/channels.h"

namespace awe::cli {
namespace {

std::vector<double> scores_of(const ComparedRecipe& recipe) {
  std::vector<double> scores;
  for (const FoldResult& fold : recipe.found.folds) scores.push_back(fold.accuracy);
  return scores;
}

void print_json(const EvaluateSubject& subject, const EvaluateOutcome& outcome,
                const std::vector<ComparedRecipe>& recipes, double test_to_train, const PhaseSeconds& seconds) {
  base::JsonArray list, differences;
  for (const ComparedRecipe& recipe : recipes) {
    const ScoreSummary& score = recipe.found.accuracy;
    base::JsonArray folds;
    for (const FoldResult& fold : recipe.found.folds) {
      base::JsonObject object;
      object.text("recipe", fold.recipe).real("gamma", fold.gamma).real("c", fold.c).integer("voters", fold.voters);
      object.real("inner_accuracy", fold.inner_accuracy).real("accuracy", fold.accuracy);
      folds.raw(object.str());
    }
    base::JsonObject object;
    object.text("recipe", recipe.name).real("mean", score.mean).real("low", score.interval.low);
    object.real("high", score.interval.high).real("fold_deviation", score.fold_deviation);
    object.real("seconds", recipe.seconds).real("feature_seconds", recipe.found.feature_seconds);
    object.real("kernel_seconds", recipe.found.kernel_seconds).real("svm_seconds", recipe.found.svm_seconds);
    object.real("matrix_bytes", recipe.matrix_bytes).raw("folds_chosen", folds.str());
    list.raw(object.str());
  }
  for (std::size_t i = 0; i < recipes.size(); ++i) {
    for (std::size_t j = i + 1; j < recipes.size(); ++j) {
      const PairedDifference found = compare_scores(scores_of(recipes[i]), scores_of(recipes[j]), test_to_train);
      base::JsonObject object;
      object.text("first", recipes[i].name).text("second", recipes[j].name).real("mean", found.mean);
      object.real("low", found.interval.low).real("high", found.interval.high).real("p", found.p_value);
      object.integer("wins", static_cast<std::uint64_t>(found.wins));
      object.integer("losses", static_cast<std::uint64_t>(found.losses));
      differences.raw(object.str());
    }
  }
  const ScoreSummary& score = recipes.front().found.accuracy;
  base::JsonObject summary;
  summary.text("protocol", to_string(subject.protocol)).integer("graphs", subject.items.size());
  summary.integer("classes", subject.items.class_names.size()).integer("seed", subject.seed);
  summary.integer("folds", static_cast<std::uint64_t>(score.folds));
  summary.integer("repeats", static_cast<std::uint64_t>(score.repeats)).real("largest_class", outcome.majority);
  summary.raw("recipes", list.str()).raw("differences", differences.str());
  summary.raw("seconds", seconds.json()).integer("peak_rss_bytes", peak_rss_bytes());
  fmt::print("{}\n", summary.str());
}

}  // namespace

std::vector<ComparedRecipe> compare_recipes(const evaluation::GraphSet& set, const std::vector<std::string>& names,
                                            EvaluationOptions plan) {
  std::vector<ComparedRecipe> compared;
  for (const std::string& name : names) {
    plan.candidates = recipes_of_name(name, set.traits());
    ProgressBar bar(name + " folds");
    plan.run.progress = bar.progress();
    const Stopwatch watch;
    ComparedRecipe& recipe = compared.emplace_back();
    recipe.name = name;
    recipe.found = evaluate_nested(set, plan);
    recipe.seconds = watch.seconds();
    const auto n = static_cast<double>(set.size());
    const auto channels = static_cast<double>(evaluation::distinct_channels(plan.candidates).size());
    recipe.matrix_bytes = (channels + 1) * GramMatrix::bytes(n, n);
  }
  return compared;
}

void report(const EvaluateSubject& subject, const EvaluateOutcome& outcome, const std::vector<ComparedRecipe>& recipes,
            double test_to_train, const PhaseSeconds& seconds) {
  if (subject.json) return print_json(subject, outcome, recipes, test_to_train, seconds);
  const ScoreSummary& score = recipes.front().found.accuracy;
  fmt::print("{}, {}; {}, {}, {}, seed {}, isomorphic twins: {}\n", counted(subject.items.size(), "graph"),
             counted(subject.items.class_names.size(), "class"), to_string(subject.protocol),
             counted(static_cast<std::uint64_t>(score.folds), "fold"),
             counted(static_cast<std::uint64_t>(score.repeats), "repeat"), subject.seed, to_string(subject.twins));
  fmt::print("{:.1f} % of the graphs have an isomorphic twin (compared by: {}); largest class {:.2f} %\n\n",
             outcome.twins.graphs > 0
                 ? 100 * static_cast<double>(outcome.twins.with_twin) / static_cast<double>(outcome.twins.graphs)
                 : 0,
             outcome.seen, 100 * outcome.majority);
  const ComparedRecipe& last = recipes.back();
  std::size_t width = 6;
  for (const ComparedRecipe& recipe : recipes) width = std::max(width, recipe.name.size());
  fmt::print(
      "{:<{}}  accuracy    95 % interval    minus {:<{}}    95 % interval      p   won:lost  seconds  matrices\n",
      "recipe", width, last.name, width);
  for (const ComparedRecipe& recipe : recipes) {
    const ScoreSummary& own = recipe.found.accuracy;
    fmt::print("{:<{}}  {:6.2f} %   {:6.2f} .. {:<6.2f}  ", recipe.name, width, 100 * own.mean, 100 * own.interval.low,
               100 * own.interval.high);
    if (&recipe == &last) {
      fmt::print("{:{}}{:44}", "", width, "");
    } else {
      const PairedDifference to = compare_scores(scores_of(recipe), scores_of(last), test_to_train);
      fmt::print("{:>+{}.2f}      {:+6.2f} .. {:<+6.2f}   {:5.3f}   {:>3}:{:<3}   ", 100 * to.mean, width + 6,
                 100 * to.interval.low, 100 * to.interval.high, to.p_value, to.wins, to.losses);
    }
    fmt::print("{:8.1f}  {:5.0f} MB\n", recipe.seconds, recipe.matrix_bytes / 1e6);
  }
  fmt::print("\np: corrected resampled t test of the paired differences (Nadeau & Bengio 2003)\n");
  fmt::print("{:.1f} s, {:.0f} MB\n", seconds.total(), static_cast<double>(peak_rss_bytes()) / 1e6);
}

}  // namespace awe::cli
