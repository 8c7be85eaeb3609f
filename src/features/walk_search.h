// Exact distributions on undirected, unweighted graphs without loops, depth first over walks: the last step is closed.
//
// Where nodes have few neighbours the work of closing more steps (plain_search.h) costs more than it saves. Names are
// 0-based places in first-visit order; each node knows which visited nodes it is adjacent to, as bits, and how many of
// its neighbours are fresh, so that the last step is a few additions. Cost: O(walks of length l-1 over classes of twins).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "prepared_graph.h"
#include "rank_accumulator.h"
#include "stop_check.h"

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
  using Bits = std::uint32_t;
  struct Node {
    double inverse_degree = 0;
    Bits toward = 0;         // visited nodes it is adjacent to
    std::int32_t fresh = 0;  // neighbours that are not visited
    std::uint8_t name = 0;   // 1 + place in visited_, 0 if fresh
  };

  void visit(NodeId node);
  void leave();
  void descend(NodeId x, int current, int left, double mass, std::uint64_t rank);
  void close(const Node& x, int current, int used, double mass, std::uint64_t rank);

  const PreparedGraph& prepared_;
  const Graph& graph_;
  RankAccumulator& accumulator_;
  StopCheck stop_check_;
  double stopped_ = 0;
  int used_ = 0;
  std::array<NodeId, kMaxWalkLength + 1> visited_{};
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> class_visits_;  // class of twins -> visited members
};

}  // namespace awe
