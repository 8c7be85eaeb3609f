// Local degree profiles as vectors: for each node, ln(1 + x) of its degree and of the mean, least, largest and standard
// deviation of its neighbours' degrees; random Fourier features of these five numbers (Gaussian kernel of bandwidth 1),
// averaged over nodes.
//
// The features are sqrt(2/F) cos(w.x + b), with w normal and b uniform from a fixed stream: they depend on their number
// F alone, not on a seed or on the data. The inner product of two nodes' vectors approximates exp(-|x - y|^2 / 2).
// Cost: O(arcs + distinct profiles * F); about a nanosecond for each feature of a distinct profile.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "awe/graph/graph.h"

namespace awe {

class DegreeProfile {
 public:
  // Throws Error(usage) unless 1 <= features <= 1,000,000.
  explicit DegreeProfile(std::uint32_t features);

  [[nodiscard]] std::uint32_t features() const noexcept { return features_; }
  // Mean over all nodes; zeros for a graph without nodes.
  [[nodiscard]] std::vector<double> of_graph(const Graph& graph) const;
  // Mean over these nodes, with their degrees in the whole graph.
  [[nodiscard]] std::vector<double> of_nodes(const Graph& graph, std::span<const NodeId> nodes) const;

  // The five numbers of a node; all zero for one without neighbours.
  static constexpr std::size_t kNumbers = 5;
  [[nodiscard]] static std::array<double, kNumbers> profile(const Graph& graph, NodeId node);

 private:
  std::uint32_t features_;
  std::vector<double> frequencies_;  // kNumbers rows of `features_` values, in turns (1/2pi)
  std::vector<double> phases_;       // in turns
};

}  // namespace awe
