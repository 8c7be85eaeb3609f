// Link prediction: parts without leaks, features of pairs against their definitions, graphs with and without links to
// predict.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "awe/error.h"
#include "awe/evaluation.h"
#include "base/rng.h"
#include "links/link_parts.h"
#include "links/pair_rows.h"
#include "support/toy_graphs.h"

namespace awe::links {
namespace {

// Every pair is an edge with this probability; within blocks of `block` nodes with `inside`.
Graph random_graph(NodeId nodes, double probability, std::uint64_t seed, NodeId block = 1, double inside = 0) {
  base::Sequence random(seed, {});
  std::vector<std::pair<NodeId, NodeId>> edges;
  for (NodeId u = 0; u < nodes; ++u) {
    for (NodeId v = u + 1; v < nodes; ++v) {
      if (random.unit() < (u / block == v / block ? inside : probability)) edges.emplace_back(u, v);
    }
  }
  return test::make_graph(nodes, edges);
}

TEST(LinkParts, RemoveWhatIsPredictedAndCoverEveryEdgeOnce) {
  const Graph graph = random_graph(60, 0.1, 3);
  const LinkParts parts(graph, 5, {7, 0});
  std::set<Pair> tested, others;
  for (int fold = 0; fold < 5; ++fold) {
    const Examples test = parts.test(fold, 1000), train = parts.train(fold, 1000);
    const Graph known = parts.without_examples(fold), more = parts.without_test(fold);
    EXPECT_EQ(known.num_nodes(), graph.num_nodes());
    EXPECT_EQ(known.num_edges() + test.edges.size() + train.edges.size(), graph.num_edges());
    EXPECT_EQ(more.num_edges() + test.edges.size(), graph.num_edges());
    for (const auto& [u, v] : test.edges) {
      EXPECT_TRUE(graph.has_arc(u, v) && !known.has_arc(u, v) && !more.has_arc(u, v));
      EXPECT_TRUE(tested.insert({u, v}).second);
    }
    for (const auto& [u, v] : train.edges)
      EXPECT_TRUE(graph.has_arc(u, v) && !known.has_arc(u, v) && more.has_arc(u, v));
    for (const auto& [u, v] : test.others) {
      EXPECT_TRUE(u < v && !graph.has_arc(u, v));
      EXPECT_TRUE(others.insert({u, v}).second);
    }
    EXPECT_EQ(parts.test(fold, 3).edges.size(), 3u);
  }
  EXPECT_EQ(tested.size(), graph.num_edges());
  EXPECT_EQ(others.size(), graph.num_edges());
  const LinkParts again(graph, 5, {7, 0}), other(graph, 5, {7, 1});
  EXPECT_EQ(parts.test(0, 99).others, again.test(0, 99).others);
  EXPECT_NE(parts.test(0, 99).others, other.test(0, 99).others);
}

TEST(LinkParts, OfDenseGraphsTakeAllOtherPairs) {
  const Graph graph = random_graph(20, 0.9, 5);
  const std::uint64_t available = 190 - graph.num_edges();
  const LinkParts parts(graph, 3, {1, 0});
  std::size_t others = 0;
  for (int fold = 0; fold < 3; ++fold) others += parts.test(fold, 1000).others.size();
  EXPECT_EQ(others, available);
  EXPECT_THROW(LinkParts(test::complete_graph(8), 3, {1, 0}), Error) << "no pair without an edge";
  EXPECT_THROW(LinkParts(graph, 2, {1, 0}), Error);
  EXPECT_THROW(LinkParts(test::path_graph(3), 3, {1, 0}), Error) << "two edges";
  EXPECT_THROW(LinkParts(test::make_graph(9, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}, {.directed = true}), 3, {1, 0}), Error);
}

TEST(PairRows, ScoreAsDefined) {
  // 0 and 1 share 2 and 3; 2 has degree 3, 3 degree 2.
  const Graph graph = test::make_graph(6, {{0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 4}});
  const std::vector<Pair> pairs = {{0, 1}, {0, 5}, {3, 4}};
  const PairScores scores = pair_scores(graph, pairs);
  EXPECT_EQ(scores.common_neighbours, (std::vector<double>{2, 0, 0}));
  EXPECT_NEAR(scores.adamic_adar[0], 1 / std::log(3.0) + 1 / std::log(2.0), 1e-12);
  EXPECT_EQ(scores.degrees, (std::vector<double>{4, 0, 2}));
}

TEST(Links, OfARandomGraphCannotBePredicted) {
  EvaluationOptions plan;
  plan.folds = 5;
  plan.gammas = {1};
  plan.cs = {1};
  const LinkEvaluation found = evaluate_links(random_graph(150, 0.08, 11), plan);
  ASSERT_EQ(found.folds.size(), 5u);
  EXPECT_NEAR(found.auc.mean, 0.5, 0.06);
  EXPECT_NEAR(found.common_neighbours.mean, 0.5, 0.06);
  EXPECT_NEAR(found.degrees.mean, 0.5, 0.06);
}

TEST(Links, WithinBlocksCanBePredicted) {
  EvaluationOptions plan;
  plan.folds = 5;
  plan.gammas = {1};
  plan.cs = {1};
  plan.run.threads = 1;
  const Graph graph = random_graph(96, 0.02, 13, 12, 0.7);
  const LinkEvaluation found = evaluate_links(graph, plan);
  EXPECT_GT(found.auc.mean, 0.85);
  EXPECT_GT(found.adamic_adar.mean, 0.85);
  plan.run.threads = 3;
  const LinkEvaluation again = evaluate_links(graph, plan);
  for (std::size_t i = 0; i < found.folds.size(); ++i) EXPECT_EQ(found.folds[i].auc, again.folds[i].auc);
}

}  // namespace
}  // namespace awe::links
