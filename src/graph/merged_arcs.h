// From listed edges with weights or labels to compressed rows: parallel listings become one arc, their weights added in
// sorted order, the smallest label kept.
//
// Arcs are put into their rows by counting, and each row is sorted by itself. Cost: O(nodes + arcs) but for the sorting
// within rows; memory: 16 bytes an arc beside the result. Threads share the rows, and the result does not depend on
// them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/graph_builder.h"

namespace awe::graph {

// Parallel lists of edges; weights and labels may be empty, and are then 1 and 0. Edges of weight zero are left out.
struct ListedArcs {
  std::span<const ListedEdge> edges;
  std::span<const double> weights;
  std::span<const std::uint32_t> labels;
  bool both_ways = false;  // an edge stands in the rows of both its ends
  // Whether listings of {u, v} from either end are told apart, as the two arcs of one edge, which then weighs the mean
  // of the two.
  bool as_arcs = false;
};

struct MergedArcs {
  std::vector<std::uint64_t> offsets;
  std::vector<NodeId> targets;
  std::vector<double> weights;
  std::vector<std::uint32_t> labels;
  std::uint64_t repeats = 0;  // edges listed again
};

[[nodiscard]] MergedArcs merge_arcs(const ListedArcs& listed, NodeId nodes, int threads);

}  // namespace awe::graph
