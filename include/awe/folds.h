// Stratified splits of a collection: folds, a held-out part, a validation part of the training items, inner folds.
//
// A split depends on the seed, the repeat, and the ids, classes and groups of the items, but not on their order, on how
// classes and groups are numbered, or on threads. Each item has a key, a 128-bit hash of (version, seed, repeat, use,
// id, occurrence); the occurrence numbers items with the same id in their order. Units are items, or groups of items
// that must stay together, such as isomorphic graphs. They are dealt one at a time, the largest first, then class by
// class (largest class first) in the order of their keys, each to the fold that holds least of its classes; ties go to
// the smallest fold, then to the first. Without groups this is round robin: the counts of every class, and the sizes of
// the folds, differ by at most one. A class with fewer members than folds is in as many folds as it has members.
// Cost: O(items log items + units * folds).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace awe {

// The items to split. The spans have one entry per item and need to outlive only the call.
struct FoldItems {
  std::span<const std::string> ids;            // ids of the items
  std::span<const int> classes;                // their classes
  std::span<const std::uint32_t> groups = {};  // their groups; empty: every item is its own group
};

// What random choices depend on.
struct FoldSeed {
  std::uint64_t seed = 0;    // seed of the run
  std::uint32_t repeat = 0;  // number of the repeat, from 0
};

// The fold of each item.
struct FoldAssignment {
  int folds = 0;                           // number of folds
  std::vector<int> fold_of;                // fold in which each item is tested, 0 .. folds-1, or kNeverTested
  static constexpr int kNeverTested = -1;  // for the training items of a held-out part

  [[nodiscard]] std::vector<std::uint32_t> test_items(
      int fold) const;  // indices of the items tested in a fold, ascending
  [[nodiscard]] std::vector<std::uint32_t> train_items(int fold) const;  // indices of all other items, ascending
  bool operator==(const FoldAssignment&) const = default;
};

// A training part and a test part, as ascending indices of items.
struct Split {
  std::vector<std::uint32_t> train;  // training items
  std::vector<std::uint32_t> test;   // test items
  bool operator==(const Split&) const = default;
};

// Folds of all items, none of them empty. Throws Error(usage) for fewer than two folds or more folds than items (or
// groups).
[[nodiscard]] FoldAssignment stratified_folds(const FoldItems& items, int folds, const FoldSeed& seed);

// The same for a part of the items: fold_of has one entry per entry of `part`, whose order does not matter.
[[nodiscard]] FoldAssignment inner_folds(const FoldItems& items, std::span<const std::uint32_t> part, int folds,
                                         const FoldSeed& seed);

// Holds out the given share of every class, rounded so that the total is right (largest remainders first); every class
// keeps at least one training item. Groups are taken in the order of their keys; those that would exceed the number of
// a class stay in the training part, so large groups may make the test part smaller. Throws Error(usage) if the share
// is not inside (0, 1) or the test part would be empty.
[[nodiscard]] Split stratified_holdout(const FoldItems& items, double share, const FoldSeed& seed);

// A split of n items as an assignment with one fold, whose test items are the held-out ones.
[[nodiscard]] FoldAssignment as_one_fold(const Split& split, std::size_t n);

// Holds out one ninth of the given training items for validation (`test`) in the same way: with ten folds, a tenth of
// the collection is for validation and a tenth for testing.
[[nodiscard]] Split validation_part(const FoldItems& items, std::span<const std::uint32_t> train, const FoldSeed& seed);

// Folds without regard to classes or groups: the items in the order of their keys, cut into runs of n / folds items, of
// which the last takes the remainder. Throws Error(usage) for fewer than two folds or more folds than items.
[[nodiscard]] FoldAssignment plain_folds(const FoldItems& items, int folds, const FoldSeed& seed);

// Holds out `count` of the given items at random, without regard to classes or groups. Throws Error(usage) unless
// 0 < count < the number of items.
[[nodiscard]] Split plain_part(const FoldItems& items, std::span<const std::uint32_t> part, std::size_t count,
                               const FoldSeed& seed);

}  // namespace awe
