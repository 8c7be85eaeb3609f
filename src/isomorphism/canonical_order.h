// An order of the nodes of a coloured graph that depends only on the graph up to isomorphism: isomorphic graphs written
// in these orders are equal. nauty computes it where refined colours do not suffice. Edges whose mark is not the most
// frequent one become nodes, with the mark as their colour.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "isomorphism/coloured_graph.h"

namespace awe::isomorphism {

// Returns nothing if the budget does not suffice. Only one call at a time runs nauty; others wait.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> canonical_order(const ColouredGraph& graph,
                                                                        const RefinedColours& colours,
                                                                        const IsomorphismOptions& budget);

// Frees the memory that nauty keeps for the calling thread.
void release_canonical_memory();

}  // namespace awe::isomorphism
