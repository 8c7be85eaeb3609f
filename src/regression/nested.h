// The loop of a nested evaluation of numbers: every fold chooses its settings on its training part alone, and predicts
// its test part by the mean of the machines that cannot be told from the best.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "algebra/linear_algebra.h"
#include "awe/evaluation.h"
#include "evaluation/channel_distances.h"
#include "evaluation/graph_set.h"
#include "evaluation/matrix_set.h"
#include "evaluation/model_choice.h"

namespace awe::regression {

// What an evaluation works on; the owner keeps it alive.
struct NestedItems {
  folds::ItemClasses items;           // their classes are strata
  const folds::ItemNumbers& numbers;  // to be predicted; NaN: unknown, for a ridge
  std::vector<KernelRecipe> recipes;  // to choose from
  evaluation::RowMaker make_rows;
};
[[nodiscard]] NestedItems nested_items(const evaluation::GraphSet& set, const folds::ItemNumbers& numbers,
                                       const EvaluationOptions& plan);
[[nodiscard]] NestedItems nested_items(const evaluation::MatrixSet& set, const folds::ItemNumbers& numbers,
                                       const EvaluationOptions& plan);

// A fold whose test items have been predicted.
struct TestedFold {
  std::span<const std::uint32_t> train, test;
  const std::string& recipe;  // of the best setting
  const evaluation::Setting& best;
  std::size_t voters = 0;
  const algebra::Dense& predicted;  // test items x numbers
};

struct NestedSummary {
  double feature_seconds = 0, kernel_seconds = 0, machine_seconds = 0;
  int folds = 0;
  double test_to_train = 0;  // size of a test part divided by that of its training part
};

// Calls body for every fold of every repeat, in order. The machine is that of the plan, automatic: ridge. Throws
// Error(usage) for a plan without recipe, folds or gamma.
NestedSummary for_each_tested_fold(NestedItems set, const EvaluationOptions& plan,
                                   const std::function<void(const TestedFold& fold)>& body);

// Folds dealt by the strata, if there are none yet.
void deal_splits(const folds::ItemClasses& items, EvaluationOptions& options);

}  // namespace awe::regression
