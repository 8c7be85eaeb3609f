// What an embedding model holds: between training, inference and the file.
#pragma once

#include <optional>
#include <vector>

#include "awe/embedding/model.h"
#include "embedding/huffman_tree.h"
#include "embedding/inference.h"
#include "embedding/linear_algebra.h"

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

  [[nodiscard]] std::optional<HuffmanTree> tree() const {
    if (tree_frequencies.empty()) return std::nullopt;
    return HuffmanTree(tree_frequencies);
  }
};

// How documents are made of graphs: what training and inference share.
[[nodiscard]] FeaturePlan feature_plan_of(const EmbeddingPlan& plan);

}  // namespace awe
