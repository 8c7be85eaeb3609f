// Random walk steps on a weighted graph in O(1): Walker's alias method over the arcs of each node.
//
// Row u of degree n has n equally likely slots. A step draws a slot, then takes the slot's own neighbour with the
// slot's probability and its alias otherwise. Thresholds are 32-bit fixed point: the probability of a neighbour is off
// by at most 2^-32. Unweighted graphs need no table. Cost: O(arcs) to build (Vose's construction, in a fixed order), 8
// bytes per arc.
#pragma once

#include <cstdint>
#include <vector>

#include "awe/graph.h"

namespace awe::walks {

class AliasTable {
 public:
  struct Slot {
    std::uint32_t threshold;  // take the own neighbour if the second draw is below it ...
    NodeId alias;             // ... and this node otherwise
  };

  explicit AliasTable(const Graph& graph);
  // The slot of the arc at this index in graph.targets().
  [[nodiscard]] const Slot& slot(std::uint64_t place) const noexcept { return slots_[place]; }

 private:
  std::vector<Slot> slots_;
};

}  // namespace awe::walks
