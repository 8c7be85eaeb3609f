// Weisfeiler-Lehman colours: the oracle values of three kernels, and the partition against sorted multisets of text.
#include "baselines/colour_counts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "baselines/oracle_graphs.h"
#include "support/random_graphs.h"

namespace awe::baselines {
namespace {

TEST(ColourCounts, SubtreeKernelHasTheOracleValues) {
  const auto graphs = test::oracle_graphs();
  const std::vector<double> expected = {19, 12, 18, 16, 8,  8, 8, 27, 12, 36, 6, 6,  6, 36,
                                        16, 11, 11, 11, 48, 8, 8, 8,  11, 11, 9, 11, 9, 20};
  test::expect_upper(test::gram_of(graphs, "wl:0..2"), 0, 7, expected);
  test::expect_upper(test::gram_of(graphs, "wl(node):0..2"), 0, 7, expected);
  test::expect_upper(test::gram_of(graphs, "wl(degree):0..2"), 0, 4, {15, 3, 6, 4, 27, 0, 36, 30, 0, 48});
}

TEST(ColourCounts, OptimalAssignmentHasTheOracleValues) {
  test::expect_upper(test::gram_of(test::oracle_graphs(), "wl:0..2", KernelKind::intersection), 0, 7,
                     {9, 4, 5, 4, 3, 3, 3, 9, 3, 9, 2, 2, 2, 12, 4, 3, 3, 3, 12, 2, 2, 2, 9, 9, 5, 9, 5, 12});
}

// D = 1 - mean over rounds of the common share.
TEST(ColourCounts, WassersteinDistanceHasTheOracleValues) {
  const auto gram = test::gram_of(test::oracle_graphs(), "wl:0..2[probabilities]", KernelKind::intersection);
  const auto distance = [&](std::size_t i, std::size_t j) { return 1 - gram(i, j) / 3; };
  EXPECT_NEAR(distance(4, 5), 0, 1e-6);
  EXPECT_NEAR(distance(4, 6), 19.0 / 36, 1e-6);
  EXPECT_NEAR(distance(4, 0), 2.0 / 3, 1e-6);
  EXPECT_NEAR(distance(6, 0), 0.75, 1e-6);
}

TEST(ColourCounts, EdgeLabelsSeparateWhatNodesDoNot) {
  const auto graphs = test::oracle_graphs();
  const auto plain = test::gram_of(graphs, "wl(node):0..1"), edges = test::gram_of(graphs, "wl(node,edge):0..1");
  EXPECT_EQ(plain(4, 5), plain(4, 4));
  EXPECT_EQ(edges(4, 4), plain(4, 4));
  EXPECT_EQ(edges(4, 5), 5 + 1);  // all labels; of round 1 only the first carbon
}

// The colours of nodes as texts, with sorted neighbours.
std::vector<std::string> colour_texts(const Graph& graph, bool edges, int rounds) {
  std::vector<std::string> colours, next(graph.num_nodes());
  for (NodeId u = 0; u < graph.num_nodes(); ++u) colours.push_back(graph.node_labels().name_of(u));
  for (int round = 0; round < rounds; ++round) {
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      std::vector<std::string> around;
      std::uint64_t place = graph.offsets()[u];
      for (const NodeId v : graph.neighbours(u)) {
        around.push_back((edges ? graph.edge_labels().name_of(place) : "") + "," + colours[v]);
        ++place;
      }
      std::sort(around.begin(), around.end());
      next[u] = "(" + colours[u];
      for (const std::string& one : around) next[u] += ";" + one;
      next[u] += ")";
    }
    colours.swap(next);
  }
  return colours;
}

std::map<std::string, double> text_counts(const Graph& graph, bool edges, int rounds) {
  std::map<std::string, double> counts;
  for (const std::string& colour : colour_texts(graph, edges, rounds)) ++counts[colour];
  return counts;
}

void expect_as_texts(const std::vector<Graph>& graphs, const std::string& features, bool edges) {
  const auto gram = test::gram_of(graphs, features);
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double expected = 0;
      for (int rounds = 0; rounds <= 3; ++rounds) {
        const auto a = text_counts(graphs[i], edges, rounds), b = text_counts(graphs[j], edges, rounds);
        for (const auto& [colour, count] : a) {
          if (const auto other = b.find(colour); other != b.end()) expected += count * other->second;
        }
      }
      ASSERT_EQ(gram(i, j), expected) << i << " " << j;
    }
  }
}

TEST(ColourCounts, AgreesWithSortedMultisetsOnAllSmallGraphs) {
  std::vector<Graph> graphs;
  for (NodeId n = 1; n <= 4; ++n) {
    for (const Graph& graph : test::all_graphs(n)) {
      graphs.push_back(test::with_labels(
          graph, [](NodeId u) { return std::string(u % 2 == 0 ? "a" : "b"); },
          [](NodeId u, NodeId v) { return std::string((u + v) % 3 == 0 ? "x" : "y"); }));
    }
  }
  expect_as_texts(graphs, "wl(node):0..3", false);
  expect_as_texts(graphs, "wl(node,edge):0..3", true);
}

TEST(ColourCounts, OneStartColourIsDegreesOneRoundLater) {
  const auto graphs = test::all_graphs(5);
  const std::vector<Graph> some(graphs.begin() + 500, graphs.begin() + 600);
  const auto constant = test::gram_of(some, "wl():1..4"), degrees = test::gram_of(some, "wl(degree):0..3");
  for (std::size_t i = 0; i < some.size(); ++i) {
    for (std::size_t j = 0; j < some.size(); ++j) ASSERT_EQ(constant(i, j), degrees(i, j));
  }
}

TEST(ColourCounts, GraphsWithoutNodesOrEdges) {
  const std::vector<Graph> graphs = {test::make_graph(0, {}), test::make_graph(2, {})};
  const auto matrix = embed(graphs, {.features = "wl:0..2"});
  EXPECT_EQ(matrix.rows[0].values.size(), 0u);
  EXPECT_EQ(matrix.rows[1].values.size(), 3u);  // one colour of both nodes in each round
  EXPECT_EQ(matrix.rows[1].values.values, (std::vector<double>{2, 2, 2}));
}

TEST(ColourCounts, NewColoursCountInTheirOwnRowOnly) {
  const auto graphs = test::oracle_graphs();
  const auto features = Featurizer::fit(std::span(graphs).first(2), {.features = "wl:0..2"});
  const auto matrix = features.transform(graphs);
  EXPECT_EQ(matrix.rows[0].unseen, 0);
  EXPECT_EQ(matrix.rows[4].unseen, 1);                  // of the last round
  EXPECT_EQ(matrix.rows[4].unseen_squares, 1 + 2 + 3);  // the first carbon has a known colour in round 1
}

}  // namespace
}  // namespace awe::baselines
