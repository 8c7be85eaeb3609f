// Graphlets: the oracle values, every set of nodes of all small graphs, and samples against all sets.
#include "baselines/graphlet_counts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

#include "baselines/graphlet_classes.h"
#include "baselines/oracle_graphs.h"
#include "support/random_graphs.h"

namespace awe::baselines {
namespace {

using Named = std::map<std::string, double>;

Named counts_of(const Graph& graph, int size, const std::string& options = "[counts]") {
  const auto matrix = embed(std::vector<Graph>{graph}, {.features = "graphlets:" + std::to_string(size) + options});
  Named found;
  const SparseVector& values = matrix.rows[0].values;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const MatrixColumn column = matrix.columns.describe(values.indices[k]);
    EXPECT_EQ(column.length, size);
    found[column.walk] = values.values[k];
  }
  return found;
}

TEST(GraphletClasses, AreAsManyAsThereAreGraphs) {
  const std::size_t sizes[] = {4, 11, 34, 156, 1044};
  for (int nodes = 3; nodes <= 7; ++nodes) {
    EXPECT_EQ(GraphletClasses::of_size(nodes).size(), sizes[nodes - 3]) << nodes;
  }
}

// The class does not depend on the numbering of nodes: all permutations of some codes.
TEST(GraphletClasses, AreTheSameForAllNumberings) {
  for (int nodes = 3; nodes <= 6; ++nodes) {
    const GraphletClasses& classes = GraphletClasses::of_size(nodes);
    const std::uint32_t codes = std::uint32_t{1} << (nodes * (nodes - 1) / 2);
    std::vector<int> order(static_cast<std::size_t>(nodes));
    for (std::uint32_t code = 0; code < codes; code += 1 + codes / 200) {
      std::iota(order.begin(), order.end(), 0);
      do {
        std::uint32_t permuted = 0;
        for (int j = 1; j < nodes; ++j) {
          for (int i = 0; i < j; ++i) {
            if ((code >> (j * (j - 1) / 2 + i) & 1u) == 0) continue;
            const auto [low, high] =
                std::minmax(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(j)]);
            permuted |= std::uint32_t{1} << (high * (high - 1) / 2 + low);
          }
        }
        ASSERT_EQ(classes.class_of(permuted), classes.class_of(code));
      } while (std::next_permutation(order.begin(), order.end()));
    }
  }
}

TEST(GraphletCounts, HaveTheOracleValues) {
  const Graph tadpole = test::make_graph(5, {{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}});
  EXPECT_EQ(counts_of(test::path_graph(3), 3), (Named{{"path", 1}}));
  EXPECT_EQ(counts_of(test::complete_graph(3), 3), (Named{{"triangle", 1}}));
  EXPECT_EQ(counts_of(test::star_graph(3), 3), (Named{{"path", 3}, {"edgeless", 1}}));
  EXPECT_EQ(counts_of(test::cycle_graph(4), 3), (Named{{"path", 4}}));
  EXPECT_EQ(counts_of(test::path_graph(5), 3), (Named{{"path", 3}, {"edge", 6}, {"edgeless", 1}}));
  EXPECT_EQ(counts_of(tadpole, 3), (Named{{"triangle", 1}, {"path", 3}, {"edge", 6}}));
  EXPECT_EQ(counts_of(test::make_graph(5, {{0, 1}, {2, 3}}), 3), (Named{{"edge", 6}, {"edgeless", 4}}));
  EXPECT_EQ(counts_of(test::path_graph(5), 4), (Named{{"path", 2}, {"path+node", 2}, {"two-edges", 1}}));
  EXPECT_EQ(counts_of(tadpole, 4), (Named{{"path", 2}, {"paw", 1}, {"triangle+node", 1}, {"two-edges", 1}}));
  const auto gram = test::gram_of({test::star_graph(3), test::path_graph(5), tadpole}, "graphlets:3");
  EXPECT_NEAR(gram(0, 0), 0.625, 1e-6);
  EXPECT_NEAR(gram(0, 1), 0.25, 1e-6);
  EXPECT_NEAR(gram(1, 1), 0.46, 1e-6);
  EXPECT_NEAR(gram(1, 2), 0.45, 1e-6);
}

