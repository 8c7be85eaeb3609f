// Data that the exact searches precompute for a graph: read-only, shared by all threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/graph.h"
#include "awe/walk_index.h"
#include "graph/twins.h"

namespace awe::exact_walks {

struct PreparedGraph {
  PreparedGraph(const Graph& graph, const WalkIndex& index);
  // Builds the tables that VisitSearch needs; for plain graphs and walks of three steps or more.
  void prepare_closing();

  // The neighbours of a node, one entry per class of twins.
  struct Group {
    NodeId twin_class;
    NodeId first;         // smallest member that is a neighbour
    std::uint32_t size;   // number of members that are neighbours
    bool alone;           // true if the class has no other member
    std::uint64_t place;  // index of the arc to `first`
  };
  [[nodiscard]] std::span<const Group> groups_of(NodeId node) const noexcept {
    return {groups.data() + group_offsets[node], groups.data() + group_offsets[node + 1]};
  }
  [[nodiscard]] double arc_probability(NodeId from, std::uint64_t place) const noexcept {
    return arc_probabilities.empty() ? inverse_degree[from] : arc_probabilities[place];
  }
  // Rows of common neighbours, stored for nodes of high degree: for every node v, the number of neighbours y that node
  // x shares with it, and the sum of 1/degree(y) over them.
  struct Common {
    double mass = 0;
    std::uint32_t count = 0;
  };
  [[nodiscard]] const Common* common_row(NodeId node) const noexcept {
    const std::uint32_t row = common_rows.empty() ? kNoRow : common_rows[node];
    return row == kNoRow ? nullptr : common.data() + std::size_t{row} * graph->num_nodes();
  }

  // For sparse graphs instead: what each node shares with every node within three steps. With d the degrees,
  //   two = sum of 1/d(y) over common neighbours y,  three = sum of 1/(d(x) d(y)) over x ~ node, y ~ x, y ~ other.
  // `self` holds the same for a node with itself, and a sum over its neighbours.
  struct Near {
    NodeId other;
    double two, three;
  };
  struct Self {
    double two = 0, three = 0;     // as above, for the node with itself
    double two_of_neighbours = 0;  // sum of two(x) / d(x) over neighbours x
  };
  [[nodiscard]] bool has_near() const noexcept { return !near_offsets.empty(); }
  [[nodiscard]] std::span<const Near> near_of(NodeId node) const noexcept {
    return {near.data() + near_offsets[node], near.data() + near_offsets[node + 1]};
  }
  // Longer walks may visit more nodes than the near tables can hold.
  static constexpr int kNearWidth = 8;

  static constexpr std::uint32_t kNoRow = ~std::uint32_t{0};

  const Graph* graph;
  WalkIndex index;
  graph::TwinClasses twins;
  bool symmetric;  // undirected and unweighted: every arc exists in both directions
  bool plain;      // symmetric, and no self-loops in the vocabulary
  std::vector<std::uint64_t> group_offsets;
  std::vector<Group> groups;
  std::vector<double> inverse_degree;       // 0 for a node without outgoing arcs
  std::vector<double> arc_probabilities;    // by arc; empty if unweighted
  std::vector<double> loop_probability;     // by node; empty if there are no self-loops
  std::vector<graph::ReverseArcs> reverse;  // one element, or none if symmetric
  std::vector<std::uint32_t> common_rows;   // node -> row of `common`, or kNoRow
  std::vector<Common> common;
  std::vector<std::uint64_t> two_steps;     // number of walks of two steps from each node that has a row
  std::vector<std::uint64_t> near_offsets;  // empty if there are no near rows
  std::vector<Near> near;
  std::vector<Self> self;

 private:
  [[nodiscard]] bool near_pays() const;
  void build_near();
  void build_common();
};

}  // namespace awe::exact_walks
