#include "exact_walks/general_search.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace awe::exact_walks {
namespace {

int lowest(std::uint32_t bits) { return std::countr_zero(bits); }

}  // namespace

GeneralSearch::GeneralSearch(const PreparedGraph& prepared, RankAccumulator& accumulator, bool restart)
    : prepared_(prepared),
      graph_(*prepared.graph),
      accumulator_(accumulator),
      restart_(restart),
      name_(graph_.num_nodes(), 0),
      toward_(graph_.num_nodes(), 0) {
  if (graph_.weighted()) {
    stride_ = static_cast<std::size_t>(prepared.index.length()) + 1;
    toward_mass_.resize(std::size_t{graph_.num_nodes()} * stride_);
  }
  if (!prepared.twins.trivial()) class_visits_.resize(prepared.twins.members.size());
}

double GeneralSearch::take_stopped() noexcept { return std::exchange(stopped_, 0.0); }

void GeneralSearch::visit(NodeId node) {
  const Bits own = Bits{1} << used_;
  visited_[static_cast<std::size_t>(used_)] = node;
  if (prepared_.symmetric) {
    for (const NodeId y : graph_.neighbours(node)) toward_[y] |= own;
  } else {
    const graph::ReverseArcs& reverse = prepared_.reverse.front();
    for (std::uint64_t i = reverse.offsets[node]; i < reverse.offsets[node + 1]; ++i) {
      const NodeId y = reverse.sources[i];
      toward_[y] |= own;
      if (!toward_mass_.empty()) {
        toward_mass_[y * stride_ + static_cast<unsigned>(used_)] = prepared_.arc_probabilities[reverse.places[i]];
      }
    }
  }
  if (!class_visits_.empty()) ++class_visits_[prepared_.twins.class_of[node]];
  name_[node] = static_cast<std::uint8_t>(++used_);
}

void GeneralSearch::leave() {
  const NodeId node = visited_[static_cast<std::size_t>(--used_)];
  const Bits others = ~(Bits{1} << used_);
  if (prepared_.symmetric) {
    for (const NodeId y : graph_.neighbours(node)) toward_[y] &= others;
  } else {
    const graph::ReverseArcs& reverse = prepared_.reverse.front();
    for (std::uint64_t i = reverse.offsets[node]; i < reverse.offsets[node + 1]; ++i) {
      toward_[reverse.sources[i]] &= others;
    }
  }
  if (!class_visits_.empty()) --class_visits_[prepared_.twins.class_of[node]];
  name_[node] = 0;
}

std::uint32_t GeneralSearch::unvisited(const PreparedGraph::Group& group, NodeId x) const noexcept {
  if (class_visits_.empty()) return name_[group.first] == 0 ? 1 : 0;
  // x itself may be a visited member of the class without being its own neighbour.
  const bool own = prepared_.twins.class_of[x] == group.twin_class;
  const bool loop = own && !prepared_.loop_probability.empty() && prepared_.loop_probability[x] > 0;
  return group.size - class_visits_[group.twin_class] + (own && !loop ? 1 : 0);
}

NodeId GeneralSearch::unvisited_member(const PreparedGraph::Group& group) const noexcept {
  if (name_[group.first] == 0) return group.first;
  for (const NodeId y : prepared_.twins.members[group.twin_class]) {
    if (name_[y] == 0) return y;
  }
  return group.first;
}

void GeneralSearch::from_node(NodeId node, double mass) { descend_fresh(node, prepared_.index.length(), mass, 0); }

void GeneralSearch::from_arc(NodeId node, std::uint64_t place, double mass) {
  const WalkIndex& index = prepared_.index;
  const NodeId second = graph_.targets()[place];
  const int left = index.length() - 1;
  const bool loop = second == node;
  const std::uint64_t rank = index.self_loops() && !loop ? index.completions(left, 1) : 0;
  if (left == 0) {
    *accumulator_.block(rank, 1) += mass;
    return;
  }
  visit(node);
  if (loop) {
    descend(0, left, mass, rank);
  } else {
    descend_fresh(second, left, mass, rank);
  }
  leave();
}

void GeneralSearch::descend_fresh(NodeId node, int left, double mass, std::uint64_t rank) {
  visit(node);
  descend(used_ - 1, left, mass, rank);
  leave();
}

