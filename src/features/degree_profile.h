// Local degree profiles as vectors: for each node, ln(1 + x) of its degree and of the mean, minimum, maximum and
// standard deviation of its neighbours' degrees; random Fourier features of these five numbers (Gaussian kernel of
// bandwidth 1), averaged over nodes.
//
// The random features depend only on their number, not on a seed or on the data (algebra/random_cosines.h). Renumbering
// the nodes does not change any bit. Cost: O(arcs + nodes log nodes + distinct profiles * F). Reference: Cai & Wang, A
// simple yet effective baseline for non-attributed graph classification, 2018.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "algebra/random_cosines.h"
#include "awe/graph.h"

namespace awe::features {

class DegreeProfile {
 public:
  // Throws Error(usage) unless 1 <= features <= 1,000,000.
  explicit DegreeProfile(std::uint32_t features);

  [[nodiscard]] std::uint32_t features() const noexcept { return cosines_.features(); }
  // Mean over all nodes; zeros for a graph without nodes. In directed graphs, out-degrees of a node and of its
  // out-neighbours.
  [[nodiscard]] std::vector<double> of_graph(const Graph& graph) const;
  // Mean over these nodes, with their degrees in the whole graph; zeros if there are no nodes.
  [[nodiscard]] std::vector<double> of_nodes(const Graph& graph, std::span<const NodeId> nodes) const;

  // The five numbers of a node; all zero for a node without neighbours. The deviation is the population's.
  static constexpr std::size_t kNumbers = 5;
  [[nodiscard]] static std::array<double, kNumbers> profile(const Graph& graph, NodeId node);

 private:
  algebra::RandomCosines<kNumbers> cosines_;
};

}  // namespace awe::features
