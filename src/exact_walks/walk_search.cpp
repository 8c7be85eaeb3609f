#include "exact_walks/walk_search.h"

#include <bit>
#include <utility>

namespace awe::exact_walks {
WalkSearch::WalkSearch(const PreparedGraph& prepared, RankAccumulator& accumulator)
    : prepared_(prepared), graph_(*prepared.graph), accumulator_(accumulator), visited_(prepared) {}

double WalkSearch::take_stopped() noexcept { return std::exchange(stopped_, 0.0); }

void WalkSearch::from_node(NodeId node, double mass) {
  if (graph_.degree(node) == 0) {
    stopped_ += mass;
    return;
  }
  if (prepared_.index.length() == 2) return close(node, 0, true, mass, 0);
  visited_.visit(node);
  descend(node, 0, prepared_.index.length(), mass, 0);
  visited_.leave();
}

void WalkSearch::close(NodeId x, int current, bool fresh, double mass, std::uint64_t rank) {
  const VisitedNodes::Node& node = visited_[x];
  const int used = visited_.used() + (fresh ? 1 : 0);
  const Bits own = Bits{1} << current;
  const double each = mass * node.inverse_degree;
  // T(1,k) = k and T(2,k) = k^2 + 1.
  double* block = accumulator_.block(rank, static_cast<std::uint32_t>(used * used + 1));
  for (Bits bits = node.toward; bits != 0; bits &= bits - 1) {
    const int j = std::countr_zero(bits);
    const VisitedNodes::Node& y = visited_.place(j);
    double* ends = block + (j - (j > current ? 1 : 0)) * used;
    const double there = each * y.inverse_degree;
    const Bits below = (Bits{1} << j) - 1;
    const Bits onward = y.toward | own;
    for (Bits i = (onward & below) | ((onward & ~below) >> 1); i != 0; i &= i - 1) ends[std::countr_zero(i)] += there;
    ends[used - 1] += there * (y.fresh - (fresh ? 1 : 0));
  }
  if (node.fresh > 0) close_fresh(x, current, fresh, each, block + (used - 1) * used);
}

void WalkSearch::close_fresh(NodeId x, int current, bool fresh, double each, double* block) const {
  const int used = visited_.used() + (fresh ? 1 : 0);
  double back = 0, on = 0;
  for (const NodeId neighbour : graph_.neighbours(x)) {
    const VisitedNodes::Node& y = visited_[neighbour];
    if (y.visited) continue;
    const double there = each * y.inverse_degree;
    // Back to x, collected in one sum; back to other visited nodes, which is rare; or on.
    back += there;
    for (Bits j = y.toward & ~(Bits{1} << current); j != 0; j &= j - 1) block[std::countr_zero(j)] += there;
    on += there * (y.fresh - (fresh ? 1 : 0));
  }
  block[current] += back;
  block[used] += on;
}

void WalkSearch::descend(NodeId x, int current, int left, double mass, std::uint64_t rank) {
  stop_check_.tick();
  const int used = visited_.used();
  const std::uint64_t each = prepared_.index.completions(left - 1, used);
  const double share = mass * visited_[x].inverse_degree;
  for (Bits bits = visited_[x].toward; bits != 0; bits &= bits - 1) {
    const int j = std::countr_zero(bits);
    const std::uint64_t next = rank + static_cast<std::uint64_t>(j - (j > current ? 1 : 0)) * each;
    if (left == 3) {
      close(visited_.at(j), j, false, share, next);
    } else {
      descend(visited_.at(j), j, left - 1, share, next);
    }
  }
  const std::uint64_t next = rank + static_cast<std::uint64_t>(used - 1) * each;
  for (const PreparedGraph::Group& group : prepared_.groups_of(x)) {
    const auto [y, members] = visited_.fresh_of(group);
    if (members == 0) continue;
    if (left == 3) {
      close(y, used, true, share * members, next);
    } else {
      visited_.visit(y);
      descend(y, used, left - 1, share * members, next);
      visited_.leave();
    }
  }
}

}  // namespace awe::exact_walks
