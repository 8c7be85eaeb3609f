// The inner split of a training part: five folds; from 2,500 items on as many ninths of them as have 1,000 items
// together, one by one (or folds, if they are of fewer than nine groups), and a single ninth from 9,000 items on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/folds.h"

namespace awe::evaluation {

struct InnerParts {
  std::vector<std::vector<std::uint32_t>> train, test;  // ascending items

  [[nodiscard]] std::size_t tested() const noexcept {
    std::size_t count = 0;
    for (const auto& part : test) count += part.size();
    return count;
  }
};

// Of `train`, which is ascending. Throws Error(usage) if there are fewer items than inner folds.
[[nodiscard]] InnerParts inner_parts(const FoldItems& items, std::span<const std::uint32_t> train,
                                     const FoldSeed& seed);

}  // namespace awe::evaluation
