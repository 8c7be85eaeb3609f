#include "descent/batch.h"

#include <algorithm>

namespace awe::descent {

void Batch::clear(std::uint32_t context_words) {
  window = context_words;
  words.clear();
  documents.clear();
  contexts.clear();
  sentence_ends.clear();
}

void Batch::add(std::uint32_t document, std::span<const std::uint32_t> sentence) {
  if (sentence.empty()) return;
  const auto first = static_cast<std::uint32_t>(words.size());
  const auto length = static_cast<std::uint32_t>(sentence.size());
  const std::uint32_t wide = std::min(length, window + 1);
  for (std::uint32_t t = 0; t < length; ++t) {
    const std::uint32_t before = std::min(t, (window + 1) / 2);
    const std::uint32_t begin = std::min(t - before, length - wide);
    words.push_back(sentence[t]);
    documents.push_back(document);
    contexts.push_back({first + begin, first + begin + wide});
  }
  sentence_ends.push_back(first + length);
}

}  // namespace awe::descent
