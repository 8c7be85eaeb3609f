#include "walks/walk_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "base/rng.h"

namespace awe::walks {
namespace {

TEST(WalkStep, KeepsItsThreeNumbersApart) {
  constexpr std::uint32_t most = WalkStep::kMostLabels - 1;
  for (const std::uint32_t name : {1u, 26u, 63u}) {
    for (const std::uint32_t node : {0u, 1u, most}) {
      for (const std::uint32_t edge : {0u, 1u, most}) {
        const WalkStep step(name, node, edge);
        EXPECT_EQ(step.name(), name);
        EXPECT_EQ(step.node_label(), node);
        EXPECT_EQ(step.edge_label(), edge);
      }
    }
  }
}

TEST(WalkTree, BeginsWithARootAlone) {
  const WalkTree tree;
  EXPECT_EQ(tree.size(), 1u);
  EXPECT_EQ(tree.length(WalkTree::kRoot), -1);
  EXPECT_EQ(tree.names(WalkTree::kRoot), 0u);
  EXPECT_EQ(tree.find(WalkTree::kRoot, WalkStep(1, 0, 0)), WalkTree::kNone);
}

TEST(WalkTree, KnowsLengthNamesAndParentOfAWalk) {
  WalkTree tree;
  const auto start = tree.find_or_add(WalkTree::kRoot, WalkStep(1, 5, 0));
  const auto out = tree.find_or_add(start, WalkStep(2, 7, 3));
  const auto back = tree.find_or_add(out, WalkStep(1, 0, 3));
  EXPECT_EQ(tree.length(start), 0);
  EXPECT_EQ(tree.length(back), 2);
  EXPECT_EQ(tree.names(back), 2u);
  EXPECT_EQ(tree.parent(back), out);
  EXPECT_EQ(tree.step(out), WalkStep(2, 7, 3));
  EXPECT_EQ(tree.find(start, WalkStep(2, 7, 3)), out);
  EXPECT_EQ(tree.find(start, WalkStep(2, 7, 4)), WalkTree::kNone);
  EXPECT_EQ(tree.find_or_add(out, WalkStep(1, 0, 3)), back);
  EXPECT_EQ(tree.size(), 4u);
  tree.clear();
  EXPECT_EQ(tree.size(), 1u);
  EXPECT_EQ(tree.find(WalkTree::kRoot, WalkStep(1, 5, 0)), WalkTree::kNone);
}

TEST(WalkTree, AgreesWithAMapWhileItGrows) {
  WalkTree tree;
  std::map<std::pair<WalkTree::Place, std::uint64_t>, WalkTree::Place> map;
  base::Sequence random(1, {});
  for (int i = 0; i < 50'000; ++i) {
    auto parent = static_cast<WalkTree::Place>(random.below(tree.size()));
    while (tree.length(parent) >= 25) parent = tree.parent(parent);
    const auto pick = [&](std::uint64_t n) { return static_cast<std::uint32_t>(random.below(n)); };
    const WalkStep step(1 + pick(tree.names(parent) + 1), pick(3), pick(3));
    const auto place = tree.find_or_add(parent, step);
    const auto [entry, added] = map.emplace(std::pair(parent, step.bits()), place);
    EXPECT_EQ(entry->second, place);
    if (added) {
      EXPECT_EQ(place, tree.size() - 1) << "places are numbered as they are made";
      EXPECT_LT(parent, place);
    }
  }
  EXPECT_EQ(map.size() + 1, tree.size());
  for (const auto& [key, place] : map) {
    EXPECT_EQ(tree.parent(place), key.first);
    EXPECT_EQ(tree.step(place).bits(), key.second);
  }
}

TEST(WalkTree, FindsManyWalksAsOneByOne) {
  base::Sequence random(3, {1, 2});
  const auto any_step = [&] {
    return WalkStep(static_cast<std::uint32_t>(1 + random.below(4)), static_cast<std::uint32_t>(random.below(5)), 0);
  };
  WalkTree tree;
  for (int i = 0; i < 3000; ++i) {
    (void)tree.find_or_add(static_cast<WalkTree::Place>(random.below(std::min<std::size_t>(tree.size(), 300))),
                           any_step());
  }
  std::vector<WalkTree::Place> parents, one_by_one;
  std::vector<WalkStep> steps;
  for (int i = 0; i < 1000; ++i) {
    parents.push_back(static_cast<WalkTree::Place>(random.below(400)));
    steps.push_back(any_step());
    one_by_one.push_back(tree.find(parents.back(), steps.back()));
  }
  std::vector<WalkTree::Place> found(parents.size());
  tree.find_all(parents, steps, found);
  EXPECT_EQ(found, one_by_one);
  EXPECT_GT(std::count(found.begin(), found.end(), WalkTree::kNone), 10);
  EXPECT_LT(std::count(found.begin(), found.end(), WalkTree::kNone), 990);
}

TEST(WalkTree, GivesItsWalksAway) {
  WalkTree tree;
  const auto start = tree.find_or_add(WalkTree::kRoot, WalkStep(1, 5, 0));
  const WalkList taken = tree.take();
  EXPECT_EQ(taken.size(), 2u);
  EXPECT_EQ(taken.step(start), WalkStep(1, 5, 0));
  EXPECT_EQ(tree.size(), 1u);
  EXPECT_EQ(tree.find(WalkTree::kRoot, WalkStep(1, 5, 0)), WalkTree::kNone);
}

}  // namespace
}  // namespace awe::walks
