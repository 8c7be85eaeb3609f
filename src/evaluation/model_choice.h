// Chooses recipes, gammas and penalties (C of an SVM, lambda of a ridge) by accuracy on the training items alone, with
// inner folds (with fewer, smaller test parts if there are many items). Every recipe is tried with its middle gamma
// first, an expensive one only if it replaces a cheaper one that is ahead of the others. One that is certainly worse
// than the best, item by item, is dropped before its other gammas are tried, and so are penalties that fit certainly
// too closely, with larger gammas, or too loosely, with smaller ones. Settings within half a standard error of the best
// one (one and a half for ridges, whose scores are averaged) cannot be distinguished from it on this many items, so
// they are kept too and vote together. Nested evaluation does this in every fold, a classifier once.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "algebra/linear_algebra.h"
#include "awe/folds.h"
#include "awe/recipe.h"
#include "awe/run_options.h"
#include "evaluation/channel_distances.h"
#include "kernels/gram_view.h"
#include "machines/ridge.h"

namespace awe::evaluation {

struct ChoiceGrid {
  std::span<const KernelRecipe> recipes;
  std::span<const double> gammas, cs;  // cs: C, or lambda of a ridge
  Machine machine = Machine::svm;
  std::span<const double> epsilons = {};  // of an SVM for numbers (regression/number_choice.h)
  std::optional<std::size_t> alone = {};  // a recipe that is also chosen by itself, as if there were no other
  // The values that a recipe is tried with: its own, or those of the grid.
  [[nodiscard]] std::span<const double> gammas_of(std::size_t recipe) const {
    return recipes[recipe].gammas.empty() ? gammas : std::span<const double>(recipes[recipe].gammas);
  }
  [[nodiscard]] std::span<const double> cs_of(std::size_t recipe) const {
    return recipes[recipe].cs.empty() || machine != Machine::svm ? cs : std::span<const double>(recipes[recipe].cs);
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
  std::size_t recipe = 0;     // index in the grid
  double gamma = 0, c = 0;    // c: lambda of a ridge
  double inner_accuracy = 0;  // on the inner test parts; 0 if there was only one setting
  double epsilon = 0;         // of an SVM for numbers
  [[nodiscard]] bool same_gram(const Setting& other) const noexcept {
    return recipe == other.recipe && gamma == other.gamma;
  }
};

struct ModelChoice {
  std::vector<Setting> voters;  // in the order of the grid: voters with the same Gram are adjacent, C ascending
  Setting best;                 // one of the voters; the first on a tie
  std::vector<Setting> alone;   // voters of the recipe that is chosen by itself
  // If the task asks for models: those of the voters, in the same order; empty unless the machine is ridge.
  std::vector<machines::RidgeModel> models, models_alone;
  double svm_seconds = 0;  // training and testing of machines, without the Gram matrices
  // The items of the inner test parts, and the mean of their scores over the voters (items x classes): each by models
  // that were not trained on the item. Empty unless the task asks for them.
  std::vector<std::uint32_t> held_out;
  algebra::Dense held_out_scores;
};

struct ChoiceTask {
  FoldItems items;                       // of the whole collection
  std::span<const std::uint32_t> train;  // ascending
  FoldSeed seed;
  std::vector<double> class_weights;  // as in SvmOptions
  int threads = 1;
  std::size_t classes = 0;                   // number of classes
  std::span<const std::uint32_t> landmarks;  // items of the training part, for the machine of that name
  bool held_out = false;                     // ask for scores of held-out items, even if there is nothing to choose
  bool models = false;                       // ask for models of the voters, where they cost little
};

// What a machine that is not named is: ridge for a kernel exp(-gamma D) of labels or attributes and a training part of
// fewer than 2,500 items, else svm. (docs/explanation/evaluation.md says on which sets that was seen.)
[[nodiscard]] Machine settled(Machine machine, std::span<const KernelRecipe> recipes, std::size_t training_items);

// Whether the second candidate is worse than the first on the same items: of the items that only one of them gets
// right, the first has more by over two standard errors (McNemar's test).
[[nodiscard]] bool certainly_worse(const std::vector<bool>& first, const std::vector<bool>& second);

// Tries recipes and gammas with one path over all C or lambda. `distances` must be those of the recipes, learnt on the
// training items. Progress counts Gram matrices.
[[nodiscard]] ModelChoice choose_model(const ChoiceTask& task, const ChoiceGrid& grid, ChannelDistances& distances,
                                       const Progress& progress = {});

// The ridge or landmark machine of a voter on the whole training part.
[[nodiscard]] machines::RidgeModel train_ridge_of(const ChoiceTask& task, const ChoiceGrid& grid, const Setting& voter,
                                                  const kernels::GramView& gram, const Progress& stop);
// Throws Error(usage) if a recipe has no kernel for this machine.
void check_machine(const ChoiceGrid& grid);
// Throws Error(usage) for options that make no sense.
void check(const MachineOptions& machine);

// Calls body(gram, settings) for every Gram that the voters need, with the voters that share it.
void for_each_gram(const ModelChoice& choice, const ChoiceGrid& grid, ChannelDistances& distances,
                   const std::function<void(const kernels::GramView& gram, std::span<const Setting> settings)>& body);

}  // namespace awe::evaluation
