#include "support/brute_force.h"

#include <algorithm>
#include <numeric>

namespace awe::test {
namespace {

void go_on(const Graph& graph, std::vector<std::uint32_t>& walk, int length, double probability, BruteForce& result) {
  if (static_cast<int>(walk.size()) == length + 1) {
    result.probability[to_string(anonymise(walk))] += probability;
    return;
  }
  const NodeId here = walk.back();
  const auto weights = graph.weights(here);
  const double total = weights.empty() ? graph.degree(here) : std::accumulate(weights.begin(), weights.end(), 0.0);
  if (graph.degree(here) == 0) {
    result.stopped += probability;
    return;
  }
  for (std::uint32_t i = 0; i < graph.degree(here); ++i) {
    walk.push_back(graph.neighbours(here)[i]);
    go_on(graph, walk, length, probability * (weights.empty() ? 1.0 : weights[i]) / total, result);
    walk.pop_back();
  }
}

}  // namespace

BruteForce brute_force_node(const Graph& graph, NodeId start, int length, std::optional<NodeId> second) {
  BruteForce result;
  std::vector<std::uint32_t> walk = {start};
  if (second) walk.push_back(*second);
  go_on(graph, walk, length, 1.0, result);
  return result;
}

BruteForce brute_force_graph(const Graph& graph, int length) {
  BruteForce mean;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    const BruteForce from_node = brute_force_node(graph, u, length);
    for (const auto& [walk, probability] : from_node.probability) {
      mean.probability[walk] += probability / graph.num_nodes();
    }
    mean.stopped += from_node.stopped / graph.num_nodes();
  }
  return mean;
}

std::vector<AnonymousWalk> brute_force_vocabulary(int length, bool self_loops) {
  std::vector<AnonymousWalk> walks = {{1}};
  for (int step = 0; step < length; ++step) {
    std::vector<AnonymousWalk> longer;
    for (const AnonymousWalk& walk : walks) {
      const int used = *std::max_element(walk.begin(), walk.end());
      for (int name = 1; name <= used + 1; ++name) {
        if (name == walk.back() && !self_loops) continue;
        longer.push_back(walk);
        longer.back().push_back(static_cast<std::uint8_t>(name));
      }
    }
    walks = std::move(longer);
  }
  return walks;
}

}  // namespace awe::test
