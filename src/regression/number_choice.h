// Chooses the settings of machines that predict numbers, kernel ridge regression or support vector regression, by the
// squared error on inner test parts of the training items. Each number counts in units of its standard deviation over
// the training items. Settings whose mean error exceeds that of the best one by less than one standard error of the
// paired difference cannot be told from it on so many items; they are kept, too, and averaged. Numbers may be unknown
// (NaN) for a ridge: each column is then trained and tested on the items that have it, and columns that the same items
// have share one factorisation. Cost: for ridges one solve in closed form (machines/ridge.h) per Gram matrix and
// lambda; for SVMs one per inner part, Gram matrix, number and setting (svm/svr.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/folds.h"
#include "awe/run_options.h"
#include "evaluation/channel_distances.h"
#include "evaluation/model_choice.h"
#include "folds/item_numbers.h"
#include "machines/ridge.h"

namespace awe::regression {

struct NumberTask {
  FoldItems items;                       // of the whole collection; their classes are strata
  const folds::ItemNumbers& numbers;     // one row per item
  std::span<const std::uint32_t> train;  // ascending
  FoldSeed seed;
  int threads = 1;
  bool held_out = false;  // ask for the predictions of held-out items
};

// The grid of these options: lambdas of a ridge (Machine::automatic), or C and epsilon of an SVM.
[[nodiscard]] evaluation::ChoiceGrid grid_of(std::span<const KernelRecipe> recipes, std::span<const double> gammas,
                                             std::span<const double> cs, const MachineOptions& machine);

// The best setting and those to average; Setting::inner_accuracy is the mean R^2 over the numbers on the inner test
// parts. ModelChoice::held_out and held_out_scores are set if the task asks for them. `distances` must be those of the
// recipes, learnt on the training items. Progress counts Gram matrices.
[[nodiscard]] evaluation::ModelChoice choose_numbers(const NumberTask& task, const evaluation::ChoiceGrid& grid,
                                                     evaluation::ChannelDistances& distances,
                                                     const Progress& progress = {});

// The machines of these settings, which share the Gram matrix, on the whole training part. An SVM is a sum of kernel
// values, too, whose items are those that support one of its columns.
[[nodiscard]] std::vector<machines::RidgeModel> train_numbers(const NumberTask& task,
                                                              const evaluation::ChoiceGrid& grid,
                                                              const kernels::GramView& gram,
                                                              std::span<const evaluation::Setting> settings,
                                                              const Progress& stop);

// The mean of each number over those of these items that have it.
[[nodiscard]] std::vector<double> means_of(const folds::ItemNumbers& numbers, std::span<const std::uint32_t> items);

}  // namespace awe::regression
