// The depth-first search behind ExactWalks: the prepared graph (shared, read-only) and one search's own state.
//
// Names here are 0-based places in first-visit order. For a walk that has visited v_0 .. v_{k-1}, toward_[y] has bit j if
// y has an arc to v_j, kept up to date as nodes are visited and left, so that every question about visited neighbours is
// a bit operation.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "awe/graph/graph.h"
#include "awe/walks/code.h"
#include "rank_accumulator.h"
#include "twins.h"

namespace awe {

// What the search knows of the graph beforehand.
struct PreparedGraph {
  PreparedGraph(const Graph& graph, const WalkIndex& index);

  // The fresh neighbours of a node, one entry a class of twins.
  struct Group {
    NodeId twin_class;
    NodeId first;               // smallest member that is a neighbour
    std::uint32_t size;         // members that are neighbours
    std::uint64_t place;        // of the arc to `first`
  };
  [[nodiscard]] std::span<const Group> groups_of(NodeId node) const noexcept {
    return {groups.data() + group_offsets[node], groups.data() + group_offsets[node + 1]};
  }
  [[nodiscard]] double arc_probability(NodeId from, std::uint64_t place) const noexcept {
    return arc_probabilities.empty() ? inverse_degree[from] : arc_probabilities[place];
  }
  // Rows of common neighbours, kept for nodes of high degree: for every node v, how many neighbours y node x shares with
  // it, and the sum of 1/degree(y) over them.
  struct Common {
    double mass = 0;
    std::uint32_t count = 0;
  };
  [[nodiscard]] const Common* common_row(NodeId node) const noexcept {
    const std::uint32_t row = common_rows.empty() ? kNoRow : common_rows[node];
    return row == kNoRow ? nullptr : common.data() + std::size_t{row} * graph->num_nodes();
  }

  static constexpr std::uint32_t kNoRow = ~std::uint32_t{0};

  const Graph* graph;
  WalkIndex index;
  TwinClasses twins;
  bool plain;                                 // undirected, unweighted, without loops: the fast path
  std::vector<std::uint64_t> group_offsets;
  std::vector<Group> groups;
  std::vector<double> inverse_degree;         // 0 for a sink
  std::vector<double> arc_probabilities;      // by place; empty if unweighted
  std::vector<double> loop_probability;       // of each node; empty if there are no loops
  std::vector<ReverseArcs> reverse;           // one, unless plain
  std::vector<std::uint32_t> common_rows;     // node -> row of `common`, or kNoRow
  std::vector<Common> common;
  std::vector<std::uint64_t> two_steps;       // walks of two steps from each node that has a row
};

class ExactSearch {
 public:
  ExactSearch(const PreparedGraph& prepared, RankAccumulator& accumulator);

  // Adds mass times the distribution of walks from the node (or of walks whose first step is the arc).
  void from_node(NodeId node, double mass);
  void from_arc(NodeId node, std::uint64_t place, double mass);
  // Mass of walks that stopped, since the last call.
  [[nodiscard]] double take_stopped() noexcept;

 private:
  using Bits = std::uint32_t;

  void visit(NodeId node);
  void leave();
  // Unvisited members of the group among the neighbours of x, and one of them.
  [[nodiscard]] std::uint32_t unvisited(const PreparedGraph::Group& group, NodeId x) const noexcept;
  [[nodiscard]] NodeId unvisited_member(const PreparedGraph::Group& group) const noexcept;
  // Probability of the step from a node to the visited v_j, which must be its neighbour.
  [[nodiscard]] double step_probability(NodeId from, int j) const noexcept {
    return toward_mass_.empty() ? prepared_.inverse_degree[from] : toward_mass_[from * stride_ + static_cast<unsigned>(j)];
  }

  // At v_current, with `left` steps to go and the walk so far ranked at `rank`.
  void descend(int current, int left, double mass, std::uint64_t rank);
  void descend_fresh(NodeId node, int left, double mass, std::uint64_t rank);
  void last_step(int current, double mass, std::uint64_t rank);
  void close_two(int current, double mass, std::uint64_t rank);
  void close_fresh(int current, double mass, double* block);
  // The same on plain graphs. A fresh x need not be visited: its own bit is `own`.
  void close_two_plain(NodeId x, int current, bool fresh, double mass, std::uint64_t rank);
  void close_fresh_plain(NodeId x, Bits own, int used, double each, double* block) const;
  void close_fresh_by_table(const PreparedGraph::Common* row, NodeId x, int current, int used, double each,
                            double* block) const;

  const PreparedGraph& prepared_;
  const Graph& graph_;
  RankAccumulator& accumulator_;
  double stopped_ = 0;
  int used_ = 0;
  std::array<NodeId, kMaxWalkLength + 1> visited_{};
  std::vector<std::uint8_t> name_;           // node -> 1 + place in visited_, 0 if fresh
  std::vector<Bits> toward_;
  std::size_t stride_ = 0;
  std::vector<double> toward_mass_;          // weighted: probability of the step node -> v_j at node * stride_ + j
  std::vector<std::uint32_t> class_visits_;  // class of twins -> visited members; empty if no node has a twin
};

}  // namespace awe
