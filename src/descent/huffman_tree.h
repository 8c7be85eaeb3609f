// Paths of a Huffman tree over words: for each word the inner nodes from the root, and the turns taken there. Cost:
// O(words log words). Ties: the earlier word comes first, and words come before inner nodes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace awe::descent {

class HuffmanTree {
 public:
  // At least two words.
  explicit HuffmanTree(std::span<const double> frequencies);
  [[nodiscard]] std::size_t inner_nodes() const noexcept { return ends_.size() - 2; }
  [[nodiscard]] std::span<const std::uint32_t> path(std::uint32_t word) const noexcept {
    return std::span(nodes_).subspan(ends_[word], ends_[word + 1] - ends_[word]);
  }
  [[nodiscard]] std::span<const std::uint8_t> turns(std::uint32_t word) const noexcept {
    return std::span(turns_).subspan(ends_[word], ends_[word + 1] - ends_[word]);
  }

 private:
  std::vector<std::size_t> ends_;
  std::vector<std::uint32_t> nodes_;
  std::vector<std::uint8_t> turns_;
};

}  // namespace awe::descent
