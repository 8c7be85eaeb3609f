#include "features/graph_items.h"

#include <algorithm>

#include "awe/error.h"
#include "graph/dead_ends.h"

namespace awe::features {
namespace {

std::uint64_t place_of_arc(const Graph& graph, NodeId from, NodeId to) {
  const auto row = graph.neighbours(from);
  return graph.offsets()[from] + static_cast<std::uint64_t>(std::lower_bound(row.begin(), row.end(), to) - row.begin());
}

}  // namespace

GraphItems::GraphItems(const Graph& graph, std::uint64_t place, const FeatureOptions& options)
    : graph_(graph), plan_(options), name_(graph.name().empty() ? std::to_string(place) : graph.name()) {
  if (options.dead_ends == DeadEnds::reverse) walked_ = graph::with_ways_back(graph);
  if (options.level == Level::node) size_ = graph.num_nodes();
  if (options.level == Level::edge) list_edges();
  if (options.level == Level::subgraph) list_node_sets();
}

void GraphItems::list_edges() {
  for (NodeId u = 0; u < graph_.num_nodes(); ++u) {
    for (std::uint64_t place = graph_.offsets()[u]; place < graph_.offsets()[u + 1]; ++place) {
      const NodeId v = graph_.targets()[place];
      if (graph_.directed() || u == v) {
        edges_.push_back({u, place, place});
      } else if (u < v) {
        edges_.push_back({u, place, place_of_arc(graph_, v, u)});
      }
    }
  }
  size_ = edges_.size();
}

void GraphItems::list_node_sets() {
  const auto sets = plan_.node_sets.find(name_);
  if (sets != plan_.node_sets.end()) {
    for (const auto& names : sets->second) {
      auto& nodes = node_sets_.emplace_back();
      for (const std::string& id : names) {
        const auto node = graph_.node_ids().find(id, graph_.num_nodes());
        if (!node) throw Error(ErrorKind::usage, "`node_sets`: graph " + name_ + " has no node " + id);
        nodes.push_back(*node);
      }
      std::sort(nodes.begin(), nodes.end());
      nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    }
  }
  size_ = node_sets_.size();
}

std::string GraphItems::id(std::size_t item) const {
  if (plan_.level == Level::graph) return name_;
  const NodeIds& ids = graph_.node_ids();
  std::string id;
  if (plan_.level == Level::node) id = ids.name(static_cast<NodeId>(item));
  if (plan_.level == Level::edge) {
    id = ids.name(edges_[item].from) + "-" + ids.name(graph_.targets()[edges_[item].place]);
  }
  if (plan_.level == Level::subgraph) id = std::to_string(item);
  return plan_.plain_ids && plan_.level != Level::subgraph ? id : name_ + "/" + id;
}

double GraphItems::starts(std::size_t item) const {
  if (plan_.level == Level::graph) return graph_.num_nodes();
  return plan_.level == Level::subgraph ? static_cast<double>(node_sets_[item].size()) : 1;
}

std::vector<NodeId> GraphItems::nodes(std::size_t item) const {
  switch (plan_.level) {
    case Level::graph:
      return {};
    case Level::node:
      return {static_cast<NodeId>(item)};
    case Level::edge: {
      const NodeId from = edges_[item].from, to = graph_.targets()[edges_[item].place];
      if (from == to) return {from};
      return {std::min(from, to), std::max(from, to)};
    }
    case Level::subgraph:
      return node_sets_[item];
  }
  return {};
}

std::vector<GraphItems::Arc> GraphItems::arcs(std::size_t item) const {
  const Edge& edge = edges_[item];
  // Rows that have arcs are the same in both graphs.
  const std::uint64_t shift = walked().offsets()[edge.from] - graph_.offsets()[edge.from];
  if (edge.place == edge.opposite) return {{edge.from, edge.place + shift}};
  return {{edge.from, edge.place}, {graph_.targets()[edge.place], edge.opposite}};
}

std::vector<walks::WalkOrigin> GraphItems::origins(std::size_t item) const {
  switch (plan_.level) {
    case Level::graph:
      if (graph_.num_nodes() == 0) return {};
      return {walks::WalkOrigin::whole_graph(graph_)};
    case Level::node:
      return {walks::WalkOrigin::node(static_cast<NodeId>(item))};
    case Level::edge: {
      std::vector<walks::WalkOrigin> origins;
      for (const auto& [from, place] : arcs(item)) origins.push_back(walks::WalkOrigin::arc(walked(), from, place));
      return origins;
    }
    case Level::subgraph:
      if (node_sets_[item].empty()) return {};
      return {walks::WalkOrigin::nodes(node_sets_[item])};
  }
  return {};
}

}  // namespace awe::features
