// Documents as histograms of words: the input for training the exact form of the data-driven model, and for inference
// of new graphs. A word is a walk of the vocabulary (words/words.h), a document is a graph, node, edge or subgraph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace awe::words {

// One document: words ascending, with fractions that sum to 1 (or to 0 if it has no known word).
struct WordHistogram {
  std::vector<std::uint32_t> words;
  std::vector<double> shares;
  double unseen = 0;  // fraction of walks that no training document has; not included in `shares`
};

// The histograms of many documents.
class WordHistograms {
 public:
  explicit WordHistograms(std::size_t words = 0) : words_(words) {}
  void append(const WordHistogram& document);

  [[nodiscard]] std::size_t size() const noexcept { return ends_.size(); }
  [[nodiscard]] std::size_t words() const noexcept { return words_; }
  struct View {
    std::span<const std::uint32_t> words;
    std::span<const double> shares;
  };
  [[nodiscard]] View operator[](std::size_t document) const noexcept;
  // The mean fraction of every word over all documents.
  [[nodiscard]] std::vector<double> mean() const;

 private:
  std::size_t words_;
  std::vector<std::size_t> ends_;
  std::vector<std::uint32_t> all_words_;
  std::vector<double> all_shares_;
};

}  // namespace awe::words
