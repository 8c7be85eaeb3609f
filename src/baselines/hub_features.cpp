#include "baselines/hub_features.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/rng.h"

namespace awe::baselines {
namespace {

class HubFeatures final : public GraphMap {
 public:
  explicit HubFeatures(std::uint32_t features) {
    base::Sequence random(1, Hash128{0x48756273u, 2});
    for (std::uint32_t f = 0; f < features; ++f) {
      // Two normal numbers at a time (Box & Muller).
      const double radius = std::sqrt(-2 * std::log(1 - random.unit())), angle = 2 * std::numbers::pi * random.unit();
      of_degree_.push_back(radius * std::cos(angle));
      of_distance_.push_back(radius * std::sin(angle));
      phases_.push_back(2 * std::numbers::pi * random.unit());
    }
  }

  [[nodiscard]] std::size_t sections() const override { return 1; }
  [[nodiscard]] std::optional<std::uint64_t> columns(std::size_t /*section*/) const override { return phases_.size(); }
  [[nodiscard]] std::string column_name(std::size_t /*section*/, std::uint64_t column) const override {
    return "f" + std::to_string(column);
  }

  [[nodiscard]] MapCost cost(const Graph& graph) const override {
    // Most nodes share their two numbers with others: graphs of 500 nodes have about 40 pairs of them.
    const double n = graph.num_nodes(), arcs = static_cast<double>(graph.num_arcs());
    return {4 * arcs + 30 * n + 2 * std::sqrt(n) * 15 * static_cast<double>(phases_.size()), 16 * (n + arcs)};
  }

  [[nodiscard]] std::vector<MapSection> of_graph(const Graph& graph, const MapInput& /*input*/) const override {
    std::vector<MapSection> sections(1);
    const graph::SimpleGraph simple(graph);
    const NodeId n = simple.num_nodes();
    if (n == 0) return sections;
    const std::vector<std::uint32_t> distances = distances_from_hub(simple);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> numbers(n);
    for (NodeId u = 0; u < n; ++u) numbers[u] = {simple.degree(u), distances[u]};
    std::sort(numbers.begin(), numbers.end());

    const std::size_t features = phases_.size();
    std::vector<double> sums(features, 0.0);
    for (std::size_t first = 0, last = 0; first < n; first = last) {
      while (last < n && numbers[last] == numbers[first]) ++last;
      const double degree = std::log1p(numbers[first].first), distance = numbers[first].second;
      const auto count = static_cast<double>(last - first);
      for (std::size_t f = 0; f < features; ++f) {
        sums[f] += count * std::cos(of_degree_[f] * degree + of_distance_[f] * distance + phases_[f]);
      }
    }
    MapSection& section = sections.front();
    section.total = n;
    const double factor = std::sqrt(2.0 / static_cast<double>(features)) * std::log1p(n);
    for (std::size_t f = 0; f < features; ++f) {
      if (sums[f] == 0) continue;
      section.columns.push_back(f);
      section.amounts.push_back(factor * sums[f]);
    }
    return sections;
  }

 private:
  std::vector<double> of_degree_, of_distance_, phases_;  // one of each per feature
};

}  // namespace

std::vector<std::uint32_t> distances_from_hub(const graph::SimpleGraph& graph) {
  const NodeId n = graph.num_nodes();
  std::uint32_t largest = 0;
  for (NodeId u = 0; u < n; ++u) largest = std::max(largest, graph.degree(u));
  std::vector<std::uint32_t> distances(n, kFarFromHub);
  std::vector<NodeId> reached;
  for (NodeId u = 0; u < n; ++u) {
    if (graph.degree(u) != largest) continue;
    distances[u] = 0;
    reached.push_back(u);
  }
  for (std::size_t i = 0; i < reached.size() && distances[reached[i]] + 1 < kFarFromHub; ++i) {
    for (const NodeId v : graph.neighbours(reached[i])) {
      if (distances[v] != kFarFromHub) continue;
      distances[v] = distances[reached[i]] + 1;
      reached.push_back(v);
    }
  }
  return distances;
}

std::unique_ptr<const GraphMap> hub_features(std::uint32_t features) { return std::make_unique<HubFeatures>(features); }

}  // namespace awe::baselines
