#include "evaluation/graph_set.h"

#include <string>

#include "awe/error.h"

namespace awe::evaluation {

DataTraits GraphSet::traits() const {
  DataTraits traits{!graphs.empty(), !graphs.empty(), !graphs.empty(), false};
  double nodes = 0;
  for (const Graph& graph : graphs) {
    nodes += graph.num_nodes();
    if (graph.num_nodes() > 0 && graph.node_labels().empty()) traits.node_labels = false;
    if (graph.num_arcs() > 0 && graph.edge_labels().empty()) traits.edge_labels = false;
    if (graph.num_nodes() > 0 && graph.attribute_width() == 0) traits.attributes = false;
  }
  traits.large = nodes >= 100 * static_cast<double>(graphs.size());
  return traits;
}

GraphSet read_graph_set(GraphSource& source) {
  GraphSet set;
  while (auto graph = source.next()) {
    const std::string id = graph->name().empty() ? std::to_string(set.size()) : graph->name();
    if (!graph->class_name()) {
      throw Error(ErrorKind::usage, "graph " + id + " has no class; name a file of classes in `classes_file`");
    }
    set.ids.push_back(id);
    set.class_names.push_back(*graph->class_name());
    set.graphs.push_back(std::move(*graph));
  }
  folds::NumberedClasses numbered = folds::number_classes(set.class_names, "graphs");
  set.classes = std::move(numbered.classes);
  set.class_names = std::move(numbered.names);
  return set;
}

}  // namespace awe::evaluation
