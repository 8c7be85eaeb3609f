// Which labels a walk reads off the nodes and edges that it passes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "awe/enum_text.h"

namespace awe {

enum class DegreeLabels {
  none,
  exact,  // the degree itself (out-degree of a directed graph)
  log2    // the largest power of 2 that is not above it; 0 for degree 0
};
template <>
struct EnumText<DegreeLabels> {
  static constexpr std::string_view kWhat = "label of degrees";
  static constexpr EnumNames<DegreeLabels, 3> kNames = {
      {{DegreeLabels::none, "none"}, {DegreeLabels::exact, "degree"}, {DegreeLabels::log2, "degree:log2"}}};
};

// Any combination; a node's label is the tuple of what is asked for, in the order of the members here. All off: walks
// without labels, that is anonymous walks.
struct LabelRule {
  bool node = false;  // node labels of the input
  DegreeLabels degree = DegreeLabels::none;
  std::optional<int> colours;  // colours after so many rounds of Weisfeiler-Lehman, from the node labels of a graph if
                               // it has any, else from its degrees
  int clusters = 0;            // node attributes, as the nearest of so many centres of a codebook; 0: not used
  bool edge = false;           // edge labels of the input, of each step

  [[nodiscard]] bool of_nodes() const noexcept {
    return node || degree != DegreeLabels::none || colours.has_value() || clusters > 0;
  }
  [[nodiscard]] bool any() const noexcept { return of_nodes() || edge; }
  bool operator==(const LabelRule&) const = default;
};

// "node,degree:log2,wl:2,attribute:32,edge": the parts in the order of the members; empty for no labels.
[[nodiscard]] std::string to_string(const LabelRule& rule);

// What a walk's next step may be.
enum class WalkKind {
  uniform,          // any neighbour, by weight
  non_backtracking  // any neighbour but the node it came from, unless there is no other
};
template <>
struct EnumText<WalkKind> {
  static constexpr std::string_view kWhat = "kind of walk";
  static constexpr EnumNames<WalkKind, 2> kNames = {
      {{WalkKind::uniform, "uniform"}, {WalkKind::non_backtracking, "non-backtracking"}}};
};

}  // namespace awe
