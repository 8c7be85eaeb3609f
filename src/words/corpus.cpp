#include "words/corpus.h"

#include <algorithm>

#include "awe/error.h"

namespace awe::words {

std::uint32_t Corpus::document_of(std::uint64_t sentence) const noexcept {
  const auto after = std::upper_bound(first_sentence_.begin(), first_sentence_.end(), sentence);
  return static_cast<std::uint32_t>(after - first_sentence_.begin() - 1);
}

void Corpus::set_words(const ColumnCounts& counts, const WordOptions& limits) {
  vocabulary_ = WordVocabulary(counts.columns, counts.shares, limits);
  if (vocabulary_.size() < 2) {
    throw Error(ErrorKind::usage,
                "fewer than two walks are frequent enough to be words; lower `min_count`, use shorter walks, or, "
                "where walks stop at dead ends of directed graphs, use `dead_ends` end or `undirected`");
  }
  frequencies_.assign(vocabulary_.size(), 0.0);
  double sum = 0;
  for (std::size_t i = 0; i < counts.columns.size(); ++i) {
    const std::uint32_t word = vocabulary_.word_of(counts.columns[i]);
    if (word == vocabulary_.size()) continue;
    frequencies_[word] += counts.counts[i];
    sum += counts.counts[i];
  }
  for (double& frequency : frequencies_) frequency /= sum;
}

}  // namespace awe::words
