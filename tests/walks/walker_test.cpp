#include "walks/walker.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "support/random_graphs.h"
#include "support/reference_walker.h"
#include "support/toy_graphs.h"

namespace awe::walks {
namespace {

using test::ReferenceOrigin;

std::vector<std::uint64_t> codes_of(const Graph& graph, const WalkOrigin& origin, int length, std::size_t count,
                                    std::uint64_t block = 0, bool loops = false, std::uint64_t seed = 1) {
  std::vector<std::uint64_t> codes(count);
  Walker(graph, WalkIndex(length, loops), seed).fill_block(origin, block, codes);
  return codes;
}

ReferenceOrigin all_nodes(const Graph& graph) {
  ReferenceOrigin origin;
  origin.starts.resize(graph.num_nodes());
  std::iota(origin.starts.begin(), origin.starts.end(), NodeId{0});
  return origin;
}

// A house with a weathercock: a square, a roof, and a tail.
Graph house() { return test::make_graph(6, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {2, 4}, {3, 4}, {4, 5}}); }
Graph weighted_house() {
  return test::make_weighted_graph(6,
                                   {{0, 1, 1}, {1, 2, 2.5}, {2, 3, 0.1}, {3, 0, 7}, {2, 4, 1}, {3, 4, 3}, {4, 5, 1}});
}
BuildOptions directed() {
  BuildOptions policy;
  policy.directed = true;
  return policy;
}

::testing::AssertionResult agree(const std::vector<std::uint64_t>& codes, const Graph& graph,
                                 const ReferenceOrigin& origin, int length, bool loops, std::uint64_t seed,
                                 std::uint64_t block) {
  const WalkIndex index(length, loops);
  for (std::uint32_t lane = 0; lane < codes.size(); ++lane) {
    const auto nodes = test::reference_walk(graph, origin, length, seed, block, lane);
    const bool stopped = static_cast<int>(nodes.size()) < length + 1;
    const std::uint64_t expected = stopped ? Walker::kStopped : index.rank(anonymise(nodes));
    if (codes[lane] != expected) {
      return ::testing::AssertionFailure() << "lane " << lane << ": " << codes[lane] << ", not " << expected;
    }
  }
  return ::testing::AssertionSuccess();
}

void expect_every_origin_agrees(const Graph& graph, int length, bool loops, std::uint64_t seed, std::uint64_t block,
                                std::size_t count) {
  ReferenceOrigin origin = all_nodes(graph);
  EXPECT_TRUE(agree(codes_of(graph, WalkOrigin::whole_graph(graph), length, count, block, loops, seed), graph, origin,
                    length, loops, seed, block));
  origin.purpose = base::StreamPurpose::subgraph_walks;
  origin.starts.resize((origin.starts.size() + 1) / 2);
  origin.item = hash64(std::as_bytes(std::span(origin.starts)));
  EXPECT_TRUE(agree(codes_of(graph, WalkOrigin::nodes(origin.starts), length, count, block, loops, seed), graph, origin,
                    length, loops, seed, block));
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    ReferenceOrigin node{base::StreamPurpose::node_walks, u, {u}, std::nullopt};
    EXPECT_TRUE(agree(codes_of(graph, WalkOrigin::node(u), length, count, block, loops, seed), graph, node, length,
                      loops, seed, block));
    for (std::uint64_t place = graph.offsets()[u]; place < graph.offsets()[u + 1]; ++place) {
      ReferenceOrigin arc{base::StreamPurpose::edge_walks, place, {u}, graph.targets()[place]};
      EXPECT_TRUE(agree(codes_of(graph, WalkOrigin::arc(graph, u, place), length, count, block, loops, seed), graph,
                        arc, length, loops, seed, block));
    }
  }
}

TEST(Walker, KeepsItsWalksForEver) {
  const Graph plain = house(), weighted = weighted_house();
  const auto eight = [](const Graph& graph, const WalkOrigin& origin) { return codes_of(graph, origin, 7, 8, 3); };
  using Codes = std::vector<std::uint64_t>;
  EXPECT_EQ(eight(plain, WalkOrigin::whole_graph(plain)), (Codes{12, 50, 496, 88, 13, 679, 631, 71}));
  EXPECT_EQ(eight(plain, WalkOrigin::node(4)), (Codes{58, 30, 756, 1, 426, 90, 241, 365}));
  EXPECT_EQ(eight(plain, WalkOrigin::arc(plain, 0, 1)), (Codes{358, 682, 603, 627, 683, 584, 454, 27}));
  const std::vector<NodeId> set = {1, 2, 5};
  EXPECT_EQ(eight(plain, WalkOrigin::nodes(set)), (Codes{170, 826, 25, 401, 403, 4, 679, 718}));
  EXPECT_EQ(eight(weighted, WalkOrigin::whole_graph(weighted)), (Codes{456, 0, 420, 701, 176, 13, 44, 868}));
}

RC_GTEST_PROP(Walker, WalksAsTheObviousOneDoes, (std::uint64_t seed)) {
  const auto shape = *test::random_shape();
  const int length = *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(1, 9));
  const auto block = *rc::gen::inRange<std::uint64_t>(0, 1000);
  expect_every_origin_agrees(test::build(shape), length, shape.policy.self_loops == SelfLoops::keep, seed, block, 20);
  RC_ASSERT(!::testing::Test::HasFailure());
}

TEST(Walker, WalksAsTheObviousOneDoesInAWholeBlock) {
  const Graph graph = test::random_graph(60, 0.1, 3);
  const auto codes = codes_of(graph, WalkOrigin::whole_graph(graph), 9, base::kBlockWalks, 2);
  EXPECT_TRUE(agree(codes, graph, all_nodes(graph), 9, false, 1, 2));
}

