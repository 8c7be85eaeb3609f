#include "walk_search.h"

#include <bit>
#include <utility>

namespace awe {

WalkSearch::WalkSearch(const PreparedGraph& prepared, RankAccumulator& accumulator)
    : prepared_(prepared),
      graph_(*prepared.graph),
      accumulator_(accumulator),
      nodes_(graph_.num_nodes()),
      class_visits_(prepared.twins.members.size(), 0) {
  for (NodeId u = 0; u < graph_.num_nodes(); ++u) {
    nodes_[u].inverse_degree = prepared.inverse_degree[u];
    nodes_[u].fresh = static_cast<std::int32_t>(graph_.degree(u));
  }
}

double WalkSearch::take_stopped() noexcept { return std::exchange(stopped_, 0.0); }

void WalkSearch::visit(NodeId node) {
  const Bits own = Bits{1} << used_;
  for (const NodeId y : graph_.neighbours(node)) {
    nodes_[y].toward |= own;
    --nodes_[y].fresh;
  }
  ++class_visits_[prepared_.twins.class_of[node]];
  visited_[static_cast<std::size_t>(used_)] = node;
  nodes_[node].name = static_cast<std::uint8_t>(++used_);
}

void WalkSearch::leave() {
  const NodeId node = visited_[static_cast<std::size_t>(--used_)];
  const Bits others = ~(Bits{1} << used_);
  for (const NodeId y : graph_.neighbours(node)) {
    nodes_[y].toward &= others;
    ++nodes_[y].fresh;
  }
  --class_visits_[prepared_.twins.class_of[node]];
  nodes_[node].name = 0;
}

void WalkSearch::from_node(NodeId node, double mass) {
  if (graph_.degree(node) == 0) {
    stopped_ += mass;
    return;
  }
  visit(node);
  descend(node, 0, prepared_.index.length(), mass, 0);
  leave();
}

// The last step from x, named `current`; `used` names stand before the fresh one. T(1,k) = k.
void WalkSearch::close(const Node& x, int current, int used, double mass, std::uint64_t rank) {
  const double each = mass * x.inverse_degree;
  double* block = accumulator_.block(rank, static_cast<std::uint32_t>(used));
  const Bits below = (Bits{1} << current) - 1;
  for (Bits j = x.toward & below; j != 0; j &= j - 1) block[std::countr_zero(j)] += each;
  for (Bits j = x.toward & ~below; j != 0; j &= j - 1) block[std::countr_zero(j) - 1] += each;
  block[used - 1] += each * x.fresh;
}

void WalkSearch::descend(NodeId x, int current, int left, double mass, std::uint64_t rank) {
  stop_check_.tick();
  const std::uint64_t each = prepared_.index.completions(left - 1, used_);
  const double share = mass * nodes_[x].inverse_degree;
  for (Bits bits = nodes_[x].toward; bits != 0; bits &= bits - 1) {
    const int j = std::countr_zero(bits);
    const NodeId y = visited_[static_cast<std::size_t>(j)];
    const std::uint64_t next = rank + static_cast<std::uint64_t>(j - (j > current ? 1 : 0)) * each;
    if (left == 2) {
      close(nodes_[y], j, used_, share, next);
    } else {
      descend(y, j, left - 1, share, next);
    }
  }
  const std::uint64_t next = rank + static_cast<std::uint64_t>(used_ - 1) * each;
  for (const PreparedGraph::Group& group : prepared_.groups_of(x)) {
    NodeId y = group.first;
    double members = 1;
    if (const auto& twins = prepared_.twins.members[group.twin_class]; twins.size() > 1) {
      members = static_cast<double>(twins.size() - class_visits_[group.twin_class]);
      if (members == 0) continue;
      for (auto member = twins.begin(); nodes_[y].name != 0; ++member) y = *member;
    } else if (nodes_[y].name != 0) {
      continue;
    }
    if (left == 2) {
      close(nodes_[y], used_, used_ + 1, share * members, next);
    } else {
      visit(y);
      descend(y, used_ - 1, left - 1, share * members, next);
      leave();
    }
  }
}

}  // namespace awe
