// Recipes as explicit columns, for the linear machine: the blocks of a recipe side by side, each once, with square
// roots of probabilities (linear blocks as they are), multiplied so that the squared distance of two rows is the
// weighted mean of the distances of the blocks over their medians. And the choice of recipe and C by an inner split.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <span>
#include <utility>
#include <vector>

#include "algebra/linear_algebra.h"
#include "awe/folds.h"
#include "awe/recipe.h"
#include "awe/run_options.h"
#include "evaluation/channel_distances.h"
#include "evaluation/channels.h"
#include "machines/linear.h"

namespace awe::evaluation {

// The recipe with one channel per block, of the Hellinger or the linear kernel, with the sum of the block's weights.
[[nodiscard]] KernelRecipe explicit_recipe(const KernelRecipe& recipe);

// The rows of each channel of a recipe.
using ChannelTables = std::vector<const kernels::SparseRows*>;
[[nodiscard]] ChannelTables tables_of(const ChannelRows& rows);

// The rows of the channels of explicit recipes for one training part after another: those of blocks that learn nothing
// are made once.
class FoldTables {
 public:
  explicit FoldTables(RowMaker make_rows, std::size_t items) : make_rows_(std::move(make_rows)), items_(items) {}
  // What is learnt is learnt from these items from now on.
  void learn(std::span<const std::uint32_t> training);
  // Valid until learn() is called.
  [[nodiscard]] ChannelTables of(const KernelRecipe& recipe);
  // The kernel of a channel of such a recipe between all items, made once like its rows; valid as long as these.
  [[nodiscard]] const GramMatrix& products(const Channel& channel, const RunOptions& run);
  // Number of channels whose rows have been made.
  [[nodiscard]] std::size_t num_blocks() const noexcept { return made_.size(); }

 private:
  struct Entry {
    Channel channel;
    ChannelRows rows;     // of this channel alone
    GramMatrix products;  // empty: not asked for yet
  };
  Entry& entry(const Channel& channel);
  RowMaker make_rows_;
  std::size_t items_;
  std::vector<std::uint32_t> training_;
  std::list<Entry> made_;
};

// The median of the distances of each channel over pairs of these items (at most 2,000 of them).
[[nodiscard]] std::vector<double> explicit_medians(const KernelRecipe& recipe, const ChannelTables& tables,
                                                   std::span<const std::uint32_t> items, const RunOptions& run);
// The blocks side by side, in the order of the channels, each times the root of weight / (sum of weights * median).
[[nodiscard]] kernels::SparseRows explicit_rows(const KernelRecipe& recipe, const ChannelTables& tables,
                                                const std::vector<double>& medians);

// What the linear machine is trained on.
struct LinearRows {
  kernels::SparseRows rows;  // one per item
  GramMatrix
      products;  // inner products of all pairs of rows; empty if they save nothing or exceed the memory of the run
};
[[nodiscard]] LinearRows linear_rows(const KernelRecipe& recipe, FoldTables& tables, const std::vector<double>& medians,
                                     const RunOptions& run);

struct LinearTask {
  FoldItems items;                       // of the whole collection
  std::span<const std::uint32_t> train;  // ascending
  FoldSeed seed;
  std::vector<double> class_weights;
  std::size_t classes = 0;
  int threads = 1;
};

struct LinearChoice {
  std::size_t recipe = 0;  // index in the candidates
  double c = 0;
  double inner_accuracy = 0;
  std::vector<std::uint32_t> held_out;  // items of the inner test parts
  algebra::Dense held_out_scores;       // of the best setting: items x classes
};

// The explicit rows of a candidate, one per item of the collection.
using LinearRowMaker = std::function<LinearRows(std::size_t recipe)>;

// Chooses a recipe and C by inner folds: every recipe with the middle C first, then the others with those recipes that
// are not certainly worse. Rows are made twice at most. Progress counts settings.
[[nodiscard]] LinearChoice choose_linear(const LinearTask& task, std::size_t recipes, std::span<const double> cs,
                                         const LinearRowMaker& rows_of, const Progress& progress);

// Trains on the training items of the task.
[[nodiscard]] machines::LinearModel train_linear_of(const LinearTask& task, const LinearRows& rows, double c,
                                                    const Progress& stop);

}  // namespace awe::evaluation
