// Trains a model with the exact solver: documents -> words -> histograms -> solve (embedding/exact_form.h).
#pragma once

#include "awe/base/progress.h"
#include "awe/embedding/model.h"
#include "embedding/model_state.h"

namespace awe {

// Of a plan that was checked. Progress counts documents, then iterations.
[[nodiscard]] EmbeddingModel::State train_exactly(const EmbeddingPlan& plan, const EmbeddingModel::Open& open,
                                                  const Progress& progress, const TrainingListener& listener);

// Goes on from a model of this solver with other graphs: its words and its plan, its U and b as the start. Throws
// Error(usage) for a model of gradient descent.
[[nodiscard]] EmbeddingModel::State train_exactly_from(const EmbeddingModel::State& model,
                                                       const EmbeddingModel::Open& open, const Progress& progress,
                                                       const TrainingListener& listener);

}  // namespace awe
