#include "evaluation/graph_set.h"

#include <algorithm>
#include <string>

#include "awe/error.h"

namespace awe::evaluation {
namespace {

// Whether a node is adjacent to all others. Neighbours of a node differ, apart from itself.
bool has_ego(const Graph& graph) {
  const NodeId n = graph.num_nodes();
  for (NodeId v = 0; v < n; ++v) {
    if (graph.degree(v) + 1 < n) continue;
    const auto neighbours = graph.neighbours(v);
    if (neighbours.size() - static_cast<std::size_t>(std::count(neighbours.begin(), neighbours.end(), v)) + 1 == n) {
      return true;
    }
  }
  return false;
}

}  // namespace

DataTraits GraphSet::traits() const {
  DataTraits traits{!graphs.empty(), !graphs.empty(), !graphs.empty(), false};
  double nodes = 0, arcs = 0;
  std::size_t egos = 0;
  for (const Graph& graph : graphs) {
    nodes += graph.num_nodes();
    arcs += static_cast<double>(graph.num_arcs());
    egos += has_ego(graph) ? 1 : 0;
    if (graph.num_nodes() > 0 && graph.node_labels().empty()) traits.node_labels = false;
    if (graph.num_arcs() > 0 && graph.edge_labels().empty()) traits.edge_labels = false;
    if (graph.num_nodes() > 0 && graph.attribute_width() == 0) traits.attributes = false;
  }
  traits.large = nodes >= 100 * static_cast<double>(graphs.size());
  traits.egos = !graphs.empty() && 2 * egos >= graphs.size() && arcs >= 4 * nodes;
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
