// The documents of a model according to its options: graphs, or a corpus as text. Used by training and inference.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "awe/embedding_model.h"
#include "awe/run_options.h"
#include "features/fitted_features.h"
#include "words/corpus_text.h"
#include "words/documents.h"

namespace awe::embedding {

[[nodiscard]] words::DocumentOptions document_plan_of(const EmbeddingOptions& options);

// The rule for dead ends, never automatic: by the first graph, or by whether the corpus has walks that end.
[[nodiscard]] DeadEnds settled_dead_ends(const EmbeddingOptions& options, const EmbeddingModel::Open& open);

// What walks with labels learn from the graphs before they are counted; nullopt if the walks have no labels.
[[nodiscard]] std::optional<features::FittedFeatures> fit_walks(const EmbeddingOptions& options,
                                                                const EmbeddingModel::Open& open,
                                                                const Progress& progress);

// Reads a text whose walks are columns of the walks in the options.
[[nodiscard]] words::CorpusText read_text(const std::string& path, const EmbeddingOptions& options,
                                          const std::optional<features::FittedFeatures>& fitted);
// Reads options.corpus; if there are graphs, every document of the text must be one of their documents.
[[nodiscard]] words::CorpusText read_training_text(const EmbeddingOptions& options, const EmbeddingModel::Open& open,
                                                   const std::optional<features::FittedFeatures>& fitted);

// Passes the rows of a text's documents to `take`, in order. Progress counts documents.
void give_rows(const words::CorpusText& text, const std::function<void(MatrixRow&&)>& take, const Progress& progress);

}  // namespace awe::embedding
