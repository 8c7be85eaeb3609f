#include "evaluation/graph_set.h"

#include <algorithm>
#include <string>
#include <utility>

#include "awe/error.h"
#include "base/counted.h"

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

// Atoms rarely have more bonds than carbon, which has four.
constexpr std::uint32_t kBondsOfAnAtom = 4;

}  // namespace

void TraitsOfGraphs::add(const Graph& graph) {
  const NodeId n = graph.num_nodes();
  ++graphs_;
  nodes_ += n;
  arcs_ += static_cast<double>(graph.num_arcs());
  egos_ += has_ego(graph) ? 1 : 0;
  for (NodeId u = 0; u < n; ++u) few_neighbours_ += graph.degree(u) <= kBondsOfAnAtom ? 1 : 0;
  if (n > 0 && graph.node_labels().empty()) node_labels_ = false;
  if (graph.num_arcs() > 0 && graph.edge_labels().empty()) edge_labels_ = false;
  if (n > 0 && graph.attribute_width() == 0) attributes_ = false;
}

DataTraits TraitsOfGraphs::traits() const {
  DataTraits found;
  if (graphs_ == 0) return found;
  found.node_labels = node_labels_;
  found.edge_labels = edge_labels_;
  found.attributes = attributes_;
  found.large = nodes_ >= 100 * graphs_;
  found.egos = 2 * egos_ >= graphs_ && arcs_ >= 4 * nodes_;
  found.molecules = node_labels_ && few_neighbours_ >= 0.99 * nodes_;
  return found;
}

DataTraits GraphSet::traits() const {
  TraitsOfGraphs all;
  for (const Graph& graph : graphs) all.add(graph);
  return all.traits();
}

namespace {

[[noreturn]] void refuse_unlabelled(std::uint64_t graphs) {
  throw Error(ErrorKind::usage, graphs == 0 ? "there must be graphs with classes, and there is no graph"
                                            : "none of " + base::counted(graphs, "graph") +
                                                  " has a class (or number); name a file of them in `classes_file`");
}

}  // namespace

GraphSet read_graph_set(GraphSource& source) {
  GraphSet set;
  while (auto graph = source.next()) {
    if (!graph->class_name()) {
      ++set.without_class;
      continue;
    }
    set.ids.push_back(graph->name().empty() ? std::to_string(set.size() + set.without_class) : graph->name());
    set.class_names.push_back(*graph->class_name());
    set.graphs.push_back(std::move(*graph));
  }
  if (set.graphs.empty()) refuse_unlabelled(set.without_class);
  folds::NumberedClasses numbered = folds::number_classes(set.class_names, "graphs");
  set.classes = std::move(numbered.classes);
  set.class_names = std::move(numbered.names);
  return set;
}

GraphSet read_number_set(GraphSource& source, std::vector<std::string> names) {
  GraphSet set;
  set.numbers.names = std::move(names);
  while (auto graph = source.next()) {
    std::string id = graph->name().empty() ? std::to_string(set.size() + set.without_class) : graph->name();
    const auto numbers =
        graph->class_name() ? folds::parse_numbers(*graph->class_name(), id) : std::optional<std::vector<double>>();
    if (!numbers) {
      ++set.without_class;
      continue;
    }
    set.numbers.add(*numbers, id);
    set.ids.push_back(std::move(id));
    set.graphs.push_back(std::move(*graph));
  }
  if (set.graphs.empty()) refuse_unlabelled(set.without_class);
  folds::NumberedClasses strata = folds::strata_of(set.numbers, set.ids);
  set.classes = std::move(strata.classes);
  set.class_names = std::move(strata.names);
  return set;
}

GraphSet read_label_set(GraphSource& source, std::vector<std::string> names) {
  GraphSet set;
  std::vector<std::vector<std::string>> texts;
  while (auto graph = source.next()) {
    if (!graph->class_name() || !folds::any_label(*graph->class_name())) {
      ++set.without_class;
      continue;
    }
    set.ids.push_back(graph->name().empty() ? std::to_string(set.size() + set.without_class) : graph->name());
    texts.push_back(folds::split_labels(*graph->class_name()));
    set.graphs.push_back(std::move(*graph));
  }
  if (set.graphs.empty()) refuse_unlabelled(set.without_class);
  set.labels = folds::labels_of(texts, set.ids, std::move(names), "graphs");
  folds::NumberedClasses strata = folds::strata_of(set.labels);
  set.classes = std::move(strata.classes);
  set.class_names = std::move(strata.names);
  return set;
}

void tell_left_out(std::uint64_t left_out, std::uint64_t kept, std::string_view what, const Progress& progress) {
  if (left_out == 0) return;
  progress.tell(std::to_string(left_out) + " of " + base::counted(left_out + kept, what) +
                " have no class (or number) and are left out");
}

}  // namespace awe::evaluation
