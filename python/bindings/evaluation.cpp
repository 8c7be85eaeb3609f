// Nested cross-validation of recipes.
#include "awe/evaluation.h"

#include <nanobind/stl/map.h>

#include "recipes.h"
#include "results.h"
#include "run.h"

namespace awe::python {
namespace {

nb::dict evaluate_graphs(const nb::tuple& graphs, const nb::object& classes, nb::dict options, nb::object report) {
  EvaluationOptions plan;
  Fields fields(std::move(options));
  take_evaluation(fields, plan);
  const std::vector<Graph> copies = classed(graphs, classes);
  const Evaluation found = Run(std::move(report))([&](const Progress& progress) {
    plan.run.progress = progress;
    return evaluate(copies, plan);
  });
  return to_dict(found);
}

std::string report_graphs(const nb::tuple& graphs, const nb::object& classes, nb::dict options, nb::object report) {
  ReportOptions plan;
  Fields fields(std::move(options));
  take_recipe(fields, plan.evaluation);
  fields.take("folds", plan.evaluation.folds);
  fields.take("self_loops", plan.evaluation.self_loops);
  fields.take("title", plan.title);
  fields.take("command", plan.command);
  fields.take("most_graphs", plan.most_graphs);
  fields.take("node_names", plan.node_names);
  fields.take("edge_names", plan.edge_names);
  fields.take_run(plan.evaluation.run);
  fields.finish();
  const std::vector<Graph> copies = classed(graphs, classes);
  return Run(std::move(report))([&](const Progress& progress) {
    plan.evaluation.run.progress = progress;
    return report_page(copies, plan);
  });
}

nb::dict evaluate_labels(const nb::tuple& graphs, const nb::object& classes, const std::vector<std::string>& names,
                         nb::dict options, nb::object report) {
  EvaluationOptions plan;
  Fields fields(std::move(options));
  take_evaluation(fields, plan);
  const std::vector<Graph> copies = classed(graphs, nb::none());
  const std::vector<std::string> texts = texts_of(classes);
  const MultilabelEvaluation found = Run(std::move(report))([&](const Progress& progress) {
    plan.run.progress = progress;
    return evaluate_multilabel(copies, texts, names, plan);
  });
  // A score that no test part has is None.
  const auto score = [](const ScoreSummary& one) -> nb::object {
    return one.folds > 0 ? nb::object(to_dict(one)) : nb::object(nb::none());
  };
  nb::list columns, folds;
  for (const LabelEvaluation& column : found.columns) {
    nb::dict one;
    one["name"] = to_python(column.name);
    one["classes"] = to_python(column.classes);
    one["known"] = column.known;
    one["majority"] = column.majority;
    one["accuracy"] = score(column.accuracy);
    one["roc_auc"] = score(column.roc_auc);
    columns.append(one);
  }
  for (const MultilabelFold& fold : found.folds) {
    nb::dict one;
    one["recipe"] = to_python(fold.recipe);
    one["gamma"] = fold.gamma;
    one["lambda"] = fold.lambda;
    one["voters"] = fold.voters;
    one["inner_r2"] = fold.inner_r2;
    one["accuracy"] = to_numpy(std::vector<double>(fold.accuracy));
    one["roc_auc"] = to_numpy(std::vector<double>(fold.roc_auc));
    one["tested"] = fold.tested;
    folds.append(one);
  }
  nb::dict dict;
  dict["columns"] = columns;
  dict["accuracy"] = score(found.accuracy);
  dict["roc_auc"] = score(found.roc_auc);
  dict["subset_accuracy"] = score(found.subset_accuracy);
  dict["hamming_loss"] = score(found.hamming_loss);
  dict["folds"] = folds;
  return dict;
}

nb::dict evaluate_numbers(const nb::tuple& graphs, const NumberRows& numbers, const std::vector<std::string>& names,
                          nb::dict options, nb::object report) {
  EvaluationOptions plan;
  Fields fields(std::move(options));
  take_evaluation(fields, plan);
  const std::vector<Graph> copies = classed(graphs, nb::none());
  const std::span<const double> values(numbers.data(), numbers.size());
  const RegressionEvaluation found = Run(std::move(report))([&](const Progress& progress) {
    plan.run.progress = progress;
    return evaluate_regression(copies, values, names, plan);
  });
  nb::list targets, folds;
  for (const TargetEvaluation& target : found.targets) {
    nb::dict one;
    one["name"] = to_python(target.name);
    one["mae"] = to_dict(target.mae);
    one["rmse"] = to_dict(target.rmse);
    one["r2"] = to_dict(target.r2);
    one["spearman"] = to_dict(target.spearman);
    one["mean_mae"] = target.mean_mae;
    one["mean_rmse"] = target.mean_rmse;
    targets.append(one);
  }
  for (const RegressionFold& fold : found.folds) {
    nb::dict one;
    one["recipe"] = to_python(fold.recipe);
    one["gamma"] = fold.gamma;
    if (found.machine == Machine::svm) {
      one["c"] = fold.c;
      one["epsilon"] = fold.epsilon;
    } else {
      one["lambda"] = fold.lambda;
    }
    one["voters"] = fold.voters;
    one["inner_r2"] = fold.inner_r2;
    nb::list r2;
    for (const RegressionScores& scores : fold.scores) r2.append(scores.r2);
    one["r2"] = r2;
    one["tested"] = fold.tested;
    folds.append(one);
  }
  nb::dict dict;
  dict["targets"] = targets;
  dict["folds"] = folds;
  return dict;
}

}  // namespace

void bind_evaluation(nb::module_& m) {
  m.def("evaluate_multilabel", &evaluate_labels, nb::arg("graphs"), nb::arg("classes"), nb::arg("names"),
        nb::arg("options"), nb::arg("report").none(),
        nb::sig("def evaluate_multilabel(graphs: tuple[Graph, ...], classes: object, names: list[str], "
                "options: dict[str, typing.Any], report: object | None) -> dict[str, typing.Any]"),
        "Nested cross-validation of several columns of classes.");
  m.def("evaluate_regression", &evaluate_numbers, nb::arg("graphs"), nb::arg("numbers"), nb::arg("names"),
        nb::arg("options"), nb::arg("report").none(),
        nb::sig("def evaluate_regression(graphs: tuple[Graph, ...], numbers: numpy.typing.NDArray[numpy.float64], "
                "names: list[str], options: dict[str, typing.Any], report: object | None) -> dict[str, typing.Any]"),
        "Nested cross-validation of a regression.");
  m.def("evaluate", &evaluate_graphs, nb::arg("graphs"), nb::arg("classes").none(), nb::arg("options"),
        nb::arg("report").none(),
        nb::sig("def evaluate(graphs: tuple[Graph, ...], classes: object | None, options: dict[str, typing.Any], "
                "report: object | None) -> dict[str, typing.Any]"),
        "Nested cross-validation.");
  m.def("report", &report_graphs, nb::arg("graphs"), nb::arg("classes").none(), nb::arg("options"),
        nb::arg("report").none(),
        nb::sig("def report(graphs: tuple[Graph, ...], classes: object | None, options: dict[str, typing.Any], "
                "report: object | None) -> str"),
        "A collection as one HTML page.");
}

}  // namespace awe::python
