#include "awe/folds.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "awe/error.h"
#include "base/rng.h"

namespace awe::folds {
namespace {

struct Collection {
  std::vector<std::string> ids;
  std::vector<int> classes;
  std::vector<std::uint32_t> groups;

  [[nodiscard]] FoldItems items() const { return {ids, classes, groups}; }
};

Collection collection(const std::vector<int>& class_sizes) {
  Collection made;
  for (int number = 0; number < static_cast<int>(class_sizes.size()); ++number) {
    for (int i = 0; i < class_sizes[static_cast<std::size_t>(number)]; ++i) {
      made.ids.push_back("g" + std::to_string(made.ids.size()));
      made.classes.push_back(number);
    }
  }
  return made;
}

// Items in another order, classes and groups with other numbers.
Collection shuffled(const Collection& from, std::uint64_t seed) {
  std::vector<std::size_t> order(from.ids.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  base::Sequence random(seed, {});
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  Collection to;
  for (const std::size_t i : order) {
    to.ids.push_back(from.ids[i]);
    to.classes.push_back(100 - from.classes[i]);
    if (!from.groups.empty()) to.groups.push_back(5000 - from.groups[i]);
  }
  return to;
}

std::map<std::string, int> by_id(const Collection& items, const FoldAssignment& assignment) {
  std::map<std::string, int> folds;
  for (std::size_t i = 0; i < items.ids.size(); ++i) folds[items.ids[i]] = assignment.fold_of[i];
  return folds;
}

// Counts of each class in each fold, and sizes of folds under class -1.
std::map<int, std::vector<int>> counts(const Collection& items, const FoldAssignment& assignment) {
  std::map<int, std::vector<int>> held;
  for (std::size_t i = 0; i < items.ids.size(); ++i) {
    for (const int number : {-1, items.classes[i]}) {
      auto& row = held[number];
      row.resize(static_cast<std::size_t>(assignment.folds));
      ++row[static_cast<std::size_t>(assignment.fold_of[i])];
    }
  }
  return held;
}

RC_GTEST_PROP(Folds, ClassesAndSizesDifferByAtMostOne, ()) {
  const auto sizes =
      *rc::gen::container<std::vector<int>>(*rc::gen::inRange<std::size_t>(1, 6), rc::gen::inRange(1, 40));
  const Collection items = collection(sizes);
  const int most = std::min<int>(12, static_cast<int>(items.ids.size()));
  RC_PRE(most >= 2);
  const int folds = *rc::gen::inRange(2, most + 1);
  const auto assignment = stratified_folds(items.items(), folds, {*rc::gen::arbitrary<std::uint64_t>(), 3});
  for (const auto& [number, row] : counts(items, assignment)) {
    const auto [least, largest] = std::minmax_element(row.begin(), row.end());
    RC_ASSERT(*largest - *least <= 1);
  }
}

TEST(Folds, DoNotDependOnOrderOrNumbersOfClasses) {
  for (const bool grouped : {false, true}) {
    Collection items = collection({63, 125, 7});
    for (std::size_t i = 0; grouped && i < items.ids.size(); ++i) {
      items.groups.push_back(static_cast<std::uint32_t>(i % 5 == 0 ? i % 35 : 1000 + i));
    }
    const auto folds = by_id(items, stratified_folds(items.items(), 10, {7, 2}));
    const Collection other = shuffled(items, 5);
    EXPECT_EQ(folds, by_id(other, stratified_folds(other.items(), 10, {7, 2})));
    EXPECT_NE(folds, by_id(items, stratified_folds(items.items(), 10, {8, 2})));
    EXPECT_NE(folds, by_id(items, stratified_folds(items.items(), 10, {7, 3})));
    const auto test_ids = [](const Collection& of, const Split& split) {
      std::set<std::string> ids;
      for (const std::uint32_t i : split.test) ids.insert(of.ids[i]);
      return ids;
    };
    EXPECT_EQ(test_ids(items, stratified_holdout(items.items(), 0.2, {7})),
              test_ids(other, stratified_holdout(other.items(), 0.2, {7})));
  }
}

TEST(Folds, AreTheSameForEver) {
  const Collection items = collection({6, 4});
  EXPECT_EQ(stratified_folds(items.items(), 3, {7, 0}).fold_of, (std::vector<int>{2, 0, 1, 1, 2, 0, 0, 1, 2, 0}));
}

TEST(Folds, RepeatedIdsAreToldApart) {
  Collection items = collection({40});
  for (std::string& id : items.ids) id = "same";
  const auto held = counts(items, stratified_folds(items.items(), 8, {1}));
  EXPECT_EQ(held.at(0), std::vector<int>(8, 5));
}

TEST(Folds, AreDrawnEvenly) {
  // Over many seeds, two items of a class are together about as often as chance has it: 9 of 39 here.
  const Collection items = collection({40});
  int together = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const auto fold_of = stratified_folds(items.items(), 4, {seed}).fold_of;
    together += fold_of[0] == fold_of[1] ? 1 : 0;
  }
  EXPECT_NEAR(together / 2000.0, 9.0 / 39, 0.04);
}

TEST(Folds, GroupsStayTogetherAndFoldsStayBalanced) {
  Collection items = collection({100, 60});
  // Groups of 20, 5, 5 and two of mixed classes; all others alone.
  for (std::uint32_t i = 0; i < items.ids.size(); ++i) {
    items.groups.push_back(i < 20 ? 0 : i < 25 ? 1 : i < 30 ? 2 : i >= 95 && i < 105 ? 3 : 1000 + i);
  }
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto assignment = stratified_folds(items.items(), 5, {seed});
    std::map<std::uint32_t, std::set<int>> folds_of_group;
    for (std::size_t i = 0; i < items.ids.size(); ++i) {
      folds_of_group[items.groups[i]].insert(assignment.fold_of[i]);
    }
    for (const auto& [group, folds] : folds_of_group) EXPECT_EQ(folds.size(), 1u) << group;
    const auto held = counts(items, assignment);
    EXPECT_EQ(held.at(0), std::vector<int>(5, 20));
    EXPECT_EQ(held.at(1), std::vector<int>(5, 12));
  }
}

TEST(Folds, AGroupLargerThanAFoldLeavesNoFoldEmpty) {
  Collection items = collection({20});
  for (std::uint32_t i = 0; i < 20; ++i) items.groups.push_back(i < 17 ? 0 : i);
  const auto held = counts(items, stratified_folds(items.items(), 4, {1}));
  auto row = held.at(0);
  std::sort(row.begin(), row.end());
  EXPECT_EQ(row, (std::vector<int>{1, 1, 1, 17}));
}

TEST(Folds, SmallClassesAreInAsManyFoldsAsTheyHaveMembers) {
  const Collection items = collection({30, 3});
  const auto held = counts(items, stratified_folds(items.items(), 10, {1}));
  EXPECT_EQ(std::count(held.at(1).begin(), held.at(1).end(), 1), 3);
  EXPECT_EQ(*std::max_element(held.at(-1).begin(), held.at(-1).end()), 4);
}

template <class Call>
std::string usage_message(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return error.what();
  }
  return "no error";
}

