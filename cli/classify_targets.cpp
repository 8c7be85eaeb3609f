// awe classify fit for targets other than one class: numbers, and classes in several columns.
#include <fmt/format.h>

#include "base/json_text.h"
#include "classify.h"
#include "console.h"
#include "evaluation/graph_set.h"
#include "trained_reading.h"

namespace awe::cli {

const char* penalty_name(Machine machine) {
  return machine == Machine::ridge || machine == Machine::landmarks ? "lambda" : "C";
}

ClassifierOptions plan_of(const FitFlags& options) {
  ClassifierOptions plan;
  plan.checkpoint = options.checkpoint;
  plan.checkpoint_seconds = options.checkpoint_seconds;
  plan.machine = options.recipe.machine;
  plan.probabilities = options.probabilities;
  plan.balanced = options.balanced;
  plan.reading = reading_of(options.input);
  if (options.items.egos()) plan.ego_radius = options.items.radius;
  plan.run.seed = options.run.seed;
  plan.walks = options.recipe.walks;
  plan.budget = options.recipe.budget;
  plan.run.memory = options.recipe.memory;
  plan.run.threads = options.run.thread_count();
  return plan;
}

void fit_numbers(const FitFlags& options, outputs::OutputUnit& unit, PhaseSeconds& seconds) {
  const evaluation::GraphSet set = seconds.measure("read", [&] {
    return evaluation::read_number_set(*options.items.open(options.input), options.input.class_columns());
  });
  evaluation::tell_left_out(set.without_class, set.size(), "graph", noting());
  ClassifierOptions plan = plan_of(options);
  plan.candidates = options.recipe.candidates(set.traits());
  const Regressor model = seconds.measure("fit", [&] {
    ProgressBar bar("kernels");
    plan.run.progress = bar.progress();
    return Regressor::fit(set, plan);
  });
  seconds.measure("write", [&] { model.save(options.output, options.force); });
  unit.commit();
  const Classifier::Summary& made = model.summary();
  const bool svm = made.machine == Machine::svm;
  if (options.run.json) {
    base::JsonObject summary;
    base::JsonArray names;
    for (const std::string& name : model.names()) names.raw(base::json_string(name));
    summary.text("target", "regression").integer("graphs", made.graphs).raw("numbers", names.str());
    summary.text("machine", to_string(made.machine)).text("recipe", made.recipe).real("gamma", made.gamma);
    if (svm) summary.real("epsilon", made.epsilon);
    summary.real(svm ? "c" : "lambda", made.c).integer("voters", made.voters).real("inner_r2", made.inner_accuracy);
    summary.text("model", options.output).raw("seconds", seconds.json()).integer("peak_rss_bytes", peak_rss_bytes());
    fmt::print("{}\n", summary.str());
    return;
  }
  fmt::print("{}, {} -> {}\n", counted(made.graphs, "graph"), counted(model.names().size(), "number"), options.output);
  fmt::print("best setting: recipe {}, gamma {:g}, {} {:g}{}; R^2 {:.3f} on inner folds, optimistically biased\n",
             made.recipe, made.gamma, penalty_name(made.machine), made.c,
             svm ? fmt::format(", epsilon {:g}", made.epsilon) : "", made.inner_accuracy);
  fmt::print("{} regression, {}{}; {:.2f} s, {:.0f} MB\n", svm ? "support vector" : "kernel ridge",
             counted(made.voters, "setting"), svm ? ", " + counted(made.support_vectors, "support vector") : "",
             seconds.total(), static_cast<double>(peak_rss_bytes()) / 1e6);
}

void fit_labels(const FitFlags& options, outputs::OutputUnit& unit, PhaseSeconds& seconds) {
  const evaluation::GraphSet set = seconds.measure("read", [&] {
    return evaluation::read_label_set(*options.items.open(options.input), options.input.class_columns());
  });
  evaluation::tell_left_out(set.without_class, set.size(), "graph", noting());
  note_unknown(set.labels);
  ClassifierOptions plan = plan_of(options);
  plan.candidates = options.recipe.candidates(set.traits());
  const MultilabelClassifier model = seconds.measure("fit", [&] {
    ProgressBar bar("kernels");
    plan.run.progress = bar.progress();
    return MultilabelClassifier::fit(set, plan);
  });
  seconds.measure("write", [&] { model.save(options.output, options.force); });
  unit.commit();
  const Classifier::Summary& made = model.summary();
  if (options.run.json) {
    base::JsonObject summary, columns;
    for (const ClassColumn& column : model.columns()) columns.integer(column.name, column.classes.size());
    summary.text("target", "multilabel").integer("graphs", made.graphs).raw("columns", columns.str());
    summary.text("machine", to_string(made.machine)).text("recipe", made.recipe).real("gamma", made.gamma);
    summary.real("lambda", made.c).integer("voters", made.voters).real("inner_accuracy", made.inner_accuracy);
    summary.text("model", options.output).raw("seconds", seconds.json()).integer("peak_rss_bytes", peak_rss_bytes());
    fmt::print("{}\n", summary.str());
    return;
  }
  fmt::print("{}, {} of classes -> {}\n", counted(made.graphs, "graph"), counted(model.columns().size(), "column"),
             options.output);
  fmt::print(
      "best setting: recipe {}, gamma {:g}, lambda {:g}; {:.2f} % accuracy on inner folds, optimistically biased\n",
      made.recipe, made.gamma, made.c, 100 * made.inner_accuracy);
  fmt::print("kernel ridge regression, {}; {:.2f} s, {:.0f} MB\n", counted(made.voters, "setting"), seconds.total(),
             static_cast<double>(peak_rss_bytes()) / 1e6);
}

}  // namespace awe::cli
