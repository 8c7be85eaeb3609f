// Whether two coloured graphs are isomorphic, decided exactly or not at all.
//
// Both graphs are refined together, as one graph of two sides: cells of equal colour are split by the colours of the
// neighbours until all nodes of a cell have equally many neighbours of each colour (exactly, without hashes). A cell
// that has more nodes on one side than on the other refutes isomorphism. Where cells of several nodes remain, they fall
// into parts between which every two cells are joined completely or not at all; parts are matched one by one, which
// needs no backtracking between them. Within a part, a node of the first graph is paired with each node of its cell in
// the second in turn, and both are refined again. A mapping that is found is compared arc by arc before it counts.
// Cost: O(arcs log nodes) per refinement; the number of pairs tried is exponential for some hard graphs, so work is
// limited. Reference: nauty, in tests/isomorphism.
#pragma once

#include "awe/run_options.h"
#include "isomorphism/coloured_graph.h"

namespace awe::isomorphism {

enum class PairVerdict { isomorphic, different, undecided };

// Undecided only if the budget does not suffice. Throws Error(interrupted) if a stop is requested.
[[nodiscard]] PairVerdict compare_pair(const ColouredGraph& a, const RefinedColours& a_colours, const ColouredGraph& b,
                                       const RefinedColours& b_colours, const IsomorphismOptions& budget,
                                       const Progress& progress = {});

}  // namespace awe::isomorphism
