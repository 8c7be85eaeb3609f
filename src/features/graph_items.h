// What gets a row of its own in a graph: the graph itself, its nodes, its edges, or given sets of nodes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "awe/featurizer.h"
#include "awe/graph.h"
#include "walks/walker.h"

namespace awe::features {

// A graph on its way through a pipeline, with its position in the input.
struct PlacedGraph {
  Graph graph;
  std::uint64_t place = 0;
};

class GraphItems {
 public:
  using Arc = std::pair<NodeId, std::uint64_t>;  // from, place in targets()

  // `place` is the position of the graph in the input, its id if it has no name. The graph and the options must outlive
  // this.
  GraphItems(const Graph& graph, std::uint64_t place, const FeatureOptions& options);

  [[nodiscard]] const Graph& graph() const noexcept { return graph_; }
  [[nodiscard]] const std::string& graph_name() const noexcept { return name_; }
  [[nodiscard]] Level level() const noexcept { return plan_.level; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::string id(std::size_t item) const;
  // Nodes that walks start from: n in expected counts n p.
  [[nodiscard]] double starts(std::size_t item) const;
  // The nodes of an item that is not the whole graph, sorted.
  [[nodiscard]] std::vector<NodeId> nodes(std::size_t item) const;
  // The arcs that are the first steps of an edge's walks: both directions, or the one there is.
  [[nodiscard]] std::vector<Arc> arcs(std::size_t item) const;
  // Where its sampled walks begin; none if there is nothing to begin with. They refer to this object.
  [[nodiscard]] std::vector<walks::WalkOrigin> origins(std::size_t item) const;

 private:
  struct Edge {
    NodeId from;
    std::uint64_t place, opposite;  // the same place if there is one direction
  };
  void list_edges();
  void list_node_sets();

  const Graph& graph_;
  const FeatureOptions& plan_;
  std::string name_;
  std::size_t size_ = 1;
  std::vector<Edge> edges_;
  std::vector<std::vector<NodeId>> node_sets_;
};

}  // namespace awe::features
