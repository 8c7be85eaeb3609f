// Exact distributions on undirected, unweighted graphs without loops, depth first over walks: the last step is closed.
//
// Where nodes have few neighbours the work of closing more steps (plain_search.h) costs more than it saves. Names are
// 0-based places in first-visit order. With what nodes know of the visited ones, the last step is a few additions.
// Cost: O(walks of length l-1 over classes of twins).
#pragma once

#include <cstdint>

#include "prepared_graph.h"
#include "rank_accumulator.h"
#include "stop_check.h"
#include "visited_nodes.h"

namespace awe {

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
  void close(const VisitedNodes::Node& x, int current, int used, double mass, std::uint64_t rank);

  const PreparedGraph& prepared_;
  const Graph& graph_;
  RankAccumulator& accumulator_;
  StopCheck stop_check_;
  double stopped_ = 0;
  VisitedNodes visited_;
};

}  // namespace awe
