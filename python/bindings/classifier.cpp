// Classifiers of graphs.
#include "awe/classifier.h"

#include "recipes.h"
#include "results.h"
#include "run.h"

namespace awe::python {
namespace {

Classifier fit(const nb::tuple& graphs, const nb::object& classes, nb::dict options, nb::object report) {
  ClassifierOptions plan;
  Fields fields(std::move(options));
  take_recipe(fields, plan);
  fields.take("max_exact", plan.machine.max_exact);
  fields.take("checkpoint", plan.checkpoint);
  fields.take("probabilities", plan.probabilities);
  fields.take("balanced", plan.balanced);
  fields.take("directed", plan.reading.directed);
  fields.take("weighted", plan.reading.weighted);
  fields.take("self_loops", plan.reading.self_loops);
  fields.take_run(plan.run);
  fields.finish();
  const std::vector<Graph> copies = classed(graphs, classes);
  return Run(std::move(report))([&](const Progress& progress) {
    plan.run.progress = progress;
    return Classifier::fit(copies, plan);
  });
}

nb::dict predict(const Classifier& self, const nb::tuple& graphs, std::uint64_t first, nb::object report) {
  const auto all = graphs_of(graphs);
  PredictionColumns columns;
  Run(std::move(report))([&](const Progress& progress) {
    const auto source = source_of(all, first);
    self.predict(
        *source, [&](Prediction&& made) { columns.add(std::move(made)); }, progress);
  });
  return columns.finish(self);
}

nb::dict summary_of(const Classifier& self) {
  const Classifier::Summary& found = self.summary();
  nb::dict dict;
  dict["machine"] = to_python(std::string(to_string(found.machine)));
  dict["recipe"] = to_python(found.recipe);
  dict["gamma"] = found.gamma;
  dict["c"] = found.c;
  dict["inner_accuracy"] = found.inner_accuracy;
  dict["voters"] = found.voters;
  dict["graphs"] = found.graphs;
  dict["support_vectors"] = found.support_vectors;
  dict["probabilities"] = found.probabilities;
  dict["balanced"] = found.balanced;
  dict["level"] = to_python(found.ego_radius > 0 ? "ego" : to_string(found.level));
  dict["radius"] = found.ego_radius;
  return dict;
}

// What a fit of numbers, or of several columns of classes, takes.
ClassifierOptions plan_of(nb::dict options) {
  ClassifierOptions plan;
  Fields fields(std::move(options));
  take_recipe(fields, plan);
  fields.take("directed", plan.reading.directed);
  fields.take("weighted", plan.reading.weighted);
  fields.take("self_loops", plan.reading.self_loops);
  fields.take_run(plan.run);
  fields.finish();
  return plan;
}

Regressor fit_numbers(const nb::tuple& graphs, const NumberRows& numbers, const std::vector<std::string>& names,
                      nb::dict options, nb::object report) {
  ClassifierOptions plan = plan_of(std::move(options));
  const std::vector<Graph> copies = classed(graphs, nb::none());
  const std::span<const double> values(numbers.data(), numbers.size());
  return Run(std::move(report))([&](const Progress& progress) {
    plan.run.progress = progress;
    return Regressor::fit(copies, values, names, plan);
  });
}

nb::dict predict_numbers(const Regressor& self, const nb::tuple& graphs, std::uint64_t first, nb::object report) {
  const auto all = graphs_of(graphs);
  std::vector<std::int64_t> nearest;
  std::vector<double> values, distance, unseen;
  std::vector<std::string> ids;
  Run(std::move(report))([&](const Progress& progress) {
    const auto source = source_of(all, first);
    self.predict(
        *source,
        [&](Estimate&& made) {
          values.insert(values.end(), made.values.begin(), made.values.end());
          nearest.push_back(static_cast<std::int64_t>(made.nearest));
          distance.push_back(made.distance);
          unseen.push_back(made.unseen);
          ids.push_back(std::move(made.id));
        },
        progress);
  });
  nb::dict dict;
  dict["values"] = to_numpy(std::move(values), ids.size(), self.names().size());
  dict["nearest"] = to_numpy(std::move(nearest));
  dict["distance"] = to_numpy(std::move(distance));
  dict["unseen"] = to_numpy(std::move(unseen));
  dict["ids"] = to_python(ids);
  return dict;
}

nb::dict summary_of_numbers(const Regressor& self) {
  const Classifier::Summary& found = self.summary();
  nb::dict dict;
  dict["machine"] = to_python(std::string(to_string(found.machine)));
  dict["recipe"] = to_python(found.recipe);
  dict["gamma"] = found.gamma;
  if (found.machine == Machine::svm) {
    dict["c"] = found.c;
    dict["epsilon"] = found.epsilon;
  } else {
    dict["lambda"] = found.c;
  }
  dict["inner_r2"] = found.inner_accuracy;
  dict["voters"] = found.voters;
  dict["graphs"] = found.graphs;
  return dict;
}

void bind_regressor(nb::module_& m) {
  nb::class_<Regressor>(m, "Regressor", "A trained regression of graphs.")
      .def_static("fit", &fit_numbers, nb::arg("graphs"), nb::arg("numbers"), nb::arg("names"), nb::arg("options"),
                  nb::arg("report").none(),
                  nb::sig("def fit(graphs: tuple[Graph, ...], numbers: numpy.typing.NDArray[numpy.float64], names: "
                          "list[str], options: dict[str, typing.Any], report: object | None) -> Regressor"),
                  "Trains on graphs and their numbers, one row per graph.")
      .def("predict", &predict_numbers, nb::arg("graphs"), nb::arg("first"), nb::arg("report").none(),
           nb::sig("def predict(self, graphs: tuple[Graph, ...], first: int, report: object | None) -> "
                   "dict[str, typing.Any]"),
           "Predictions for a tuple of graphs.")
      .def(
          "__reduce__",
          [](nb::handle self) { return nb::module_::import_("anonymous_walks._models").attr("reduce_model")(self); },
          nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"))
      .def("save", &Regressor::save, nb::arg("path"), nb::arg("force"), "Writes the model to a file.")
      .def_static("load", &Regressor::load, nb::arg("path"), nb::arg("threads"), "Reads a model file.")
      .def("summary", &summary_of_numbers, nb::sig("def summary(self) -> dict[str, typing.Any]"),
           "What was chosen in training.")
      .def_prop_ro(
          "names", [](const Regressor& self) { return to_python(self.names()); },
          nb::sig("def names(self) -> list[str]"), "Names of the numbers.")
      .def_prop_ro(
          "training_ids", [](const Regressor& self) { return to_python(self.training_ids()); },
          nb::sig("def training_ids(self) -> list[str]"), "Ids of the training graphs.");
}

MultilabelClassifier fit_labels(const nb::tuple& graphs, const nb::object& classes,
                                const std::vector<std::string>& names, nb::dict options, nb::object report) {
  ClassifierOptions plan = plan_of(std::move(options));
  const std::vector<Graph> copies = classed(graphs, nb::none());
  const std::vector<std::string> texts = texts_of(classes);
  return Run(std::move(report))([&](const Progress& progress) {
    plan.run.progress = progress;
    return MultilabelClassifier::fit(copies, texts, names, plan);
  });
}

nb::dict predict_labels(const MultilabelClassifier& self, const nb::tuple& graphs, std::uint64_t first,
                        nb::object report) {
  const auto all = graphs_of(graphs);
  std::vector<std::int64_t> predicted, nearest;
  std::vector<double> probabilities, distance, unseen;
  Run(std::move(report))([&](const Progress& progress) {
    const auto source = source_of(all, first);
    self.predict(
        *source,
        [&](MultilabelPrediction&& made) {
          predicted.insert(predicted.end(), made.predicted.begin(), made.predicted.end());
          for (const auto& own : made.probabilities) probabilities.insert(probabilities.end(), own.begin(), own.end());
          nearest.push_back(static_cast<std::int64_t>(made.nearest));
          distance.push_back(made.distance);
          unseen.push_back(made.unseen);
        },
        progress);
  });
  std::size_t classes = 0;
  for (const ClassColumn& column : self.columns()) classes += column.classes.size();
  const std::size_t rows = nearest.size();
  nb::dict dict;
  dict["predicted"] = to_numpy(std::move(predicted), rows, self.columns().size());
  dict["probabilities"] = to_numpy(std::move(probabilities), rows, classes);
  dict["nearest"] = to_numpy(std::move(nearest));
  dict["distance"] = to_numpy(std::move(distance));
  dict["unseen"] = to_numpy(std::move(unseen));
  return dict;
}

nb::dict summary_of_labels(const MultilabelClassifier& self) {
  const Classifier::Summary& found = self.summary();
  nb::dict dict;
  dict["machine"] = to_python(to_string(found.machine));
  dict["recipe"] = to_python(found.recipe);
  dict["gamma"] = found.gamma;
  dict["lambda"] = found.c;
  dict["inner_accuracy"] = found.inner_accuracy;
  dict["voters"] = found.voters;
  dict["graphs"] = found.graphs;
  return dict;
}

nb::list columns_of(const MultilabelClassifier& self) {
  nb::list columns;
  for (const ClassColumn& column : self.columns()) {
    columns.append(nb::make_tuple(to_python(column.name), to_python(column.classes)));
  }
  return columns;
}

void bind_multilabel(nb::module_& m) {
  nb::class_<MultilabelClassifier>(m, "MultilabelClassifier", "A trained classifier of several columns of classes.")
      .def_static("fit", &fit_labels, nb::arg("graphs"), nb::arg("classes"), nb::arg("names"), nb::arg("options"),
                  nb::arg("report").none(),
                  nb::sig("def fit(graphs: tuple[Graph, ...], classes: object, names: list[str], "
                          "options: dict[str, typing.Any], report: object | None) -> MultilabelClassifier"),
                  "Trains on graphs and the names of their classes, row by row; an empty name is unknown.")
      .def("predict", &predict_labels, nb::arg("graphs"), nb::arg("first"), nb::arg("report").none(),
           nb::sig("def predict(self, graphs: tuple[Graph, ...], first: int, report: object | None) -> "
                   "dict[str, typing.Any]"),
           "Predictions for a tuple of graphs.")
      .def(
          "__reduce__",
          [](nb::handle self) { return nb::module_::import_("anonymous_walks._models").attr("reduce_model")(self); },
          nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"))
      .def("save", &MultilabelClassifier::save, nb::arg("path"), nb::arg("force"), "Writes the model to a file.")
      .def_static("load", &MultilabelClassifier::load, nb::arg("path"), nb::arg("threads"), "Reads a model file.")
      .def("summary", &summary_of_labels, nb::sig("def summary(self) -> dict[str, typing.Any]"),
           "What was chosen in training.")
      .def_prop_ro("columns", &columns_of, nb::sig("def columns(self) -> list[tuple[str, list[str]]]"),
                   "The name of each column, and the names of its classes.")
      .def_prop_ro(
          "training_ids", [](const MultilabelClassifier& self) { return to_python(self.training_ids()); },
          nb::sig("def training_ids(self) -> list[str]"), "Ids of the training graphs.");
}

}  // namespace

void bind_classifier(nb::module_& m) {
  bind_regressor(m);
  bind_multilabel(m);
  nb::class_<Classifier>(m, "Classifier", "A trained classifier of graphs.")
      .def_static("fit", &fit, nb::arg("graphs"), nb::arg("classes").none(), nb::arg("options"),
                  nb::arg("report").none(),
                  nb::sig("def fit(graphs: tuple[Graph, ...], classes: object | None, options: dict[str, typing.Any], "
                          "report: object | None) -> Classifier"),
                  "Trains on graphs and the names of their classes.")
      .def("predict", &predict, nb::arg("graphs"), nb::arg("first"), nb::arg("report").none(),
           nb::sig("def predict(self, graphs: tuple[Graph, ...], first: int, report: object | None) -> "
                   "dict[str, typing.Any]"),
           "Predictions for a tuple of graphs.")
      .def(
          "__reduce__",
          [](nb::handle self) { return nb::module_::import_("anonymous_walks._models").attr("reduce_model")(self); },
          nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"))
      .def("save", &Classifier::save, nb::arg("path"), nb::arg("force"), "Writes the model to a file.")
      .def_static("load", &Classifier::load, nb::arg("path"), nb::arg("threads"), "Reads a model file.")
      .def("summary", &summary_of, nb::sig("def summary(self) -> dict[str, typing.Any]"),
           "What was chosen in training.")
      .def_prop_ro("has_probabilities", &Classifier::has_probabilities, "Whether predictions have probabilities.")
      .def_prop_ro(
          "class_names", [](const Classifier& self) { return to_python(self.class_names()); },
          nb::sig("def class_names(self) -> list[str]"), "Names of the classes.")
      .def_prop_ro(
          "training_ids", [](const Classifier& self) { return to_python(self.training_ids()); },
          nb::sig("def training_ids(self) -> list[str]"), "Ids of the training graphs that the model holds.");
  m.def(
      "recipe_names",
      [] { return to_python(std::vector<std::string>(std::begin(kRecipeNames), std::end(kRecipeNames))); },
      nb::sig("def recipe_names() -> list[str]"), "Names of the recipes.");
}

}  // namespace awe::python
