// What an embedding model holds: between training, inference and the file.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "awe/embedding/corpus.h"
#include "awe/embedding/model.h"
#include "embedding/huffman_tree.h"
#include "embedding/inference.h"
#include "embedding/linear_algebra.h"

namespace awe {

// Gives rows of documents, in order.
using RowSource = std::function<void(const std::function<void(MatrixRow&&)>& take)>;

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
  [[nodiscard]] std::vector<EmbeddingRow> infer(std::vector<MatrixRow>&& documents) const;
  void infer(const RowSource& give, const std::function<void(EmbeddingRow&&)>& consume) const;
};

// How documents are made of graphs: what training and inference share.
[[nodiscard]] FeaturePlan feature_plan_of(const EmbeddingPlan& plan);

// A corpus of text whose walks are columns of the plan's words.
[[nodiscard]] std::unique_ptr<TextCorpus> read_corpus(const std::string& path, const EmbeddingPlan& plan,
                                                      const std::optional<FittedFeatures>& fitted);
// The corpus must outlive it. Progress counts documents.
[[nodiscard]] RowSource rows_of(const TextCorpus& corpus, const Progress& progress);

}  // namespace awe
