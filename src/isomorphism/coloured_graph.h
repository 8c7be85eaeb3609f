// A graph as isomorphism sees it: labels are numbers that all graphs of a collection share, loops are part of a node's
// colour, and nodes that are twins of each other (swapping them changes nothing) are one node with a number of copies.
// Two graphs are isomorphic if and only if these are. Cost of making one: O(nodes log nodes + arcs).
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "awe/graph.h"
#include "awe/hash.h"
#include "isomorphism/isomorphism.h"

namespace awe::isomorphism {

// What an edge carries. Without a label that counts: label 0, labels begin at 1.
struct EdgeMark {
  std::uint32_t label = 0;
  std::uint64_t weight = 0;  // the bits of the double
  auto operator<=>(const EdgeMark&) const = default;
};

struct MarkedArc {
  std::uint32_t target = 0;
  EdgeMark mark;
  auto operator<=>(const MarkedArc&) const = default;
};

struct NodeColour {
  std::uint32_t label = 0;
  std::uint32_t copies = 1;
  std::uint32_t joined = 0;  // 1: the copies are adjacent to each other, by edges of the mark `inner`
  std::uint32_t looped = 0;  // 1: with a loop of the mark `loop`
  EdgeMark inner, loop;
  auto operator<=>(const NodeColour&) const = default;
};

// Label names of a whole collection, as numbers from 1.
class SharedNames {
 public:
  void add(const LabelColumn& labels);
  [[nodiscard]] std::uint32_t number(const std::string& name) const { return numbers_.at(name); }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

struct ColouredGraph {
  bool directed = false;
  std::uint64_t all_nodes = 0, all_edges = 0;  // of the graph it comes from
  std::vector<NodeColour> colours;
  std::vector<std::uint64_t> offsets = {0};
  std::vector<MarkedArc> arcs;  // rows sorted by target, without loops; undirected edges in both rows

  [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(colours.size()); }
  [[nodiscard]] std::span<const MarkedArc> row(std::uint32_t node) const noexcept {
    return std::span(arcs).subspan(offsets[node], offsets[node + 1] - offsets[node]);
  }
};

[[nodiscard]] ColouredGraph coloured_graph(const Graph& graph, const IsomorphismLabels& labels,
                                           const SharedNames& names);

// Colours refined by those of the neighbours, until they split no further or a few rounds are over: an isomorphism maps
// nodes to nodes of the same refined colour.
struct RefinedColours {
  std::vector<std::uint64_t> of;
  bool all_differ = false;
};
[[nodiscard]] RefinedColours refine_colours(const ColouredGraph& graph);

// The same for isomorphic graphs.
[[nodiscard]] Hash128 invariant_hash(const ColouredGraph& graph, const RefinedColours& colours);

// The whole graph with its nodes in the given order: equal for two graphs only if they are isomorphic.
[[nodiscard]] std::vector<std::uint64_t> written_in_order(const ColouredGraph& graph,
                                                          std::span<const std::uint32_t> order);

}  // namespace awe::isomorphism
