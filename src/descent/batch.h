// Several sentences as training examples: every word is a target once, and its context is the nearest `window` words of
// its sentence, half of them before it and half after it (if odd, one more before). Near the ends of a sentence the
// window moves inwards, so that contexts have `window` words there too; the walks of a sentence are drawn
// independently, so all positions are equivalent. In a sentence of at most `window` words the context is all the other
// words.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace awe::descent {

struct Batch {
  std::uint32_t window = 0;
  std::vector<std::uint32_t> words;      // of all sentences; example i predicts words[i]
  std::vector<std::uint32_t> documents;  // by example
  struct Context {
    std::uint32_t begin = 0, end = 0;  // positions in words, including the example's own
    [[nodiscard]] std::uint32_t size() const noexcept { return end - begin - 1; }
  };
  std::vector<Context> contexts;             // by example
  std::vector<std::uint32_t> sentence_ends;  // positions in words

  [[nodiscard]] std::size_t size() const noexcept { return words.size(); }
  void clear(std::uint32_t context_words);
  void add(std::uint32_t document, std::span<const std::uint32_t> sentence);
};

}  // namespace awe::descent
