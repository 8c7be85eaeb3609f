#include "evaluate_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "base/json_text.h"
#include "console.h"

namespace awe::cli {
namespace {

std::string chosen(const Evaluation& evaluation) {
  std::map<std::string, int> counts;
  for (const FoldResult& fold : evaluation.folds) ++counts[fold.recipe];
  std::string text;
  for (const auto& [recipe, count] : counts) text += fmt::format("{}{} {}x", text.empty() ? "" : ", ", recipe, count);
  return text;
}

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole > 0 ? 100 * static_cast<double>(part) / static_cast<double>(whole) : 0;
}

// The accuracy that no function of the items can exceed, since twins have different classes: unset if some of them may
// not be twins.
std::optional<double> ceiling(const EvaluateSubject& subject, const EvaluateOutcome& outcome) {
  if (outcome.twins.unsure > 0) return std::nullopt;
  return subject.twins == Twins::drop ? 1 : outcome.twins.best_accuracy;
}

void print_head(const EvaluateSubject& subject, const EvaluateOutcome& outcome) {
  const ScoreSummary& score = outcome.main.accuracy;
  const std::string parts =
      subject.protocol == Protocol::holdout
          ? fmt::format("{} of {} tested", outcome.main.folds.front().tested, subject.items.size())
          : counted(static_cast<std::uint64_t>(score.folds), "fold");
  fmt::print("{}, {}; {}, {}, {}, seed {}, {}: {}\n", counted(subject.items.size(), subject.item),
             counted(subject.items.class_names.size(), "class"), to_string(subject.protocol), parts,
             counted(static_cast<std::uint64_t>(score.repeats), "repeat"), subject.seed,
             subject.graphs ? "isomorphic twins" : "identical rows", to_string(subject.twins));
  if (subject.transductive)
    fmt::print("transductive: codebooks, scales and models were also learnt from the test graphs, without classes\n");
  const isomorphism::TwinSummary& twins = outcome.twins;
  fmt::print("{:.1f} % of the {}s have {}, {:.1f} % one of another class{}\n", percent(twins.with_twin, twins.graphs),
             subject.item, subject.graphs ? "an isomorphic twin" : "an identical row",
             percent(twins.with_twin_of_other_class, twins.graphs),
             subject.graphs ? fmt::format(" (compared by what the recipe sees: {})", outcome.seen) : "");
  if (twins.unsure > 0) {
    fmt::print("{} of these could not be compared within the limit of work and count as twins\n", twins.unsure);
  }
}

void print_scores(const EvaluateSubject& subject, const EvaluateOutcome& outcome) {
  const ScoreSummary& score = outcome.main.accuracy;
  fmt::print("\naccuracy          {:6.2f} %   95 % interval {:.2f} .. {:.2f}", 100 * score.mean,
             100 * score.interval.low, 100 * score.interval.high);
  std::string deviations;
  if (score.folds > 1) deviations = fmt::format("{:.2f} over folds", 100 * score.fold_deviation);
  if (score.repeats > 1) {
    deviations += fmt::format("{}{:.2f} over repeats", deviations.empty() ? "" : ", ", 100 * score.repeat_deviation);
  }
  if (!deviations.empty()) fmt::print("; deviation {}", deviations);
  if (score.folds == 1 && score.repeats == 1) {
    fmt::print(" (Wilson interval of this one classifier)");
  } else if (score.wilson) {
    fmt::print(" (Wilson interval: all folds score the same)");
  }
  fmt::print("\nmacro F1          {:6.2f} %\n", 100 * outcome.main.macro_f1);
  if (subject.items.class_names.size() == 2) fmt::print("ROC area          {:6.2f} %\n", 100 * outcome.main.roc_auc);
  if (outcome.sizes) {
    fmt::print("sizes alone       {:6.2f} %   (nodes, edges, cycles, largest degree)\n", 100 * outcome.sizes->mean);
  }
  fmt::print("largest class     {:6.2f} %\n", 100 * outcome.majority);
  if (const auto limit = ceiling(subject, outcome)) {
    fmt::print("ceiling           {:6.2f} %   (no function of {} can exceed it: {} of different classes)\n",
               100 * *limit, subject.graphs ? "what the recipe sees" : "the row",
               subject.graphs ? "isomorphic twins" : "identical rows");
  }
  fmt::print("chosen recipes    {}; machine {}\n", chosen(outcome.main), to_string(outcome.main.machine));
}

// The number of columns that a terminal needs for the text: characters, not bytes.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

// The text behind as many blanks as it takes to fill the width.
std::string right(std::string_view text, std::size_t width) {
  const std::size_t used = width_of(text);
  return std::string(used < width ? width - used : 0, ' ').append(text);
}

// Names are never cut: two classes may differ in their last letter alone.
void print_confusion(const EvaluateSubject& subject, const ConfusionMatrix& confusion) {
  const auto names = subject.items.class_names;
  std::size_t first = 12;
  for (const std::string& name : names) first = std::max(first, width_of(name));
  std::vector<std::size_t> widths;
  for (const std::string& name : names) widths.push_back(std::max<std::size_t>(8, width_of(name)));
  fmt::print("\nconfusion (rows: true class, columns: predicted), % of the class\n{}", right("", first));
  for (std::size_t i = 0; i < names.size(); ++i) fmt::print(" {}", right(names[i], widths[i]));
  fmt::print("\n");
  for (int truth = 0; truth < confusion.classes; ++truth) {
    std::uint64_t total = 0;
    for (int p = 0; p < confusion.classes; ++p) total += confusion.at(truth, p);
    fmt::print("{}", right(names[static_cast<std::size_t>(truth)], first));
    for (int p = 0; p < confusion.classes; ++p) {
      fmt::print(" {:{}.1f}", percent(confusion.at(truth, p), total), widths[static_cast<std::size_t>(p)]);
    }
    fmt::print("\n");
  }
}

std::string json_folds(const Evaluation& evaluation) {
  base::JsonArray folds;
  for (const FoldResult& fold : evaluation.folds) {
    base::JsonObject object;
    object.text("recipe", fold.recipe).real("gamma", fold.gamma).real("c", fold.c).integer("voters", fold.voters);
    object.real("inner_accuracy", fold.inner_accuracy).real("accuracy", fold.accuracy).integer("tested", fold.tested);
    folds.raw(object.str());
  }
  return folds.str();
}

std::string json_confusion(const ConfusionMatrix& matrix) {
  base::JsonArray confusion;
  for (int truth = 0; truth < matrix.classes; ++truth) {
    base::JsonArray row;
    for (int p = 0; p < matrix.classes; ++p) row.raw(std::to_string(matrix.at(truth, p)));
    confusion.raw(row.str());
  }
  return confusion.str();
}

void print_json(const EvaluateSubject& subject, const EvaluateOutcome& outcome, const PhaseSeconds& seconds) {
  base::JsonArray classes;
  for (const std::string& name : subject.items.class_names) classes.raw(base::json_string(name));
  const ScoreSummary& score = outcome.main.accuracy;
  base::JsonObject accuracy, twins, summary;
  accuracy.real("mean", score.mean).real("low", score.interval.low).real("high", score.interval.high);
  accuracy.text("interval", score.wilson ? "wilson" : "resampled");
  accuracy.real("fold_deviation", score.fold_deviation).real("repeat_deviation", score.repeat_deviation);
  twins.integer("with_twin", outcome.twins.with_twin);
  twins.integer("with_twin_of_other_class", outcome.twins.with_twin_of_other_class);
  if (outcome.twins.unsure > 0) twins.integer("undecided", outcome.twins.unsure);
  twins.text("treatment", to_string(subject.twins));
  if (subject.graphs) twins.text("compared_by", outcome.seen);
  summary.text("protocol", to_string(subject.protocol)).integer(std::string(subject.item) + "s", subject.items.size());
  summary.flag("transductive", subject.transductive);
  summary.integer("seed", subject.seed).integer("folds", static_cast<std::uint64_t>(score.folds));
  summary.integer("repeats", static_cast<std::uint64_t>(score.repeats));
  if (subject.protocol == Protocol::holdout) summary.integer("tested", outcome.main.folds.front().tested);
  summary.raw("accuracy", accuracy.str()).real("macro_f1", outcome.main.macro_f1);
  if (subject.items.class_names.size() == 2) summary.real("roc_auc", outcome.main.roc_auc);
  if (outcome.sizes) summary.real("sizes_alone", outcome.sizes->mean);
  summary.real("largest_class", outcome.majority);
  if (const auto limit = ceiling(subject, outcome)) summary.real("ceiling", *limit);
  summary.text("machine", to_string(outcome.main.machine));
  summary.raw(subject.graphs ? "twins" : "identical_rows", twins.str()).raw("classes", classes.str());
  summary.raw("confusion", json_confusion(outcome.main.confusion)).raw("folds_chosen", json_folds(outcome.main));
  summary.raw("seconds", seconds.json()).integer("peak_rss_bytes", peak_rss_bytes());
  fmt::print("{}\n", summary.str());
}

void print_seconds(double features, double kernels, double machines, double total) {
  fmt::print("features {:.1f} s, kernels {:.1f} s, machines {:.1f} s, total {:.1f} s; {:.0f} MB\n", features, kernels,
             machines, total, static_cast<double>(peak_rss_bytes()) / 1e6);
}

// The vectors between which the paper's kernels are computed.
std::string vectors_of(const EvaluateSubject& subject, const evaluation::PaperOptions& plan) {
  return subject.graphs ? to_string(plan.features) : "the rows";
}

void print_paper_json(const EvaluateSubject& subject, const evaluation::PaperOptions& plan,
                      const evaluation::PaperEvaluation& found, const PhaseSeconds& seconds) {
  base::JsonArray kernels;
  for (const evaluation::PaperResult& result : found.results) {
    base::JsonObject object;
    object.text("kernel", result.kernel).real("mean", result.accuracy.mean);
    object.real("repeat_deviation", result.accuracy.repeat_deviation);
    object.real("fold_deviation", result.accuracy.fold_deviation).flag("best_on_test_folds", result.best);
    kernels.raw(object.str());
  }
  base::JsonObject summary;
  summary.text("protocol", to_string(subject.protocol)).text("features", vectors_of(subject, plan));
  summary.integer(std::string(subject.item) + "s", subject.items.size());
  summary.integer("folds", static_cast<std::uint64_t>(plan.repeats.front().folds));
  summary.integer("repeats", plan.repeats.size()).raw("kernels", kernels.str()).raw("seconds", seconds.json());
  fmt::print("{}\n", summary.str());
}

}  // namespace

