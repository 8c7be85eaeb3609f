// Recipes as explicit columns, for the linear machine: the blocks of a recipe side by side, each once, with square
// roots of probabilities (linear blocks as they are), multiplied so that the squared distance of two rows is the
// weighted mean of the distances of the blocks over their medians. And the choice of recipe and C by an inner split.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algebra/linear_algebra.h"
#include "awe/folds.h"
#include "awe/recipe.h"
#include "awe/run_options.h"
#include "evaluation/channels.h"
#include "machines/linear.h"

namespace awe::evaluation {

// The recipe with one channel per block, of the Hellinger or the linear kernel, with the sum of the block's weights.
[[nodiscard]] KernelRecipe explicit_recipe(const KernelRecipe& recipe);

// The median of the distances of each channel over pairs of these items (at most 2,000 of them).
[[nodiscard]] std::vector<double> explicit_medians(const KernelRecipe& recipe, const ChannelRows& rows,
                                                   std::span<const std::uint32_t> items, const RunOptions& run);
// The blocks side by side, in the order of the channels, each times the root of weight / (sum of weights * median).
[[nodiscard]] kernels::SparseRows explicit_rows(const KernelRecipe& recipe, const ChannelRows& rows,
                                                const std::vector<double>& medians);

struct LinearTask {
  FoldItems items;                       // of the whole collection
  std::span<const std::uint32_t> train;  // ascending
  FoldSeed seed;
  std::vector<double> class_weights;
  std::size_t classes = 0;
  int threads = 1;
  int most_passes = machines::LinearOptions().most_passes;
};

struct LinearChoice {
  std::size_t recipe = 0;  // index in the candidates
  double c = 0;
  double inner_accuracy = 0;
  std::vector<std::uint32_t> held_out;  // items of the inner test parts
  algebra::Dense held_out_scores;       // of the best setting: items x classes
};

// Tries every C on the rows of one recipe (a row per item of the collection), and keeps the best of all in `choice`.
void try_linear(const LinearTask& task, std::size_t recipe, const kernels::SparseRows& rows, std::span<const double> cs,
                LinearChoice& choice, const Progress& stop);

// Trains on the training items of the task.
[[nodiscard]] machines::LinearModel train_linear_of(const LinearTask& task, const kernels::SparseRows& rows, double c,
                                                    const Progress& stop);

}  // namespace awe::evaluation
