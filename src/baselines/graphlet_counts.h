// Graphlets: how many sets of k nodes induce each graph with k nodes, connected or not.
//
// Sizes 3 and 4 are exact, by formulas from triangles per edge, 4-cycles and complete subgraphs of 4 nodes: O(sum over
// edges of the smaller degree), and for complete subgraphs of 4 nodes one 64-bit word per triangle and 64 neighbours;
// small dense graphs use rows of bits. Sizes 5 to 7 are exact if a graph has at most `samples` sets of k nodes,
// otherwise `samples` sets are drawn, uniformly and independently, from a stream of their own for each graph.
// Directed arcs count as edges, self-loops do not count. A graph with fewer than k nodes has no set of k nodes.
// Reference: Shervashidze et al., Efficient graphlet kernels for large graph comparison, AISTATS 2009.
#pragma once

#include <cstdint>
#include <memory>

#include "baselines/graph_map.h"

namespace awe::baselines {

// One section per size first .. last, from 3 to 7; its columns are GraphletClasses.
[[nodiscard]] std::unique_ptr<const GraphMap> graphlet_counts(int first, int last, std::uint32_t samples);

}  // namespace awe::baselines
