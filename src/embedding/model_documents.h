// Where the documents of a model come from, by its plan: graphs, or a corpus as text. Training and inference share it.
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

// What walks with labels learn from the graphs before they are counted; nothing where walks have none.
[[nodiscard]] std::optional<features::FittedFeatures> fit_walks(const EmbeddingOptions& options,
                                                                const EmbeddingModel::Open& open,
                                                                const Progress& progress);

// A text whose walks are columns of the plan's walks.
[[nodiscard]] words::CorpusText read_text(const std::string& path, const EmbeddingOptions& options,
                                          const std::optional<features::FittedFeatures>& fitted);
// options.corpus, every document of which is one of the graphs' documents, if there are graphs.
[[nodiscard]] words::CorpusText read_training_text(const EmbeddingOptions& options, const EmbeddingModel::Open& open,
                                                   const std::optional<features::FittedFeatures>& fitted);

// Gives the rows of a text's documents, in order. Progress counts documents.
void give_rows(const words::CorpusText& text, const std::function<void(MatrixRow&&)>& take, const Progress& progress);

}  // namespace awe::embedding
