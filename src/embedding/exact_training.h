// Trains a model with the exact solver: documents -> words -> histograms -> solve (exact_form/exact_form.h).
#pragma once

#include "awe/embedding_model.h"
#include "awe/run_options.h"
#include "awe/training_options.h"
#include "embedding/embedding_model_state.h"

namespace awe::embedding {

// The options must have been checked. Progress counts documents, then iterations.
[[nodiscard]] EmbeddingModel::State train_exactly(const EmbeddingOptions& options, const EmbeddingModel::Open& open,
                                                  const Progress& progress, const TrainingListener& listener);

// Continues from a model of this solver with other graphs: keeps its words and options, and starts from its U and b.
// Throws Error(usage) for a model trained by gradient descent.
[[nodiscard]] EmbeddingModel::State train_exactly_from(const EmbeddingModel::State& model,
                                                       const EmbeddingModel::Open& open, const Progress& progress,
                                                       const TrainingListener& listener);

}  // namespace awe::embedding
