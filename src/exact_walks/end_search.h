// Exact distributions of walks of five steps on undirected, unweighted graphs without loops, summed over all starts.
//
// The first two steps make the prefix 1 2 1 or 1 2 3; the last three are closed (visit_search.h). The search goes from
// the node c where the prefix ends: what c shares with other nodes in two and three steps over all nodes is found once
// for c, by class of twins, and for every way back (v_1 adjacent to c, v_0 adjacent to v_1) the terms of visited nodes
// are taken away. With V the visited nodes and s over V,
//   S_ij = two(i,j)   - sum over s ~ i, s ~ j of 1/d(s)
//   W_cj = three(c,j) - sum over s ~ c of S_sj / d(s) - sum over s ~ j of two(c,s) / d(s)
// The same equations over counts tell exactly which of these are zero. Sets that look alike (a pair, a path, a
// triangle) are added up before anything is spread over ranks (closed_sums.h), so that a set costs a few dozen
// operations without a branch. Cost: O(walks of three steps over classes of twins) for the shared sums, O(1) for each
// walk of two steps.
#pragma once

#include <vector>

#include "base/stop_check.h"
#include "exact_walks/class_graph.h"
#include "exact_walks/closed_sums.h"

namespace awe::exact_walks {

class EndSearch {
 public:
  static constexpr int kLength = 5;

  EndSearch(const ClassGraph& graph, const WalkIndex& index, RankAccumulator& accumulator);

  // Adds the walks whose prefix ends in a class, from every start, each with mass `share`.
  void to_class(NodeId twin_class, double share);
  // Spreads all that was added over the ranks; returns the mass of walks that stopped. Nothing is left.
  [[nodiscard]] double finish();
  // After a stop the search is spent.
  void watch(const Progress* progress) noexcept { stop_check_.watch(progress); }

 private:
  using Shared = ClassGraph::Shared;

  void share_three(NodeId c);
  [[nodiscard]] Shared three_of(NodeId node) const;
  void forget(NodeId c);

  const ClassGraph& graph_;
  const WalkIndex& index_;
  RankAccumulator& accumulator_;
  base::StopCheck stop_check_;
  double stopped_ = 0;
  ClosedSums pair_, path_, triangle_;
  // What c shares with the nodes of each class but itself, in two steps and in three (only with nodes within two
  // steps), and with itself.
  std::vector<Shared> two_, three_;
  Shared self_three_;
  std::vector<Shared> onward_;        // two_ as the next step finds it: mass over degree, and count
  std::vector<std::uint8_t> beside_;  // 1 if adjacent to c
  std::vector<NodeId> touched_;       // classes that two_ has
};

}  // namespace awe::exact_walks
