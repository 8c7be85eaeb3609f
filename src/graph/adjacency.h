// From listed edges to compressed rows, sorted and without repeats: what a graph without weights and edge labels is
// built of.
//
// Entries are first cut into buckets of neighbouring rows, small enough for a processor's cache, then each bucket is
// put in order by counting; the few entries of a row are sorted by comparison. Cost: O(nodes + edges) but for the
// sorting within rows; memory: twice the edges (8 bytes each) beside the result. Threads share the buckets, and the
// result does not depend on them.
#pragma once

#include <cstdint>
#include <vector>

#include "awe/graph_builder.h"

namespace awe::graph {

struct Adjacency {
  std::vector<std::uint64_t> offsets;  // one more than there are nodes
  std::vector<NodeId> targets;
  std::uint64_t repeats = 0;  // edges listed again in the same direction
};

// With `both_ways`, an edge stands in the rows of both its ends.
[[nodiscard]] Adjacency lay_out(std::vector<ListedEdge> edges, NodeId nodes, bool both_ways, int threads);

}  // namespace awe::graph
