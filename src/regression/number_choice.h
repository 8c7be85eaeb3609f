// Chooses recipes, gammas and lambdas of kernel ridge regression by the squared error on inner test parts of the
// training items, which follows in closed form (machines/ridge.h). Each number counts in units of its standard
// deviation over the training items. Settings whose mean error exceeds that of the best one by less than one standard
// error of the paired difference cannot be told from it on so many items; they are kept, too, and averaged. Cost: one
// solve per Gram matrix and lambda.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/folds.h"
#include "awe/run_options.h"
#include "evaluation/channel_distances.h"
#include "evaluation/model_choice.h"
#include "folds/item_numbers.h"
#include "machines/targets.h"

namespace awe::regression {

struct NumberTask {
  FoldItems items;                       // of the whole collection; their classes are strata
  const folds::ItemNumbers& numbers;     // one row per item
  std::span<const std::uint32_t> train;  // ascending
  FoldSeed seed;
  int threads = 1;
};

// The best setting and those to average; Setting::inner_accuracy is the mean R^2 over the numbers on the inner test
// parts. `distances` must be those of the recipes, learnt on the training items. Progress counts Gram matrices.
[[nodiscard]] evaluation::ModelChoice choose_numbers(const NumberTask& task, const evaluation::ChoiceGrid& grid,
                                                     evaluation::ChannelDistances& distances,
                                                     const Progress& progress = {});

// The numbers of these items.
[[nodiscard]] machines::Targets targets_of(const folds::ItemNumbers& numbers, std::span<const std::uint32_t> items);

}  // namespace awe::regression
