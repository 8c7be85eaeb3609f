#include "links/pair_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "awe/featurizer.h"
#include "awe/metrics.h"
#include "base/parallel.h"

namespace awe::links {
namespace {

constexpr std::size_t kSteps = 3;        // walks of 2, 3 and 4 steps
constexpr std::size_t kProximities = 5;  // and the degrees
using Proximity = std::array<double, kProximities>;

// The probabilities to be at every node after 2, 3 and 4 steps from `from`.
std::array<std::vector<double>, kSteps> spread(const Graph& graph, NodeId from) {
  std::array<std::vector<double>, kSteps> found;
  std::vector<double> now(graph.num_nodes(), 0), next(graph.num_nodes(), 0);
  now[from] = 1;
  for (std::size_t step = 1; step <= kSteps + 1; ++step) {
    std::fill(next.begin(), next.end(), 0.0);
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      if (now[u] == 0) continue;
      const auto around = graph.neighbours(u);
      const auto weights = graph.weights(u);
      double total = static_cast<double>(around.size());
      if (!weights.empty()) {
        total = 0;
        for (const double weight : weights) total += weight;
      }
      for (std::size_t k = 0; k < around.size(); ++k) {
        next[around[k]] += now[u] * (weights.empty() ? 1 : weights[k]) / total;
      }
    }
    std::swap(now, next);
    if (step > 1) found[step - 2] = now;
  }
  return found;
}

std::vector<Proximity> proximities(const Graph& graph, std::span<const Pair> pairs, const RunOptions& run) {
  std::vector<std::vector<std::size_t>> pairs_of(graph.num_nodes());  // both ends
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    pairs_of[pairs[i].first].push_back(i);
    pairs_of[pairs[i].second].push_back(i);
  }
  std::vector<std::array<double, 2 * kSteps>> found(pairs.size());
  base::parallel_for(graph.num_nodes(), run.thread_count(), [&](std::size_t node) {
    if (pairs_of[node].empty()) return;
    run.progress.throw_if_stopped();
    const auto reached = spread(graph, static_cast<NodeId>(node));
    for (const std::size_t i : pairs_of[node]) {
      const bool first = pairs[i].first == node;
      const NodeId other = first ? pairs[i].second : pairs[i].first;
      for (std::size_t t = 0; t < kSteps; ++t) found[i][2 * t + (first ? 0 : 1)] = reached[t][other];
    }
  });
  const auto nodes = static_cast<double>(graph.num_nodes());
  std::vector<Proximity> made(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (std::size_t t = 0; t < kSteps; ++t) {
      made[i][t] = (std::log1p(nodes * found[i][2 * t]) + std::log1p(nodes * found[i][2 * t + 1])) / 2;
    }
    const double a = std::log1p(graph.degree(pairs[i].first)), b = std::log1p(graph.degree(pairs[i].second));
    made[i][kSteps] = a + b;
    made[i][kSteps + 1] = std::abs(a - b);
  }
  return made;
}

// Mean 0 and deviation 1 over the first `train` pairs.
void standardise(std::vector<Proximity>& values, std::size_t train) {
  for (std::size_t c = 0; c < kProximities; ++c) {
    std::vector<double> column;
    for (std::size_t i = 0; i < train; ++i) column.push_back(values[i][c]);
    const auto [mean, deviation] = mean_and_deviation(column);
    for (Proximity& row : values) row[c] = (row[c] - mean) / (deviation > 0 ? deviation : 1);
  }
}

SparseVector half_sum(const SparseVector& a, const SparseVector& b) {
  SparseVector sum = sum_of(a, b);
  for (double& value : sum.values) value /= 2;
  return sum;
}

}  // namespace

evaluation::MatrixSet pair_set(const Graph& known, std::span<const Pair> pairs, std::span<const int> is_edge,
                               std::size_t train, const PairOptions& options) {
  KernelRecipe roles = options.roles.front();
  FeatureOptions features;
  for (const Channel& channel : roles.channels) features.features.push_back(channel.features.front());
  features.level = Level::node;
  features.self_loops = options.self_loops;
  features.walks = options.walks;
  features.plain_ids = true;
  features.run = options.run;
  const FeatureMatrix nodes = embed({&known, 1}, features);
  std::vector<Proximity> near = proximities(known, pairs, options.run);
  standardise(near, train);

  evaluation::MatrixSet set;
  const std::uint64_t columns = nodes.num_columns();
  set.rows = kernels::SparseRows(columns + kProximities);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    SparseVector row = half_sum(nodes.rows[pairs[i].first].values, nodes.rows[pairs[i].second].values);
    for (std::size_t c = 0; c < kProximities; ++c) row.push_back(columns + c, near[i][c]);
    set.rows.append(row);
    set.ids.push_back(std::to_string(pairs[i].first) + "-" + std::to_string(pairs[i].second));
    set.classes.push_back(is_edge[i] != 0 ? 0 : 1);
  }
  set.class_names = {"edge", "other"};
  for (std::size_t b = 0; b < roles.channels.size(); ++b) {
    roles.channels[b].features = {};
    roles.channels[b].columns = {nodes.blocks[b].first, nodes.blocks[b].last};
  }
  Channel proximity;
  proximity.columns = {columns, columns + kProximities};
  proximity.kernel = BaseKernel::linear;
  roles.name = "roles";
  KernelRecipe both = roles;
  both.name = "roles + proximity";
  both.channels.push_back(proximity);
  both.channels.back().weight = roles.total_weight();
  set.recipes = {roles, {"proximity", {proximity}}, both};
  return set;
}

PairScores pair_scores(const Graph& known, std::span<const Pair> pairs) {
  PairScores scores;
  for (const auto& [u, v] : pairs) {
    double common = 0, adamic_adar = 0;
    for (const NodeId w : known.neighbours(u)) {
      if (w == u || w == v || !known.has_arc(v, w)) continue;
      ++common;
      adamic_adar += 1 / std::log(std::max<double>(2, known.degree(w)));
    }
    scores.common_neighbours.push_back(common);
    scores.adamic_adar.push_back(adamic_adar);
    scores.degrees.push_back(static_cast<double>(known.degree(u)) * known.degree(v));
  }
  return scores;
}

}  // namespace awe::links
