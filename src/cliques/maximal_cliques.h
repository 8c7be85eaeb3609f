// Maximal cliques of a graph, by the search of Bron and Kerbosch with pivots, from every node in an order of smallest
// degrees (Eppstein, Loeffler & Strash, Listing all maximal cliques in sparse graphs, 2010): one call per clique or
// nearly so, on rows of bits as wide as the largest core. Reference: all sets of nodes, in tests/cliques.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graph/simple_graph.h"

namespace awe::cliques {

using graph::SimpleGraph;

// Nodes in the order in which one of smallest degree is taken away again and again, and of every node the neighbours
// that are taken later: no more than the largest core number.
struct PeeledGraph {
  explicit PeeledGraph(const SimpleGraph& graph);

  [[nodiscard]] std::span<const NodeId> later(NodeId v) const noexcept {
    return std::span(targets).subspan(offsets[v], offsets[v + 1] - offsets[v]);
  }
  std::vector<NodeId> order;
  std::vector<std::uint32_t> place, core;  // of every node: in `order`; its core number
  std::vector<std::uint64_t> offsets{0};
  std::vector<NodeId> targets;  // ascending
};

struct Cliques {
  std::vector<NodeId> members;          // of all cliques, one after the other; those of a clique ascend
  std::vector<std::uint64_t> begin{0};  // of each clique in `members`, and the end

  [[nodiscard]] std::size_t size() const noexcept { return begin.size() - 1; }
  [[nodiscard]] std::span<const NodeId> operator[](std::size_t i) const noexcept {
    return std::span(members).subspan(begin[i], begin[i + 1] - begin[i]);
  }
};

// The first two are properties of a graph, so that isomorphic graphs are on the same side of them. The third stops
// graphs that are made so that nearly all calls of the search find nothing.
struct CliqueLimits {
  std::uint64_t cliques = 20'000;     // most cliques
  std::uint64_t members = 2'000'000;  // largest sum of their sizes
  std::uint64_t steps = 400'000'000;  // most words of bits, and nodes, that the search reads
};

// All maximal cliques, in no particular order; unset if a limit is passed. An isolated node is a clique.
[[nodiscard]] std::optional<Cliques> maximal_cliques(const SimpleGraph& graph, const PeeledGraph& peeled,
                                                     const CliqueLimits& limits = {});

}  // namespace awe::cliques
