// The graphs of the oracle values, every graph of up to 5 nodes, and Gram matrices of features.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "awe/featurizer.h"
#include "awe/graph_builder.h"
#include "awe/kernel.h"
#include "support/labelled_graphs.h"
#include "support/toy_graphs.h"

namespace awe::test {

// P3, K3, the star with 3 leaves and C4, all with label 1; then C-C-O, C-C=O and C-C(=O)-O with labels of nodes and
// edges.
inline std::vector<Graph> oracle_graphs() {
  const auto same = [](NodeId) { return std::string("1"); };
  const auto single = [](NodeId, NodeId) { return std::string("1"); };
  std::vector<Graph> graphs;
  for (const Graph& plain : {path_graph(3), complete_graph(3), star_graph(3), cycle_graph(4)}) {
    graphs.push_back(with_labels(plain, same, single));
  }
  const auto ends_in_oxygen = [](NodeId u) { return std::string(u < 2 ? "1" : "2"); };
  const auto second_double = [](NodeId u, NodeId v) { return std::string(u == 1 && v == 2 ? "2" : "1"); };
  graphs.push_back(with_labels(path_graph(3), ends_in_oxygen, single));
  graphs.push_back(with_labels(path_graph(3), ends_in_oxygen, second_double));
  graphs.push_back(with_labels(make_graph(4, {{0, 1}, {1, 2}, {1, 3}}), ends_in_oxygen, second_double));
  return graphs;
}
inline constexpr const char* kOracleNames[] = {"P3", "K3", "S3", "C4", "eth", "ald", "ace"};

// All labelled undirected graphs with this many nodes, connected or not: 2^(n (n-1) / 2).
inline std::vector<Graph> all_graphs(NodeId nodes) {
  std::vector<std::pair<NodeId, NodeId>> places;
  for (NodeId v = 1; v < nodes; ++v) {
    for (NodeId u = 0; u < v; ++u) places.emplace_back(u, v);
  }
  std::vector<Graph> graphs;
  for (std::uint32_t code = 0; code < std::uint32_t{1} << places.size(); ++code) {
    std::vector<std::pair<NodeId, NodeId>> edges;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (code >> i & 1u) edges.push_back(places[i]);
    }
    graphs.push_back(make_graph(nodes, edges));
  }
  return graphs;
}

inline GramMatrix gram_of(const std::vector<Graph>& graphs, const std::string& features,
                          KernelKind kind = KernelKind::linear) {
  return kernel(embed(graphs, {.features = features}), {.kernel = kind}).values;
}

// The upper triangle of the first rows, as it is written: row by row.
inline void expect_upper(const GramMatrix& gram, std::size_t first, std::size_t size, const std::vector<double>& values,
                         double tolerance = 1e-6) {
  std::size_t next = 0;
  for (std::size_t i = first; i < first + size; ++i) {
    for (std::size_t j = i; j < first + size; ++j) {
      const double expected = values.at(next++);
      EXPECT_NEAR(gram(i, j), expected, tolerance * (1 + std::abs(expected)))
          << kOracleNames[i] << " " << kOracleNames[j];
      EXPECT_EQ(gram(i, j), gram(j, i));
    }
  }
  EXPECT_EQ(next, values.size());
}

}  // namespace awe::test
