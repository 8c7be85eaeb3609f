// Trains the paper's model by gradient descent: graphs or text -> corpus -> trainer (embedding/trainer.h).
#pragma once

#include "awe/base/progress.h"
#include "awe/embedding/model.h"
#include "embedding/model_state.h"

namespace awe {

// Of a plan with `descent` that was checked. Progress counts documents, then steps.
[[nodiscard]] EmbeddingModel::State train_by_descent(const EmbeddingPlan& plan, const EmbeddingModel::Open& open,
                                                     const Progress& progress, const TrainingListener& listener);

}  // namespace awe
