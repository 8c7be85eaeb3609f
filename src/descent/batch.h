// Some sentences as examples: every word is a target once, its context the `window` words of its sentence that stand
// nearest, half of them before it and half after it (of an odd number one more before). Near the ends of a sentence the
// window moves inwards, so that contexts have `window` words there too; walks of a sentence are drawn independently, so
// no place differs from another. In a sentence of `window` words or fewer the context is all the others.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace awe::descent {

struct Batch {
  std::uint32_t window = 0;
  std::vector<std::uint32_t> words;      // of all sentences; place i is example i
  std::vector<std::uint32_t> documents;  // by place
  struct Context {
    std::uint32_t begin = 0, end = 0;  // places, the example's own among them
    [[nodiscard]] std::uint32_t size() const noexcept { return end - begin - 1; }
  };
  std::vector<Context> contexts;             // by place
  std::vector<std::uint32_t> sentence_ends;  // places

  [[nodiscard]] std::size_t size() const noexcept { return words.size(); }
  void clear(std::uint32_t context_words);
  void add(std::uint32_t document, std::span<const std::uint32_t> sentence);
};

}  // namespace awe::descent
