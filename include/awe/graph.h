// An immutable graph in compressed sparse rows, with all that a file may state about it: direction, weights, node and
// edge labels, node attributes, a class and a name.
//
// Nodes are 0 .. num_nodes()-1, numbered in the sorted order of their ids. Each row of the adjacency is sorted by
// neighbour and has no repeats. An undirected edge is in the rows of both its ends, a self-loop once in the row of its
// node. Weights, if any, are positive and finite. These invariants always hold: GraphBuilder establishes them, and
// files are checked for them (graph/soundness.h). The arrays may lie in a mapped file, which the graph keeps alive;
// copies of a graph share them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "awe/hash.h"
#include "awe/node_ids.h"
#include "awe/shared_array.h"

namespace awe {

// One label per node (or per entry of the adjacency), as an index into the sorted distinct names of this graph.
struct LabelColumn {
  std::vector<std::string> names;  // distinct labels, sorted: by value if all are integers, otherwise by bytes
  SharedArray<std::uint32_t> ids;  // index into `names` per node or entry; empty: no labels

  [[nodiscard]] bool empty() const noexcept { return ids.empty(); }  // whether there are no labels
  // The label of a node or entry.
  [[nodiscard]] const std::string& name_of(std::size_t place) const { return names[ids[place]]; }
  bool operator==(const LabelColumn&) const = default;
};

// What GraphBuilder found in its input and changed.
struct BuildNotes {
  std::uint64_t self_loops = 0;     // self-loops in the input, kept or not
  std::uint64_t repeated_arcs = 0;  // arcs or edges that were listed again and merged
  std::uint64_t zero_weights = 0;   // edges of weight zero, which were removed
  bool weights_unused = false;      // the input has weights and the caller did not ask for them
};

// All data of a graph. Who makes a Graph from parts must ensure the invariants that the top of this file states.
struct GraphParts {
  SharedArray<std::uint64_t> offsets;     // num_nodes + 1 entries, or none for the graph without nodes
  SharedArray<NodeId> targets;            // neighbours, row by row: row u is offsets[u] .. offsets[u+1]-1
  SharedArray<double> weights;            // one per entry of targets, or none
  std::uint64_t num_edges = 0;            // edges, each counted once
  bool directed = false;                  // whether arcs are directed
  bool has_self_loops = false;            // whether any node is its own neighbour
  NodeIds node_ids;                       // ids of the nodes in the input
  LabelColumn node_labels;                // one per node, or none
  LabelColumn edge_labels;                // one per entry of targets, or none
  SharedArray<double> node_attributes;    // row-major, attribute_width per node
  std::size_t attribute_width = 0;        // attributes per node
  std::optional<std::string> class_name;  // class, if known
  std::string name;                       // name; empty: none
  BuildNotes notes;                       // what building changed
  std::optional<Hash128> fingerprint;     // fingerprint(graph), if it is already known
};

// An immutable graph. Copying is cheap for the arrays, which are shared.
class Graph {
 public:
  // The graph without nodes.
  Graph() : Graph(GraphParts{}) {}
  // A graph from parts that satisfy the invariants, which are not checked.
  explicit Graph(GraphParts parts) : parts_(std::move(parts)) {
    if (parts_.offsets.empty()) parts_.offsets = {std::span(&kNoArcs, 1), nullptr};
  }

  // Number of nodes.
  [[nodiscard]] NodeId num_nodes() const noexcept { return static_cast<NodeId>(parts_.offsets.size() - 1); }
  // Number of entries of the adjacency: an undirected edge counts twice, a self-loop once.
  [[nodiscard]] std::uint64_t num_arcs() const noexcept { return parts_.targets.size(); }
  // Number of edges, each counted once (directed graph: number of arcs).
  [[nodiscard]] std::uint64_t num_edges() const noexcept { return parts_.num_edges; }
  [[nodiscard]] bool directed() const noexcept { return parts_.directed; }              // whether arcs are directed
  [[nodiscard]] bool weighted() const noexcept { return !parts_.weights.empty(); }      // whether arcs have weights
  [[nodiscard]] bool has_self_loops() const noexcept { return parts_.has_self_loops; }  // whether there are self-loops

  // Number of neighbours of a node (out-neighbours if directed); a self-loop counts once.
  [[nodiscard]] std::uint32_t degree(NodeId node) const noexcept {
    return static_cast<std::uint32_t>(parts_.offsets[node + 1] - parts_.offsets[node]);
  }
  // Neighbours of a node (out-neighbours if directed), ascending.
  [[nodiscard]] std::span<const NodeId> neighbours(NodeId node) const noexcept {
    return {parts_.targets.data() + parts_.offsets[node], degree(node)};
  }
  // Weights of the arcs to neighbours(node), in the same order; empty if the graph is unweighted.
  [[nodiscard]] std::span<const double> weights(NodeId node) const noexcept {
    return weighted() ? std::span(parts_.weights.data() + parts_.offsets[node], degree(node))
                      : std::span<const double>{};
  }
  // num_nodes()+1 entries: the arcs of node u are at offsets()[u] .. offsets()[u+1]-1 of targets().
  [[nodiscard]] std::span<const std::uint64_t> offsets() const noexcept { return parts_.offsets; }
  [[nodiscard]] std::span<const NodeId> targets() const noexcept { return parts_.targets; }  // ends of all arcs
  // Weights of all arcs, in the order of targets(); empty if the graph is unweighted.
  [[nodiscard]] std::span<const double> arc_weights() const noexcept { return parts_.weights; }
  // Whether there is an arc (or edge). O(log degree).
  [[nodiscard]] bool has_arc(NodeId from, NodeId to) const noexcept;

  [[nodiscard]] const NodeIds& node_ids() const noexcept { return parts_.node_ids; }  // ids in the input
  // Labels of the nodes; empty() if there are none.
  [[nodiscard]] const LabelColumn& node_labels() const noexcept { return parts_.node_labels; }
  // Labels of the arcs, in the order of targets(); empty() if there are none.
  [[nodiscard]] const LabelColumn& edge_labels() const noexcept { return parts_.edge_labels; }
  // Node attributes, row-major: num_nodes() x attribute_width().
  [[nodiscard]] std::span<const double> node_attributes() const noexcept { return parts_.node_attributes; }
  [[nodiscard]] std::size_t attribute_width() const noexcept { return parts_.attribute_width; }  // attributes per node
  // Class of the graph, if it has one.
  [[nodiscard]] const std::optional<std::string>& class_name() const noexcept { return parts_.class_name; }
  [[nodiscard]] const std::string& name() const noexcept { return parts_.name; }  // name; empty: none
  // What building found and changed.
  [[nodiscard]] const BuildNotes& build_notes() const noexcept { return parts_.notes; }
  [[nodiscard]] const GraphParts& parts() const noexcept { return parts_; }  // all data

  // The same graph with another name.
  [[nodiscard]] Graph with_name(std::string name) &&;
  // The same graph with another class, or without one.
  [[nodiscard]] Graph with_class(std::optional<std::string> class_name) &&;

 private:
  static constexpr std::uint64_t kNoArcs = 0;
  GraphParts parts_;
};

// 128-bit hash of direction, number of nodes, adjacency and weights, but not of labels, class, name or ids. O(arcs), or
// O(1) if the graph comes from a file that stores it.
[[nodiscard]] Hash128 fingerprint(const Graph& graph);

}  // namespace awe
