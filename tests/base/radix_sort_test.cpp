#include "base/radix_sort.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace awe::base {
namespace {

struct Item {
  std::uint64_t key;
  std::size_t place;
  bool operator==(const Item&) const = default;
};

// `count` random keys below `keys`.
std::vector<Item> random_items(std::size_t count, std::uint64_t keys) {
  Sequence random(7, {count, keys});
  std::vector<Item> items;
  for (std::size_t i = 0; i < count; ++i) items.push_back({random.below(keys), i});
  return items;
}

TEST(RadixSort, IsAStableSortForAnyNumberOfItemsAndBits) {
  std::vector<Item> scratch;
  for (const std::size_t count : {0UL, 1UL, 2UL, 31UL, 33UL, 200UL, 1023UL, 1024UL, 5000UL}) {
    for (const int bits : {1, 5, 8, 16, 17, 22, 23, 30, 52}) {
      const std::uint64_t keys = std::uint64_t{1} << bits;
      std::vector<Item> items = random_items(count, keys), expected = items;
      std::stable_sort(expected.begin(), expected.end(), [](const Item& a, const Item& b) { return a.key < b.key; });
      radix_sort(items, scratch, keys - 1, [](const Item& item) { return item.key; });
      EXPECT_EQ(items, expected) << count << " items of " << bits << " bits";
    }
  }
}

// The passes then see one digit only, and insertion does all the work.
TEST(RadixSort, SortsKeysFarBelowTheLargest) {
  std::vector<Item> scratch, items = random_items(300, 50), expected = items;
  std::stable_sort(expected.begin(), expected.end(), [](const Item& a, const Item& b) { return a.key < b.key; });
  radix_sort(items, scratch, std::uint64_t{1} << 40, [](const Item& item) { return item.key; });
  EXPECT_EQ(items, expected);
}

}  // namespace
}  // namespace awe::base
