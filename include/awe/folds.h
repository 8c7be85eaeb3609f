// Stratified parts of a collection: folds, a part held out, a validation part of training items, folds inside a part.
//
// A split depends on the seed, the repeat, and the ids, classes and groups of the items: not on their order, on how
// classes and groups are numbered, or on threads. Each item has a key, a 128-bit hash of (version, seed, repeat, use,
// id, occurrence); the occurrence tells items of the same id apart, in their order. Units (items, or groups of items
// that must stay together, such as isomorphic graphs) are dealt one at a time, the largest first, then class by class
// (largest class first) in the order of their keys, each to the fold that holds least of its classes; ties go to the
// smallest fold, then to the first. Without groups this is dealing round robin: the counts of every class, and the
// sizes of the folds, differ by at most one. A class with fewer members than there are folds is in as many folds as it
// has members. Cost: O(items log items + units * folds).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace awe {

// Item i has an id, a class and, where `groups` is not empty, a group. The spans must outlive the call only.
struct FoldItems {
  std::span<const std::string> ids;
  std::span<const int> classes;
  std::span<const std::uint32_t> groups = {};
};

struct FoldSeed {
  std::uint64_t seed = 0;
  std::uint32_t repeat = 0;
};

struct FoldAssignment {
  int folds = 0;
  std::vector<int> fold_of;  // 0 .. folds-1, one an item; kNeverTested where one part is held out
  static constexpr int kNeverTested = -1;

  [[nodiscard]] std::vector<std::uint32_t> test_items(int fold) const;   // ascending
  [[nodiscard]] std::vector<std::uint32_t> train_items(int fold) const;  // the others, ascending
  bool operator==(const FoldAssignment&) const = default;
};

// Positions in the collection, ascending.
struct Split {
  std::vector<std::uint32_t> train;
  std::vector<std::uint32_t> test;
  bool operator==(const Split&) const = default;
};

// No fold is empty. Throws Error(usage) for fewer than two folds and for more folds than items (or groups).
[[nodiscard]] FoldAssignment stratified_folds(const FoldItems& items, int folds, const FoldSeed& seed);

// The same inside a part of the collection; fold_of is parallel to `part`, whose order does not matter.
[[nodiscard]] FoldAssignment inner_folds(const FoldItems& items, std::span<const std::uint32_t> part, int folds,
                                         const FoldSeed& seed);

// Holds out the given share of every class, rounded so that the whole is right (largest remainders first); every class
// keeps a member for training. Groups are taken in the order of their keys, those that would pass a class's number are
// left for training, so large groups may make the part smaller. Throws Error(usage) if the share is not inside (0, 1)
// or the part would be empty.
[[nodiscard]] Split stratified_holdout(const FoldItems& items, double share, const FoldSeed& seed);

// A split of n items as folds: one, whose test items are those held out.
[[nodiscard]] FoldAssignment as_one_fold(const Split& split, std::size_t n);

// One ninth of the given training items for validation (`test`), held out in the same way: with ten folds, a tenth of
// the collection to validate and a tenth to test.
[[nodiscard]] Split validation_part(const FoldItems& items, std::span<const std::uint32_t> train, const FoldSeed& seed);

}  // namespace awe
