// Builds compressed rows, sorted and without repeats, from listed edges, for graphs without weights and edge labels.
//
// Entries are first distributed into buckets of adjacent rows, small enough for a processor's cache; each bucket is
// then ordered by counting sort on rows, and the few entries of each row are sorted by comparison. Cost: O(nodes +
// edges) plus the sorting within rows; memory: twice the edges (8 bytes each) in addition to the result. Threads share
// the buckets; the result does not depend on their number.
#pragma once

#include <cstdint>
#include <vector>

#include "awe/graph_builder.h"

namespace awe::graph {

struct Adjacency {
  std::vector<std::uint64_t> offsets;  // num_nodes + 1 entries
  std::vector<NodeId> targets;
  std::uint64_t repeats = 0;  // edges listed again in the same direction
};

// With `both_ways`, an edge appears in the rows of both its ends.
[[nodiscard]] Adjacency lay_out(std::vector<ListedEdge> edges, NodeId nodes, bool both_ways, int threads);

}  // namespace awe::graph
