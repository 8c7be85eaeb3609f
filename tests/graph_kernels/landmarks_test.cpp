// Coordinates with respect to landmarks: exact products, any order and number of threads, limits, and files.
#include "graph_kernels/landmarks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "awe/error.h"
#include "baselines/oracle_graphs.h"
#include "graph_kernels/common_walks.h"
#include "support/random_graphs.h"

namespace awe::graph_kernels {
namespace {

std::vector<LabelledGraph> some_graphs(std::uint64_t count) {
  std::vector<LabelledGraph> graphs;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    const NodeId n = 5 + static_cast<NodeId>(seed % 7);
    const Graph graph = test::with_labels(
        test::random_graph(n, 0.4, seed), [](NodeId u) { return std::string(u % 3 == 0 ? "a" : "b"); },
        [](NodeId u, NodeId v) { return std::string((u + v) % 2 == 0 ? "x" : "y"); });
    LabelRule rule;
    rule.node = rule.edge = true;
    graphs.push_back(labelled_graph(graph, rule, nullptr, false));
  }
  return graphs;
}

std::shared_ptr<const PairKernel> walks() { return common_walks(WalkSeries::exponential, 0.5); }

double product(const Landmarks::Row& a, const Landmarks::Row& b) {
  double sum = 0;
  for (std::size_t i = 0; i < std::min(a.coordinates.size(), b.coordinates.size()); ++i) {
    sum += a.coordinates[i] * b.coordinates[i];
  }
  return sum;
}

TEST(Landmarks, HaveTheProductsOfTheKernel) {
  const auto kernel = walks();
  const auto graphs = some_graphs(30);
  const Landmarks landmarks = Landmarks::learn(kernel, graphs, "walks", {});
  for (const LabelledGraph& a : graphs) {
    const PreparedGraph first = kernel->prepare(a, 1);
    EXPECT_EQ(landmarks.row(a).log_length, first.log_self / 2);
    EXPECT_LE(landmarks.row(a).rest, 1e-10);
    for (const LabelledGraph& b : graphs) {
      const PreparedGraph second = kernel->prepare(b, 1);
      const double expected = std::exp(kernel->log_value(first, second, 1) - (first.log_self + second.log_self) / 2);
      EXPECT_NEAR(product(landmarks.row(a), landmarks.row(b)), expected, 1e-9);
    }
  }
}

TEST(Landmarks, ANewGraphHasExactProductsWithThem) {
  const auto kernel = walks();
  auto graphs = some_graphs(20);
  const LabelledGraph fresh = graphs.back();
  graphs.pop_back();
  const Landmarks landmarks = Landmarks::learn(kernel, graphs, "walks", {});
  const Landmarks::Row row = landmarks.row(fresh);
  EXPECT_NEAR(product(row, row) + row.rest, 1, 1e-9);
  EXPECT_GT(row.rest, 1e-6);
  const PreparedGraph prepared = kernel->prepare(fresh, 1);
  for (const LabelledGraph& graph : graphs) {
    const PreparedGraph other = kernel->prepare(graph, 1);
    EXPECT_NEAR(product(row, landmarks.row(graph)),
                std::exp(kernel->log_value(other, prepared, 1) - (other.log_self + prepared.log_self) / 2), 1e-9);
  }
}

TEST(Landmarks, DoNotDependOnTheOrderAndOnThreads) {
  auto graphs = some_graphs(25);
  const Landmarks first = Landmarks::learn(walks(), graphs, "walks", {});
  std::reverse(graphs.begin(), graphs.end());
  graphs.push_back(graphs.front());  // a copy changes nothing
  const Landmarks second = Landmarks::learn(walks(), graphs, "walks", {.landmarks = {}, .threads = 4});
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first.graph(i), second.graph(i));
    EXPECT_TRUE(std::ranges::equal(first.coordinates(i), second.coordinates(i)));
  }
}

TEST(Landmarks, AreAtMostAsManyAsAskedFor) {
  const Landmarks landmarks = Landmarks::learn(walks(), some_graphs(25), "walks", {.landmarks = 4});
  EXPECT_EQ(landmarks.size(), 4u);
  EXPECT_LE(landmarks.row(some_graphs(1).front()).coordinates.size(), 4u);
}

TEST(Landmarks, AreRefusedBeyondTheLimits) {
  const auto refused = [](const Landmarks::Limits& limits) {
    try {
      (void)Landmarks::learn(walks(), some_graphs(25), "walks", limits);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::limit);
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refused({.landmarks = {}, .budget = 1000}).find("`budget`"), std::string::npos);
  EXPECT_NE(refused({.landmarks = {}, .budget = 1e9, .memory = 1000}).find("`memory`"), std::string::npos);
  EXPECT_EQ(refused({.landmarks = 2, .budget = 1e9, .memory = 1000}), "");
}

TEST(LabelledGraph, IsReadBackFromItsText) {
  for (const LabelledGraph& graph : some_graphs(9)) {
    const auto again = labelled_graph_of(to_text(graph));
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(*again, graph);
    EXPECT_EQ(fingerprint(*again), fingerprint(graph));
    const std::string text = to_text(graph);
    for (std::size_t length = 0; length < text.size(); ++length) {
      const auto cut = labelled_graph_of(std::string_view(text).substr(0, length));
      EXPECT_TRUE(!cut || !(*cut == graph));
    }
  }
  const LabelledGraph empty = labelled_graph(test::make_graph(0, {}), {}, nullptr, false);
  EXPECT_EQ(labelled_graph_of(to_text(empty)), empty);
  for (const char* wrong : {"", "1", "1 1 0 0", "99999999999 1 0 0", "2 0 0 0", "1 1 0 18446744073709551615"}) {
    EXPECT_FALSE(labelled_graph_of(wrong).has_value()) << wrong;
  }
}

TEST(Landmarks, SurviveTheFileOfAVocabulary) {
  const std::vector<Graph> graphs = test::oracle_graphs();
  for (const char* features : {"exponential-walks(node,edge) + wl:0..2", "return-kernel(node)", "geometric-walks"}) {
    const Featurizer learnt = Featurizer::fit(graphs, {.features = features});
    const Featurizer again = Featurizer::from_learnt_text(learnt.learnt_text());
    EXPECT_EQ(again.learnt_text(), learnt.learnt_text());
    ASSERT_EQ(again.num_columns(), learnt.num_columns());
    const FeatureMatrix first = learnt.transform(graphs), second = again.transform(graphs);
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      EXPECT_EQ(first.rows[i].values.values, second.rows[i].values.values) << features;
    }
    EXPECT_EQ(again.column(0).walk.substr(0, 6), "graph#");
  }
}

}  // namespace
}  // namespace awe::graph_kernels