TEST(Folds, SenselessRequestsAreUsageErrors) {
  Collection items = collection({4, 3});
  EXPECT_EQ(usage_message([&] { (void)stratified_folds(items.items(), 1, {}); }), "1 fold; use two or more");
  EXPECT_EQ(usage_message([&] { (void)stratified_folds(items.items(), 8, {}); }),
            "8 folds for 7 items; use fewer folds");
  items.groups.assign(7, 0);
  EXPECT_EQ(usage_message([&] { (void)stratified_folds(items.items(), 2, {}); }),
            "2 folds for 1 group of items; use fewer folds");
  items.groups.pop_back();
  EXPECT_NE(usage_message([&] { (void)stratified_folds(items.items(), 2, {}); }), "no error");
  items.groups.clear();
  for (const double share : {0.0, 1.0, -0.5, std::nan(""), 0.01}) {
    EXPECT_NE(usage_message([&] { (void)stratified_holdout(items.items(), share, {}); }), "no error") << share;
  }
  const std::vector<std::uint32_t> outside = {0, 1, 7};
  EXPECT_NE(usage_message([&] { (void)inner_folds(items.items(), outside, 2, {}); }), "no error");
}

TEST(Folds, TestAndTrainItemsAreTheTwoSides) {
  const FoldAssignment assignment{3, {0, 2, 1, 0, 2}};
  EXPECT_EQ(assignment.test_items(2), (std::vector<std::uint32_t>{1, 4}));
  EXPECT_EQ(assignment.train_items(2), (std::vector<std::uint32_t>{0, 2, 3}));
}

TEST(Holdout, TakesTheShareOfEveryClass) {
  const Collection items = collection({50, 30, 21, 1});
  const Split split = stratified_holdout(items.items(), 0.1, {3});
  std::vector<int> held(4, 0);
  for (const std::uint32_t i : split.test) ++held[static_cast<std::size_t>(items.classes[i])];
  EXPECT_EQ(held, (std::vector<int>{5, 3, 2, 0}));
  EXPECT_EQ(split.train.size() + split.test.size(), items.ids.size());
  EXPECT_TRUE(std::is_sorted(split.train.begin(), split.train.end()));
}

TEST(Holdout, EveryClassKeepsAMemberForTraining) {
  const Collection items = collection({2, 2, 2, 1});
  const Split split = stratified_holdout(items.items(), 0.9, {3});
  std::set<int> left;
  for (const std::uint32_t i : split.train) left.insert(items.classes[i]);
  EXPECT_EQ(left.size(), 4u);
}

