// The window-0 form of the paper's model, solved to its optimum: word vectors U and b, and document vectors D, that
// minimise the regularised cross-entropy of embedding/softmax_objective.h. Begun from a singular value decomposition,
// solved by L-BFGS, turned to principal axes, so that equal documents give equal models.
#pragma once

#include <cstdint>
#include <vector>

#include "awe/base/progress.h"
#include "awe/embedding/histogram.h"
#include "embedding/linear_algebra.h"
#include "embedding/minimiser.h"
#include "embedding/softmax_objective.h"

namespace awe {

struct ExactFormOptions {
  std::size_t dimensions = 64;
  SoftmaxPenalties penalties;
  MinimiserOptions minimiser;
  int threads = 1;
};

struct ExactForm {
  Dense words;                 // U: one row a word
  std::vector<double> biases;  // b
  Minimum minimum;
};

[[nodiscard]] ExactForm solve_exact_form(const WordHistograms& documents, const ExactFormOptions& options,
                                         const Progress& progress = {});

}  // namespace awe
