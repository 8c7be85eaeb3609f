#include "descent/huffman_tree.h"

#include <algorithm>
#include <queue>
#include <tuple>

namespace awe::descent {

HuffmanTree::HuffmanTree(std::span<const double> frequencies) {
  const std::size_t words = frequencies.size();
  using Item = std::tuple<double, std::size_t>;  // frequency, node: words first, then inner nodes
  std::priority_queue<Item, std::vector<Item>, std::greater<>> open;
  for (std::size_t word = 0; word < words; ++word) open.emplace(frequencies[word], word);
  std::vector<std::size_t> parent(2 * words, 0);
  std::vector<std::uint8_t> turn(2 * words, 0);
  std::size_t next = words;
  for (; open.size() > 1; ++next) {
    double sum = 0;
    for (const std::uint8_t side : {std::uint8_t{0}, std::uint8_t{1}}) {
      const auto [frequency, node] = open.top();
      open.pop();
      sum += frequency;
      parent[node] = next;
      turn[node] = side;
    }
    open.emplace(sum, next);
  }
  const std::size_t root = next - 1;
  ends_.push_back(0);
  for (std::size_t word = 0; word < words; ++word) {
    for (std::size_t node = word; node != root; node = parent[node]) {
      nodes_.push_back(static_cast<std::uint32_t>(parent[node] - words));
      turns_.push_back(turn[node]);
    }
    const auto begin = static_cast<std::ptrdiff_t>(ends_.back());
    std::reverse(nodes_.begin() + begin, nodes_.end());
    std::reverse(turns_.begin() + begin, turns_.end());
    ends_.push_back(nodes_.size());
  }
}

}  // namespace awe::descent
