#include "evaluation/inner_parts.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "awe/error.h"
#include "base/counted.h"

namespace awe::evaluation {

namespace {

constexpr std::size_t kMostItemsForInnerFolds = 2500;
constexpr int kInnerFolds = 5;
// Of more items as many ninths as it takes to test so many: an accuracy then has a standard error of about one point.
constexpr std::size_t kTested = 1000;
constexpr int kNinths = 9;

// The first `count` of these folds as test parts.
InnerParts first_folds(const FoldItems& items, std::span<const std::uint32_t> train, int folds, int count,
                       const FoldSeed& seed) {
  const FoldAssignment inner = inner_folds(items, train, folds, seed);
  InnerParts parts;
  parts.train.resize(static_cast<std::size_t>(count));
  parts.test.resize(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < train.size(); ++i) {
    for (int fold = 0; fold < count; ++fold) {
      auto& part = (inner.fold_of[i] == fold ? parts.test : parts.train)[static_cast<std::size_t>(fold)];
      part.push_back(train[i]);
    }
  }
  return parts;
}

// The number of groups of the training items, at most `most`.
std::size_t groups_of(const FoldItems& items, std::span<const std::uint32_t> train, std::size_t most) {
  if (items.groups.empty()) return std::min(train.size(), most);
  std::set<std::uint32_t> found;
  for (std::size_t i = 0; i < train.size() && found.size() < most; ++i) found.insert(items.groups[train[i]]);
  return found.size();
}

}  // namespace

InnerParts inner_parts(const FoldItems& items, std::span<const std::uint32_t> train, const FoldSeed& seed) {
  if (train.size() < kInnerFolds) {
    throw Error(ErrorKind::usage, "a training part of " + base::counted(train.size(), "item") +
                                      " is too small to choose a setting by " + std::to_string(kInnerFolds) +
                                      " inner folds; use more graphs");
  }
  if (train.size() < kMostItemsForInnerFolds) return first_folds(items, train, kInnerFolds, kInnerFolds, seed);
  const std::size_t ninths = (kNinths * kTested + train.size() - 1) / train.size();
  if (ninths > 1) {
    const std::size_t folds = groups_of(items, train, kNinths);
    return first_folds(items, train, static_cast<int>(folds), static_cast<int>(std::min(ninths, folds)), seed);
  }
  Split split = validation_part(items, train, seed);
  InnerParts parts;
  parts.train.push_back(std::move(split.train));
  parts.test.push_back(std::move(split.test));
  return parts;
}

}  // namespace awe::evaluation
