// Loss and gradient of a batch under the model
//   h = [mean of the context's rows of W, d]   or their sum, or d alone;   scores = U h + b
// as matrix products over fixed parts of the batch: the same bits for any number of threads. Examples of one sentence
// share d, so the contribution of d to the scores is computed once for all of them, as is its gradient. Cost per
// example: three products of shared rows x walk dimensions, and about window + own rows vector additions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algebra/vector_loops.h"
#include "awe/training_options.h"
#include "descent/batch.h"
#include "descent/objective.h"
#include "descent/row_gradients.h"

namespace awe::descent {

// Row-major matrices. With a window of 0, W is not used.
template <class Real>
struct PvdmParameters {
  std::vector<Real> walks;      // W: words x walk dimensions
  std::vector<Real> documents;  // D: documents x document dimensions
  std::vector<Real> outputs;    // U: output rows x hidden dimensions
  std::vector<Real> biases;     // b
};

template <class Real>
struct PvdmGradients {
  RowGradients<Real> walks, documents, outputs, biases;
};

template <class Real>
class BatchGradient {
 public:
  BatchGradient(const DescentOptions& options, const Objective<Real>& objective);

  // The mean loss of the batch's examples, and its gradient. `shared` are the objective's rows for this batch.
  double operator()(const PvdmParameters<Real>& parameters, const Batch& batch, std::span<const std::uint32_t> shared,
                    PvdmGradients<Real>& gradients);
  // Only the sum of losses.
  double loss(const PvdmParameters<Real>& parameters, const Batch& batch, std::span<const std::uint32_t> shared);

  static constexpr std::size_t kPart = 256;  // examples

 private:
  struct Part {
    std::size_t first_run = 0, last_run = 0;
    std::vector<Real> scores, run_scores, run_vectors, shared_outputs, shared_biases;
    double loss = 0;
  };
  void prepare(const PvdmParameters<Real>& parameters, const Batch& batch, std::span<const std::uint32_t> shared);
  void find_runs(const Batch& batch);
  void hide(const PvdmParameters<Real>& parameters, const Batch& batch, std::size_t first, std::size_t last);
  void score(const PvdmParameters<Real>& parameters, const Batch& batch, std::span<const std::uint32_t> shared,
             std::size_t number);
  void propagate(const PvdmParameters<Real>& parameters, std::size_t first, std::size_t last, Part& part);
  void propagate_own(const PvdmParameters<Real>& parameters, const Part& part);
  void add_outputs(std::span<const std::uint32_t> shared, std::size_t all_rows, PvdmGradients<Real>& gradients);
  void add_contexts(const Batch& batch, std::size_t all_words, RowGradients<Real>& gradients);
  void add_documents(std::size_t examples, std::size_t all_documents, RowGradients<Real>& gradients);

  std::size_t window_, walk_size_, document_size_, hidden_;
  std::size_t own_width_, run_width_;  // parts of h: specific to each example, and determined by d alone
  int threads_;
  const algebra::VectorLoops<Real>& loops_;
  const Objective<Real>& objective_;

  std::vector<Part> parts_;
  // Consecutive examples of a part with the same document.
  struct Run {
    std::size_t first = 0, last = 0;
  };
  std::vector<Run> runs_;
  std::vector<std::uint32_t> run_documents_;
  std::vector<Real> run_gradients_;                     // of d: runs x document dimensions
  std::vector<Real> hidden_values_, hidden_gradients_;  // examples x hidden dimensions
  std::vector<Real> shared_rows_, shared_columns_;      // rows of U, gathered, by rows and by columns
  std::vector<Real> shared_biases_;
  std::vector<Real> place_gradients_;                   // examples x walk dimensions
  std::vector<std::uint32_t> own_rows_, own_examples_;  // concatenated over all examples
  std::vector<Real> own_gradients_;
  std::vector<std::size_t> own_begins_;  // by example, and the end
  RowGroups output_groups_, walk_groups_, document_groups_;
};

}  // namespace awe::descent
