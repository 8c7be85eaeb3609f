// The graphs around nodes: all nodes within a distance of a node, and all edges between them, with their labels,
// weights and attributes. They make graphs of nodes, so that whatever works on graphs works on nodes in their
// surroundings. Cost: O(nodes and arcs within the distance) for each node, and O(nodes of the graph) once.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "awe/graph_source.h"

namespace awe {

// The graph around a node, along arcs if the graph is directed, without a name. Its nodes are numbered as in the graph.
[[nodiscard]] Graph ego_graph(const Graph& graph, NodeId centre, int radius);

// Options of ego_graphs.
struct EgoOptions {
  int radius = 2;          // largest distance of a node from the centre
  bool plain_ids = false;  // ids are those of the nodes, without the name (or position) of their graph and a slash
  // Whether a node of a graph gets a graph; unset: all do.
  std::function<bool(const std::string& graph, const std::string& node)> chosen = {};
};
// The graphs around the nodes of all graphs of a source, in order, named by their ids. They have
// no class. Throws Error(usage) for a radius below 1.
[[nodiscard]] std::unique_ptr<GraphSource> ego_graphs(std::unique_ptr<GraphSource> source, EgoOptions options);

}  // namespace awe
