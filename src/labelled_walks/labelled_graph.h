// Data that the search for labelled walks precomputes for a graph: read-only, shared by all threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/graph.h"
#include "graph/twins.h"
#include "labels/graph_labels.h"

namespace awe::labelled_walks {

struct LabelledGraph {
  // `plain`: the twins of the graph, labels aside. Without `steps`, for walks of length 0, only twins and labels are
  // set.
  LabelledGraph(const Graph& graph, const labels::GraphLabels& labels, const graph::TwinClasses& plain, bool steps);

  // Interchangeable neighbours of a node: a class of twins with equal labels, reached by equal arcs.
  struct TwinGroup {
    NodeId twin_class;
    std::uint64_t place;  // index of the arc to one of them
  };
  // Neighbours that a last step does not distinguish: equal labels of arc and node.
  struct LabelGroup {
    std::uint32_t node_label, edge_label;
    std::uint32_t size;
    double weight;  // sum over their arcs
  };

  // What a step from a node reads first.
  struct Source {
    std::uint64_t first = 0, last = 0;               // its arcs
    double total = 0;                                // sum of their weights
    bool twin_groups = false, label_groups = false;  // whether it has any
  };

  // Empty if enumerating all neighbours is as fast.
  [[nodiscard]] std::span<const TwinGroup> twin_groups_of(NodeId node) const noexcept {
    return {twin_groups.data() + twin_group_offsets[node], twin_groups.data() + twin_group_offsets[node + 1]};
  }
  [[nodiscard]] std::span<const LabelGroup> label_groups_of(NodeId node) const noexcept {
    return {label_groups.data() + label_group_offsets[node], label_groups.data() + label_group_offsets[node + 1]};
  }
  // Weight of an arc; 1 in unweighted graphs.
  [[nodiscard]] double weight(std::uint64_t place) const noexcept {
    return graph->weighted() ? graph->arc_weights()[place] : 1.0;
  }
  static constexpr std::uint64_t kNoArc = ~std::uint64_t{0};
  // The index of the arc, or kNoArc. O(log degree).
  [[nodiscard]] std::uint64_t arc(NodeId from, NodeId to) const noexcept;

  const Graph* graph;
  const labels::GraphLabels* labels;
  graph::TwinClasses twins;     // twins with equal labels
  std::vector<Source> sources;  // by node
  std::vector<std::uint64_t> twin_group_offsets, label_group_offsets;
  std::vector<TwinGroup> twin_groups;
  std::vector<LabelGroup> label_groups;
  std::vector<std::uint32_t> label_group_of_arc;  // by arc: index within the node's groups; empty if there are none
};

}  // namespace awe::labelled_walks
