// Tests the reference for labelled walks itself, against cases done by hand and against the unlabelled reference.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numeric>

#include "support/brute_force.h"
#include "support/labelled_brute_force.h"
#include "support/random_graphs.h"
#include "support/toy_graphs.h"

namespace awe::labelled_walks {
namespace {

using Labels = std::vector<std::string>;
using Walks = std::map<std::string, double>;
using test::brute_force_labelled;
using test::LabelledWalksOracle;

std::vector<NodeId> all_nodes(const Graph& graph) {
  std::vector<NodeId> nodes(graph.num_nodes());
  std::iota(nodes.begin(), nodes.end(), NodeId{0});
  return nodes;
}

// The name of a walk whose labels are of one character: 1:C-[2]-2:O is 1 2.
std::string without_labels(const std::string& name) {
  std::string bare;
  for (std::size_t i = 0; i < name.size();) {
    if (name[i] == ':') {
      i += 2;
    } else if (name[i] == '-') {
      bare += ' ';
      i += 5;
    } else {
      bare += name[i++];
    }
  }
  return bare;
}

double sum(const Walks& walks) {
  return std::accumulate(walks.begin(), walks.end(), 0.0, [](double s, const auto& walk) { return s + walk.second; });
}

// The same walks, with probabilities that differ by rounding only.
::testing::AssertionResult same(const Walks& found, const Walks& expected) {
  for (const auto* side : {&found, &expected}) {
    for (const auto& [name, ignored] : *side) {
      const auto a = found.find(name), b = expected.find(name);
      if (a == found.end()) return ::testing::AssertionFailure() << name << " is missing";
      if (b == expected.end()) return ::testing::AssertionFailure() << name << " should not be there";
      if (std::abs(a->second - b->second) > 1e-12) {
        return ::testing::AssertionFailure() << name << ": " << a->second << ", not " << b->second;
      }
    }
  }
  return ::testing::AssertionSuccess();
}

BuildOptions policy(bool directed, bool loops = false) {
  BuildOptions result;
  result.directed = directed;
  result.self_loops = loops ? SelfLoops::keep : SelfLoops::drop;
  return result;
}

// Walks of that length from one node.
Walks from(const Graph& graph, NodeId start, int length, bool non_backtracking, const Labels* nodes = nullptr,
           const Labels* arcs = nullptr) {
  return brute_force_labelled(graph, std::span(&start, 1), length, non_backtracking, nodes, arcs).lengths.back();
}

TEST(LabelledOracle, WalksAPath) {
  const Graph path = test::path_graph(3);  // C - O - N
  const Labels nodes = {"C", "O", "N"}, arcs = {"1", "1", "2", "2"};
  EXPECT_TRUE(same(from(path, 1, 0, false, &nodes), {{"1:O", 1}}));
  EXPECT_TRUE(same(from(path, 1, 2, false, &nodes), {{"1:O-2:C-1", 0.5}, {"1:O-2:N-1", 0.5}}));
  EXPECT_TRUE(same(from(path, 0, 2, false, &nodes, &arcs), {{"1:C-[1]-2:O-[1]-1", 0.5}, {"1:C-[1]-2:O-[2]-3:N", 0.5}}));
  EXPECT_TRUE(same(from(path, 0, 2, false, nullptr, &arcs), {{"1-[1]-2-[1]-1", 0.5}, {"1-[1]-2-[2]-3", 0.5}}));
  EXPECT_TRUE(same(from(path, 0, 2, false), {{"1 2 1", 0.5}, {"1 2 3", 0.5}}));
  // At an end the walk has to turn round; it then goes to the other end.
  EXPECT_TRUE(same(from(path, 1, 3, true, &nodes), {{"1:O-2:C-1-3:N", 0.5}, {"1:O-2:N-1-3:C", 0.5}}));
  const LabelledWalksOracle all = brute_force_labelled(path, all_nodes(path), 1, false, &nodes, nullptr);
  EXPECT_TRUE(same(all.lengths[0], {{"1:C", 1.0 / 3}, {"1:N", 1.0 / 3}, {"1:O", 1.0 / 3}}));
  EXPECT_TRUE(
      same(all.lengths[1], {{"1:C-2:O", 1.0 / 3}, {"1:N-2:O", 1.0 / 3}, {"1:O-2:C", 1.0 / 6}, {"1:O-2:N", 1.0 / 6}}));
}

TEST(LabelledOracle, WalksATriangle) {
  const Graph triangle = test::cycle_graph(3);
  // Rows 0: 1 2, 1: 0 2, 2: 0 1; edge 01 is a, 12 is b, 02 is c.
  const Labels nodes = {"C", "C", "N"}, arcs = {"a", "c", "a", "b", "c", "b"};
  EXPECT_TRUE(same(from(triangle, 0, 2, false, &nodes),
                   {{"1:C-2:C-1", 0.25}, {"1:C-2:C-3:N", 0.25}, {"1:C-2:N-1", 0.25}, {"1:C-2:N-3:C", 0.25}}));
  EXPECT_TRUE(
      same(from(triangle, 0, 3, true, nullptr, &arcs), {{"1-[a]-2-[b]-3-[c]-1", 0.5}, {"1-[c]-2-[b]-3-[a]-1", 0.5}}));
  // Nodes of one label are still told apart, and names from different starts add.
  const LabelledWalksOracle all = brute_force_labelled(triangle, all_nodes(triangle), 2, true, &nodes, nullptr);
  EXPECT_TRUE(same(all.lengths[2], {{"1:C-2:C-3:N", 1.0 / 3}, {"1:C-2:N-3:C", 1.0 / 3}, {"1:N-2:C-3:C", 1.0 / 3}}));
}

TEST(LabelledOracle, WalksAStar) {
  const Graph star = test::star_graph(3);
  const Labels nodes = {"N", "H", "H", "H"};
  EXPECT_TRUE(same(from(star, 1, 2, false, &nodes), {{"1:H-2:N-1", 1.0 / 3}, {"1:H-2:N-3:H", 2.0 / 3}}));
  EXPECT_TRUE(same(from(star, 1, 2, true), {{"1 2 3", 1}}));
  EXPECT_TRUE(same(from(star, 1, 4, true), {{"1 2 3 2 1", 0.5}, {"1 2 3 2 4", 0.5}}));
}

TEST(LabelledOracle, StopsAtADirectedSink) {
  const Graph graph = test::make_graph(3, {{0, 1}, {1, 2}}, policy(true));
  for (const bool non_backtracking : {false, true}) {
    const auto walks = brute_force_labelled(graph, all_nodes(graph), 3, non_backtracking, nullptr, nullptr);
    EXPECT_TRUE(same(walks.lengths[0], {{"1", 1}}));
    EXPECT_TRUE(same(walks.lengths[1], {{"1 2", 2.0 / 3}}));
    EXPECT_TRUE(same(walks.lengths[2], {{"1 2 3", 1.0 / 3}}));
    EXPECT_TRUE(walks.lengths[3].empty());
    for (std::size_t k = 0; k <= 3; ++k) EXPECT_NEAR(walks.stopped[k], static_cast<double>(k) / 3, 1e-12);
  }
  // An isolated node makes no step.
  const Graph isolated = test::make_graph(3, {{0, 1}});
  EXPECT_NEAR(brute_force_labelled(isolated, all_nodes(isolated), 1, true, nullptr, nullptr).stopped[1], 1.0 / 3,
              1e-12);
}

TEST(LabelledOracle, StepsByWeight) {
  const Graph star = test::make_weighted_graph(4, {{0, 1, 1}, {0, 2, 2}, {0, 3, 3}});
  const Labels nodes = {"N", "a", "b", "c"};
  EXPECT_TRUE(same(from(star, 0, 1, false, &nodes), {{"1:N-2:a", 1.0 / 6}, {"1:N-2:b", 1.0 / 3}, {"1:N-2:c", 0.5}}));
  // Without the way back, the weights of the others are all there is.
  EXPECT_TRUE(same(from(star, 1, 2, true, &nodes), {{"1:a-2:N-3:b", 0.4}, {"1:a-2:N-3:c", 0.6}}));
}

TEST(LabelledOracle, TakesALoopForAStepToTheNodeItself) {
  const Graph graph = test::make_graph(2, {{0, 0}, {0, 1}}, policy(false, true));
  EXPECT_TRUE(same(from(graph, 0, 2, false), {{"1 1 1", 0.25}, {"1 1 2", 0.25}, {"1 2 1", 0.5}}));
  // After the loop the node itself is the way back; from node 1 there is only the way back, then only the loop.
  EXPECT_TRUE(same(from(graph, 0, 3, true), {{"1 1 2 1", 0.5}, {"1 2 1 1", 0.5}}));
  const Graph lonely = test::make_graph(1, {{0, 0}}, policy(false, true));
  EXPECT_TRUE(same(from(lonely, 0, 3, true), {{"1 1 1 1", 1}}));
}

TEST(LabelledOracle, TurnsNotRoundWhereItNeedNot) {
  EXPECT_TRUE(same(from(test::cycle_graph(6), 2, 8, true), {{"1 2 3 4 5 6 1 2 3", 1}}));
  // 0 <-> 1 -> 2: back is a choice at node 1, which is not taken; 0 <-> 1 alone leaves no other.
  const Graph onward = test::make_graph(3, {{0, 1}, {1, 0}, {1, 2}}, policy(true));
  EXPECT_TRUE(same(from(onward, 0, 2, true), {{"1 2 3", 1}}));
  const Graph pair = test::make_graph(2, {{0, 1}, {1, 0}}, policy(true));
  EXPECT_TRUE(same(from(pair, 0, 2, true), {{"1 2 1", 1}}));
}

TEST(LabelledOracle, BeginsWithAnArcThatIsGiven) {
  const Graph path = test::path_graph(3);
  const Labels nodes = {"C", "O", "N"};
  const std::pair<NodeId, std::uint64_t> arc = {1, path.offsets()[1] + 1};  // 1 -> 2
  const auto walks = brute_force_labelled(path, {}, 3, false, &nodes, nullptr, arc);
  EXPECT_TRUE(same(walks.lengths[0], {{"1:O", 1}}));
  EXPECT_TRUE(same(walks.lengths[1], {{"1:O-2:N", 1}}));
  EXPECT_TRUE(same(walks.lengths[3], {{"1:O-2:N-1-2", 0.5}, {"1:O-2:N-1-3:C", 0.5}}));
  // The given arc is a step like any other: it has a way back.
  EXPECT_TRUE(same(brute_force_labelled(path, {}, 3, true, &nodes, nullptr, arc).lengths[3], {{"1:O-2:N-1-3:C", 1}}));
  EXPECT_TRUE(same(brute_force_labelled(path, {}, 0, true, &nodes, nullptr, arc).lengths[0], {{"1:O", 1}}));
}

RC_GTEST_PROP(LabelledOracle, WithoutLabelsIsThePlainOne, ()) {
  const Graph graph = test::build(*test::random_shape(6));
  const int longest = 4;
  const auto mean = brute_force_labelled(graph, all_nodes(graph), longest, false, nullptr, nullptr);
  for (int length = 0; length <= longest; ++length) {
    const auto plain = test::brute_force_graph(graph, length);
    const auto k = static_cast<std::size_t>(length);
    RC_ASSERT(same(mean.lengths[k], plain.probability));
    RC_ASSERT(std::abs(mean.stopped[k] - plain.stopped) < 1e-12);
  }
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (std::uint64_t place = graph.offsets()[u]; place < graph.offsets()[u + 1]; ++place) {
      const auto walks = brute_force_labelled(graph, {}, longest, false, nullptr, nullptr, std::pair(u, place));
      const auto plain = test::brute_force_node(graph, u, longest, graph.targets()[place]);
      RC_ASSERT(same(walks.lengths[longest], plain.probability));
      RC_ASSERT(std::abs(walks.stopped[longest] - plain.stopped) < 1e-12);
    }
  }
}

// Labels of few kinds for a random graph; an undirected edge has the same label both ways.
struct RandomLabels {
  Labels nodes, arcs;
};
RandomLabels random_labels(const Graph& graph) {
  RandomLabels labels;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    labels.nodes.push_back(*rc::gen::element<std::string>("C", "N", "O"));
    for (const NodeId v : graph.neighbours(u)) labels.arcs.push_back(std::to_string((u + v) % 2 + 1));
  }
  return labels;
}

