// Depth-first search over walks, for any graph: directed, weighted, with loops. The last two steps are closed.
//
// Names here are 0-based places in first-visit order. For a walk that has visited v_0 .. v_{k-1}, toward_[y] has bit j
// if y has an arc to v_j, kept up to date as nodes are visited and left, so that every question about visited
// neighbours is a bit operation.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "awe/walk_index.h"
#include "base/stop_check.h"
#include "exact_walks/prepared_graph.h"
#include "exact_walks/rank_accumulator.h"

namespace awe::exact_walks {

class GeneralSearch {
 public:
  GeneralSearch(const PreparedGraph& prepared, RankAccumulator& accumulator);

  // Adds mass times the distribution of walks from the node (or of walks whose first step is the arc).
  void from_node(NodeId node, double mass);
  void from_arc(NodeId node, std::uint64_t place, double mass);
  // Mass of walks that stopped, since the last call.
  [[nodiscard]] double take_stopped() noexcept;
  // After a stop the search is spent.
  void watch(const Progress* progress) noexcept { stop_check_.watch(progress); }

 private:
  using Bits = std::uint32_t;

  void visit(NodeId node);
  void leave();
  // Unvisited members of the group among the neighbours of x, and one of them.
  [[nodiscard]] std::uint32_t unvisited(const PreparedGraph::Group& group, NodeId x) const noexcept;
  [[nodiscard]] NodeId unvisited_member(const PreparedGraph::Group& group) const noexcept;
  // Probability of the step from a node to the visited v_j, which must be its neighbour.
  [[nodiscard]] double step_probability(NodeId from, int j) const noexcept {
    return toward_mass_.empty() ? prepared_.inverse_degree[from]
                                : toward_mass_[from * stride_ + static_cast<unsigned>(j)];
  }

  // At v_current, with `left` steps to go and the walk so far ranked at `rank`.
  void descend(int current, int left, double mass, std::uint64_t rank);
  void descend_fresh(NodeId node, int left, double mass, std::uint64_t rank);
  void last_step(int current, double mass, std::uint64_t rank);
  void close_two(int current, double mass, std::uint64_t rank);
  void close_fresh(int current, double mass, double* block);

  const PreparedGraph& prepared_;
  const Graph& graph_;
  RankAccumulator& accumulator_;
  base::StopCheck stop_check_;
  double stopped_ = 0;
  int used_ = 0;
  std::array<NodeId, kMaxWalkLength + 1> visited_{};
  std::vector<std::uint8_t> name_;  // node -> 1 + place in visited_, 0 if fresh
  std::vector<Bits> toward_;
  std::size_t stride_ = 0;
  std::vector<double> toward_mass_;          // weighted: probability of the step node -> v_j at node * stride_ + j
  std::vector<std::uint32_t> class_visits_;  // class of twins -> visited members; empty if no node has a twin
};

}  // namespace awe::exact_walks
