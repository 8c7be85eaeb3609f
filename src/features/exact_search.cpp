#include "exact_search.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace awe {
namespace {

// Below this degree the fresh neighbours are looked at one by one; above it a row of common neighbours pays.
constexpr std::uint32_t kTableDegree = 8;
// Entries of the table of common neighbours: 256 MiB at most, spent on the nodes of highest degree.
constexpr std::uint64_t kTableEntries = std::uint64_t{1} << 24;

int lowest(std::uint32_t bits) { return std::countr_zero(bits); }

}  // namespace

PreparedGraph::PreparedGraph(const Graph& g, const WalkIndex& walk_index)
    : graph(&g),
      index(walk_index),
      twins(find_twins(g)),
      plain(!g.directed() && !g.weighted() && !walk_index.self_loops()),
      group_offsets(std::size_t{g.num_nodes()} + 1, 0),
      inverse_degree(g.num_nodes(), 0.0) {
  const NodeId n = g.num_nodes();
  if (g.weighted()) arc_probabilities.resize(g.num_arcs());
  if (!plain) {
    reverse.emplace_back(g);
    loop_probability.resize(n, 0.0);
  }
  std::vector<std::pair<NodeId, std::uint64_t>> row;  // class, place
  for (NodeId u = 0; u < n; ++u) {
    const std::uint32_t degree = g.degree(u);
    if (degree > 0) inverse_degree[u] = 1.0 / degree;
    const auto weights = g.weights(u);
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    row.clear();
    for (std::uint32_t i = 0; i < degree; ++i) {
      const std::uint64_t place = g.offsets()[u] + i;
      if (!weights.empty()) arc_probabilities[place] = weights[i] / total;
      if (g.targets()[place] == u) loop_probability[u] = arc_probability(u, place);
      row.emplace_back(twins.class_of[g.targets()[place]], place);
    }
    std::sort(row.begin(), row.end());
    for (const auto& [twin_class, place] : row) {
      const bool same = groups.size() > group_offsets[u] && groups.back().twin_class == twin_class;
      if (same) {
        ++groups.back().size;
      } else {
        groups.push_back({twin_class, g.targets()[place], 1, place});
      }
    }
    group_offsets[u + 1] = groups.size();
  }
  if (!plain || index.length() < 2) return;

  std::vector<NodeId> hubs;
  for (NodeId u = 0; u < n; ++u) {
    if (g.degree(u) > kTableDegree) hubs.push_back(u);
  }
  const std::size_t most = static_cast<std::size_t>(kTableEntries / std::max<NodeId>(n, 1));
  if (hubs.size() > most) {
    std::stable_sort(hubs.begin(), hubs.end(), [&](NodeId a, NodeId b) { return g.degree(a) > g.degree(b); });
    hubs.resize(most);
  }
  if (hubs.empty()) return;
  common_rows.assign(n, kNoRow);
  two_steps.assign(n, 0);
  common.resize(hubs.size() * n);
  for (std::size_t i = 0; i < hubs.size(); ++i) {
    common_rows[hubs[i]] = static_cast<std::uint32_t>(i);
    Common* table_row = common.data() + i * n;
    for (const NodeId y : g.neighbours(hubs[i])) {
      two_steps[hubs[i]] += g.degree(y);
      for (const NodeId v : g.neighbours(y)) {
        table_row[v].mass += inverse_degree[y];
        ++table_row[v].count;
      }
    }
  }
}

ExactSearch::ExactSearch(const PreparedGraph& prepared, RankAccumulator& accumulator)
    : prepared_(prepared),
      graph_(*prepared.graph),
      accumulator_(accumulator),
      name_(graph_.num_nodes(), 0),
      toward_(graph_.num_nodes(), 0) {
  if (graph_.weighted()) {
    stride_ = static_cast<std::size_t>(prepared.index.length()) + 1;
    toward_mass_.resize(std::size_t{graph_.num_nodes()} * stride_);
  }
  if (!prepared.twins.trivial()) class_visits_.resize(prepared.twins.members.size());
}

double ExactSearch::take_stopped() noexcept { return std::exchange(stopped_, 0.0); }