RC_GTEST_PROP(LabelledOracle, EveryLengthComesFromTheOneBefore, (bool non_backtracking)) {
  const Graph graph = test::build(*test::random_shape(6));
  const RandomLabels labels = random_labels(graph);
  for (const bool with_nodes : {false, true}) {
    for (const bool with_arcs : {false, true}) {
      const auto walks = brute_force_labelled(graph, all_nodes(graph), 5, non_backtracking,
                                              with_nodes ? &labels.nodes : nullptr, with_arcs ? &labels.arcs : nullptr);
      const std::string last_step = with_arcs ? "-[" : with_nodes ? "-" : " ";
      RC_ASSERT(std::abs(sum(walks.lengths[0]) - 1) < 1e-12);
      RC_ASSERT(walks.stopped[0] == 0.0);
      for (std::size_t k = 1; k < walks.lengths.size(); ++k) {
        Walks rest = walks.lengths[k - 1];  // what is left of each walk when those that go on are taken away
        for (const auto& [name, probability] : walks.lengths[k]) {
          const auto shorter = rest.find(name.substr(0, name.rfind(last_step)));
          RC_ASSERT(shorter != rest.end());
          shorter->second -= probability;
        }
        for (const auto& [name, probability] : rest) RC_ASSERT(probability > -1e-12);
        RC_ASSERT(std::abs(sum(rest) - (walks.stopped[k] - walks.stopped[k - 1])) < 1e-12);
      }
    }
  }
}

RC_GTEST_PROP(LabelledOracle, ForgettingLabelsGivesTheWalksWithoutThem, (bool non_backtracking)) {
  const Graph graph = test::build(*test::random_shape(6));
  const RandomLabels labels = random_labels(graph);
  const auto starts = all_nodes(graph);
  const auto bare = brute_force_labelled(graph, starts, 4, non_backtracking, nullptr, nullptr);
  const auto full = brute_force_labelled(graph, starts, 4, non_backtracking, &labels.nodes, &labels.arcs);
  for (std::size_t k = 0; k < bare.lengths.size(); ++k) {
    Walks forgotten;
    for (const auto& [name, probability] : full.lengths[k]) {
      forgotten[without_labels(name)] += probability;
    }
    RC_ASSERT(same(forgotten, bare.lengths[k]));
    RC_ASSERT(std::abs(full.stopped[k] - bare.stopped[k]) < 1e-12);
  }
}

}  // namespace
}  // namespace awe::labelled_walks
