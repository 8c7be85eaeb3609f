// Chooses recipes, gammas and C by accuracy on the training items alone, with inner folds (with one validation part if
// there are many items). Settings within half a standard error of the best one cannot be distinguished from it on this
// many items, so they are kept too and vote together. Nested evaluation does this in every fold, a classifier once.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "awe/folds.h"
#include "awe/recipe.h"
#include "awe/run_options.h"
#include "evaluation/channel_distances.h"
#include "kernels/gram_view.h"

namespace awe::evaluation {

struct ChoiceGrid {
  std::span<const KernelRecipe> recipes;
  std::span<const double> gammas, cs;
  // The values that a recipe is tried with: its own, or those of the grid.
  [[nodiscard]] std::span<const double> gammas_of(std::size_t recipe) const {
    return recipes[recipe].gammas.empty() ? gammas : std::span<const double>(recipes[recipe].gammas);
  }
  [[nodiscard]] std::span<const double> cs_of(std::size_t recipe) const {
    return recipes[recipe].cs.empty() ? cs : std::span<const double>(recipes[recipe].cs);
  }
  // Number of Gram matrices; number of settings.
  [[nodiscard]] std::size_t grams() const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < recipes.size(); ++i) count += gammas_of(i).size();
    return count;
  }
  [[nodiscard]] std::size_t size() const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < recipes.size(); ++i) count += gammas_of(i).size() * cs_of(i).size();
    return count;
  }
};

struct Setting {
  std::size_t recipe = 0;  // index in the grid
  double gamma = 0, c = 0;
  double inner_accuracy = 0;  // on the inner test parts; 0 if there was only one setting
  [[nodiscard]] bool same_gram(const Setting& other) const noexcept {
    return recipe == other.recipe && gamma == other.gamma;
  }
};

struct ModelChoice {
  std::vector<Setting> voters;  // in the order of the grid: voters with the same Gram are adjacent, C ascending
  Setting best;                 // one of the voters; the first on a tie
  double svm_seconds = 0;       // training and testing of SVMs, without the Gram matrices
};

struct ChoiceTask {
  FoldItems items;                       // of the whole collection
  std::span<const std::uint32_t> train;  // ascending
  FoldSeed seed;
  std::vector<double> class_weights;  // as in SvmOptions
  int threads = 1;
};

// Tries every recipe and gamma with one SVM path over all C. `distances` must be those of the recipes, learnt on the
// training items. Progress counts Gram matrices.
[[nodiscard]] ModelChoice choose_model(const ChoiceTask& task, const ChoiceGrid& grid, ChannelDistances& distances,
                                       const Progress& progress = {});

// Calls body(gram, settings) for every Gram that the voters need, with the voters that share it.
void for_each_gram(const ModelChoice& choice, const ChoiceGrid& grid, ChannelDistances& distances,
                   const std::function<void(const kernels::GramView& gram, std::span<const Setting> settings)>& body);

}  // namespace awe::evaluation
