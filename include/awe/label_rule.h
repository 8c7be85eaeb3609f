// Which labels of nodes and edges a walk records, how it chooses its steps, and what it does where there is none.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "awe/enum_text.h"

namespace awe {

// Labels of nodes from their degrees.
enum class DegreeLabels {
  none,   // degrees are not used
  exact,  // the degree itself (out-degree of a directed graph)
  log2    // the largest power of 2 that is at most the degree; 0 for degree 0
};
template <>
struct EnumText<DegreeLabels> {
  static constexpr std::string_view kWhat = "label of degrees";
  static constexpr EnumNames<DegreeLabels, 3> kNames = {
      {{DegreeLabels::none, "none"}, {DegreeLabels::exact, "degree"}, {DegreeLabels::log2, "degree:log2"}}};
};

// Which labels are used, in any combination: the label of a node is the tuple of those enabled, in the order of the
// members. None enabled: walks without labels, that is, anonymous walks.
struct LabelRule {
  bool node = false;                         // node labels of the input
  DegreeLabels degree = DegreeLabels::none;  // labels from degrees
  std::optional<int> colours;  // Weisfeiler-Lehman colours after this many rounds, starting from the node labels of a
                               // graph if it has any, otherwise from its degrees
  int clusters = 0;            // size of the codebook whose nearest centre labels the node attributes; 0: not used
  bool edge = false;           // edge labels of the input, one per step
  bool ring = false;           // size of the smallest ring (cycle) through the node, up to 8; 0: there is none
  bool edge_ring = false;      // size of the smallest ring through the edge of each step

  // Whether nodes have labels.
  [[nodiscard]] bool of_nodes() const noexcept {
    return node || degree != DegreeLabels::none || colours.has_value() || clusters > 0 || ring;
  }
  [[nodiscard]] bool of_edges() const noexcept { return edge || edge_ring; }    // whether edges have labels
  [[nodiscard]] bool any() const noexcept { return of_nodes() || of_edges(); }  // whether nodes or edges have labels
  bool operator==(const LabelRule&) const = default;
};

// The rule as text, "node,degree:log2,wl:2,attribute:32,edge,ring,edge-ring": parts in the order of the members; empty:
// no labels.
[[nodiscard]] std::string to_string(const LabelRule& rule);

// How a walk chooses its next step.
enum class WalkKind {
  uniform,          // any neighbour, in proportion to the weights
  non_backtracking  // any neighbour except the node it came from, unless there is no other
};
template <>
struct EnumText<WalkKind> {
  static constexpr std::string_view kWhat = "kind of walk";
  static constexpr EnumNames<WalkKind, 2> kNames = {
      {{WalkKind::uniform, "uniform"}, {WalkKind::non_backtracking, "non-backtracking"}}};
};

// What a walk does at a dead end: a node from which no step is possible (in a directed graph, one without outgoing
// arcs). docs/reference/features.md compares the rules.
enum class DeadEnds {
  automatic,  // as the first graph of the collection requires: `end` if it is directed, `stop` if it is undirected
  end,        // it ends: the shorter walk is an outcome with a column of its own, "1 2 3 ."
  stop,       // it stops, and has no column: its probability is the `stopped` mass of the row
  restart,    // it jumps back to its start, as one step, and goes on from there
  reverse     // it takes one of the arcs that lead to the node in the opposite direction
};
template <>
struct EnumText<DeadEnds> {
  static constexpr std::string_view kWhat = "rule for dead ends";
  static constexpr EnumNames<DeadEnds, 5> kNames = {{{DeadEnds::automatic, "auto"},
                                                     {DeadEnds::end, "end"},
                                                     {DeadEnds::stop, "stop"},
                                                     {DeadEnds::restart, "restart"},
                                                     {DeadEnds::reverse, "reverse"}}};
};

}  // namespace awe
