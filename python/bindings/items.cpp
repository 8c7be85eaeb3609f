// Nodes and edges of graphs: classifiers of them, their evaluation, and that of links. Classes come as a dict from the
// ids of items, as Featurizer gives them; a radius above 0 stands for the graphs around nodes.
#include <nanobind/stl/unordered_map.h>
#include <nanobind/stl/unordered_set.h>

#include <unordered_map>
#include <unordered_set>

#include "awe/classifier.h"
#include "awe/evaluation.h"
#include "awe/graph_source.h"
#include "recipes.h"
#include "results.h"
#include "run.h"

namespace awe::python {
namespace {

using Classes = std::unordered_map<std::string, std::string>;

// Graphs without a name are named by their position.
std::vector<Graph> named(const std::vector<const Graph*>& graphs) {
  std::vector<Graph> made;
  const auto source = source_of(graphs);
  while (auto graph = source->next()) made.push_back(std::move(*graph));
  return made;
}

// The graphs around nodes.
class Egos {
 public:
  // `wanted(id)`: whether a node gets a graph.
  Egos(const std::vector<const Graph*>& whole, int radius, std::function<bool(const std::string& id)> wanted) {
    EgoOptions options;
    options.radius = radius;
    options.plain_ids = whole.size() == 1;
    options.chosen = [this, plain = options.plain_ids, wanted = std::move(wanted)](const std::string& graph,
                                                                                   const std::string& node) {
      const auto number = numbers_.try_emplace(graph, static_cast<std::uint32_t>(numbers_.size())).first->second;
      const bool chosen = wanted(plain ? node : graph + "/" + node);
      if (chosen) graph_of_.push_back(number);
      return chosen;
    };
    source_ = ego_graphs(source_of(whole), std::move(options));
  }
  Egos(const Egos&) = delete;  // the options refer to it
  Egos& operator=(const Egos&) = delete;

