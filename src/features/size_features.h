// The size of a graph as four numbers: ln(1 + x) of nodes, edges, independent cycles (edges - nodes + components) and
// the largest degree.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "awe/graph.h"

namespace awe::features {

inline constexpr std::size_t kSizeFeatures = 4;
inline constexpr std::array<std::string_view, kSizeFeatures> kSizeNames = {"nodes", "edges", "cycles", "max_degree"};
using SizeFeatures = std::array<double, kSizeFeatures>;

// Of the whole graph. Directed graphs: arcs are the edges, components are weak, degrees are out-degrees.
[[nodiscard]] SizeFeatures size_features(const Graph& graph);
// Of the subgraph that these nodes (in any order) and their neighbours induce: what `size` means for a node, an edge or
// a subgraph. Neighbours in a directed graph are out-neighbours; no nodes: all zero. Cost, but for a logarithm: the sum
// over all those nodes of their degree or their number, whichever is less.
[[nodiscard]] SizeFeatures size_features_around(const Graph& graph, std::span<const NodeId> nodes);

// Means and deviations of the four, learnt from a stream, in its order (Welford).
class SizeScale {
 public:
  void add(const SizeFeatures& features);
  // (x - mean) / deviation; 0 where the deviation is 0. Before anything was added: x itself.
  [[nodiscard]] SizeFeatures apply(const SizeFeatures& features) const;

  struct Values {
    std::uint64_t count = 0;
    SizeFeatures mean{}, deviation{};  // deviation: of the population
    bool operator==(const Values&) const = default;
  };
  // A scale made from the values of another one gives the same bits.
  [[nodiscard]] Values values() const;
  SizeScale() = default;
  explicit SizeScale(const Values& values);

 private:
  std::uint64_t count_ = 0;
  SizeFeatures mean_{}, squares_{}, deviation_{};  // squares: sum of squared differences from the mean
};

}  // namespace awe::features
