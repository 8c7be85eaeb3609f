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

// Of the whole graph. In directed graphs, arcs are the edges, components are weak, degrees are out-degrees.
[[nodiscard]] SizeFeatures size_features(const Graph& graph);
// Of the subgraph induced by these nodes (in any order) and their neighbours: the meaning of `size` for a node, an edge
// or a subgraph. Neighbours in a directed graph are out-neighbours; without nodes, all values are zero. Cost, up to a
// logarithm: the sum over the nodes of the subgraph of the smaller of their degree and the number of its nodes.
[[nodiscard]] SizeFeatures size_features_around(const Graph& graph, std::span<const NodeId> nodes);

// Means and deviations of the four numbers, learnt from a stream in its order (Welford).
class SizeScale {
 public:
  void add(const SizeFeatures& features);
  // (x - mean) / deviation; 0 if the deviation is 0. Before anything was added: x itself.
  [[nodiscard]] SizeFeatures apply(const SizeFeatures& features) const;

  struct Values {
    std::uint64_t count = 0;
    SizeFeatures mean{}, deviation{};  // deviation: of the population
    bool operator==(const Values&) const = default;
  };
  // A scale constructed from the values of another one returns the same bits.
  [[nodiscard]] Values values() const;
  SizeScale() = default;
  explicit SizeScale(const Values& values);

 private:
  std::uint64_t count_ = 0;
  SizeFeatures mean_{}, squares_{}, deviation_{};  // squares: sum of squared differences from the mean
};

}  // namespace awe::features