void report(const EvaluateSubject& subject, const EvaluateOutcome& outcome, const PhaseSeconds& seconds) {
  if (subject.json) return print_json(subject, outcome, seconds);
  print_head(subject, outcome);
  print_scores(subject, outcome);
  print_confusion(subject, outcome.main.confusion);
  fmt::print("\n");
  const Evaluation& main = outcome.main;
  print_seconds(main.feature_seconds, main.kernel_seconds, main.svm_seconds, seconds.total());
}

void report(const EvaluateSubject& subject, const evaluation::PaperOptions& plan,
            const evaluation::PaperEvaluation& found, const PhaseSeconds& seconds) {
  if (subject.json) return print_paper_json(subject, plan, found, seconds);
  const int folds = plan.repeats.front().folds;
  const std::string parts =
      folds > 1 ? counted(static_cast<std::uint64_t>(folds), "fold")
                : fmt::format("{} of {} tested", plan.repeats.front().test_items(0).size(), subject.items.size());
  fmt::print("{}, {}; {} on {}: {}, {}, seed {}\n", counted(subject.items.size(), subject.item),
             counted(subject.items.class_names.size(), "class"),
             subject.protocol == Protocol::authors ? "the rule of the authors' code" : "the paper's protocol",
             vectors_of(subject, plan), parts, counted(plan.repeats.size(), "repeat"), subject.seed);
  if (subject.protocol == Protocol::authors)
    fmt::print("rbf: exp(-d^2 / sigma); folds and validation parts are random, not stratified\n");
  fmt::print("\n");
  for (const evaluation::PaperResult& result : found.results) {
    fmt::print("{:<16} {:6.2f} % +- {:.2f} over repeats, {:.2f} over folds{}\n", result.kernel,
               100 * result.accuracy.mean, 100 * result.accuracy.repeat_deviation, 100 * result.accuracy.fold_deviation,
               result.best ? "  *" : "");
  }
  fmt::print("\n* the best of these, chosen on test folds: optimistically biased, not an estimate for new {}s\n",
             subject.item);
  print_seconds(found.feature_seconds, found.kernel_seconds, found.svm_seconds, seconds.total());
}

}  // namespace awe::cli
