// What an embedding model holds: between training, inference and the file.
#pragma once

#include <vector>

#include "awe/embedding/model.h"
#include "embedding/inference.h"
#include "embedding/linear_algebra.h"

namespace awe {

struct EmbeddingModel::State {
  EmbeddingPlan plan;
  Summary summary;
  WordVocabulary vocabulary;
  Dense words;  // U
  std::vector<double> biases;
  Dense walks;  // W of a model with context; else nothing
  Featurizer featurizer;
};

// How documents are made of graphs: what training and inference share.
[[nodiscard]] FeaturePlan feature_plan_of(const EmbeddingPlan& plan);

}  // namespace awe
