#include "node_maps/hub_features.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algebra/random_cosines.h"
#include "base/logarithm.h"

namespace awe::node_maps {
namespace {

class HubFeatures final : public baselines::GraphMap {
 public:
  explicit HubFeatures(std::uint32_t features) : cosines_(features, "awe hubs 1") {}

  [[nodiscard]] std::size_t sections() const override { return 1; }
  [[nodiscard]] std::optional<std::uint64_t> columns(std::size_t /*section*/) const override {
    return cosines_.features();
  }
  [[nodiscard]] std::string column_name(std::size_t /*section*/, std::uint64_t column) const override {
    return "f" + std::to_string(column);
  }

  [[nodiscard]] baselines::MapCost cost(const Graph& graph) const override {
    // Most nodes share their two numbers with others: graphs of 500 nodes have about 40 pairs of them.
    const double n = graph.num_nodes(), arcs = static_cast<double>(graph.num_arcs());
    return {4 * arcs + 30 * n + 2 * std::sqrt(n) * 1.3 * cosines_.features(), 16 * (n + arcs)};
  }

  [[nodiscard]] std::vector<baselines::MapSection> of_graph(const Graph& graph,
                                                            const baselines::MapInput& /*input*/) const override {
    std::vector<baselines::MapSection> sections(1);
    const graph::SimpleGraph simple(graph);
    const NodeId n = simple.num_nodes();
    if (n == 0) return sections;
    const std::vector<std::uint32_t> distances = distances_from_hub(simple);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> numbers(n);
    for (NodeId u = 0; u < n; ++u) numbers[u] = {simple.degree(u), distances[u]};
    std::sort(numbers.begin(), numbers.end());

    std::vector<algebra::WeightedPoint<2>> points;
    for (std::size_t first = 0, last = 0; first < n; first = last) {
      while (last < n && numbers[last] == numbers[first]) ++last;
      const auto [degree, distance] = numbers[first];
      points.push_back(
          {{base::log_of_one_plus(degree), static_cast<double>(distance)}, static_cast<double>(last - first)});
    }
    const std::vector<double> sums = cosines_.sums_of(points);
    baselines::MapSection& section = sections.front();
    section.total = n;
    const double factor = std::sqrt(2.0 / static_cast<double>(sums.size())) * base::log_of_one_plus(n);
    for (std::size_t f = 0; f < sums.size(); ++f) {
      if (sums[f] == 0) continue;
      section.columns.push_back(f);
      section.amounts.push_back(factor * sums[f]);
    }
    return sections;
  }

 private:
  algebra::RandomCosines<2> cosines_;
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

std::unique_ptr<const baselines::GraphMap> hub_features(std::uint32_t features) {
  return std::make_unique<HubFeatures>(features);
}

}  // namespace awe::node_maps
