// Documents as histograms of words: what the exact form of the data-driven model is trained on, and what new graphs are
// inferred from. A word is a walk of the vocabulary (words/words.h), a document a graph, node, edge or subgraph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace awe::words {

// One document: words ascending, with shares that sum to 1 (or to 0 if it has no known word).
struct WordHistogram {
  std::vector<std::uint32_t> words;
  std::vector<double> shares;
  double unseen = 0;  // share of walks that no training document has; left out of `shares`
};

// Many of them, one after another.
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
  // The mean share of every word, over all documents.
  [[nodiscard]] std::vector<double> mean() const;

 private:
  std::size_t words_;
  std::vector<std::size_t> ends_;
  std::vector<std::uint32_t> all_words_;
  std::vector<double> all_shares_;
};

}  // namespace awe::words
