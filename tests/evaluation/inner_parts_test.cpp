#include "evaluation/inner_parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "awe/error.h"

namespace awe::evaluation {
namespace {

// Items of three classes, of which every seventh is not a training item.
struct Collection {
  explicit Collection(std::size_t training_items) {
    for (std::uint32_t i = 0; train.size() < training_items; ++i) {
      ids.push_back(std::to_string(i));
      classes.push_back(static_cast<int>(i % 5 % 3));
      if (i % 7 != 3) train.push_back(i);
    }
  }
  [[nodiscard]] FoldItems items() const { return {ids, classes, groups}; }
  [[nodiscard]] InnerParts parts() const { return inner_parts(items(), train, {5, 1}); }

  std::vector<std::string> ids;
  std::vector<int> classes;
  std::vector<std::uint32_t> train, groups;
};

TEST(InnerParts, AreFiveFoldsOfFewItems) {
  for (const std::size_t n : {5u, 60u, 2499u}) {
    const InnerParts parts = Collection(n).parts();
    EXPECT_EQ(parts.test.size(), 5u);
    EXPECT_EQ(parts.tested(), n);
  }
  EXPECT_THROW((void)Collection(4).parts(), Error);
}

TEST(InnerParts, AreAsManyNinthsOfManyItemsAsTestAThousand) {
  for (const auto& [n, ninths] :
       {std::pair{2500u, 4u}, {3000u, 3u}, {3699u, 3u}, {4500u, 2u}, {8999u, 2u}, {9000u, 1u}, {20000u, 1u}}) {
    const InnerParts parts = Collection(n).parts();
    ASSERT_EQ(parts.test.size(), ninths) << n;
    EXPECT_GE(parts.tested(), 1000u - ninths) << n;
    for (const auto& test : parts.test) EXPECT_NEAR(static_cast<double>(test.size()), n / 9.0, 1) << n;
  }
}

TEST(InnerParts, AreDisjointAndTrainOnAllOthers) {
  for (const std::size_t n : {200u, 3699u, 9500u}) {
    const Collection collection(n);
    const InnerParts parts = collection.parts();
    ASSERT_EQ(parts.train.size(), parts.test.size());
    std::set<std::uint32_t> tested;
    for (std::size_t k = 0; k < parts.test.size(); ++k) {
      tested.insert(parts.test[k].begin(), parts.test[k].end());
      std::vector<std::uint32_t> both;
      std::merge(parts.train[k].begin(), parts.train[k].end(), parts.test[k].begin(), parts.test[k].end(),
                 std::back_inserter(both));
      EXPECT_EQ(both, collection.train);
    }
    EXPECT_EQ(tested.size(), parts.tested());
  }
}

TEST(InnerParts, KeepGroupsTogether) {
  for (const std::uint32_t groups : {4u, 400u}) {
    Collection collection(4500);
    for (std::uint32_t i = 0; i < collection.ids.size(); ++i) collection.groups.push_back(i % groups);
    const InnerParts parts = collection.parts();
    EXPECT_EQ(parts.test.size(), 2u);
    for (std::size_t k = 0; k < parts.test.size(); ++k) {
      std::set<std::uint32_t> tested;
      for (const std::uint32_t i : parts.test[k]) tested.insert(collection.groups[i]);
      for (const std::uint32_t i : parts.train[k]) EXPECT_FALSE(tested.contains(collection.groups[i]));
    }
  }
}

}  // namespace
}  // namespace awe::evaluation
