// A graph reduced to what isomorphism depends on: labels are numbers shared by all graphs of a collection, loops are
// part of a node's colour, and twin nodes (swapping them changes nothing) are merged into one node with a number of
// copies. Two graphs are isomorphic if and only if their coloured graphs are. Cost: O(nodes log nodes + arcs).
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

// Label and weight of an edge. Label 0 means no label, or one that is ignored; real labels begin at 1.
struct EdgeMark {
  std::uint32_t label = 0;
  std::uint64_t weight = 0;  // bit pattern of the double
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
  std::uint32_t joined = 0;  // 1: the copies are adjacent to each other, by edges with the mark `inner`
  std::uint32_t looped = 0;  // 1: has a loop with the mark `loop`
  EdgeMark inner, loop;
  auto operator<=>(const NodeColour&) const = default;
};

// The label names of a whole collection, numbered from 1.
class SharedNames {
 public:
  void add(const LabelColumn& labels);
  [[nodiscard]] std::uint32_t number(const std::string& name) const { return numbers_.at(name); }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

struct ColouredGraph {
  bool directed = false;
  std::uint64_t all_nodes = 0, all_edges = 0;  // of the original graph
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

// Colours refined by those of the neighbours until they split no further, or for a few rounds: an isomorphism maps
// nodes to nodes of the same refined colour.
struct RefinedColours {
  std::vector<std::uint64_t> of;
  bool all_differ = false;
};
[[nodiscard]] RefinedColours refine_colours(const ColouredGraph& graph);

// Equal for isomorphic graphs.
[[nodiscard]] Hash128 invariant_hash(const ColouredGraph& graph, const RefinedColours& colours);

// The whole graph with its nodes in the given order: equal for two graphs only if they are isomorphic.
[[nodiscard]] std::vector<std::uint64_t> written_in_order(const ColouredGraph& graph,
                                                          std::span<const std::uint32_t> order);

}  // namespace awe::isomorphism
