#include "node_maps/return_features.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

#include "base/rng.h"
#include "labels/graph_labels.h"
#include "node_maps/node_features.h"

namespace awe::node_maps {
namespace {

constexpr double kBandwidth = 10;
constexpr std::size_t kTogether = 16;  // start nodes whose walks are followed together

class ReturnFeatures final : public baselines::GraphMap {
 public:
  ReturnFeatures(const LabelRule& labels, std::uint32_t features)
      : labels_(labels), features_(features), frequencies_(kReturnSteps * features) {
    base::Sequence random(1, Hash128{0x52657475726E73u, 50});
    const double deviation = std::sqrt(2 * kBandwidth);
    for (std::uint32_t f = 0; f < features; ++f) {
      // Two normal numbers at a time (Box & Muller).
      for (std::size_t s = 0; s < kReturnSteps; s += 2) {
        const double radius = std::sqrt(-2 * std::log(1 - random.unit())), angle = 2 * std::numbers::pi * random.unit();
        frequencies_[s * features + f] = deviation * radius * std::cos(angle);
        frequencies_[(s + 1) * features + f] = deviation * radius * std::sin(angle);
      }
      phases_.push_back(2 * std::numbers::pi * random.unit());
    }
  }

  [[nodiscard]] std::size_t sections() const override { return 1; }
  [[nodiscard]] std::optional<std::uint64_t> columns(std::size_t /*section*/) const override {
    return labels_.any() ? std::nullopt : std::optional<std::uint64_t>(features_);
  }
  [[nodiscard]] std::string column_name(std::size_t /*section*/, std::uint64_t column) const override {
    return "f" + std::to_string(column);
  }

  [[nodiscard]] baselines::MapCost cost(const Graph& graph) const override {
    const double n = graph.num_nodes(), arcs = static_cast<double>(graph.num_arcs());
    return {kReturnSteps / 2.0 * n * (arcs + 3 * n) / 8 + n * features_ * kReturnSteps / 2.0,
            n * (3 * kTogether + kReturnSteps) * 8};
  }

  [[nodiscard]] std::vector<baselines::MapSection> of_graph(const Graph& graph,
                                                            const baselines::MapInput& input) const override {
    const auto labels = std::make_shared<const labels::GraphLabels>(graph, labels_, input.codebook);
    const graph::SimpleGraph simple(graph);
    const std::vector<double> returns = return_probabilities(simple);
    const NodeId n = simple.num_nodes();
    std::vector<double> sums(groups_of(*labels) * features_, 0.0);
    const double unit = std::sqrt(2.0 / features_);
    std::vector<double> angles(features_);
    for (NodeId u = 0; u < n; ++u) {
      const double* const p = returns.data() + u * kReturnSteps;
      angles = phases_;
      for (std::size_t s = 0; s < kReturnSteps; ++s) {
        const double* const w = frequencies_.data() + s * features_;
        for (std::uint32_t f = 0; f < features_; ++f) angles[f] += w[f] * p[s];
      }
      double* const sum = sums.data() + labels->node(u) * features_;
      for (std::uint32_t f = 0; f < features_; ++f) sum[f] += unit * std::cos(angles[f]);
    }
    std::vector<baselines::MapSection> sections;
    sections.push_back(section_of_features(std::move(sums), features_, n, labels_, labels));
    return sections;
  }

 private:
  LabelRule labels_;
  std::uint32_t features_;
  std::vector<double> frequencies_, phases_;  // frequencies: kReturnSteps rows
};

}  // namespace

// With M = D^-1/2 (A + I) D^-1/2, which is symmetric, the probability of being back after a + b steps is the inner
// product of M^a e and M^b e: half as many products.
std::vector<double> return_probabilities(const graph::SimpleGraph& graph) {
  const NodeId n = graph.num_nodes();
  std::vector<double> root(n), returns(n * kReturnSteps, 0.0);
  for (NodeId u = 0; u < n; ++u) root[u] = 1 / std::sqrt(graph.degree(u) + 1.0);
  std::vector<double> before(n * kTogether), after(n * kTogether), scaled(n * kTogether);
  for (NodeId first = 0; first < n; first += kTogether) {
    const std::size_t count = std::min<std::size_t>(kTogether, n - first);
    std::fill(before.begin(), before.end(), 0.0);
    for (std::size_t i = 0; i < count; ++i) before[(first + i) * kTogether + i] = 1;
    for (std::size_t k = 1; k <= kReturnSteps / 2; ++k) {
      std::array<double, kTogether> odd{}, even{};
      for (NodeId u = 0; u < n; ++u) {
        for (std::size_t i = 0; i < kTogether; ++i) scaled[u * kTogether + i] = root[u] * before[u * kTogether + i];
      }
      for (NodeId u = 0; u < n; ++u) {
        std::array<double, kTogether> sum;
        std::copy_n(scaled.data() + u * kTogether, kTogether, sum.begin());
        for (const NodeId v : graph.neighbours(u)) {
          const double* const from = scaled.data() + v * kTogether;
          for (std::size_t i = 0; i < kTogether; ++i) sum[i] += from[i];
        }
        const double* const old = before.data() + u * kTogether;
        double* const now = after.data() + u * kTogether;
        for (std::size_t i = 0; i < kTogether; ++i) {
          now[i] = sum[i] * root[u];
          odd[i] += now[i] * old[i];
          even[i] += now[i] * now[i];
        }
      }
      for (std::size_t i = 0; i < count; ++i) {
        returns[(first + i) * kReturnSteps + 2 * k - 2] = odd[i];
        returns[(first + i) * kReturnSteps + 2 * k - 1] = even[i];
      }
      before.swap(after);
    }
  }
  return returns;
}

std::unique_ptr<const baselines::GraphMap> return_features(const LabelRule& labels, std::uint32_t features) {
  return std::make_unique<ReturnFeatures>(labels, features);
}

}  // namespace awe::node_maps
