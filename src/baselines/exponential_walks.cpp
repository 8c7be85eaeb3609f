#include "baselines/exponential_walks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "algebra/linear_algebra.h"

namespace awe::baselines {
namespace {

constexpr std::size_t kMostLanczosSteps = 40;
constexpr double kInvariant = 1e-10;            // a remainder of this length ends the steps
constexpr double kNegligible = 80;              // entries below exp(-this / 2) of the largest one are left out
constexpr std::uint64_t kColumns = 1ULL << 31;  // reached by an eigenvalue of 65,000
constexpr double kNever = -std::numeric_limits<double>::infinity();

// Nodes and weights with W_k = sum of weight * node^k.
struct SpectralMeasure {
  std::vector<double> nodes, weights;
};

SpectralMeasure measure_of(const Graph& graph) {
  const NodeId n = graph.num_nodes();
  std::vector<std::vector<double>> basis(1, std::vector<double>(n, 1 / std::sqrt(static_cast<double>(n))));
  std::vector<double> diagonal, beside, next(n);
  while (true) {
    const std::vector<double>& last = basis.back();
    for (NodeId u = 0; u < n; ++u) {
      next[u] = 0;
      for (const NodeId v : graph.neighbours(u)) next[u] += last[v];
    }
    diagonal.push_back(algebra::inner_product(last, next));
    const double length_before = std::sqrt(algebra::inner_product(next, next));
    for (int twice = 0; twice < 2; ++twice) {
      for (const std::vector<double>& one : basis) algebra::add_multiple(-algebra::inner_product(one, next), one, next);
    }
    const double length = std::sqrt(algebra::inner_product(next, next));
    if (!(length > kInvariant * std::max(1.0, length_before)) ||
        basis.size() == std::min<std::size_t>(kMostLanczosSteps, n))
      break;
    beside.push_back(length);
    for (double& value : next) value /= length;
    basis.push_back(next);
  }
  algebra::Dense small(diagonal.size(), diagonal.size());
  for (std::size_t i = 0; i < diagonal.size(); ++i) {
    small(i, i) = diagonal[i];
    if (i > 0) small(i, i - 1) = small(i - 1, i) = beside[i - 1];
  }
  const algebra::Eigenvectors found = algebra::largest_eigenvectors(small, small.rows);
  SpectralMeasure measure;
  for (std::size_t i = 0; i < diagonal.size(); ++i) {
    const double first = found.vectors(i, 0);
    measure.nodes.push_back(found.eigenvalues[i]);
    measure.weights.push_back(n * first * first);
  }
  return measure;
}

// log W_k for k = 0, 1, ...
class LogWalks {
 public:
  explicit LogWalks(const Graph& graph) : graph_(graph) {
    if (graph.directed()) {
      from_.assign(graph.num_nodes(), 1.0);
    } else {
      measure_ = measure_of(graph);
      for (const double node : measure_.nodes) largest_ = std::max(largest_, std::abs(node));
      terms_ = measure_.weights;
    }
  }
  // For k one larger than in the call before; -infinity if there is no walk.
  [[nodiscard]] double next() {
    const int k = k_++;
    if (graph_.directed()) return step(k);
    if (k == 0) return std::log(static_cast<double>(graph_.num_nodes()));
    if (!(largest_ > 1e-9)) return kNever;
    double sum = 0;
    for (std::size_t i = 0; i < measure_.nodes.size(); ++i) {
      sum += terms_[i] *= measure_.nodes[i] / largest_;
    }
    return sum > 0 ? std::log(sum) + k * std::log(largest_) : kNever;
  }

 private:
  [[nodiscard]] double step(int k) {
    if (k > 0) {
      std::vector<double> to(from_.size(), 0.0);
      for (NodeId u = 0; u < graph_.num_nodes(); ++u) {
        for (const NodeId v : graph_.neighbours(u)) to[u] += from_[v];
      }
      from_.swap(to);
    }
    const double sum = std::accumulate(from_.begin(), from_.end(), 0.0);
    if (!(sum > 0)) return kNever;
    const double result = std::log(sum) + scale_;
    for (double& value : from_) value /= sum;
    scale_ = result;
    return result;
  }

  const Graph& graph_;
  SpectralMeasure measure_;
  double largest_ = 0;
  std::vector<double> terms_;  // of W_k, divided by largest^k
  std::vector<double> from_;
  double scale_ = 0;
  int k_ = 0;
};

class ExponentialWalks final : public GraphMap {
 public:
  explicit ExponentialWalks(double beta) : beta_(beta) {}

  [[nodiscard]] std::size_t sections() const override { return 1; }
  [[nodiscard]] std::optional<std::uint64_t> columns(std::size_t /*section*/) const override { return kColumns; }
  [[nodiscard]] std::string column_name(std::size_t /*section*/, std::uint64_t column) const override {
    return std::to_string(column);
  }

  [[nodiscard]] MapCost cost(const Graph& graph) const override {
    const double nodes = graph.num_nodes(), arcs = static_cast<double>(graph.num_arcs());
    double most = 0;  // walks of two steps from a node: at least the square of the largest eigenvalue
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      double steps = 0;
      for (const NodeId v : graph.neighbours(u)) steps += graph.degree(v);
      most = std::max(most, steps);
    }
    const double terms = 100 + 3 * beta_ * most;
    if (graph.directed()) return {terms * (nodes + arcs), 32 * nodes};
    return {kMostLanczosSteps * (arcs + kMostLanczosSteps * nodes) + 40 * kMostLanczosSteps * std::min(terms, 1e7),
            8 * nodes * kMostLanczosSteps + 16 * std::min(terms, 1e7)};
  }

  [[nodiscard]] std::vector<MapSection> of_graph(const Graph& graph, const MapInput& /*input*/) const override {
    std::vector<MapSection> sections(1);
    if (graph.num_nodes() == 0) return sections;
    LogWalks walks(graph);
    std::vector<double> logs;
    double most = kNever, factor = 0;
    // Squared entries rise up to k = beta rho^2 and fall after it; odd ones may be smaller than both neighbours.
    for (int k = 0, low = 0; low < 4; ++k) {
      if (k > 0) factor += std::log(beta_) - std::log(static_cast<double>(k));
      logs.push_back(factor + 2 * walks.next());
      most = std::max(most, logs.back());
      low = logs.back() < most - kNegligible ? low + 1 : 0;
    }
    MapSection& section = sections.front();
    double squares = 0;
    for (const double log : logs) squares += std::exp(log - most);
    section.total = std::exp((most + std::log(squares)) / 2);
    for (std::size_t k = 0; k < logs.size(); ++k) {
      if (logs[k] < most - kNegligible) continue;
      section.columns.push_back(k);
      // In units of the length, which may be too large for a number: the caller divides by the total.
      section.amounts.push_back(std::exp(logs[k] / 2));
    }
    if (std::isfinite(section.total)) return sections;
    section.total = 1;
    section.only_shares = true;
    for (std::size_t i = 0; i < section.columns.size(); ++i) {
      section.amounts[i] = std::exp((logs[section.columns[i]] - most - std::log(squares)) / 2);
    }
    return sections;
  }

 private:
  double beta_;
};

}  // namespace

std::unique_ptr<const GraphMap> exponential_walks(double beta) { return std::make_unique<ExponentialWalks>(beta); }

}  // namespace awe::baselines
