// Trains the paper's model by gradient descent: graphs or text -> corpus -> trainer (descent/trainer.h).
#pragma once

#include "awe/embedding_model.h"
#include "awe/run_options.h"
#include "awe/training_options.h"
#include "embedding/embedding_model_state.h"

namespace awe::embedding {

// The options must have `descent` and must have been checked. Progress counts documents, then steps.
[[nodiscard]] EmbeddingModel::State train_by_descent(const EmbeddingOptions& options, const EmbeddingModel::Open& open,
                                                     const Progress& progress, const TrainingListener& listener);

}  // namespace awe::embedding
