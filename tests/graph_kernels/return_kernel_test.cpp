// The kernel of return probabilities against its definition, with powers of the matrix written out.
#include "graph_kernels/return_kernel.h"

#include <gtest/gtest.h>

#include <cmath>

#include "baselines/oracle_graphs.h"
#include "graph_kernels/landmarks.h"

namespace awe::graph_kernels {
namespace {

std::string label_of(NodeId u) { return u % 2 == 0 ? "C" : "O"; }

// P^s(i, i) for s = 1 .. 50 of P = (D + I)^-1 (A + I), by node.
std::vector<std::vector<double>> returns_of(const Graph& graph) {
  const NodeId n = graph.num_nodes();
  std::vector<std::vector<double>> step(n, std::vector<double>(n, 0.0)), power, found(n);
  for (NodeId u = 0; u < n; ++u) {
    step[u][u] = 1.0 / (graph.degree(u) + 1);
    for (const NodeId v : graph.neighbours(u)) step[u][v] = step[u][u];
  }
  power = step;
  for (int s = 1; s <= 50; ++s) {
    for (NodeId u = 0; u < n; ++u) found[u].push_back(power[u][u]);
    std::vector<std::vector<double>> next(n, std::vector<double>(n, 0.0));
    for (NodeId u = 0; u < n; ++u) {
      for (NodeId v = 0; v < n; ++v) {
        for (NodeId w = 0; w < n; ++w) next[u][v] += power[u][w] * step[w][v];
      }
    }
    power = next;
  }
  return found;
}

double mean_of_pairs(const Graph& a, const Graph& b, double scale, bool labels) {
  const auto p = returns_of(a), q = returns_of(b);
  double sum = 0;
  for (NodeId u = 0; u < a.num_nodes(); ++u) {
    for (NodeId v = 0; v < b.num_nodes(); ++v) {
      if (labels && label_of(u) != label_of(v)) continue;
      double squares = 0;
      for (std::size_t s = 0; s < 50; ++s) squares += (p[u][s] - q[v][s]) * (p[u][s] - q[v][s]);
      sum += std::exp(-std::sqrt(squares) / scale);
    }
  }
  return sum / (static_cast<double>(a.num_nodes()) * b.num_nodes());
}

TEST(ReturnKernel, IsTheMeanOverPairsOfNodesOnAllGraphsOfUpToFiveNodes) {
  std::vector<Graph> graphs;
  for (NodeId n = 1; n <= 5; ++n) {
    for (const Graph& graph : test::all_graphs(n)) graphs.push_back(test::with_labels(graph, label_of, {}));
  }
  for (const bool labels : {false, true}) {
    LabelRule rule;
    rule.node = labels;
    std::vector<LabelledGraph> read;
    for (const Graph& graph : graphs) read.push_back(labelled_graph(graph, rule, nullptr, true));
    const double scale = Landmarks::learn(return_kernel(), read, "return-kernel", {}).scale();
    EXPECT_GT(scale, 0.1);
    EXPECT_LT(scale, 10);
    const auto gram = test::gram_of(graphs, labels ? "return-kernel(node)" : "return-kernel");
    for (std::size_t i = 0; i < graphs.size(); i += 3) {
      const std::size_t j = (7 * i + 3) % graphs.size();
      EXPECT_NEAR(gram(i, j), mean_of_pairs(graphs[i], graphs[j], scale, labels), 2e-6) << i << " " << j;
      EXPECT_NEAR(gram(i, i), mean_of_pairs(graphs[i], graphs[i], scale, labels), 2e-6) << i;
    }
  }
}

TEST(ReturnKernel, ScaleIsTheMedianOverNodes) {
  // The three nodes of a path have two vectors: of the three distances one is 0, and the median is the other one.
  const Graph path = test::path_graph(3);
  const auto returns = returns_of(path);
  double squares = 0;
  for (std::size_t s = 0; s < 50; ++s) squares += std::pow(returns[0][s] - returns[1][s], 2);
  const std::vector<LabelledGraph> read = {labelled_graph(path, {}, nullptr, true)};
  EXPECT_NEAR(return_kernel()->scale_of(read), std::sqrt(squares), 1e-12);
  // Nodes that are all alike have no scale of their own.
  const std::vector<LabelledGraph> alike = {labelled_graph(test::cycle_graph(6), {}, nullptr, true)};
  EXPECT_EQ(return_kernel()->scale_of(alike), 1);
}

TEST(ReturnKernel, DegenerateGraphs) {
  const std::vector<Graph> graphs = {test::make_graph(0, {}), test::make_graph(1, {}), test::make_graph(3, {})};
  const auto gram = test::gram_of(graphs, "return-kernel");
  EXPECT_EQ(gram(0, 0), 0);
  EXPECT_EQ(gram(0, 1), 0);
  EXPECT_NEAR(gram(1, 1), 1, 1e-6);  // all nodes stay where they are
  EXPECT_NEAR(gram(1, 2), 1, 1e-6);
}

}  // namespace
}  // namespace awe::graph_kernels
