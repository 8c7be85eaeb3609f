// Depth-first search over walks for any graph: directed, weighted, with self-loops. The last two steps are evaluated in
// closed form.
//
// Names here are 0-based positions in first-visit order. For a walk that has visited v_0 .. v_{k-1}, bit j of
// toward_[y] is set if y has an arc to v_j. It is updated whenever a node is visited or left, so all queries about
// visited neighbours are bit operations. A walk that reaches a dead end is recorded there; with `restart` it has one
// arc more, from the dead end to its start v_0.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "awe/walk_index.h"
#include "base/stop_check.h"
#include "exact_walks/ended_sums.h"
#include "exact_walks/prepared_graph.h"
#include "exact_walks/rank_accumulator.h"

namespace awe::exact_walks {

class GeneralSearch {
 public:
  GeneralSearch(const PreparedGraph& prepared, RankAccumulator& accumulator, bool restart = false);

  // Adds mass times the distribution of walks from the node, or of walks whose first step is the arc.
  void from_node(NodeId node, double mass);
  void from_arc(NodeId node, std::uint64_t place, double mass);
  // The mass of walks that stopped since the last call.
  [[nodiscard]] double take_stopped() noexcept;
  // The same mass, by the walks that stopped.
  [[nodiscard]] std::vector<EndedWalk> take_ended() { return ended_.take(); }
  // The search must not be used again after it has been stopped.
  void watch(const Progress* progress) noexcept { stop_check_.watch(progress); }

 private:
  using Bits = std::uint32_t;

  void visit(NodeId node);
  void leave();
  // Number of unvisited members of the group among the neighbours of x, and one such member.
  [[nodiscard]] std::uint32_t unvisited(const PreparedGraph::Group& group, NodeId x) const noexcept;
  [[nodiscard]] NodeId unvisited_member(const PreparedGraph::Group& group) const noexcept;
  // Whether a step from this node leads to the start.
  [[nodiscard]] bool jumps(NodeId node) const noexcept {
    return restart_ && graph_.degree(node) == 0 && node != visited_[0];
  }
  // Number of steps that are possible from a node, and the visited nodes among their ends.
  [[nodiscard]] std::uint32_t ways(NodeId node) const noexcept { return jumps(node) ? 1 : graph_.degree(node); }
  [[nodiscard]] Bits toward(NodeId node) const noexcept { return jumps(node) ? Bits{1} : toward_[node]; }
  // Probability of the step from a node to the visited node v_j, which must be its neighbour.
  [[nodiscard]] double step_probability(NodeId from, int j) const noexcept {
    if (jumps(from)) return 1;
    return toward_mass_.empty() ? prepared_.inverse_degree[from]
                                : toward_mass_[from * stride_ + static_cast<unsigned>(j)];
  }

  // Continues from v_current with `left` steps to go; the walk so far has rank `rank`.
  void descend(int current, int left, double mass, std::uint64_t rank);
  void descend_fresh(NodeId node, int left, double mass, std::uint64_t rank);
  void last_step(int current, double mass, std::uint64_t rank);
  void close_two(int current, double mass, std::uint64_t rank);
  // `rank` is that of the walk with a fresh step, `block` the sums of its completions.
  void close_fresh(int current, double mass, std::uint64_t rank, double* block);
  void stop(int made, std::uint64_t rank, double mass) {
    stopped_ += mass;
    ended_.add(made, rank, mass);
  }

  const PreparedGraph& prepared_;
  const Graph& graph_;
  RankAccumulator& accumulator_;
  base::StopCheck stop_check_;
  bool restart_;
  double stopped_ = 0;
  EndedSums ended_;
  int used_ = 0;
  std::array<NodeId, kMaxWalkLength + 1> visited_{};
  std::vector<std::uint8_t> name_;  // node -> 1 + position in visited_, 0 if fresh
  std::vector<Bits> toward_;
  std::size_t stride_ = 0;
  std::vector<double> toward_mass_;          // weighted: probability of the step node -> v_j at node * stride_ + j
  std::vector<std::uint32_t> class_visits_;  // class of twins -> number of visited members; empty if no node has a twin
};

}  // namespace awe::exact_walks
