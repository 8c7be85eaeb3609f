#include "node_maps/node_statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/logarithm.h"

namespace awe::node_maps {
namespace {

constexpr double kUnit = 0x1.0p32;  // of shares as integers

std::uint64_t as_integer(double share) { return static_cast<std::uint64_t>(std::llround(share * kUnit)); }
double as_share(std::uint64_t integer) { return static_cast<double>(integer) / kUnit; }

// What is within two steps of a node.
struct Near {
  double clustering = 0, back_in_two = 0, back_in_four = 0;
  std::size_t ends_of_two = 0;
};

// Adds up what is within two steps of nodes, one after another.
class TwoSteps {
 public:
  explicit TwoSteps(const graph::SimpleGraph& graph)
      : graph_(graph), inverse_(graph.num_nodes(), 0), ends_(graph.num_nodes()) {
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      if (graph.degree(u) > 0) inverse_[u] = as_integer(1.0 / graph.degree(u));
    }
  }

  [[nodiscard]] Near around(NodeId u) {
    std::uint64_t back_in_two = 0;
    for (const NodeId v : graph_.neighbours(u)) {
      back_in_two += inverse_[v];
      if (graph_.degree(v) > kMostPassed) continue;
      for (const NodeId w : graph_.neighbours(v)) {
        if (ends_[w].ways++ == 0) touched_.push_back(w);
        ends_[w].mass += inverse_[v];
      }
    }
    const double degree = graph_.degree(u);
    Near near;
    near.ends_of_two = touched_.size();
    near.back_in_two = as_share(back_in_two) / degree;
    std::uint64_t adjacent = 0, back = 0;  // ordered pairs of adjacent neighbours; four steps, times the degree
    for (const NodeId v : graph_.neighbours(u)) adjacent += ends_[v].ways;
    for (const NodeId w : touched_) {
      const double mass = as_share(ends_[w].mass);
      back += as_integer(mass * mass / graph_.degree(w));
      ends_[w] = {};
    }
    touched_.clear();
    near.back_in_four = as_share(back) / degree;
    if (degree > 1) near.clustering = static_cast<double>(adjacent) / (degree * (degree - 1));
    return near;
  }

 private:
  // Walks of two steps that end at a node: how many, and the sum of 1/degree of the nodes between.
  struct End {
    std::uint64_t ways = 0, mass = 0;
  };
  const graph::SimpleGraph& graph_;
  std::vector<std::uint64_t> inverse_;  // 1/degree as an integer
  std::vector<End> ends_;
  std::vector<NodeId> touched_;
};

}  // namespace

std::vector<NodeStatistics> node_statistics(const graph::SimpleGraph& graph) {
  const NodeId n = graph.num_nodes();
  std::vector<Near> near(n);
  TwoSteps steps(graph);
  for (NodeId u = 0; u < n; ++u) {
    if (graph.degree(u) > 0) near[u] = steps.around(u);
  }
  std::vector<NodeStatistics> statistics(n, NodeStatistics{});
  for (NodeId u = 0; u < n; ++u) {
    const double degree = graph.degree(u);
    if (degree == 0) continue;
    std::uint64_t sum = 0, squares = 0, clustering = 0;
    for (const NodeId v : graph.neighbours(u)) {
      const std::uint64_t other = graph.degree(v);
      sum += other;
      squares += other * other;
      clustering += as_integer(near[v].clustering);
    }
    const double mean = static_cast<double>(sum) / degree;
    const double variance = static_cast<double>(squares) / degree - mean * mean;
    statistics[u] = {base::log_of_one_plus(degree) / 0.3,
                     base::log_of_one_plus(mean) / 0.2,
                     std::sqrt(std::max(0.0, variance)) / (1 + mean) / 0.1,
                     near[u].clustering / 0.25,
                     near[u].back_in_two / 0.06,
                     near[u].back_in_four / 0.05,
                     base::log_of_one_plus(static_cast<double>(near[u].ends_of_two)) / 0.35,
                     as_share(clustering) / degree / 0.2};
  }
  return statistics;
}

}  // namespace awe::node_maps
