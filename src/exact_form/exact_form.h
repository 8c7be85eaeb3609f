// The window-0 form of the paper's model, solved to its optimum: word vectors U and b, and document vectors D, that
// minimise the regularised cross-entropy of exact_form/softmax_objective.h. Starts from a singular value decomposition,
// is solved by L-BFGS and rotated to principal axes, so that equal documents yield equal models.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "algebra/linear_algebra.h"
#include "awe/run_options.h"
#include "awe/training_options.h"
#include "bytes/checkpoints.h"
#include "exact_form/minimiser.h"
#include "exact_form/softmax_objective.h"
#include "words/histogram.h"

namespace awe::exact_form {

struct ExactFormOptions {
  std::size_t dimensions = 64;
  SoftmaxPenalties penalties;
  MinimiserOptions minimiser;
  int threads = 1;
  bytes::CheckpointPlan checkpoint;
  std::string resume_from;  // path of a checkpoint to continue from; empty: none
};

struct ExactForm {
  algebra::Dense words;        // U: one row per word
  std::vector<double> biases;  // b
  Minimum minimum;
};

// A starting point instead of a singular value decomposition: an earlier model, and document vectors under it.
struct ExactStart {
  algebra::Dense words;
  std::vector<double> biases;
  algebra::Dense vectors;  // one row per document
};

// A run resumed from a checkpoint ends in the same bytes as an uninterrupted one. Progress counts iterations. Throws
// Error: numeric; io, malformed and incompatible for a checkpoint; interrupted, after writing a checkpoint.
[[nodiscard]] ExactForm solve_exact_form(const words::WordHistograms& documents, const ExactFormOptions& options,
                                         const Progress& progress = {}, const ExactStart* start = nullptr,
                                         const TrainingListener& listener = {});

}  // namespace awe::exact_form
