// An immutable graph in compressed sparse rows, with everything a file may say about it: direction, weights, node and
// edge labels, node attributes, a class and a name.
//
// Nodes are 0 .. num_nodes()-1, numbered in the sorted order of their ids. Each row of the adjacency is sorted by
// neighbour and free of repeats. An undirected edge stands in both rows, a kept self-loop once in its own. Weights,
// where there are any, are positive and finite. Graphs come from GraphBuilder, which makes them so, or from files that
// are checked (graph/soundness.h), so these always hold. The arrays may lie in a mapped file, which the graph keeps
// alive; copies of a graph share them.
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

// One label a node (or a place of the adjacency), as an index into the sorted distinct names of this graph.
struct LabelColumn {
  std::vector<std::string> names;  // sorted: by value if all are integers, else by bytes
  SharedArray<std::uint32_t> ids;

  [[nodiscard]] bool empty() const noexcept { return ids.empty(); }
  [[nodiscard]] const std::string& name_of(std::size_t place) const { return names[ids[place]]; }
  bool operator==(const LabelColumn&) const = default;
};

// What building found and changed (for `awe info`).
struct BuildNotes {
  std::uint64_t self_loops = 0;     // loops in the input, kept or not
  std::uint64_t repeated_arcs = 0;  // arcs or edges listed again and merged
  std::uint64_t zero_weights = 0;   // edges of weight zero, removed
  bool weights_unused = false;      // the input has weights and the caller did not ask for them
};

// All that a graph is made of. Whoever makes a Graph from parts answers for what the top of this file says of them.
struct GraphParts {
  SharedArray<std::uint64_t> offsets;  // one more than there are nodes; empty for the graph without nodes
  SharedArray<NodeId> targets;
  SharedArray<double> weights;  // one a place of targets, or none
  std::uint64_t num_edges = 0;
  bool directed = false;
  bool has_self_loops = false;
  NodeIds node_ids;
  LabelColumn node_labels;
  LabelColumn edge_labels;  // one a place of targets
  SharedArray<double> node_attributes;
  std::size_t attribute_width = 0;
  std::optional<std::string> class_name;
  std::string name;
  BuildNotes notes;
  std::optional<Hash128> fingerprint;  // where it is known already
};

class Graph {
 public:
  Graph() : Graph(GraphParts{}) {}
  explicit Graph(GraphParts parts) : parts_(std::move(parts)) {
    if (parts_.offsets.empty()) parts_.offsets = {std::span(&kNoArcs, 1), nullptr};
  }

  [[nodiscard]] NodeId num_nodes() const noexcept { return static_cast<NodeId>(parts_.offsets.size() - 1); }
  // Entries of the adjacency: an undirected edge counts twice, a loop once.
  [[nodiscard]] std::uint64_t num_arcs() const noexcept { return parts_.targets.size(); }
  // Edges, each once (for a directed graph: its arcs).
  [[nodiscard]] std::uint64_t num_edges() const noexcept { return parts_.num_edges; }
  [[nodiscard]] bool directed() const noexcept { return parts_.directed; }
  [[nodiscard]] bool weighted() const noexcept { return !parts_.weights.empty(); }
  [[nodiscard]] bool has_self_loops() const noexcept { return parts_.has_self_loops; }

  [[nodiscard]] std::uint32_t degree(NodeId node) const noexcept {
    return static_cast<std::uint32_t>(parts_.offsets[node + 1] - parts_.offsets[node]);
  }
  [[nodiscard]] std::span<const NodeId> neighbours(NodeId node) const noexcept {
    return {parts_.targets.data() + parts_.offsets[node], degree(node)};
  }
  // Parallel to neighbours(); empty if the graph is unweighted.
  [[nodiscard]] std::span<const double> weights(NodeId node) const noexcept {
    return weighted() ? std::span(parts_.weights.data() + parts_.offsets[node], degree(node))
                      : std::span<const double>{};
  }
  // offsets()[u] .. offsets()[u+1] are the places of u's arcs in targets(); num_nodes()+1 entries.
  [[nodiscard]] std::span<const std::uint64_t> offsets() const noexcept { return parts_.offsets; }
  [[nodiscard]] std::span<const NodeId> targets() const noexcept { return parts_.targets; }
  [[nodiscard]] std::span<const double> arc_weights() const noexcept { return parts_.weights; }
  // O(log degree).
  [[nodiscard]] bool has_arc(NodeId from, NodeId to) const noexcept;

  [[nodiscard]] const NodeIds& node_ids() const noexcept { return parts_.node_ids; }
  [[nodiscard]] const LabelColumn& node_labels() const noexcept { return parts_.node_labels; }
  [[nodiscard]] const LabelColumn& edge_labels() const noexcept { return parts_.edge_labels; }
  // Row-major, num_nodes() x attribute_width(); width 0 if there are none.
  [[nodiscard]] std::span<const double> node_attributes() const noexcept { return parts_.node_attributes; }
  [[nodiscard]] std::size_t attribute_width() const noexcept { return parts_.attribute_width; }
  [[nodiscard]] const std::optional<std::string>& class_name() const noexcept { return parts_.class_name; }
  [[nodiscard]] const std::string& name() const noexcept { return parts_.name; }
  [[nodiscard]] const BuildNotes& build_notes() const noexcept { return parts_.notes; }
  [[nodiscard]] const GraphParts& parts() const noexcept { return parts_; }

  // The same graph with another name or class: what stands outside the file (--classes, position in a folder).
  [[nodiscard]] Graph with_name(std::string name) &&;
  [[nodiscard]] Graph with_class(std::optional<std::string> class_name) &&;

 private:
  static constexpr std::uint64_t kNoArcs = 0;
  GraphParts parts_;
};

// 128-bit hash of direction, node count, adjacency and weights: never of labels, class, name or ids. O(arcs), or O(1)
// where a file has kept it.
[[nodiscard]] Hash128 fingerprint(const Graph& graph);

}  // namespace awe
