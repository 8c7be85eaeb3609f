// The reference: depth-first over walks, only the last step in closed form, as fast as we can write it. Twins are
// merged, visited neighbours are bits, unvisited ones are counted incrementally, and an unvisited leaf is never
// entered.
#include <bit>
#include <cstdint>

#include "contender.h"
#include "exact_walks/prepared_graph.h"
#include "exact_walks/rank_accumulator.h"
#include "exact_walks/visited_nodes.h"

namespace awe::bench {
namespace {

class LastStepSearch {
 public:
  LastStepSearch(const Graph& graph, const WalkIndex& index)
      : graph_(graph), prepared_(graph, index), accumulator_(index.size()), visited_(prepared_) {}

  // For lengths of at least two.
  WalkDistribution run() {
    WalkDistribution result;
    for (const auto& members : prepared_.twins.members) {
      const double mass = static_cast<double>(members.size()) / graph_.num_nodes();
      const NodeId start = members.front();
      if (graph_.degree(start) == 0) {
        result.stopped += mass;
        continue;
      }
      visited_.visit(start);
      descend(start, 0, prepared_.index.length(), mass, 0);
      visited_.leave();
    }
    result.probabilities = accumulator_.take();
    return result;
  }

 private:
  using Bits = exact_walks::VisitedNodes::Bits;

  // The last step from x, named `current`, after `used` names have been given. T(1,k) = k.
  void close(const exact_walks::VisitedNodes::Node& x, int current, int used, double mass, std::uint64_t rank) {
    const double each = mass * x.inverse_degree;
    double* block = accumulator_.block(rank, static_cast<std::uint32_t>(used));
    const Bits below = (Bits{1} << current) - 1;
    for (Bits j = x.toward & below; j != 0; j &= j - 1) block[std::countr_zero(j)] += each;
    for (Bits j = x.toward & ~below; j != 0; j &= j - 1) block[std::countr_zero(j) - 1] += each;
    block[used - 1] += each * x.fresh;
  }

  void descend(NodeId x, int current, int left, double mass, std::uint64_t rank) {
    const int used = visited_.used();
    const std::uint64_t each = prepared_.index.completions(left - 1, used);
    const double share = mass * visited_[x].inverse_degree;
    for (Bits bits = visited_[x].toward; bits != 0; bits &= bits - 1) {
      const int j = std::countr_zero(bits);
      const std::uint64_t next = rank + static_cast<std::uint64_t>(j - (j > current ? 1 : 0)) * each;
      if (left == 2) {
        close(visited_.place(j), j, used, share, next);
      } else {
        descend(visited_.at(j), j, left - 1, share, next);
      }
    }
    const std::uint64_t next = rank + static_cast<std::uint64_t>(used - 1) * each;
    for (const exact_walks::PreparedGraph::Group& group : prepared_.groups_of(x)) {
      NodeId y = group.first;
      double members = 1;
      if (prepared_.twins.members[group.twin_class].size() > 1) {
        members = visited_.fresh_members(group.twin_class);
        if (members == 0) continue;
        y = visited_.fresh_member(group.twin_class);
      } else if (visited_[y].visited) {
        continue;
      }
      if (left == 2) {
        close(visited_[y], used, used + 1, share * members, next);
      } else {
        visited_.visit(y);
        descend(y, used, left - 1, share * members, next);
        visited_.leave();
      }
    }
  }

  const Graph& graph_;
  exact_walks::PreparedGraph prepared_;
  exact_walks::RankAccumulator accumulator_;
  exact_walks::VisitedNodes visited_;
};

}  // namespace

Contender last_step_closed() {
  return {"last step", [](const Graph& graph, const WalkIndex& index) { return LastStepSearch(graph, index).run(); }};
}

}  // namespace awe::bench
