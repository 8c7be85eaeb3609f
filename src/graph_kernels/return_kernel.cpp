#include "graph_kernels/return_kernel.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "algebra/elementary.h"
#include "graph/simple_graph.h"
#include "node_maps/return_features.h"

namespace awe::graph_kernels {
namespace {

using node_maps::kReturnSteps;
constexpr std::size_t kWidth = kReturnSteps + 1;  // a number of nodes and their probabilities
constexpr double kSame = 1e-10;                   // probabilities that round to the same multiple of it are equal
constexpr std::size_t kNodesOfScale = 5, kGraphsOfScale = 400;

graph::SimpleGraph simple_of(const LabelledGraph& graph) {
  std::vector<NodeId> targets;
  for (const LabelledGraph::Arc& arc : graph.arcs) targets.push_back(arc.to);
  return {graph.offsets, std::move(targets)};
}

double distance(const double* p, const double* q) {
  // Four sums, so that they can be formed together.
  double sums[4] = {0, 0, 0, 0};
  std::size_t s = 0;
  for (; s + 4 <= kReturnSteps; s += 4) {
    for (std::size_t i = 0; i < 4; ++i) sums[i] += (p[s + i] - q[s + i]) * (p[s + i] - q[s + i]);
  }
  for (; s < kReturnSteps; ++s) sums[0] += (p[s] - q[s]) * (p[s] - q[s]);
  return std::sqrt((sums[0] + sums[1]) + (sums[2] + sums[3]));
}

class ReturnKernel final : public PairKernel {
 public:
  ReturnKernel() = default;

  [[nodiscard]] bool simple() const noexcept override { return true; }

  [[nodiscard]] double scale_of(std::span<const LabelledGraph> graphs) const override {
    std::vector<std::vector<double>> points;
    const std::size_t stride = (graphs.size() + kGraphsOfScale - 1) / kGraphsOfScale;
    for (std::size_t g = 0; g < graphs.size(); g += stride) {
      const NodeId n = graphs[g].num_nodes();
      const std::vector<double> returns = node_maps::return_probabilities(simple_of(graphs[g]));
      for (std::size_t i = 0; i < std::min<std::size_t>(kNodesOfScale, n); ++i) {
        const std::size_t u = n <= kNodesOfScale ? i : (2 * i + 1) * n / (2 * kNodesOfScale);
        const double* const from = returns.data() + u * kReturnSteps;
        points.emplace_back(from, from + kReturnSteps);
      }
    }
    std::vector<double> distances;
    for (std::size_t i = 0; i < points.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) distances.push_back(distance(points[i].data(), points[j].data()));
    }
    if (distances.empty()) return 1;
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
    std::nth_element(distances.begin(), middle, distances.end());
    return *middle > kSame ? *middle : 1;
  }

  [[nodiscard]] PreparedGraph prepare(LabelledGraph graph, double scale) const override {
    PreparedGraph prepared{std::move(graph), {}, {}, kLogOfZero};
    const LabelledGraph& own = prepared.graph;
    const std::vector<double> returns = node_maps::return_probabilities(simple_of(own));
    for (std::size_t label = 0; label < own.labels.size(); ++label) {
      std::map<std::vector<std::int64_t>, std::size_t> known;  // place of equal nodes in `numbers`
      for (NodeId u = own.first_of(label); u < own.ends[label]; ++u) {
        const double* const p = returns.data() + u * kReturnSteps;
        std::vector<std::int64_t> rounded;
        for (std::size_t s = 0; s < kReturnSteps; ++s) rounded.push_back(std::llround(p[s] / kSame));
        const auto [entry, added] = known.emplace(std::move(rounded), prepared.numbers.size());
        if (added) {
          prepared.numbers.push_back(0);
          prepared.numbers.insert(prepared.numbers.end(), p, p + kReturnSteps);
        }
        ++prepared.numbers[entry->second];
      }
      prepared.ends.push_back(static_cast<std::uint32_t>(prepared.numbers.size() / kWidth));
    }
    prepared.log_self = log_value(prepared, prepared, scale);
    return prepared;
  }

  [[nodiscard]] double log_value(const PreparedGraph& a, const PreparedGraph& b, double scale) const override {
    const double pairs = static_cast<double>(a.graph.num_nodes()) * b.graph.num_nodes();
    double sum = 0;
    for (std::size_t i = 0, j = 0; i < a.graph.labels.size() && j < b.graph.labels.size();) {
      const auto order = a.graph.labels[i] <=> b.graph.labels[j];
      if (order == 0) sum += sum_of(points(a, i++), points(b, j++), -1 / scale);
      if (order < 0) ++i;
      if (order > 0) ++j;
    }
    return sum > 0 ? algebra::logarithm(sum / pairs) : kLogOfZero;
  }

  [[nodiscard]] double steps(const LabelledGraph& a, const LabelledGraph& b) const override {
    double pairs = 0;
    for (std::size_t i = 0, j = 0; i < a.labels.size() && j < b.labels.size();) {
      const auto order = a.labels[i] <=> b.labels[j];
      if (order == 0) {
        pairs += static_cast<double>(a.ends[i] - a.first_of(i)) * static_cast<double>(b.ends[j] - b.first_of(j));
      }
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    return 100 + 40 * pairs;
  }

 private:
  // The distinct nodes of a label.
  [[nodiscard]] static std::span<const double> points(const PreparedGraph& graph, std::size_t label) {
    const std::size_t first = label == 0 ? 0 : graph.ends[label - 1];
    return std::span(graph.numbers).subspan(first * kWidth, (graph.ends[label] - first) * kWidth);
  }

  [[nodiscard]] static double sum_of(std::span<const double> a, std::span<const double> b, double factor) {
    double sum = 0;
    for (const double* p = a.data(); p != a.data() + a.size(); p += kWidth) {
      for (const double* q = b.data(); q != b.data() + b.size(); q += kWidth) {
        sum += *p * *q * algebra::exponential(factor * distance(p + 1, q + 1));
      }
    }
    return sum;
  }
};

}  // namespace

std::unique_ptr<const PairKernel> return_kernel() { return std::make_unique<ReturnKernel>(); }

}  // namespace awe::graph_kernels