TEST(Holdout, GroupsStayOnOneSide) {
  Collection items = collection({60, 40});
  for (std::uint32_t i = 0; i < 100; ++i) items.groups.push_back(i / 4);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Split split = stratified_holdout(items.items(), 0.2, {seed});
    EXPECT_EQ(split.test.size(), 20u);
    std::set<std::uint32_t> test_groups;
    for (const std::uint32_t i : split.test) test_groups.insert(items.groups[i]);
    for (const std::uint32_t i : split.train) EXPECT_FALSE(test_groups.contains(items.groups[i]));
  }
}

TEST(Holdout, ValidationIsANinthOfTheTrainingItems) {
  const Collection items = collection({60, 40});
  const auto folds = stratified_folds(items.items(), 10, {1});
  const auto train = folds.train_items(4);
  const Split split = validation_part(items.items(), train, {1});
  EXPECT_EQ(split.train.size(), 80u);
  EXPECT_EQ(split.test.size(), 10u);
  std::vector<std::uint32_t> both;
  std::merge(split.train.begin(), split.train.end(), split.test.begin(), split.test.end(), std::back_inserter(both));
  EXPECT_EQ(both, train);
}

TEST(Folds, PlainFoldsAreRunsOfAPermutationThatClassesDoNotMatterFor) {
  const Collection made = collection({40, 3, 60});
  const FoldAssignment folds = plain_folds(made.items(), 10, {5, 0});
  for (int fold = 0; fold < 10; ++fold) EXPECT_EQ(folds.test_items(fold).size(), fold < 9 ? 10u : 13u) << fold;
  EXPECT_NE(plain_folds(made.items(), 10, {5, 1}), folds);
  EXPECT_NE(plain_folds(made.items(), 10, {6, 0}), folds);
  Collection other = made;
  std::fill(other.classes.begin(), other.classes.end(), 0);
  EXPECT_EQ(plain_folds(other.items(), 10, {5, 0}), folds);
  const Collection moved = shuffled(made, 9);
  const FoldAssignment again = plain_folds(moved.items(), 10, {5, 0});
  for (std::size_t i = 0; i < moved.ids.size(); ++i) {
    const auto at = static_cast<std::size_t>(std::stoi(moved.ids[i].substr(1)));
    EXPECT_EQ(again.fold_of[i], folds.fold_of[at]) << "the order of the items does not matter";
  }
  int uneven = 0;  // stratified folds would have 4 or 4 of 40 each
  for (int fold = 0; fold < 10; ++fold) {
    int count = 0;
    for (const std::uint32_t item : folds.test_items(fold)) count += made.classes[item] == 0 ? 1 : 0;
    uneven += count != 4 ? 1 : 0;
  }
  EXPECT_GT(uneven, 2);
  EXPECT_THROW((void)plain_folds(made.items(), 1, {}), Error);
  EXPECT_THROW((void)plain_folds(made.items(), 104, {}), Error);
}

TEST(Folds, APlainPartHasSoManyItemsOfThePart) {
  const Collection made = collection({50, 50});
  std::vector<std::uint32_t> part;
  for (std::uint32_t i = 10; i < 90; ++i) part.push_back(i);
  const Split split = plain_part(made.items(), part, 10, {1, 2});
  EXPECT_EQ(split.test.size(), 10u);
  std::vector<std::uint32_t> both = split.train;
  both.insert(both.end(), split.test.begin(), split.test.end());
  std::sort(both.begin(), both.end());
  EXPECT_EQ(both, part);
  EXPECT_TRUE(std::is_sorted(split.test.begin(), split.test.end()));
  EXPECT_NE(plain_part(made.items(), part, 10, {1, 3}), split);
  EXPECT_THROW((void)plain_part(made.items(), part, 0, {}), Error);
  EXPECT_THROW((void)plain_part(made.items(), part, 80, {}), Error);
}

TEST(Folds, InnerFoldsCoverThePartAndIgnoreItsOrder) {
  const Collection items = collection({60, 40});
  auto part = stratified_folds(items.items(), 10, {1}).train_items(0);
  const auto inner = inner_folds(items.items(), part, 5, {1});
  ASSERT_EQ(inner.fold_of.size(), 90u);
  std::map<std::pair<int, int>, int> held;
  for (std::size_t i = 0; i < part.size(); ++i) ++held[{items.classes[part[i]], inner.fold_of[i]}];
  for (const auto& [where, count] : held) EXPECT_NEAR(count, where.first == 0 ? 54 / 5.0 : 36 / 5.0, 1);
  std::map<std::uint32_t, int> before;
  for (std::size_t i = 0; i < part.size(); ++i) before[part[i]] = inner.fold_of[i];
  std::reverse(part.begin(), part.end());
  const auto again = inner_folds(items.items(), part, 5, {1});
  for (std::size_t i = 0; i < part.size(); ++i) EXPECT_EQ(again.fold_of[i], before[part[i]]);
}

}  // namespace
}  // namespace awe::folds
