// Where the documents of a model come from, by its plan: graphs, or a corpus as text. Training and inference share it.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "awe/base/progress.h"
#include "awe/embedding/model.h"
#include "embedding/corpus_text.h"
#include "embedding/documents.h"

namespace awe {

[[nodiscard]] DocumentPlan document_plan_of(const EmbeddingPlan& plan);

// What walks with labels learn from the graphs before they are counted; nothing where walks have none.
[[nodiscard]] std::optional<FittedFeatures> fit_walks(const EmbeddingPlan& plan, const EmbeddingModel::Open& open,
                                                      const Progress& progress);

// A text whose walks are columns of the plan's walks.
[[nodiscard]] CorpusText read_text(const std::string& path, const EmbeddingPlan& plan,
                                   const std::optional<FittedFeatures>& fitted);
// plan.corpus, every document of which is one of the graphs' documents, if there are graphs.
[[nodiscard]] CorpusText read_training_text(const EmbeddingPlan& plan, const EmbeddingModel::Open& open,
                                            const std::optional<FittedFeatures>& fitted);

// Gives the rows of a text's documents, in order. Progress counts documents.
void give_rows(const CorpusText& text, const std::function<void(MatrixRow&&)>& take, const Progress& progress);

}  // namespace awe
