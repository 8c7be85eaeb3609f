// Walks in vectors of every width, over every form of the adjacency, compared with walks drawn one by one.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

#include "support/random_graphs.h"
#include "support/reference_walker.h"
#include "support/vector_targets.h"
#include "walks/packed_adjacency.h"
#include "walks/walker.h"

namespace awe::walks {
namespace {

constexpr AdjacencyForm kForms[] = {AdjacencyForm::plain, AdjacencyForm::narrow, AdjacencyForm::wide};

struct Drawn {
  std::vector<std::uint64_t> codes;
  std::vector<std::uint8_t> made;
  bool operator==(const Drawn&) const = default;
};

// Codes and steps made of the walks of a block that start anywhere, one by one.
Drawn obvious(const Graph& graph, const WalkIndex& index, std::uint64_t seed, std::uint32_t walks) {
  test::ReferenceOrigin origin;
  origin.starts.resize(graph.num_nodes());
  std::iota(origin.starts.begin(), origin.starts.end(), NodeId{0});
  Drawn drawn;
  for (std::uint32_t lane = 0; lane < walks; ++lane) {
    const auto nodes = test::reference_walk(graph, origin, index.length(), seed, 0, lane);
    AnonymousWalk walk = anonymise(nodes);
    drawn.made.push_back(static_cast<std::uint8_t>(walk.size() - 1));
    // The first walk that begins so: every further step takes the first choice.
    while (static_cast<int>(walk.size()) <= index.length()) {
      const bool stay = index.self_loops() || walk.back() > 1;
      walk.push_back(stay ? std::uint8_t{1} : std::uint8_t{2});
    }
    drawn.codes.push_back(index.rank(walk));
  }
  return drawn;
}

Drawn drawn_by(const Walker& walker, const Graph& graph, std::uint32_t walks) {
  Drawn drawn{std::vector<std::uint64_t>(walks), std::vector<std::uint8_t>(walks)};
  walker.fill_block(WalkOrigin::whole_graph(graph), 0, drawn.codes, drawn.made);
  return drawn;
}

// Thousands of graphs, of every kind.
RC_GTEST_PROP(WalkKernel, DrawsTheSameWalksInEveryVectorAndForm, (std::uint64_t seed)) {
  for (int more = 0; more < 20; ++more) {
    const auto shape = *test::random_shape(12);
    const Graph graph = test::build(shape);
    const int length = *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(1, 18));
    const WalkIndex index(length, shape.policy.self_loops == SelfLoops::keep);
    const auto walks = *rc::gen::inRange<std::uint32_t>(1, 300);
    const Drawn expected = obvious(graph, index, seed, walks);
    test::for_each_target([&](const std::string& target) {
      for (const AdjacencyForm form : kForms) {
        const Walker walker(graph, index, seed, {WalkKind::uniform, false, form, {}});
        RC_ASSERT(drawn_by(walker, graph, walks) == expected);
        (void)target;
      }
    });
  }
}

TEST(WalkKernel, SettlesUnfairChoicesAsOneByOne) {
  // A star so large that some choices of a block may be unfair, at starts and at the hub.
  constexpr NodeId kNodes = 3'000'001;
  GraphBuilder builder(BuildOptions{});
  builder.set_num_nodes(kNodes);
  for (NodeId leaf = 1; leaf < kNodes; ++leaf) builder.add_edge(0, leaf);
  const Graph graph = std::move(builder).build();
  const WalkIndex index(6);
  const base::StreamBlock stream(7, fingerprint(graph), base::StreamPurpose::graph_walks, 0, 0);
  int rare = 0;
  for (std::uint32_t lane = 0; lane < base::kBlockWalks; ++lane) {
    for (const std::uint32_t word : {0u, 2u, 4u, 6u, 8u}) rare += stream.draw(lane, word) * kNodes < kNodes ? 1 : 0;
  }
  EXPECT_GT(rare, 3);
  const WalkerOptions plain{WalkKind::uniform, false, AdjacencyForm::plain, {}};
  const Drawn expected = drawn_by(Walker(graph, index, 7, plain), graph, base::kBlockWalks);
  test::for_each_target([&](const std::string& target) {
    const Walker walker(graph, index, 7);
    EXPECT_EQ(drawn_by(walker, graph, base::kBlockWalks), expected) << target;
  });
}

TEST(WalkKernel, ReadsFarRowsAsNearOnes) {
  for (const bool weighted : {false, true}) {
    BuildOptions policy;
    policy.weighted = weighted;
    GraphBuilder builder(policy);
    constexpr NodeId kNodes = 200'000;
    builder.set_num_nodes(kNodes);
    base::Sequence random(3, {});
    for (int i = 0; i < 600'000; ++i) {
      const auto from = static_cast<NodeId>(random.below(kNodes)), to = static_cast<NodeId>(random.below(kNodes));
      builder.add_edge(from, to, weighted ? 0.5 + random.unit() : 1.0);
    }
    const Graph graph = std::move(builder).build();
    const WalkIndex index(6);
    const Drawn expected = drawn_by(Walker(graph, index, 3, {WalkKind::uniform, false, AdjacencyForm::plain, {}}),
                                    graph, base::kBlockWalks);
    test::for_each_target([&](const std::string& target) {
      for (const AdjacencyForm form : kForms) {
        const Walker walker(graph, index, 3, {WalkKind::uniform, false, form, {}});
        EXPECT_EQ(drawn_by(walker, graph, base::kBlockWalks), expected) << target;
      }
    });
  }
}

TEST(WalkKernel, NamesTheNodesOfTiles) {
  const Graph graph = test::random_graph(40, 0.1, 5);
  const WalkIndex index(6);
  const WalkOrigin origin = WalkOrigin::whole_graph(graph);
  std::vector<std::vector<NodeId>> plain;
  for (const AdjacencyForm form : kForms) {
    std::vector<std::vector<NodeId>> walks;
    const Walker walker(graph, index, 9, {WalkKind::uniform, true, form, {}});
    walker.for_each_tile(origin, 2, 64, 300, [&](const WalkTile& tile) {
      EXPECT_EQ(tile.first_lane, 64 + walks.size());
      for (std::uint32_t lane = 0; lane < tile.size; ++lane) {
        std::vector<NodeId>& walk = walks.emplace_back();
        for (std::uint32_t s = 0; s <= tile.made[lane]; ++s) walk.push_back(tile.nodes[s][lane]);
      }
    });
    ASSERT_EQ(walks.size(), 300u);
    if (form == AdjacencyForm::plain) plain = walks;
    EXPECT_EQ(walks, plain);
  }
}

TEST(PackedAdjacency, RefusesWhatItsNumbersCannotHold) {
  // 70,000 nodes around a hub: 17 bits for its degree and 18 for places.
  GraphBuilder builder(BuildOptions{});
  builder.set_num_nodes(70'001);
  for (NodeId leaf = 1; leaf <= 70'000; ++leaf) builder.add_edge(0, leaf);
  const Graph star = std::move(builder).build();
  EXPECT_FALSE(PackedAdjacency<std::uint32_t>::of(star, {}));
  const auto wide = PackedAdjacency<std::uint64_t>::of(star, {true, {}});
  ASSERT_TRUE(wide);
  EXPECT_EQ(wide->header(0) & ((std::uint64_t{1} << wide->degree_bits()) - 1), 70'000u);
  EXPECT_EQ(wide->rows()[3], wide->header(4));
  EXPECT_EQ(wide->node_at()[wide->header(5) >> wide->place_shift()], 5u);
}

}  // namespace
}  // namespace awe::walks
