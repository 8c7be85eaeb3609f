// Quotient of a plain graph with one node per class of twins, and the neighbours that pairs of nodes share. Any two
// different nodes share the same values as any other two nodes of their classes, so values are stored per class; what a
// node shares with itself is stored separately. Cost: O(walks of two steps over classes).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exact_walks/prepared_graph.h"

namespace awe::exact_walks {

struct ClassGraph {
  // Over common neighbours: the sum of 1/degree and the number of them; or the same over paths of three steps.
  struct Shared {
    double mass = 0, count = 0;
    void add(double times, double weight) {
      mass += times * weight;
      count += times;
    }
  };
  struct Arc {
    NodeId to;      // index of a class
    double size;    // number of neighbours in that class
    Shared shared;  // between the two ends
  };
  struct Node {
    double members, degree, inverse_degree;
    double self_two = 0;           // sum of 1/d(x) over neighbours x
    double two_of_neighbours = 0;  // sum of self_two(x) / d(x) over neighbours x
    double walks_two = 0, walks_three = 0;
  };

  explicit ClassGraph(const PreparedGraph& prepared);
  [[nodiscard]] std::span<const Arc> arcs_of(NodeId node) const noexcept {
    return {arcs.data() + offsets[node], arcs.data() + offsets[node + 1]};
  }
  // Adds to `row`, indexed by class, what a member of class `root` shares with the other members of every class;
  // classes whose entry was empty before are appended to `touched`.
  void add_shared(NodeId root, std::vector<Shared>& row, std::vector<NodeId>& touched) const;

  std::vector<Node> nodes;
  std::vector<std::uint64_t> offsets;
  std::vector<Arc> arcs;
};

}  // namespace awe::exact_walks
