// Classes in several columns: their texts, numbers and strata.
#include "folds/item_labels.h"

#include <gtest/gtest.h>

#include <cmath>

#include "awe/error.h"
#include "awe/folds.h"

namespace awe::folds {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::vector<std::string> ids_of(std::size_t count) {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < count; ++i) ids.push_back("item " + std::to_string(i));
  return ids;
}

TEST(ItemLabels, AreSplitAtCommas) {
  EXPECT_EQ(split_labels("yes, no,?"), (std::vector<std::string>{"yes", "no", ""}));
  EXPECT_EQ(split_labels("1"), std::vector<std::string>{"1"});
  EXPECT_EQ(split_labels(",NA"), (std::vector<std::string>{"", ""}));
  EXPECT_TRUE(any_label(",x"));
  EXPECT_FALSE(any_label(",nan"));
}

TEST(ItemLabels, HaveClassesByColumnAndMayBeUnknown) {
  const Rows rows = {{"10", "b"}, {"9", ""}, {"", "a"}, {"10", "c"}};
  const ItemLabels labels = labels_of(rows, ids_of(4), {"size", "kind"}, "graphs");
  ASSERT_EQ(labels.columns.size(), 2u);
  EXPECT_EQ(labels.columns[0].classes, (std::vector<std::string>{"9", "10"})) << "integers by value";
  EXPECT_EQ(labels.columns[1].classes, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(labels.values, (std::vector<int>{1, 1, 0, kUnknownClass, kUnknownClass, 0, 1, 2}));
  const ItemNumbers numbers = labels.one_hot();
  EXPECT_EQ(numbers.names, (std::vector<std::string>{"size=9", "size=10", "kind=a", "kind=b", "kind=c"}));
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t column = 0, at = 0; column < 2; ++column) {
      for (std::size_t k = 0; k < labels.columns[column].classes.size(); ++k, ++at) {
        const int own = labels.at(i, column);
        EXPECT_EQ(std::isnan(numbers.at(i, at)), own == kUnknownClass);
        if (own != kUnknownClass) {
          EXPECT_EQ(numbers.at(i, at), own == static_cast<int>(k) ? 1 : 0);
        }
      }
    }
  }
  const std::vector<std::uint32_t> last = {3, 1};
  EXPECT_EQ(labels.select(last).values, (std::vector<int>{1, 2, 0, kUnknownClass}));
}

TEST(ItemLabels, AreRefusedIfTheyMakeNoSense) {
  EXPECT_THROW((void)labels_of(Rows{{"a", "b"}, {"c"}}, ids_of(2), {}, "graphs"), Error) << "another number of columns";
  EXPECT_THROW((void)labels_of(Rows{{"a", "b"}, {"c", "b"}}, ids_of(2), {}, "graphs"), Error) << "one class";
  EXPECT_THROW((void)labels_of(Rows{{"a", ""}, {"c", ""}}, ids_of(2), {}, "graphs"), Error) << "no class";
  EXPECT_THROW((void)labels_of(Rows{}, {}, {}, "graphs"), Error) << "no item";
  const ItemLabels named = labels_of(Rows{{"a"}, {"c"}}, ids_of(2), {"x", "y"}, "graphs");
  EXPECT_EQ(named.columns[0].name, "label 1") << "a comma within one name";
}

TEST(ItemLabels, SpreadRareClassesOverFolds) {
  Rows rows;
  for (int i = 0; i < 100; ++i)
    rows.push_back({i % 2 == 0 ? "1" : "0", i % 20 == 7 ? "1" : "0", i % 3 == 0 ? "x" : ""});
  rows[0][2] = "y";
  const auto ids = ids_of(100);
  const ItemLabels labels = labels_of(rows, ids, {}, "graphs");
  const NumberedClasses strata = strata_of(labels);
  EXPECT_EQ(strata.names[static_cast<std::size_t>(strata.classes[0])], "label 3=y");
  EXPECT_EQ(strata.names[static_cast<std::size_t>(strata.classes[7])], "label 2=1");
  const FoldAssignment folds = stratified_folds({ids, strata.classes}, 5, {1, 0});
  for (int fold = 0; fold < 5; ++fold) {
    int rare = 0;
    for (const std::uint32_t item : folds.test_items(fold)) rare += labels.at(item, 1);
    EXPECT_EQ(rare, 1) << "five items of the rare class, one in each fold";
  }
}

}  // namespace
}  // namespace awe::folds
