// The labels that a rule gives to the nodes and arcs of one graph, with names that mean the same in every graph.
//
// Names are text: a node label of the input as it is, a degree as a number (a bin of degree:log2 by its smallest
// degree), a Weisfeiler-Lehman colour as the label with those around it, C(C,O), or as label#hash where that grows
// long, a cluster by its number; several joined by '|'. Characters of the input that would make a walk's name ambiguous
// are written %XX. Cost: O(nodes + arcs log degree) for each round of colours.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "awe/graph.h"
#include "awe/label_rule.h"
#include "labels/codebook.h"
#include "walks/walk_tree.h"

namespace awe::labels {

class GraphLabels {
 public:
  // `codebook` is needed where the rule has clusters. Throws Error(usage), naming the graph, if the rule asks for
  // labels or attributes that the graph does not have (one without nodes, or without edges, need not have them).
  GraphLabels(const Graph& graph, const LabelRule& rule, const Codebook* codebook = nullptr);

  [[nodiscard]] bool of_nodes() const noexcept { return of_nodes_; }
  [[nodiscard]] bool of_edges() const noexcept { return of_edges_; }
  // Numbers of labels within this graph; 0 where the rule has none.
  [[nodiscard]] std::uint32_t node(NodeId node) const noexcept { return of_nodes_ ? nodes_.ids[node] : 0; }
  // The same of all nodes; empty where the rule has none.
  [[nodiscard]] std::span<const std::uint32_t> node_labels() const noexcept { return nodes_.ids; }
  [[nodiscard]] std::uint32_t arc(std::uint64_t place) const noexcept { return of_edges_ ? arcs_.ids[place] : 0; }
  // Their names, by number. Strictly increasing only within one kind of label; all different.
  [[nodiscard]] const std::vector<std::string>& node_names() const noexcept { return nodes_.names; }
  [[nodiscard]] const std::vector<std::string>& edge_names() const noexcept { return arcs_.names; }

 private:
  bool of_nodes_, of_edges_;
  LabelColumn nodes_, arcs_;
};

// The text of a walk: "1:C-[2]-2:O-[1]-1", "1:C-2:O-1", "1-[2]-2-[1]-1" or, without labels, "1 2 1". The names are by
// label number; pass null for labels that the walk does not carry.
[[nodiscard]] std::string walk_text(const walks::WalkTree& tree, walks::WalkTree::Place place,
                                    const std::vector<std::string>* node_names,
                                    const std::vector<std::string>* edge_names);

}  // namespace awe::labels
