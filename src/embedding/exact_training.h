// Trains a model with the exact solver: documents -> words -> histograms -> solve (exact_form/exact_form.h).
#pragma once

#include "awe/embedding_model.h"
#include "awe/run_options.h"
#include "embedding/embedding_model_state.h"

namespace awe::embedding {

// Of a options that was checked. Progress counts documents, then iterations.
[[nodiscard]] EmbeddingModel::State train_exactly(const EmbeddingOptions& options, const EmbeddingModel::Open& open,
                                                  const Progress& progress, const TrainingListener& listener);

// Goes on from a model of this solver with other graphs: its words and its options, its U and b as the start. Throws
// Error(usage) for a model of gradient descent.
[[nodiscard]] EmbeddingModel::State train_exactly_from(const EmbeddingModel::State& model,
                                                       const EmbeddingModel::Open& open, const Progress& progress,
                                                       const TrainingListener& listener);

}  // namespace awe::embedding
