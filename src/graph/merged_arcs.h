// Builds compressed rows from listed edges with weights or labels: parallel listings become one arc, whose weight is
// the sum in sorted order and whose label is the smallest.
//
// Arcs are distributed to their rows by counting, and each row is sorted separately. Cost: O(nodes + arcs) plus the
// sorting within rows; memory: 16 bytes per arc in addition to the result. Threads share the rows; the result does not
// depend on their number.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/graph_builder.h"

namespace awe::graph {

// Parallel arrays with one entry per edge. Empty weights mean 1 and empty labels 0. Edges of weight zero are left out.
struct ListedArcs {
  std::span<const ListedEdge> edges;
  std::span<const double> weights;
  std::span<const std::uint32_t> labels;
  bool both_ways = false;  // an edge appears in the rows of both its ends
  // Whether {u, v} listed from u and from v are distinguished, as the two arcs of one edge, whose weight is then the
  // mean of the two.
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
