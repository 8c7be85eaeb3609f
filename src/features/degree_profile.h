// Local degree profiles as vectors: for each node, ln(1 + x) of its degree and of the mean, minimum, maximum and
// standard deviation of its neighbours' degrees; random Fourier features of these five numbers (Gaussian kernel of
// bandwidth 1), averaged over nodes.
//
// The features are sqrt(2/F) cos(w.x + b), with w normal and b uniform from a fixed stream: they depend only on their
// number F, not on a seed or on the data, and those of a smaller F are the first ones of a larger F except for the
// factor. The inner product of two nodes' vectors approximates exp(-|x - y|^2 / 2). Renumbering the nodes does not
// change any bit. Cost: O(arcs + nodes log nodes + distinct profiles * F); 1.3 ns per feature of a distinct profile.
// References: Rahimi & Recht, Random Features for Large-Scale Kernel Machines, NIPS 2007; Cai & Wang, A simple yet
// effective baseline for non-attributed graph classification, 2018.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "awe/graph.h"

namespace awe::features {

class DegreeProfile {
 public:
  // Throws Error(usage) unless 1 <= features <= 1,000,000.
  explicit DegreeProfile(std::uint32_t features);

  [[nodiscard]] std::uint32_t features() const noexcept { return features_; }
  // Mean over all nodes; zeros for a graph without nodes. In directed graphs, out-degrees of a node and of its
  // out-neighbours.
  [[nodiscard]] std::vector<double> of_graph(const Graph& graph) const;
  // Mean over these nodes, with their degrees in the whole graph; zeros if there are no nodes.
  [[nodiscard]] std::vector<double> of_nodes(const Graph& graph, std::span<const NodeId> nodes) const;

  // The five numbers of a node; all zero for a node without neighbours. The deviation is the population's.
  static constexpr std::size_t kNumbers = 5;
  [[nodiscard]] static std::array<double, kNumbers> profile(const Graph& graph, NodeId node);

 private:
  std::uint32_t features_;
  std::vector<double> frequencies_;  // kNumbers rows of `features_` values, in turns (1/2pi)
  std::vector<double> phases_;       // in turns
};

}  // namespace awe::features
