// Graphs from numpy arrays and from lists of ids, with every index checked before it reaches GraphBuilder.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "awe/graph_builder.h"
#include "convert.h"

namespace awe::python {

// A view of the two ends of edges: any strides, so that neither rows nor columns need to be contiguous.
struct EdgeEnds {
  const std::int64_t* from = nullptr;
  const std::int64_t* to = nullptr;
  std::size_t count = 0;
  std::ptrdiff_t step = 1;  // from one edge to the next, in entries
};

// Everything but the edges.
struct GraphExtras {
  std::optional<std::int64_t> num_nodes;  // unset: one more than the largest end
  std::optional<std::vector<double>> weights, attributes;
  std::optional<std::vector<std::string>> node_labels, edge_labels;
  nb::object node_ids;  // invalid or None: positions
  bool directed = false;
  SelfLoops self_loops = SelfLoops::drop;
  std::optional<std::string> class_name;
  std::string name;
};

// Builds the graph. Throws Error(usage) with the number of the first wrong edge.
[[nodiscard]] Graph build_graph(const EdgeEnds& edges, const GraphExtras& extras);

// The numbers of nodes in a builder.
struct NodeNumbers {
  std::vector<NodeId> number_of;  // by position
  bool positions = true;          // number_of is not filled: every number is its position
  bool are_ids = false;           // and the ids are the integers 0, 1, 2, ...
};
// Tells the builder the nodes: all integers or all texts are their ids, anything else is numbered by position.
[[nodiscard]] NodeNumbers add_nodes(GraphBuilder& builder, const std::vector<nb::handle>& ids);

// The values of an array of floats, with `count` rows; `what` is for messages.
[[nodiscard]] std::vector<double> reals_of(nb::handle object, std::size_t count, const char* what, bool rows = false);

}  // namespace awe::python
