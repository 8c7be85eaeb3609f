#include "node_maps/statistic_features.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "algebra/random_cosines.h"
#include "node_maps/node_features.h"
#include "node_maps/node_statistics.h"

namespace awe::node_maps {
namespace {

constexpr double kBandwidth = 1.3;
constexpr std::size_t kNumbers = std::tuple_size_v<NodeStatistics>;

class StatisticFeatures final : public baselines::GraphMap {
 public:
  StatisticFeatures(const LabelRule& labels, std::uint32_t features)
      : labels_(labels), cosines_(features, "awe statistics 1") {}

  [[nodiscard]] std::size_t sections() const override { return 1; }
  [[nodiscard]] std::optional<std::uint64_t> columns(std::size_t /*section*/) const override {
    return labels_.any() ? std::nullopt : std::optional<std::uint64_t>(cosines_.features());
  }
  [[nodiscard]] std::string column_name(std::size_t /*section*/, std::uint64_t column) const override {
    return "f" + std::to_string(column);
  }

  [[nodiscard]] baselines::MapCost cost(const Graph& graph) const override {
    double squares = 0;
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      const auto degree = static_cast<double>(graph.degree(u));
      if (degree <= kMostPassed) squares += degree * degree;
    }
    const double n = graph.num_nodes();
    return {3 * squares + n * (2.0 * cosines_.features() + 100), n * 200 + 8 * static_cast<double>(graph.num_arcs())};
  }

  [[nodiscard]] std::vector<baselines::MapSection> of_graph(const Graph& graph,
                                                            const baselines::MapInput& input) const override {
    const auto labels = std::make_shared<const labels::GraphLabels>(graph, labels_, input.codebook);
    const graph::SimpleGraph simple(graph);
    std::vector<std::pair<std::uint32_t, NodeStatistics>> nodes;  // label, numbers over bandwidth
    for (NodeStatistics numbers : node_statistics(simple)) {
      for (double& number : numbers) number /= kBandwidth;
      nodes.emplace_back(labels->node(static_cast<NodeId>(nodes.size())), numbers);
    }
    std::sort(nodes.begin(), nodes.end());

    const std::size_t features = cosines_.features(), groups = groups_of(*labels);
    std::vector<double> sums;
    sums.reserve(groups * features);
    const double factor = std::sqrt(2.0 / static_cast<double>(features));
    auto next = nodes.begin();
    for (std::size_t group = 0; group < groups; ++group) {
      std::vector<algebra::WeightedPoint<kNumbers>> points;
      for (; next != nodes.end() && next->first == group; ++next) {
        if (!points.empty() && points.back().coordinates == next->second) {
          ++points.back().count;
        } else {
          points.push_back({next->second, 1});
        }
      }
      for (const double sum : cosines_.sums_of(points)) sums.push_back(factor * sum);
    }
    std::vector<baselines::MapSection> sections;
    sections.push_back(section_of_features(std::move(sums), cosines_.features(), simple.num_nodes(), labels_, labels));
    return sections;
  }

 private:
  LabelRule labels_;
  algebra::RandomCosines<kNumbers> cosines_;
};

}  // namespace

std::unique_ptr<const baselines::GraphMap> statistic_features(const LabelRule& labels, std::uint32_t features) {
  return std::make_unique<StatisticFeatures>(labels, features);
}

}  // namespace awe::node_maps
