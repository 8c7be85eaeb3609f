#include <algorithm>
#include <utility>

#include "words/corpus.h"

namespace awe::words {

TextCorpus::TextCorpus(CorpusText text, const WordOptions& limits) : text_(std::move(text)) {
  first_sentence_ = text_.first_sentences();
  ColumnCounts counts;
  counts.columns.assign(text_.columns().begin(), text_.columns().end());
  counts.shares.assign(counts.columns.size(), 0.0);
  counts.counts.assign(counts.columns.size(), 0.0);
  for (std::size_t d = 0; d < documents(); ++d) {
    const auto walks = text_.walks_of(d);
    for (const std::uint32_t walk : walks) {
      counts.shares[walk] += 1 / static_cast<double>(walks.size());
      ++counts.counts[walk];
    }
  }
  set_words(counts, limits);
  for (const std::uint64_t column : text_.columns()) words_.push_back(vocabulary_.word_of(column));
  Hasher hasher;
  hasher.add_value(text_.identity().high);
  hasher.add_value(text_.identity().low);
  hasher.add_values(vocabulary_.columns());
  identity_ = hasher.digest();
}

std::string TextCorpus::word_text(std::uint32_t word) const {
  if (word >= vocabulary_.columns().size()) return "other";
  const auto columns = text_.columns();
  const auto place = std::lower_bound(columns.begin(), columns.end(), vocabulary_.columns()[word]);
  return text_.walk_text(static_cast<std::size_t>(place - columns.begin()));
}

void TextCorpus::sentence(std::uint64_t, std::uint64_t number, std::vector<std::uint32_t>& words) const {
  words.clear();
  for (const std::uint32_t walk : text_.sentence(number)) {
    const std::uint32_t word = words_[walk];
    if (word != vocabulary_.size()) words.push_back(word);
  }
}

}  // namespace awe::words
