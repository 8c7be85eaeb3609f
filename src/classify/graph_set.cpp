#include "awe/classify/graph_set.h"

#include <algorithm>
#include <map>

#include "awe/base/error.h"
#include "awe/base/number.h"

namespace awe {

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
      throw Error(ErrorKind::usage, "graph " + id + " has no class; give classes with --classes FILE");
    }
    set.ids.push_back(id);
    set.class_names.push_back(*graph->class_name());
    set.graphs.push_back(std::move(*graph));
  }
  const std::vector<std::string> of_graphs = set.class_names;
  auto& names = set.class_names;
  const bool integers =
      std::all_of(names.begin(), names.end(), [](const auto& n) { return parse_integer(n).has_value(); });
  const auto before = [&](const std::string& a, const std::string& b) {
    return integers && *parse_integer(a) != *parse_integer(b) ? *parse_integer(a) < *parse_integer(b) : a < b;
  };
  std::sort(names.begin(), names.end(), before);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  if (names.size() < 2) throw Error(ErrorKind::usage, "there must be graphs of at least two classes");
  std::map<std::string, int> number;
  for (std::size_t i = 0; i < names.size(); ++i) number[names[i]] = static_cast<int>(i);
  for (const std::string& name : of_graphs) set.classes.push_back(number[name]);
  return set;
}

}  // namespace awe
