#include "walks/walk_text.h"

#include <gtest/gtest.h>

namespace awe::walks {
namespace {

TEST(WalkText, StandsAsTheFeaturesPageSays) {
  WalkTree tree;
  const auto start = tree.find_or_add(WalkTree::kRoot, WalkStep(1, 0, 0));
  const auto out = tree.find_or_add(start, WalkStep(2, 1, 1));
  const auto back = tree.find_or_add(out, WalkStep(1, 0, 0));
  const std::vector<std::string> atoms = {"C", "O"}, bonds = {"1", "2"};
  EXPECT_EQ(walk_text(tree.list(), back, &atoms, &bonds), "1:C-[2]-2:O-[1]-1");
  EXPECT_EQ(walk_text(tree.list(), back, &atoms, nullptr), "1:C-2:O-1");
  EXPECT_EQ(walk_text(tree.list(), back, nullptr, &bonds), "1-[2]-2-[1]-1");
  EXPECT_EQ(walk_text(tree.list(), back, nullptr, nullptr), "1 2 1");
  EXPECT_EQ(walk_text(tree.list(), start, &atoms, nullptr), "1:C");
}

}  // namespace
}  // namespace awe::walks