void ExactSearch::visit(NodeId node) {
  const Bits own = Bits{1} << used_;
  visited_[static_cast<std::size_t>(used_)] = node;
  if (prepared_.plain) {
    for (const NodeId y : graph_.neighbours(node)) toward_[y] |= own;
  } else {
    const ReverseArcs& reverse = prepared_.reverse.front();
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

void ExactSearch::leave() {
  const NodeId node = visited_[static_cast<std::size_t>(--used_)];
  const Bits others = ~(Bits{1} << used_);
  if (prepared_.plain) {
    for (const NodeId y : graph_.neighbours(node)) toward_[y] &= others;
  } else {
    const ReverseArcs& reverse = prepared_.reverse.front();
    for (std::uint64_t i = reverse.offsets[node]; i < reverse.offsets[node + 1]; ++i) {
      toward_[reverse.sources[i]] &= others;
    }
  }
  if (!class_visits_.empty()) --class_visits_[prepared_.twins.class_of[node]];
  name_[node] = 0;
}

std::uint32_t ExactSearch::unvisited(const PreparedGraph::Group& group, NodeId x) const noexcept {
  if (class_visits_.empty()) return name_[group.first] == 0 ? 1 : 0;
  // x itself may be a visited member of the class without being its own neighbour.
  const bool own = prepared_.twins.class_of[x] == group.twin_class;
  const bool loop = own && !prepared_.loop_probability.empty() && prepared_.loop_probability[x] > 0;
  return group.size - class_visits_[group.twin_class] + (own && !loop ? 1 : 0);
}

NodeId ExactSearch::unvisited_member(const PreparedGraph::Group& group) const noexcept {
  if (name_[group.first] == 0) return group.first;
  for (const NodeId y : prepared_.twins.members[group.twin_class]) {
    if (name_[y] == 0) return y;
  }
  return group.first;
}

void ExactSearch::from_node(NodeId node, double mass) { descend_fresh(node, prepared_.index.length(), mass, 0); }

void ExactSearch::from_arc(NodeId node, std::uint64_t place, double mass) {
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

void ExactSearch::descend_fresh(NodeId node, int left, double mass, std::uint64_t rank) {
  if (left == 2 && prepared_.plain) {
    close_two_plain(node, used_, true, mass, rank);
    return;
  }
  visit(node);
  descend(used_ - 1, left, mass, rank);
  leave();
}

void ExactSearch::descend(int current, int left, double mass, std::uint64_t rank) {
  const NodeId x = visited_[static_cast<std::size_t>(current)];
  if (graph_.degree(x) == 0) {
    stopped_ += mass;
    return;
  }
  if (left <= 2) {
    if (left == 1) return last_step(current, mass, rank);
    return prepared_.plain ? close_two_plain(x, current, false, mass, rank) : close_two(current, mass, rank);
  }
  const WalkIndex& index = prepared_.index;
  const std::uint64_t each = index.completions(left - 1, used_);
  for (Bits rest = toward_[x]; rest != 0; rest &= rest - 1) {
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

void ExactSearch::last_step(int current, double mass, std::uint64_t rank) {
  const WalkIndex& index = prepared_.index;
  const NodeId x = visited_[static_cast<std::size_t>(current)];
  double* block = accumulator_.block(rank, static_cast<std::uint32_t>(index.completions(1, used_)));
  double fresh = 1;
  for (Bits rest = toward_[x]; rest != 0; rest &= rest - 1) {
    const int j = lowest(rest);
    const double probability = step_probability(x, j);
    block[index.choice(j + 1, current + 1)] += mass * probability;
    fresh -= probability;
  }
  const auto fresh_arcs = graph_.degree(x) - static_cast<std::uint32_t>(std::popcount(toward_[x]));
  if (fresh_arcs > 0) block[index.choice(used_ + 1, current + 1)] += mass * std::max(fresh, 0.0);
}

void ExactSearch::close_two(int current, double mass, std::uint64_t rank) {
  const WalkIndex& index = prepared_.index;
  const NodeId x = visited_[static_cast<std::size_t>(current)];
  const auto each = static_cast<std::ptrdiff_t>(index.completions(1, used_));
  double* block = accumulator_.block(rank, static_cast<std::uint32_t>(index.completions(2, used_)));
  for (Bits rest = toward_[x]; rest != 0; rest &= rest - 1) {
    const int j = lowest(rest);
    const NodeId y = visited_[static_cast<std::size_t>(j)];
    const double there = mass * step_probability(x, j);
    double* ends = block + index.choice(j + 1, current + 1) * each;
    double fresh = 1;
    for (Bits onward = toward_[y]; onward != 0; onward &= onward - 1) {
      const int i = lowest(onward);
      const double probability = step_probability(y, i);
      ends[index.choice(i + 1, j + 1)] += there * probability;
      fresh -= probability;
    }
    const auto fresh_arcs = graph_.degree(y) - static_cast<std::uint32_t>(std::popcount(toward_[y]));
    if (fresh_arcs > 0) ends[index.choice(used_ + 1, j + 1)] += there * std::max(fresh, 0.0);
  }
  close_fresh(current, mass, block + index.choice(used_ + 1, current + 1) * each);
}

void ExactSearch::close_fresh(int current, double mass, double* block) {
  const bool loops = prepared_.index.self_loops();
  const NodeId x = visited_[static_cast<std::size_t>(current)];
  for (const PreparedGraph::Group& group : prepared_.groups_of(x)) {
    const std::uint32_t members = unvisited(group, x);
    if (members == 0) continue;
    const NodeId y = unvisited_member(group);
    const double there = mass * prepared_.arc_probability(x, group.place) * members;
    std::uint32_t fresh_arcs = graph_.degree(y);
    if (fresh_arcs == 0) {
      stopped_ += there;
      continue;
    }
    double fresh = 1;
    // y is fresh and so later than every visited node: their choices are their places.
    for (Bits rest = toward_[y]; rest != 0; rest &= rest - 1, --fresh_arcs) {
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

void ExactSearch::close_two_plain(NodeId x, int current, bool fresh, double mass, std::uint64_t rank) {
  if (graph_.degree(x) == 0) {
    stopped_ += mass;
    return;
  }
  const int used = used_ + (fresh ? 1 : 0);
  const Bits own = Bits{1} << current;
  const double* inverse_degree = prepared_.inverse_degree.data();
  const double each = mass * inverse_degree[x];
  // T(1,k) = k and T(2,k) = k^2 + 1.
  double* block = accumulator_.block(rank, static_cast<std::uint32_t>(used * used + 1));
  const Bits visited = toward_[x];
  for (Bits rest = visited; rest != 0; rest &= rest - 1) {
    const int j = lowest(rest);
    const NodeId y = visited_[static_cast<std::size_t>(j)];
    double* ends = block + (j - (j > current ? 1 : 0)) * used;
    const double there = each * inverse_degree[y];
    const Bits onward = toward_[y] | own;
    const Bits below = (Bits{1} << j) - 1;
    for (Bits i = onward & below; i != 0; i &= i - 1) ends[lowest(i)] += there;
    for (Bits i = onward & ~below; i != 0; i &= i - 1) ends[lowest(i) - 1] += there;
    ends[used - 1] += there * (static_cast<int>(graph_.degree(y)) - std::popcount(onward));
  }
  if (graph_.degree(x) == static_cast<std::uint32_t>(std::popcount(visited))) return;
  double* ends = block + (used - 1) * used;
  if (const auto* row = prepared_.common_row(x)) {
    close_fresh_by_table(row, x, current, used, each, ends);
  } else {
    close_fresh_plain(x, own, used, each, ends);
  }
}

void ExactSearch::close_fresh_plain(NodeId x, Bits own, int used, double each, double* block) const {
  double fresh = 0;
  for (const NodeId y : graph_.neighbours(x)) {
    if (name_[y] != 0) continue;
    const double there = each * prepared_.inverse_degree[y];
    const Bits back = toward_[y] | own;
    for (Bits j = back; j != 0; j &= j - 1) block[lowest(j)] += there;
    fresh += there * (static_cast<int>(graph_.degree(y)) - std::popcount(back));
  }
  block[used] += fresh;
}

void ExactSearch::close_fresh_by_table(const PreparedGraph::Common* row, NodeId x, int current, int used, double each,
                                       double* block) const {
  const double* inverse_degree = prepared_.inverse_degree.data();
  const Bits visited = toward_[x];
  std::int64_t ways = static_cast<std::int64_t>(prepared_.two_steps[x]);
  double fresh = static_cast<double>(graph_.degree(x)) - std::popcount(visited);
  for (Bits s = visited; s != 0; s &= s - 1) ways -= graph_.degree(visited_[static_cast<std::size_t>(lowest(s))]);
  for (int j = 0; j < used; ++j) {
    const NodeId v = j == current ? x : visited_[static_cast<std::size_t>(j)];
    const PreparedGraph::Common& common = row[v];
    const Bits both = visited & toward_[v];
    // Whether any fresh node is common to both is decided by counting, not by a difference of rounded sums.
    const auto count = static_cast<std::int64_t>(common.count) - std::popcount(both);
    if (count == 0) continue;
    double mass = common.mass;
    for (Bits s = both; s != 0; s &= s - 1) mass -= inverse_degree[visited_[static_cast<std::size_t>(lowest(s))]];
    block[j] += each * mass;
    fresh -= mass;
    ways -= count;
  }
  if (ways > 0) block[used] += each * std::max(fresh, 0.0);
}

}  // namespace awe
