// The isomorphism classes of graphs with 3 to 7 nodes, by the bits of their adjacency: 4, 11, 34, 156 and 1,044.
//
// A graph on nodes 0 .. k-1 is a code: bit j (j - 1) / 2 + i is the edge between i and j, i < j. Codes of one class are
// joined by exchanges of neighbouring nodes. Classes go by their number of edges, then by their smallest code. Memory:
// 2^(k (k-1) / 2) entries of two bytes; made once per size and kept.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace awe::baselines {

class GraphletClasses {
 public:
  static constexpr int kSmallest = 3, kLargest = 7;
  // The classes of a size from 3 to 7.
  [[nodiscard]] static const GraphletClasses& of_size(int nodes);

  [[nodiscard]] int nodes() const noexcept { return nodes_; }
  [[nodiscard]] std::size_t size() const noexcept { return codes_.size(); }
  [[nodiscard]] std::uint32_t class_of(std::uint32_t code) const noexcept { return class_of_[code]; }
  [[nodiscard]] std::uint32_t smallest_code(std::size_t number) const { return codes_[number]; }
  // The name of a class: in words for 3 and 4 nodes, in graph6 for more.
  [[nodiscard]] std::string name(std::size_t number) const;

 private:
  explicit GraphletClasses(int nodes);

  int nodes_;
  std::vector<std::uint16_t> class_of_;
  std::vector<std::uint32_t> codes_;
};

}  // namespace awe::baselines
