// Random-walk kernels as they are defined: sums over walks of the product graph, whose nodes are the pairs of nodes
// with equal labels and whose arcs are the pairs of arcs with equal labels.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "awe/graph.h"

namespace awe::test {

// Labels of the nodes and arcs of a graph; empty functions: none.
struct PairLabels {
  std::function<std::string(NodeId)> node;
  std::function<std::string(NodeId, NodeId)> arc;
};

// The sum over k of weights[k] 1' M^k 1, M being the adjacency matrix of the product graph.
inline double product_graph_sum(const Graph& a, const Graph& b, const std::vector<double>& weights,
                                const PairLabels& of_a = {}, const PairLabels& of_b = {}) {
  const std::size_t n = a.num_nodes(), m = b.num_nodes();
  std::vector<double> x(n * m, 0.0);
  const auto equal = [&](NodeId u, NodeId v) { return !of_a.node || of_a.node(u) == of_b.node(v); };
  for (NodeId u = 0; u < n; ++u) {
    for (NodeId v = 0; v < m; ++v) x[u * m + v] = equal(u, v) ? 1 : 0;
  }
  double sum = 0;
  for (const double weight : weights) {
    for (const double value : x) sum += weight * value;
    std::vector<double> next(n * m, 0.0);
    for (NodeId u = 0; u < n; ++u) {
      for (NodeId v = 0; v < m; ++v) {
        if (!equal(u, v)) continue;
        for (const NodeId s : a.neighbours(u)) {
          for (const NodeId t : b.neighbours(v)) {
            if (!of_a.arc || of_a.arc(u, s) == of_b.arc(v, t)) next[u * m + v] += x[s * m + t];
          }
        }
      }
    }
    x.swap(next);
  }
  return sum;
}

}  // namespace awe::test
