// Which recipe, gamma and C classify best: chosen on training items alone, by inner folds (by one validation part where
// there are many items). What nested evaluation does inside every fold, and what a classifier does once.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "awe/base/progress.h"
#include "awe/classify/folds.h"
#include "awe/classify/gram_view.h"

namespace awe {

struct ChoiceGrid {
  std::size_t candidates = 1;
  std::span<const double> gammas, cs;
  [[nodiscard]] std::size_t size() const noexcept { return candidates * gammas.size() * cs.size(); }
};

struct ModelChoice {
  std::size_t candidate = 0;
  double gamma = 0, c = 0;
  double inner_accuracy = 0;  // of this choice, on the inner test parts; 0 if there was nothing to choose
};

struct ChoiceTask {
  FoldItems items;                       // of the whole collection
  std::span<const std::uint32_t> train;  // ascending
  FoldSeed seed;
  std::vector<double> class_weights;  // as SvmOptions has them
  int threads = 1;
};

// Tries every candidate and gamma with one SVM path over all C. `gram_of(candidate, gamma)` gives the kernel between
// all items of the collection, valid until the next call. Of equals the first wins. Progress counts Gram matrices.
[[nodiscard]] ModelChoice choose_model(const ChoiceTask& task, const ChoiceGrid& grid,
                                       const std::function<GramView(std::size_t candidate, double gamma)>& gram_of,
                                       const Progress& progress = {});

}  // namespace awe
