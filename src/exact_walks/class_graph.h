// A plain graph with one node for each class of twins, and what pairs of nodes share. Two different nodes share the
// same with each other as any other two of their classes do, so that values are kept by class; what a node shares with
// itself is kept apart. Cost: O(walks of two steps over classes).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exact_walks/prepared_graph.h"

namespace awe::exact_walks {

struct ClassGraph {
  // Over common neighbours: the sum of 1/degree, and how many there are. Or the same over ways of three steps.
  struct Shared {
    double mass = 0, count = 0;
    void add(double times, double weight) {
      mass += times * weight;
      count += times;
    }
  };
  struct Arc {
    NodeId to;      // a class
    double size;    // neighbours in that class
    Shared shared;  // by the two ends
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
  // Adds what a member of the class `root` shares with the others of every class, to `row` by class; classes that had
  // shared nothing are appended to `touched`.
  void add_shared(NodeId root, std::vector<Shared>& row, std::vector<NodeId>& touched) const;

  std::vector<Node> nodes;
  std::vector<std::uint64_t> offsets;
  std::vector<Arc> arcs;
};

}  // namespace awe::exact_walks
