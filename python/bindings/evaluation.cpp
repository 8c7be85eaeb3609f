// Nested cross-validation of recipes.
#include "awe/evaluation.h"

#include <nanobind/stl/map.h>

#include "recipes.h"
#include "run.h"

namespace awe::python {
namespace {

nb::dict evaluate_graphs(const nb::tuple& graphs, const nb::object& classes, nb::dict options, nb::object report) {
  EvaluationOptions plan;
  Fields fields(std::move(options));
  take_recipe(fields, plan);
  fields.take("folds", plan.folds);
  fields.take("repeats", plan.repeats);
  fields.take("self_loops", plan.self_loops);
  fields.take("transductive", plan.transductive);
  fields.take_run(plan.run);
  fields.finish();
  const std::vector<Graph> copies = classed(graphs, classes);
  const Evaluation found = Run(std::move(report))([&](const Progress& progress) {
    plan.run.progress = progress;
    return evaluate(copies, plan);
  });
  nb::dict dict;
  nb::list folds;
  for (const FoldResult& fold : found.folds) {
    nb::dict one;
    one["recipe"] = to_python(fold.recipe);
    one["gamma"] = fold.gamma;
    one["c"] = fold.c;
    one["voters"] = fold.voters;
    one["inner_accuracy"] = fold.inner_accuracy;
    one["accuracy"] = fold.accuracy;
    one["tested"] = fold.tested;
    folds.append(one);
  }
  dict["folds"] = folds;
  dict["accuracy"] = found.accuracy.mean;
  dict["deviation"] = found.accuracy.fold_deviation;
  dict["interval"] = nb::make_tuple(found.accuracy.interval.low, found.accuracy.interval.high);
  dict["macro_f1"] = found.macro_f1;
  dict["roc_auc"] = found.roc_auc;
  const auto size = static_cast<std::size_t>(found.confusion.classes);
  std::vector<std::int64_t> counts(found.confusion.counts.begin(), found.confusion.counts.end());
  dict["confusion"] = to_numpy(std::move(counts), size, size);
  return dict;
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

}  // namespace

void bind_evaluation(nb::module_& m) {
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
