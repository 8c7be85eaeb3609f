// The window-0 form of the paper's model, solved to its optimum: word vectors U and b, and document vectors D, that
// minimise the regularised cross-entropy of exact_form/softmax_objective.h. Begun from a singular value decomposition,
// solved by L-BFGS, turned to principal axes, so that equal documents give equal models.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "algebra/linear_algebra.h"
#include "awe/descent_options.h"
#include "awe/run_options.h"
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
  std::string resume_from;  // a checkpoint to go on from, if it has a name
};

struct ExactForm {
  algebra::Dense words;        // U: one row a word
  std::vector<double> biases;  // b
  Minimum minimum;
};

// Where to begin in the place of a singular value decomposition: an earlier model, and vectors under it.
struct ExactStart {
  algebra::Dense words;
  std::vector<double> biases;
  algebra::Dense vectors;  // one row a document
};

// A solve that goes on from a checkpoint ends in the same bytes as one that was never stopped. Progress counts
// iterations. Throws Error: numeric; io, malformed and incompatible of a checkpoint; interrupted, with one more kept.
[[nodiscard]] ExactForm solve_exact_form(const words::WordHistograms& documents, const ExactFormOptions& options,
                                         const Progress& progress = {}, const ExactStart* start = nullptr,
                                         const TrainingListener& listener = {});

}  // namespace awe::exact_form
