#include "exact_walks/prepared_graph.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace awe::exact_walks {
namespace {

// Below this degree fresh neighbours are visited one by one; above it a row of common neighbours pays off.
constexpr std::uint32_t kTableDegree = 8;
// Maximum number of entries in the table of common neighbours (256 MiB), used for the nodes of highest degree.
constexpr std::uint64_t kTableEntries = std::uint64_t{1} << 24;

}  // namespace

PreparedGraph::PreparedGraph(const Graph& g, const WalkIndex& walk_index)
    : graph(&g),
      index(walk_index),
      twins(graph::find_twins(g)),
      symmetric(!g.directed() && !g.weighted()),
      plain(symmetric && !walk_index.self_loops()),
      group_offsets(std::size_t{g.num_nodes()} + 1, 0),
      inverse_degree(g.num_nodes(), 0.0) {
  const NodeId n = g.num_nodes();
  if (g.weighted()) arc_probabilities.resize(g.num_arcs());
  if (!symmetric) reverse.emplace_back(g);
  if (index.self_loops()) loop_probability.resize(n, 0.0);
  std::vector<std::pair<NodeId, std::uint64_t>> row;  // class, index of the arc
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
        groups.push_back({twin_class, g.targets()[place], 1, twins.members[twin_class].size() == 1, place});
      }
    }
    group_offsets[u + 1] = groups.size();
  }
}

void PreparedGraph::prepare_closing() {
  if (near_pays()) {
    build_near();
  } else {
    build_common();
  }
}

// Building the near rows takes as long as the walks of three steps; each row saves visiting the neighbours of
// neighbours for the walks of length l-3. If there are few walks of three steps from every node, nonzero sums can be
// distinguished from rounding errors (near_table.h).
bool PreparedGraph::near_pays() const {
  const int steps = index.length() - 3;
  if (steps < 1 || steps + 1 > kNearWidth) return false;
  const NodeId n = graph->num_nodes();
  std::vector<double> all(n, 1.0), merged(n, 1.0), next(n);
  const auto advance = [&](std::vector<double>& walks, bool by_class) {
    for (NodeId u = 0; u < n; ++u) {
      next[u] = 0;
      for (const Group& group : groups_of(u)) next[u] += walks[group.first] * (by_class ? 1 : group.size);
    }
    walks.swap(next);
  };
  for (int step = 0; step < 3; ++step) advance(all, false);
  for (int step = 0; step < steps; ++step) advance(merged, true);
  double wanted = 0;
  for (const auto& members : twins.members) wanted += merged[members.front()];
  constexpr double kMostWalks = 1 << 15;
  constexpr double kWorth = 8;
  constexpr double kNearEntries = 1 << 24;  // in all near rows: at most 384 MiB
  const double entries = std::accumulate(all.begin(), all.end(), 0.0);
  return entries <= kNearEntries && entries <= kWorth * wanted &&
         (n == 0 || *std::max_element(all.begin(), all.end()) <= kMostWalks);
}

void PreparedGraph::build_near() {
  const Graph& g = *graph;
  const NodeId n = g.num_nodes();
  self.resize(n);
  near_offsets.push_back(0);
  std::vector<Near> row(n, Near{0, 0, 0});  // scratch by node; `touched` lists the entries that are set
  std::vector<NodeId> touched;
  for (NodeId u = 0; u < n; ++u) {
    const auto touch = [&](NodeId v) -> Near& {
      if (row[v].two == 0 && row[v].three == 0) touched.push_back(v);
      return row[v];
    };
    touched.clear();
    for (const NodeId x : g.neighbours(u)) {
      for (const NodeId y : g.neighbours(x)) {
        touch(y).two += inverse_degree[x];
        const double share = inverse_degree[x] * inverse_degree[y];
        for (const NodeId v : g.neighbours(y)) touch(v).three += share;
      }
    }
    for (const NodeId v : touched) {
      if (v == u) {
        self[u].two = row[v].two;
        self[u].three = row[v].three;
      } else {
        near.push_back({v, row[v].two, row[v].three});
      }
      row[v] = Near{0, 0, 0};
    }
    near_offsets.push_back(near.size());
  }
  for (NodeId u = 0; u < n; ++u) {
    for (const NodeId x : g.neighbours(u)) self[u].two_of_neighbours += inverse_degree[x] * self[x].two;
  }
}

void PreparedGraph::build_common() {
  const Graph& g = *graph;
  const NodeId n = g.num_nodes();
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

}  // namespace awe::exact_walks