void GeneralSearch::descend(int current, int left, double mass, std::uint64_t rank) {
  stop_check_.tick();
  const NodeId x = visited_[static_cast<std::size_t>(current)];
  if (ways(x) == 0) return stop(prepared_.index.length() - left, rank, mass);
  if (left <= 2) {
    if (left == 1) return last_step(current, mass, rank);
    return close_two(current, mass, rank);
  }
  const WalkIndex& index = prepared_.index;
  const std::uint64_t each = index.completions(left - 1, used_);
  for (Bits rest = toward(x); rest != 0; rest &= rest - 1) {
    const int j = lowest(rest);
    const auto choice = static_cast<std::uint64_t>(index.choice(j + 1, current + 1));
    descend(j, left - 1, mass * step_probability(x, j), rank + choice * each);
  }
  const std::uint64_t fresh_rank = rank + static_cast<std::uint64_t>(index.choice(used_ + 1, current + 1)) * each;
  for (const PreparedGraph::Group& group : prepared_.groups_of(x)) {
    const std::uint32_t members = unvisited(group, x);
    if (members == 0) continue;
    const double share = mass * prepared_.arc_probability(x, group.place) * members;
    descend_fresh(unvisited_member(group), left - 1, share, fresh_rank);
  }
}

void GeneralSearch::last_step(int current, double mass, std::uint64_t rank) {
  const WalkIndex& index = prepared_.index;
  const NodeId x = visited_[static_cast<std::size_t>(current)];
  double* block = accumulator_.block(rank, static_cast<std::uint32_t>(index.completions(1, used_)));
  double fresh = 1;
  for (Bits rest = toward(x); rest != 0; rest &= rest - 1) {
    const int j = lowest(rest);
    const double probability = step_probability(x, j);
    block[index.choice(j + 1, current + 1)] += mass * probability;
    fresh -= probability;
  }
  const auto fresh_arcs = ways(x) - static_cast<std::uint32_t>(std::popcount(toward(x)));
  if (fresh_arcs > 0) block[index.choice(used_ + 1, current + 1)] += mass * std::max(fresh, 0.0);
}

void GeneralSearch::close_two(int current, double mass, std::uint64_t rank) {
  const WalkIndex& index = prepared_.index;
  const NodeId x = visited_[static_cast<std::size_t>(current)];
  const auto each = static_cast<std::ptrdiff_t>(index.completions(1, used_));
  double* block = accumulator_.block(rank, static_cast<std::uint32_t>(index.completions(2, used_)));
  for (Bits rest = toward(x); rest != 0; rest &= rest - 1) {
    const int j = lowest(rest);
    const NodeId y = visited_[static_cast<std::size_t>(j)];
    const double there = mass * step_probability(x, j);
    double* ends = block + index.choice(j + 1, current + 1) * each;
    double fresh = 1;
    for (Bits onward = toward(y); onward != 0; onward &= onward - 1) {
      const int i = lowest(onward);
      const double probability = step_probability(y, i);
      ends[index.choice(i + 1, j + 1)] += there * probability;
      fresh -= probability;
    }
    const auto fresh_arcs = ways(y) - static_cast<std::uint32_t>(std::popcount(toward(y)));
    if (fresh_arcs > 0) ends[index.choice(used_ + 1, j + 1)] += there * std::max(fresh, 0.0);
  }
  const std::ptrdiff_t fresh = index.choice(used_ + 1, current + 1) * each;
  close_fresh(current, mass, rank + static_cast<std::uint64_t>(fresh), block + fresh);
}

void GeneralSearch::close_fresh(int current, double mass, std::uint64_t rank, double* block) {
  const bool loops = prepared_.index.self_loops();
  const NodeId x = visited_[static_cast<std::size_t>(current)];
  for (const PreparedGraph::Group& group : prepared_.groups_of(x)) {
    const std::uint32_t members = unvisited(group, x);
    if (members == 0) continue;
    const NodeId y = unvisited_member(group);
    const double there = mass * prepared_.arc_probability(x, group.place) * members;
    std::uint32_t fresh_arcs = ways(y);
    if (fresh_arcs == 0) {
      stop(prepared_.index.length() - 1, rank, there);
      continue;
    }
    double fresh = 1;
    // y is fresh, so its name is larger than those of all visited nodes: their choices equal their positions.
    for (Bits rest = toward(y); rest != 0; rest &= rest - 1, --fresh_arcs) {
      const int j = lowest(rest);
      const double probability = step_probability(y, j);
      block[j] += there * probability;
      fresh -= probability;
    }
    if (loops && prepared_.loop_probability[y] > 0) {
      block[used_] += there * prepared_.loop_probability[y];
      fresh -= prepared_.loop_probability[y];
      --fresh_arcs;
    }
    if (fresh_arcs > 0) block[used_ + (loops ? 1 : 0)] += there * std::max(fresh, 0.0);
  }
}

}  // namespace awe::exact_walks
