// An immutable graph in compressed sparse rows, with everything a file may say about it: direction, weights, node and
// edge labels, node attributes, a class and a name.
//
// Nodes are 0 .. num_nodes()-1, numbered in the sorted order of their ids. Each row of the adjacency is sorted by
// neighbour and free of repeats. An undirected edge stands in both rows, a kept self-loop once in its own. Weights,
// where there are any, are positive and finite. Only GraphBuilder makes non-empty graphs, so these always hold.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "awe/base/hash.h"

namespace awe {

using NodeId = std::uint32_t;

// The ids that the nodes had in the file, in node order. Three forms, so that a graph with ids 0..n-1 stores nothing.
class NodeIds {
 public:
  NodeIds() = default;
  explicit NodeIds(std::int64_t first) : ids_(first) {}
  explicit NodeIds(std::vector<std::int64_t> sorted) : ids_(std::move(sorted)) {}
  explicit NodeIds(std::vector<std::string> sorted) : ids_(std::move(sorted)) {}

  [[nodiscard]] std::string name(NodeId node) const;
  // The node of that name among the first num_nodes, or nothing. O(log n).
  [[nodiscard]] std::optional<NodeId> find(std::string_view name, NodeId num_nodes) const;
  // True where the ids are 0..n-1, which every format can express.
  [[nodiscard]] bool are_positions() const;

 private:
  std::variant<std::int64_t, std::vector<std::int64_t>, std::vector<std::string>> ids_ = std::int64_t{0};
};

// One label a node (or a place of the adjacency), as an index into the sorted distinct names of this graph.
struct LabelColumn {
  std::vector<std::string> names;  // sorted: by value if all are integers, else by bytes
  std::vector<std::uint32_t> ids;

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

class Graph {
 public:
  Graph() = default;

  [[nodiscard]] NodeId num_nodes() const noexcept { return static_cast<NodeId>(offsets_.size() - 1); }
  // Entries of the adjacency: an undirected edge counts twice, a loop once.
  [[nodiscard]] std::uint64_t num_arcs() const noexcept { return targets_.size(); }
  // Edges, each once (for a directed graph: its arcs).
  [[nodiscard]] std::uint64_t num_edges() const noexcept { return num_edges_; }
  [[nodiscard]] bool directed() const noexcept { return directed_; }
  [[nodiscard]] bool weighted() const noexcept { return !weights_.empty(); }
  [[nodiscard]] bool has_self_loops() const noexcept { return has_self_loops_; }

  [[nodiscard]] std::uint32_t degree(NodeId node) const noexcept {
    return static_cast<std::uint32_t>(offsets_[node + 1] - offsets_[node]);
  }
  [[nodiscard]] std::span<const NodeId> neighbours(NodeId node) const noexcept {
    return {targets_.data() + offsets_[node], degree(node)};
  }
  // Parallel to neighbours(); empty if the graph is unweighted.
  [[nodiscard]] std::span<const double> weights(NodeId node) const noexcept {
    return weighted() ? std::span(weights_.data() + offsets_[node], degree(node)) : std::span<const double>{};
  }
  // offsets()[u] .. offsets()[u+1] are the places of u's arcs in targets(); num_nodes()+1 entries.
  [[nodiscard]] std::span<const std::uint64_t> offsets() const noexcept { return offsets_; }
  [[nodiscard]] std::span<const NodeId> targets() const noexcept { return targets_; }
  [[nodiscard]] std::span<const double> arc_weights() const noexcept { return weights_; }
  // O(log degree).
  [[nodiscard]] bool has_arc(NodeId from, NodeId to) const noexcept;

  [[nodiscard]] const NodeIds& node_ids() const noexcept { return node_ids_; }
  [[nodiscard]] const LabelColumn& node_labels() const noexcept { return node_labels_; }
  [[nodiscard]] const LabelColumn& edge_labels() const noexcept { return edge_labels_; }  // one a place of targets()
  // Row-major, num_nodes() x attribute_width(); width 0 if there are none.
  [[nodiscard]] std::span<const double> node_attributes() const noexcept { return node_attributes_; }
  [[nodiscard]] std::size_t attribute_width() const noexcept { return attribute_width_; }
  [[nodiscard]] const std::optional<std::string>& class_name() const noexcept { return class_name_; }
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const BuildNotes& build_notes() const noexcept { return notes_; }

  // The same graph with another name or class: what stands outside the file (--classes, position in a folder).
  [[nodiscard]] Graph with_name(std::string name) &&;
  [[nodiscard]] Graph with_class(std::optional<std::string> class_name) &&;

 private:
  friend class GraphBuilder;
  std::vector<std::uint64_t> offsets_ = {0};
  std::vector<NodeId> targets_;
  std::vector<double> weights_;
  std::uint64_t num_edges_ = 0;
  bool directed_ = false;
  bool has_self_loops_ = false;
  NodeIds node_ids_;
  LabelColumn node_labels_;
  LabelColumn edge_labels_;
  std::vector<double> node_attributes_;
  std::size_t attribute_width_ = 0;
  std::optional<std::string> class_name_;
  std::string name_;
  BuildNotes notes_;
};

// 128-bit hash of direction, node count, adjacency and weights: never of labels, class, name or ids. O(arcs).
[[nodiscard]] Hash128 fingerprint(const Graph& graph);

}  // namespace awe
