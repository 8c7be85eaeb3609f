// The linear machine (machines/linear.h) trained by the inner products of rows instead of the rows: the same steps, of
// which each costs as much as there are rows instead of entries in a row. For dense rows, and many trainings (parts,
// classes, values of C) on the same rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algebra/linear_algebra.h"
#include "kernels/gram_view.h"
#include "machines/linear.h"

namespace awe::machines {

struct LinearByGram {
  algebra::Dense scores;  // of every item of the Gram matrix: items x classes
  // By class (of two classes: the first alone) and training item: what its row is multiplied by in the weights.
  std::vector<std::vector<double>> multipliers;
  std::vector<double> bias;  // by class
};

// `gram` has the inner products of all rows, `train` the training items among them, with their classes. Sums are in
// single precision. Throws as LinearTrainer, and Error(interrupted).
[[nodiscard]] LinearByGram train_linear_by_gram(const kernels::GramView& gram, std::span<const std::uint32_t> train,
                                                std::span<const int> train_classes, std::size_t classes,
                                                const LinearOptions& options, const Progress& stop);

// The model with weights, from the rows of the training items.
[[nodiscard]] LinearModel model_of(const LinearByGram& trained, const kernels::SparseRows& train_rows,
                                   std::size_t classes);

}  // namespace awe::machines
