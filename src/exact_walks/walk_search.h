// Exact distributions on undirected, unweighted graphs without self-loops, depth first over walks, with the last two
// steps in closed form.
//
// If nodes have few neighbours, the tables that close three steps (visit_search.h) cost more than they save. Names are
// 0-based positions in first-visit order. With the bits that VisitedNodes keeps per node, a step back and then anywhere
// takes a few additions, and fresh neighbours are visited once. Cost: O(walks of length l-2 over classes of twins),
// times the neighbours of the last node.
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

  // Adds mass times the distribution of walks from the node; the length must be at least two.
  void from_node(NodeId node, double mass);
  // The mass of walks that stopped since the last call.
  [[nodiscard]] double take_stopped() noexcept;
  // The search must not be used again after it has been stopped.
  void watch(const Progress* progress) noexcept { stop_check_.watch(progress); }

 private:
  using Bits = VisitedNodes::Bits;

  void descend(NodeId x, int current, int left, double mass, std::uint64_t rank);
  // Adds the last two steps from x, which is named `current`. A fresh x need not be marked as visited.
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
