// The items of a graph that get a row each: the graph itself, its nodes, its edges, or given sets of nodes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "awe/featurizer.h"
#include "awe/graph.h"
#include "walks/walker.h"

namespace awe::features {

// A graph in a pipeline, with its position in the input.
struct PlacedGraph {
  Graph graph;
  std::uint64_t place = 0;
};

class GraphItems {
 public:
  using Arc = std::pair<NodeId, std::uint64_t>;  // source node, index in targets()

  // `place` is the position of the graph in the input, used as its id if it has no name. The graph and the options must
  // outlive this object.
  GraphItems(const Graph& graph, std::uint64_t place, const FeatureOptions& options);

  [[nodiscard]] const Graph& graph() const noexcept { return graph_; }
  // The graph that walks run on: the graph itself, or with ways back from its dead ends (DeadEnds::reverse).
  [[nodiscard]] const Graph& walked() const noexcept { return walked_ ? *walked_ : graph_; }
  [[nodiscard]] const std::string& graph_name() const noexcept { return name_; }
  [[nodiscard]] Level level() const noexcept { return plan_.level; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::string id(std::size_t item) const;
  // Number of nodes that walks start from: n in expected counts n p.
  [[nodiscard]] double starts(std::size_t item) const;
  // The nodes of an item that is not the whole graph, sorted.
  [[nodiscard]] std::vector<NodeId> nodes(std::size_t item) const;
  // The arcs of walked() that are the first steps of an edge's walks: both directions, or the only one.
  [[nodiscard]] std::vector<Arc> arcs(std::size_t item) const;
  // Where the sampled walks begin; empty if the item has no nodes. The origins refer to this object.
  [[nodiscard]] std::vector<walks::WalkOrigin> origins(std::size_t item) const;

 private:
  struct Edge {
    NodeId from;
    std::uint64_t place, opposite;  // equal if there is only one direction
  };
  void list_edges();
  void list_node_sets();

  const Graph& graph_;
  const FeatureOptions& plan_;
  std::string name_;
  std::size_t size_ = 1;
  std::optional<Graph> walked_;
  std::vector<Edge> edges_;
  std::vector<std::vector<NodeId>> node_sets_;
};

}  // namespace awe::features
