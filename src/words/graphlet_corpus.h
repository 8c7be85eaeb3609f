// Sentences of graphlets, as deep graphlet kernels learn from: for each of some random orders of a graph's nodes, the
// class of the subgraph of the first 7 nodes, and then that of each of these with the 6 nodes that follow. The
// sentences of a graph are one text; graphs of fewer than 7 nodes have none, and where fewer than 6 nodes follow,
// isolated nodes take their places.
//
// For skip-gram the documents of this corpus are the words themselves: a sentence of word w is the words within the
// window around one of the places of w, so that training documents alone (PV-DBOW) is skip-gram, and the vectors of the
// documents are those of the words. A graph's text is a function of the seed and the graph. Memory: 12 bytes per word.
// Reference: Yanardag & Vishwanathan, Deep graph kernels, KDD 2015.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "awe/graph_source.h"
#include "words/corpus.h"

namespace awe::words {

struct GraphletCorpusOptions {
  int nodes = 7;              // of a graphlet
  std::uint32_t orders = 20;  // random orders of the nodes of each graph; each gives nodes + 1 words
  std::uint32_t window = 20;  // context words in total, half of them on each side
  std::uint64_t seed = 1;
  int threads = 1;
};

class GraphletCorpus final : public Corpus {
 public:
  // Throws Error(usage) for fewer than two different graphlets. Progress counts graphs.
  GraphletCorpus(GraphSource& graphs, const GraphletCorpusOptions& options, const Progress& progress = {});

  [[nodiscard]] std::string document_name(std::size_t document) const override {
    return word_text(static_cast<std::uint32_t>(document));
  }
  [[nodiscard]] std::string word_text(std::uint32_t word) const override;
  [[nodiscard]] std::uint64_t longest_sentence() const noexcept override { return 2 * (options_.window / 2); }
  void sentence(std::uint64_t epoch, std::uint64_t number, std::vector<std::uint32_t>& words) const override;
  [[nodiscard]] Hash128 identity() const override { return identity_; }

 private:
  GraphletCorpusOptions options_;
  std::vector<std::uint32_t> text_;    // words of all graphs
  std::vector<std::uint64_t> ends_;    // of each graph's text
  std::vector<std::uint64_t> places_;  // in text_, by word
  Hash128 identity_;
};

// The classes (src/baselines/graphlet_classes.h) of one graph's text.
[[nodiscard]] std::vector<std::uint32_t> graphlet_text(const Graph& graph, const GraphletCorpusOptions& options);

}  // namespace awe::words
