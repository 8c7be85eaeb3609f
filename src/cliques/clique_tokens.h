// What the maximal cliques of a graph tell about its nodes, as counts of tokens. Ego networks (casts of films, lists of
// authors) are unions of cliques, of which walks see little. Directions, weights, labels and self-loops do not count.
//
// A graph with too many cliques (CliqueLimits) has tokens of degrees and cores instead, and none of cliques and pairs.
// Cost: the search of cliques; a pass over triangles and 300^2 / 2 pairs of cliques for all tokens.
#pragma once

#include <cstdint>
#include <memory>

#include "baselines/graph_map.h"
#include "cliques/maximal_cliques.h"

namespace awe::cliques {

// v up to 8; beyond, four bins each time that v doubles: 8 + floor(4 log2(v / 8)).
[[nodiscard]] std::uint32_t clique_bin(std::uint64_t v);

// Most cliques that are compared in pairs. Cliques are ordered by size, members that are in no other clique, and the
// sum of the numbers of cliques of their members; those that are equal in all three are taken together or not at all.
inline constexpr std::size_t kMostPairedCliques = 300;

// Sections: one token per node; if `all`, also per component without the nodes that are adjacent to all others, per
// clique, per pair of cliques, and per edge (docs/reference/features.md).
[[nodiscard]] std::unique_ptr<const baselines::GraphMap> clique_tokens(bool all, const CliqueLimits& limits = {});

}  // namespace awe::cliques
