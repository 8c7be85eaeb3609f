// What an embedding model holds: made by training or of a file, read by inference.
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
  algebra::Dense words;  // U: one row a word, or one an inner node of the tree
  std::vector<double> biases;
  algebra::Dense walks;  // W of a model with context; else nothing
  Featurizer featurizer;
  std::vector<double> tree_frequencies;  // of words, that the tree of a hierarchical softmax is made of; else nothing
};

}  // namespace awe