TEST(Walker, WalksTheLongestLengths) {
  expect_every_origin_agrees(house(), kMaxWalkLength, false, 5, 0, 100);
  expect_every_origin_agrees(house(), kMaxWalkLengthWithLoops, true, 5, 0, 100);
}

TEST(Walker, GivesPrefixesForShorterLengths) {
  for (const Graph& graph : {house(), weighted_house(), test::random_graph(40, 0.12, 1)}) {
    const WalkIndex longest(20);
    const auto long_codes = codes_of(graph, WalkOrigin::whole_graph(graph), 20, 500);
    for (const int length : {1, 2, 3, 7, 12, 19}) {
      const WalkIndex index(length);
      const auto codes = codes_of(graph, WalkOrigin::whole_graph(graph), length, 500);
      for (std::size_t i = 0; i < codes.size(); ++i) {
        if (long_codes[i] == Walker::kStopped) continue;
        AnonymousWalk walk = longest.unrank(long_codes[i]);
        walk.resize(static_cast<std::size_t>(length) + 1);
        ASSERT_EQ(index.unrank(codes[i]), walk) << "walk " << i << " at length " << length;
      }
    }
  }
}

TEST(Walker, StopsAtEveryLengthPastTheFirstStop) {
  // 0 -> 1 -> 2 -> 3, a sink.
  const Graph graph = test::make_graph(4, {{0, 1}, {1, 2}, {2, 3}}, directed());
  for (int length = 1; length <= 5; ++length) {
    for (NodeId start = 0; start < 4; ++start) {
      const std::uint64_t expected =
          static_cast<int>(start) + length > 3 ? Walker::kStopped : WalkIndex(length).size() - 1;
      for (const std::uint64_t code : codes_of(graph, WalkOrigin::node(start), length, 70)) ASSERT_EQ(code, expected);
    }
  }
}

TEST(Walker, FillsAPartialBlockWithThePrefixOfAFullOne) {
  const Graph graph = house();
  const auto full = codes_of(graph, WalkOrigin::whole_graph(graph), 7, base::kBlockWalks, 9);
  for (const std::size_t count : {0u, 1u, 63u, 64u, 65u, 1000u, 4095u}) {
    const auto part = codes_of(graph, WalkOrigin::whole_graph(graph), 7, count, 9);
    EXPECT_TRUE(std::equal(part.begin(), part.end(), full.begin())) << count;
  }
}

TEST(Walker, WalksDifferentlyInEveryBlockSeedOriginAndGraph) {
  const Graph graph = house(), other = test::cycle_graph(6);
  const std::set<std::vector<std::uint64_t>> distinct = {
      codes_of(graph, WalkOrigin::whole_graph(graph), 7, 64),
      codes_of(graph, WalkOrigin::whole_graph(graph), 7, 64, 1),
      codes_of(graph, WalkOrigin::whole_graph(graph), 7, 64, 0, false, 2),
      codes_of(graph, WalkOrigin::node(0), 7, 64),
      codes_of(graph, WalkOrigin::arc(graph, 0, 0), 7, 64),
      codes_of(other, WalkOrigin::whole_graph(other), 7, 64)};
  EXPECT_EQ(distinct.size(), 6u);
}

// The texts of all walks drawn.
std::set<std::string> drawn(const Graph& graph, const WalkOrigin& origin, int length, bool loops = false) {
  const WalkIndex index(length, loops);
  std::set<std::string> walks;
  for (const std::uint64_t code : codes_of(graph, origin, length, base::kBlockWalks, 0, loops)) {
    walks.insert(code == Walker::kStopped ? "stopped" : to_string(index.unrank(code)));
  }
  return walks;
}

TEST(Walker, DrawsTheWalksThatATinyGraphHasAndNoOthers) {
  using Set = std::set<std::string>;
  const auto whole = [](const Graph& graph, int length, bool loops = false) {
    return drawn(graph, WalkOrigin::whole_graph(graph), length, loops);
  };
  EXPECT_EQ(whole(test::path_graph(2), 4), (Set{"1 2 1 2 1"}));
  EXPECT_EQ(whole(test::path_graph(3), 3), (Set{"1 2 1 2", "1 2 1 3", "1 2 3 2"}));
  EXPECT_EQ(whole(test::cycle_graph(3), 3), (Set{"1 2 1 2", "1 2 1 3", "1 2 3 1", "1 2 3 2"}));
  EXPECT_EQ(whole(test::make_graph(3, {{0, 1}, {1, 2}, {2, 0}}, directed()), 5), (Set{"1 2 3 1 2 3"}));
  EXPECT_EQ(whole(test::make_graph(3, {{0, 1}}), 2), (Set{"1 2 1", "stopped"}));
  EXPECT_EQ(whole(test::make_graph(3, {}), 2), (Set{"stopped"}));
  BuildOptions keep;
  keep.self_loops = SelfLoops::keep;
  EXPECT_EQ(whole(test::make_graph(1, {{0, 0}}, keep), 3, true), (Set{"1 1 1 1"}));
  EXPECT_EQ(whole(test::make_graph(2, {{0, 0}, {0, 1}}, keep), 2, true), (Set{"1 1 1", "1 1 2", "1 2 1", "1 2 2"}));
  const Graph star = test::star_graph(3);
  EXPECT_EQ(drawn(star, WalkOrigin::node(1), 3), (Set{"1 2 1 2", "1 2 3 2"}));
  EXPECT_EQ(drawn(star, WalkOrigin::arc(star, 0, 2), 3), (Set{"1 2 1 2", "1 2 1 3"}));
  const std::vector<NodeId> leaves = {1, 3};
  EXPECT_EQ(drawn(star, WalkOrigin::nodes(leaves), 2), (Set{"1 2 1", "1 2 3"}));
}

}  // namespace
}  // namespace awe::walks
