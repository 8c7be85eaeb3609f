// Exact distributions of walks of five steps on undirected, unweighted graphs without self-loops, summed over all
// starts.
//
// The first two steps form the prefix 1 2 1 or 1 2 3; the last three are evaluated in closed form (visit_search.h). The
// search starts at the node c where the prefix ends: what c shares with other nodes in two and three steps, over all
// nodes, is computed once per c and stored per class of twins; then for every path back (v_1 adjacent to c, v_0
// adjacent to v_1) the terms of visited nodes are subtracted. With V the visited nodes and s in V,
//   S_ij = two(i,j)   - sum over s ~ i, s ~ j of 1/d(s)
//   W_cj = three(c,j) - sum over s ~ c of S_sj / d(s) - sum over s ~ j of two(c,s) / d(s)
// The same equations over counts tell exactly which of these are zero. Sets of the same shape (a pair, a path, a
// triangle) are summed before anything is distributed over ranks (closed_sums.h), so a set costs a few dozen operations
// and no branch. Cost: O(walks of three steps over classes of twins) for the shared sums, O(1) for each walk of two
// steps.
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

  // Adds the walks whose prefix ends in this class, from every start, each with mass `share`.
  void to_class(NodeId twin_class, double share);
  // Distributes the sums over the ranks and resets them; returns the mass of walks that stopped.
  [[nodiscard]] double finish();
  // The search must not be used again after it has been stopped.
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
  // What c shares with the nodes of each class other than c, in two steps and in three (only for nodes within two
  // steps), and with itself.
  std::vector<Shared> two_, three_;
  Shared self_three_;
  std::vector<Shared> onward_;        // two_ as seen by the next step: mass over degree, and count
  std::vector<std::uint8_t> beside_;  // 1 if adjacent to c
  std::vector<NodeId> touched_;       // classes with an entry in two_
};

}  // namespace awe::exact_walks