// The names of the sets of `size` nodes, found one by one.
Named brute_force(const Graph& graph, int size) {
  const GraphletClasses& classes = GraphletClasses::of_size(size);
  std::vector<double> counts(classes.size(), 0.0);
  std::vector<NodeId> nodes;
  const std::function<void(NodeId)> extend = [&](NodeId first) {
    if (nodes.size() < static_cast<std::size_t>(size)) {
      for (NodeId u = first; u < graph.num_nodes(); ++u) {
        nodes.push_back(u);
        extend(u + 1);
        nodes.pop_back();
      }
      return;
    }
    std::uint32_t code = 0, bit = 0;
    for (std::size_t j = 1; j < nodes.size(); ++j) {
      for (std::size_t i = 0; i < j; ++i) {
        code |= std::uint32_t{graph.has_arc(nodes[i], nodes[j]) || graph.has_arc(nodes[j], nodes[i])} << bit++;
      }
    }
    ++counts[classes.class_of(code)];
  };
  extend(0);
  Named named;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) named[classes.name(i)] = counts[i];
  }
  return named;
}

TEST(GraphletCounts, AgreeWithEverySetOfNodesOfAllSmallGraphs) {
  for (NodeId n = 0; n <= 5; ++n) {
    for (const Graph& graph : test::all_graphs(n)) {
      for (int size = 3; size <= 5; ++size) ASSERT_EQ(counts_of(graph, size), brute_force(graph, size));
    }
  }
}

TEST(GraphletCounts, AgreeWithEverySetOfNodesOfRandomGraphs) {
  // Sparse ones take lists, dense ones rows of bits; 70 nodes need two words.
  for (const NodeId nodes : {16u, 70u}) {
    for (const double probability : {0.05, 0.1, 0.3, 0.6, 0.95}) {
      const Graph graph = test::random_graph(nodes, probability, 7);
      for (int size = 3; size <= 4; ++size) ASSERT_EQ(counts_of(graph, size), brute_force(graph, size)) << probability;
    }
  }
}

TEST(GraphletCounts, OfDirectedGraphsIgnoreDirectionAndLoops) {
  const Graph directed =
      test::make_graph(4, {{0, 1}, {1, 0}, {2, 1}, {3, 3}, {2, 3}}, {.directed = true, .self_loops = SelfLoops::keep});
  EXPECT_EQ(counts_of(directed, 3), brute_force(directed, 3));
  EXPECT_EQ(counts_of(directed, 4), (Named{{"path", 1}}));
}

TEST(GraphletCounts, AreSharesUnlessCountsAreWanted) {
  EXPECT_EQ(counts_of(test::star_graph(3), 3, ""), (Named{{"path", 0.75}, {"edgeless", 0.25}}));
}

TEST(GraphletCounts, SamplesComeCloseToAllSets) {
  const Graph graph = test::random_graph(18, 0.3, 5);
  for (int size = 5; size <= 7; ++size) {
    const auto drawn = embed(std::vector<Graph>{graph}, {.features = "graphlets(8000):" + std::to_string(size)});
    const auto all = embed(std::vector<Graph>{graph}, {.features = "graphlets(1000000):" + std::to_string(size)});
    EXPECT_EQ(drawn.rows[0].method, "sampled");
    EXPECT_EQ(all.rows[0].method, "exact");
    double sum = 0, squares = 0;
    for (std::uint64_t column = 0; column < drawn.num_columns(); ++column) {
      sum += drawn.at(0, column);
      const double difference = drawn.at(0, column) - all.at(0, column);
      squares += difference * difference;
    }
    EXPECT_NEAR(sum, 1, 1e-9);
    // The expected sum of squares is at most 1 / samples; nine times that is not passed by chance.
    EXPECT_LT(squares, 9.0 / 8000);
    EXPECT_GT(squares, 0);
  }
}

TEST(GraphletCounts, SamplesDependOnTheSeedAlone) {
  const std::vector<Graph> graphs = {test::cycle_graph(40), test::star_graph(60)};
  const auto rows = [&](std::uint64_t seed, int threads) {
    return embed(graphs, {.features = "graphlets(5000):6..7", .run = {.seed = seed, .threads = threads}}).rows;
  };
  EXPECT_EQ(rows(1, 1), rows(1, 3));
  EXPECT_NE(rows(1, 1), rows(2, 1));
}

}  // namespace
}  // namespace awe::baselines
