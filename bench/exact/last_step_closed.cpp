// The reference: depth-first search that closes only the last step, as well as we can write it. Twins are merged, visited
// neighbours are bits, a leaf that is fresh is never entered, and the vocabulary is a dense array.
#include <bit>
#include <cstdint>
#include <vector>

#include "contender.h"
#include "features/twins.h"

namespace awe::bench {
namespace {

class Search {
 public:
  Search(const Graph& graph, const WalkIndex& index)
      : graph_(graph),
        index_(index),
        twins_(find_twins(graph)),
        name_(graph.num_nodes(), 0),
        toward_(graph.num_nodes(), 0),
        inverse_degree_(graph.num_nodes(), 0.0),
        class_visits_(twins_.members.size(), 0),
        sums_(index.size(), 0.0) {
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      if (graph.degree(u) > 0) inverse_degree_[u] = 1.0 / graph.degree(u);
    }
    // Neighbours by class of twins: one entry a class.
    first_group_.push_back(0);
    std::vector<std::uint32_t> seen(twins_.members.size(), 0);
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      for (const NodeId v : graph.neighbours(u)) ++seen[twins_.class_of[v]];
      for (const NodeId v : graph.neighbours(u)) {
        const NodeId twin_class = twins_.class_of[v];
        if (seen[twin_class] == 0) continue;
        groups_.push_back({v, twin_class, seen[twin_class], twins_.class_of[u] == twin_class ? 1u : 0u});
        seen[twin_class] = 0;
      }
      first_group_.push_back(groups_.size());
    }
  }

  WalkDistribution run() {
    for (const auto& members : twins_.members) {
      const double mass = static_cast<double>(members.size()) / graph_.num_nodes();
      const NodeId start = members.front();
      if (graph_.degree(start) == 0) {
        stopped_ += mass;
      } else if (index_.length() == 1) {
        sums_[0] += mass;
      } else {
        enter(start);
        descend(start, 0, index_.length(), mass, 0);
        leave(start);
      }
    }
    WalkDistribution result;
    result.stopped = stopped_;
    for (std::uint64_t rank = 0; rank < sums_.size(); ++rank) {
      if (sums_[rank] != 0) result.probabilities.push_back(rank, sums_[rank]);
    }
    return result;
  }

 private:
  struct Group {
    NodeId first, twin_class;
    std::uint32_t size, own;  // own: x is of the class and does not count as its own neighbour
  };

  void enter(NodeId node) {
    visited_[used_] = node;
    for (const NodeId y : graph_.neighbours(node)) toward_[y] |= std::uint32_t{1} << used_;
    ++class_visits_[twins_.class_of[node]];
    name_[node] = static_cast<std::uint8_t>(++used_);
  }
  void leave(NodeId node) {
    --used_;
    for (const NodeId y : graph_.neighbours(node)) toward_[y] &= ~(std::uint32_t{1} << used_);
    --class_visits_[twins_.class_of[node]];
    name_[node] = 0;
  }

  // The last step from x, which has the name `current` and `used` names stand before the fresh one.
  void close(NodeId x, int current, int used, double mass, std::uint64_t rank) {
    const double each = mass * inverse_degree_[x];
    const std::uint32_t back = toward_[x];
    double* block = sums_.data() + rank;
    const std::uint32_t below = (std::uint32_t{1} << current) - 1;
    for (std::uint32_t j = back & below; j != 0; j &= j - 1) block[std::countr_zero(j)] += each;
    for (std::uint32_t j = back & ~below; j != 0; j &= j - 1) block[std::countr_zero(j) - 1] += each;
    block[used - 1] += each * (static_cast<int>(graph_.degree(x)) - std::popcount(back));
  }

  void descend(NodeId x, int current, int left, double mass, std::uint64_t rank) {
    const int used = static_cast<int>(used_);
    const std::uint64_t each = index_.completions(left - 1, used);
    const double share = mass * inverse_degree_[x];
    for (std::uint32_t bits = toward_[x]; bits != 0; bits &= bits - 1) {
      const int j = std::countr_zero(bits);
      const std::uint64_t next = rank + static_cast<std::uint64_t>(j - (j > current ? 1 : 0)) * each;
      if (left == 2) {
        close(visited_[static_cast<std::size_t>(j)], j, used, share, next);
      } else {
        descend(visited_[static_cast<std::size_t>(j)], j, left - 1, share, next);
      }
    }
    const std::uint64_t next = rank + static_cast<std::uint64_t>(used - 1) * each;
    for (std::size_t g = first_group_[x]; g < first_group_[x + 1]; ++g) {
      const Group& group = groups_[g];
      const std::uint32_t fresh = group.size - class_visits_[group.twin_class] + group.own;
      if (fresh == 0) continue;
      NodeId y = group.first;
      for (auto member = twins_.members[group.twin_class].begin(); name_[y] != 0; ++member) y = *member;
      if (left == 2) {
        close(y, used, used + 1, share * fresh, next);
      } else {
        enter(y);
        descend(y, used, left - 1, share * fresh, next);
        leave(y);
      }
    }
  }

  const Graph& graph_;
  const WalkIndex& index_;
  TwinClasses twins_;
  std::size_t used_ = 0;
  NodeId visited_[kMaxWalkLength + 1] = {};
  std::vector<std::uint8_t> name_;
  std::vector<std::uint32_t> toward_;
  std::vector<double> inverse_degree_;
  std::vector<std::uint32_t> class_visits_;
  std::vector<std::size_t> first_group_;
  std::vector<Group> groups_;
  std::vector<double> sums_;
  double stopped_ = 0;
};

}  // namespace

Contender last_step_closed() {
  return {"last step closed",
          [](const Graph& graph, const WalkIndex& index) { return Search(graph, index).run(); }};
}

}  // namespace awe::bench
