// Trains vectors of graphlets by skip-gram (words/graphlet_corpus.h): the vector of a graph is then the mean of the
// vectors of its graphlets, so that inner products are P V V' P' with the shares P of graphlets, a deep graphlet
// kernel.
#pragma once

#include "awe/embedding_model.h"
#include "awe/run_options.h"
#include "awe/training_options.h"
#include "embedding/embedding_model_state.h"

namespace awe::embedding {

// Whether the words of a model are graphlets.
[[nodiscard]] bool has_graphlets(const EmbeddingOptions& options);

// The options must have been checked. Without `descent`: negative sampling of 5 words by frequency^0.75, 5 epochs,
// 20 words of context. Progress counts graphs, then steps.
[[nodiscard]] EmbeddingModel::State train_graphlets(const EmbeddingOptions& options, const EmbeddingModel::Open& open,
                                                    const Progress& progress, const TrainingListener& listener);

}  // namespace awe::embedding
