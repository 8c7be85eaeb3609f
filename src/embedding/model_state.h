// What an embedding model holds: made by training or of a file, read by inference.
#pragma once

#include <vector>

#include "awe/embedding/model.h"
#include "embedding/linear_algebra.h"
#include "embedding/words.h"

namespace awe {

struct EmbeddingModel::State {
  EmbeddingPlan plan;
  Summary summary;
  WordVocabulary vocabulary;
  Dense words;  // U: one row a word, or one an inner node of the tree
  std::vector<double> biases;
  Dense walks;  // W of a model with context; else nothing
  Featurizer featurizer;
  std::vector<double> tree_frequencies;  // of words, that the tree of a hierarchical softmax is made of; else nothing
};

}  // namespace awe