  [[nodiscard]] GraphSource& source() { return *source_; }
  // All that are left, with these classes.
  [[nodiscard]] std::vector<Graph> classed(const Classes& classes) {
    std::vector<Graph> made;
    while (auto graph = source_->next()) made.push_back(std::move(*graph).with_class(classes.at(graph->name())));
    return made;
  }
  // Of those that have been read: the number of their graph, if there are several.
  [[nodiscard]] std::vector<std::uint32_t> groups() const {
    return numbers_.size() > 1 ? graph_of_ : std::vector<std::uint32_t>();
  }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<std::uint32_t> graph_of_;
  std::unique_ptr<GraphSource> source_;
};

Egos egos_with_class(const std::vector<const Graph*>& whole, int radius, const Classes& classes) {
  return {whole, radius, [&](const std::string& id) { return classes.contains(id); }};
}

// The caller says which items have no class.
Progress without_notes(const Progress& progress) {
  Progress quiet = progress;
  quiet.note = {};
  return quiet;
}

Classifier fit_items(const nb::tuple& graphs, const std::string& level, int radius, const Classes& classes,
                     nb::dict options, nb::object report) {
  ClassifierOptions plan;
  Fields fields(std::move(options));
  take_recipe(fields, plan);
  fields.take("balanced", plan.balanced);
  fields.take("directed", plan.reading.directed);
  fields.take("weighted", plan.reading.weighted);
  fields.take("self_loops", plan.reading.self_loops);
  fields.take_run(plan.run);
  fields.finish();
  plan.ego_radius = radius;
  const auto all = graphs_of(graphs);
  return Run(std::move(report))([&](const Progress& progress) {
    plan.run.progress = without_notes(progress);
    if (radius > 0) return Classifier::fit(egos_with_class(all, radius, classes).classed(classes), plan);
    return Classifier::fit_items(named(all), parse<Level>(level), classes, plan);
  });
}

nb::dict predict_items(const Classifier& model, const nb::tuple& graphs,
                       const std::optional<std::unordered_set<std::string>>& ids, nb::object report) {
  const auto all = graphs_of(graphs);
  const auto wanted = [&](const std::string& id) { return !ids || ids->contains(id); };
  PredictionColumns columns;
  Run(std::move(report))([&](const Progress& progress) {
    const auto consume = [&](Prediction&& made) {
      if (wanted(made.id)) columns.add(std::move(made));
    };
    const int radius = model.summary().ego_radius;
    if (radius > 0) {
      Egos egos(all, radius, wanted);
      model.predict(egos.source(), consume, progress);
    } else {
      model.predict(*source_of(all), consume, progress);
    }
  });
  return columns.finish(model);
}

nb::dict evaluate_some(const nb::tuple& graphs, const std::string& level, int radius, const Classes& classes,
                       nb::dict options, nb::object report) {
  EvaluationOptions plan;
  Fields fields(std::move(options));
  take_evaluation(fields, plan);
  const auto all = graphs_of(graphs);
  const Evaluation found = Run(std::move(report))([&](const Progress& progress) {
    plan.run.progress = without_notes(progress);
    if (radius == 0) return evaluate_items(named(all), parse<Level>(level), classes, plan);
    Egos egos = egos_with_class(all, radius, classes);
    const std::vector<Graph> around = egos.classed(classes);
    plan.groups = egos.groups();
    return evaluate(around, plan);
  });
  return to_dict(found);
}

nb::dict evaluate_edges(const Graph& graph, nb::dict options, nb::object report) {
  EvaluationOptions plan;
  Fields fields(std::move(options));
  take_evaluation(fields, plan);
  const LinkEvaluation found = Run(std::move(report))([&](const Progress& progress) {
    plan.run.progress = progress;
    return evaluate_links(graph, plan);
  });
  nb::list folds;
  for (const LinkFold& fold : found.folds) {
    nb::dict one;
    one["recipe"] = to_python(fold.recipe);
    one["roc_auc"] = fold.auc;
    one["common_neighbours"] = fold.common_neighbours;
    one["adamic_adar"] = fold.adamic_adar;
    one["degrees"] = fold.degrees;
    one["tested"] = fold.tested;
    folds.append(one);
  }
  nb::dict dict;
  dict["roc_auc"] = to_dict(found.auc);
  dict["common_neighbours"] = to_dict(found.common_neighbours);
  dict["adamic_adar"] = to_dict(found.adamic_adar);
  dict["degrees"] = to_dict(found.degrees);
  dict["folds"] = folds;
  return dict;
}

}  // namespace

void bind_items(nb::module_& m) {
  m.def("fit_items", &fit_items, nb::arg("graphs"), nb::arg("level"), nb::arg("radius"), nb::arg("classes"),
        nb::arg("options"), nb::arg("report").none(),
        nb::sig("def fit_items(graphs: tuple[Graph, ...], level: str, radius: int, classes: dict[str, str], "
                "options: dict[str, typing.Any], report: object | None) -> Classifier"),
        "A classifier of nodes or edges, trained on those that have a class.");
  m.def("predict_items", &predict_items, nb::arg("model"), nb::arg("graphs"), nb::arg("ids").none(),
        nb::arg("report").none(),
        nb::sig("def predict_items(model: Classifier, graphs: tuple[Graph, ...], ids: set[str] | None, "
                "report: object | None) -> dict[str, typing.Any]"),
        "Predictions for the items of graphs: those with these ids, or all.");
  m.def("evaluate_items", &evaluate_some, nb::arg("graphs"), nb::arg("level"), nb::arg("radius"), nb::arg("classes"),
        nb::arg("options"), nb::arg("report").none(),
        nb::sig("def evaluate_items(graphs: tuple[Graph, ...], level: str, radius: int, classes: dict[str, str], "
                "options: dict[str, typing.Any], report: object | None) -> dict[str, typing.Any]"),
        "Nested cross-validation on nodes or edges.");
  m.def("evaluate_links", &evaluate_edges, nb::arg("graph"), nb::arg("options"), nb::arg("report").none(),
        nb::sig("def evaluate_links(graph: Graph, options: dict[str, typing.Any], report: object | None) -> "
                "dict[str, typing.Any]"),
        "Evaluation of link prediction.");
}

}  // namespace awe::python
