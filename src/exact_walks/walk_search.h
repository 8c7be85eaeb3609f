// Exact distributions on undirected, unweighted graphs without loops, depth first over walks: the last two steps are
// closed.
//
// Where nodes have few neighbours the tables that close three steps (visit_search.h) cost more than they save. Names
// are 0-based places in first-visit order. With what nodes know of the visited ones, a step back and then anywhere is a
// few additions, and the fresh neighbours are looked at once. Cost: O(walks of length l-2 over classes of twins), times
// the neighbours of the last node.
#pragma once

#include <cstdint>

#include "base/stop_check.h"
#include "exact_walks/prepared_graph.h"
#include "exact_walks/rank_accumulator.h"
#include "exact_walks/visited_nodes.h"

namespace awe::exact_walks {

class WalkSearch {
 public:
  WalkSearch(const PreparedGraph& prepared, RankAccumulator& accumulator);

  // Adds mass times the distribution of walks from the node; two steps or more.
  void from_node(NodeId node, double mass);
  // Mass of walks that stopped, since the last call.
  [[nodiscard]] double take_stopped() noexcept;
  // After a stop the search is spent.
  void watch(const Progress* progress) noexcept { stop_check_.watch(progress); }

 private:
  using Bits = VisitedNodes::Bits;

  void descend(NodeId x, int current, int left, double mass, std::uint64_t rank);
  // The last two steps from x, named `current`. A fresh x need not be visited.
  void close(NodeId x, int current, bool fresh, double mass, std::uint64_t rank);
  void close_fresh(NodeId x, int current, bool fresh, double each, double* block) const;

  const PreparedGraph& prepared_;
  const Graph& graph_;
  RankAccumulator& accumulator_;
  base::StopCheck stop_check_;
  double stopped_ = 0;
  VisitedNodes visited_;
};

}  // namespace awe::exact_walks
