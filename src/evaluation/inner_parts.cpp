#include "evaluation/inner_parts.h"

#include <string>
#include <utility>

#include "awe/error.h"
#include "base/counted.h"

namespace awe::evaluation {

InnerParts inner_parts(const FoldItems& items, std::span<const std::uint32_t> train, const FoldSeed& seed) {
  constexpr std::size_t kMostItemsForInnerFolds = 2500;
  constexpr int kInnerFolds = 5;
  InnerParts parts;
  if (train.size() >= kMostItemsForInnerFolds) {
    Split split = validation_part(items, train, seed);
    parts.train.push_back(std::move(split.train));
    parts.test.push_back(std::move(split.test));
    return parts;
  }
  if (train.size() < kInnerFolds) {
    throw Error(ErrorKind::usage, "a training part of " + base::counted(train.size(), "item") +
                                      " is too small to choose a setting by " + std::to_string(kInnerFolds) +
                                      " inner folds; use more graphs");
  }
  const FoldAssignment inner = inner_folds(items, train, kInnerFolds, seed);
  parts.train.resize(kInnerFolds);
  parts.test.resize(kInnerFolds);
  for (std::size_t i = 0; i < train.size(); ++i) {
    for (int fold = 0; fold < kInnerFolds; ++fold) {
      auto& part = (inner.fold_of[i] == fold ? parts.test : parts.train)[static_cast<std::size_t>(fold)];
      part.push_back(train[i]);
    }
  }
  return parts;
}

}  // namespace awe::evaluation
