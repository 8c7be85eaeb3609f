// The words of the data-driven model: walks, with or without labels, that are frequent enough in the training
// documents.
//
// A document's row of walk distributions (awe/featurizer.h) becomes a histogram over words: a walk that is a word
// counts as itself; another walk seen in training counts as the word "other", if there is one; a walk never seen is
// omitted and reported. Training and new documents are treated alike.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "awe/matrix.h"
#include "awe/training_options.h"
#include "words/histogram.h"

namespace awe::words {

class WordVocabulary {
 public:
  WordVocabulary() = default;
  // From ascending columns with the sums of their values over all documents.
  WordVocabulary(std::span<const std::uint64_t> columns, std::span<const double> sums, const WordOptions& limits);
  // From stored values: words (columns, most frequent first), and the other columns seen, ascending.
  WordVocabulary(std::vector<std::uint64_t> words, std::vector<double> sums, std::vector<std::uint64_t> rare,
                 bool other);

  // Includes "other", which is the last word.
  [[nodiscard]] std::size_t size() const noexcept { return words_.size() + (other_ ? 1 : 0); }
  [[nodiscard]] bool has_other() const noexcept { return other_; }
  [[nodiscard]] std::span<const std::uint64_t> columns() const noexcept { return words_; }
  [[nodiscard]] std::span<const double> sums() const noexcept { return sums_; }
  [[nodiscard]] std::span<const std::uint64_t> rare() const noexcept { return rare_; }
  // The word of a column; size() if it was never seen, or if it is rare and there is no "other".
  [[nodiscard]] std::uint32_t word_of(std::uint64_t column) const;

  [[nodiscard]] WordHistogram histogram(const MatrixRow& row) const;

 private:
  void index();

  std::vector<std::uint64_t> words_;
  std::vector<double> sums_;
  std::vector<std::uint64_t> rare_;
  bool other_ = false;
  std::unordered_map<std::uint64_t, std::uint32_t> ids_;
};

}  // namespace awe::words
