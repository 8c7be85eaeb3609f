// The nodes of a coloured graph in an order that depends on the graph up to isomorphism alone: isomorphic graphs
// written in these orders are equal. nauty does the work where refined colours do not suffice. Edges that carry another
// mark than the most frequent one become nodes, with the mark as their colour.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "isomorphism/coloured_graph.h"

namespace awe::isomorphism {

// Nothing if the budget does not suffice. One call at a time runs nauty; others wait.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> canonical_order(const ColouredGraph& graph,
                                                                        const RefinedColours& colours,
                                                                        const IsomorphismOptions& budget);

// Gives back the memory that nauty keeps for the calling thread.
void release_canonical_memory();

}  // namespace awe::isomorphism
