#include "words/words.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace awe::words {

WordVocabulary::WordVocabulary(std::span<const std::uint64_t> columns, std::span<const double> sums,
                               const WordOptions& limits) {
  std::vector<std::size_t> order(columns.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return sums[a] > sums[b]; });
  for (const std::size_t i : order) {
    const bool frequent = sums[i] * static_cast<double>(limits.walks) >= limits.min_count;
    if (frequent && words_.size() < limits.max_words) {
      words_.push_back(columns[i]);
      sums_.push_back(sums[i]);
    } else {
      rare_.push_back(columns[i]);
    }
  }
  std::sort(rare_.begin(), rare_.end());
  other_ = limits.other && !rare_.empty();
  index();
}

WordVocabulary::WordVocabulary(std::vector<std::uint64_t> words, std::vector<double> sums,
                               std::vector<std::uint64_t> rare, bool other)
    : words_(std::move(words)), sums_(std::move(sums)), rare_(std::move(rare)), other_(other) {
  index();
}

void WordVocabulary::index() {
  ids_.reserve(words_.size());
  for (std::uint32_t i = 0; i < words_.size(); ++i) ids_.emplace(words_[i], i);
}

std::uint32_t WordVocabulary::word_of(std::uint64_t column) const {
  if (const auto known = ids_.find(column); known != ids_.end()) return known->second;
  const bool seen = std::binary_search(rare_.begin(), rare_.end(), column);
  return static_cast<std::uint32_t>(seen && other_ ? words_.size() : size());
}

WordHistogram WordVocabulary::histogram(const MatrixRow& row) const {
  std::map<std::uint32_t, double> shares;
  double known = 0, dropped = row.unseen_mass;
  for (std::size_t i = 0; i < row.values.size(); ++i) {
    const std::uint32_t word = word_of(row.values.indices[i]);
    if (word == size()) {
      dropped += row.values.values[i];
      continue;
    }
    shares[word] += row.values.values[i];
    known += row.values.values[i];
  }
  WordHistogram histogram;
  if (known + dropped > 0) histogram.unseen = dropped / (known + dropped);
  for (const auto& [word, share] : shares) {
    histogram.words.push_back(word);
    histogram.shares.push_back(share / known);
  }
  return histogram;
}

}  // namespace awe::words
