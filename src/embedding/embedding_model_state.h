// The data of an embedding model: created by training or from a file, read by inference.
#pragma once

#include <vector>

#include "algebra/linear_algebra.h"
#include "awe/embedding_model.h"
#include "words/words.h"

namespace awe {

struct EmbeddingModel::State {
  EmbeddingOptions options;
  Summary summary;
  words::WordVocabulary vocabulary;
  algebra::Dense words;  // U: one row per word, or per inner node of the tree
  std::vector<double> biases;
  algebra::Dense walks;  // W of a model with context; otherwise empty
  Featurizer featurizer;
  std::vector<double> tree_frequencies;  // word frequencies of a hierarchical softmax, to rebuild its tree; else empty
};

}  // namespace awe
