// The labels that a rule assigns to the nodes and arcs of one graph; their names have the same meaning in every graph.
//
// Names are text: a node label of the input unchanged; a degree as a number (a bin of degree:log2 by its smallest
// degree); a Weisfeiler-Lehman colour as the label with those of its neighbours, C(C,O), or as label#hash if that is
// long; a cluster by its number; a ring by its size, r6; several are joined by '|'. Characters of the input that would
// make a walk's name ambiguous are written as %XX. Cost: O(nodes + arcs log degree) per round of colours; of rings:
// labels/ring_sizes.h.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "awe/graph.h"
#include "awe/label_rule.h"
#include "labels/codebook.h"
#include "labels/colour_rounds.h"

namespace awe::labels {

// Different labels that a graph may have: what a step of a labelled walk has room for.
inline constexpr std::uint32_t kMaxLabels = std::uint32_t{1} << 29;

class GraphLabels {
 public:
  // `codebook` is required if the rule has clusters. Throws Error(usage), naming the graph, if the rule requires labels
  // or attributes that the graph does not have (a graph without nodes, or without edges, need not have them).
  // `walked`: the graph that walks run on, if it has other arcs than `graph` (graph/dead_ends.h): labels of nodes are
  // then those of `graph`, labels of arcs those of `walked`. `jumps`: there is one more edge label, `*restart`, of
  // steps that follow no arc. `colours`: those of `graph`, if several rules share them.
  GraphLabels(const Graph& graph, const LabelRule& rule, const Codebook* codebook = nullptr,
              const Graph* walked = nullptr, bool jumps = false, ColourRounds* colours = nullptr);

  [[nodiscard]] bool of_nodes() const noexcept { return of_nodes_; }
  [[nodiscard]] bool of_edges() const noexcept { return of_edges_; }
  // Label numbers within this graph; 0 if the rule has no such labels.
  [[nodiscard]] std::uint32_t node(NodeId node) const noexcept { return of_nodes_ ? nodes_.ids[node] : 0; }
  // The label numbers of all nodes; empty if the rule has no node labels.
  [[nodiscard]] std::span<const std::uint32_t> node_labels() const noexcept { return nodes_.ids; }
  [[nodiscard]] std::uint32_t arc(std::uint64_t place) const noexcept { return of_edges_ ? arcs_.ids[place] : 0; }
  // The edge label of a step that follows no arc, a jump back to the start.
  [[nodiscard]] std::uint32_t jump() const noexcept { return jump_; }
  // The names by label number: all different, and strictly increasing only within one kind of label.
  [[nodiscard]] const std::vector<std::string>& node_names() const noexcept { return nodes_.names; }
  [[nodiscard]] const std::vector<std::string>& edge_names() const noexcept { return arcs_.names; }

 private:
  bool of_nodes_, of_edges_;
  LabelColumn nodes_, arcs_;
  std::uint32_t jump_ = 0;
};

}  // namespace awe::labels
