#include "baselines/graphlet_classes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

namespace awe::baselines {
namespace {

constexpr std::array<std::string_view, 4> kNamesOf3 = {"edgeless", "edge", "path", "triangle"};
// In the order of edges and smallest codes.
constexpr std::array<std::string_view, 11> kNamesOf4 = {"edgeless",      "edge",    "path+node", "two-edges",
                                                        "triangle+node", "star",    "path",      "paw",
                                                        "cycle",         "diamond", "complete"};

std::uint32_t bit_of(int i, int j) {
  return static_cast<std::uint32_t>(i < j ? j * (j - 1) / 2 + i : i * (i - 1) / 2 + j);
}

// The code after nodes `node` and `node + 1` have changed places.
std::uint32_t exchanged(std::uint32_t code, int node, int nodes) {
  std::uint32_t result = code;
  for (int other = 0; other < nodes; ++other) {
    if (other == node || other == node + 1) continue;
    const std::uint32_t a = bit_of(node, other), b = bit_of(node + 1, other);
    const std::uint32_t differ = (code >> a ^ code >> b) & 1u;
    result ^= differ << a | differ << b;
  }
  return result;
}

}  // namespace

GraphletClasses::GraphletClasses(int nodes) : nodes_(nodes) {
  const std::uint32_t codes = std::uint32_t{1} << (nodes * (nodes - 1) / 2);
  // The smallest code of a class reaches the others by a search along exchanges.
  constexpr std::uint16_t kNone = 0xFFFF;
  class_of_.assign(codes, kNone);
  std::vector<std::uint32_t> found, stack;
  for (std::uint32_t code = 0; code < codes; ++code) {
    if (class_of_[code] != kNone) continue;
    const auto number = static_cast<std::uint16_t>(found.size());
    found.push_back(code);
    class_of_[code] = number;
    stack.push_back(code);
    while (!stack.empty()) {
      const std::uint32_t from = stack.back();
      stack.pop_back();
      for (int node = 0; node + 1 < nodes; ++node) {
        const std::uint32_t to = exchanged(from, node, nodes);
        if (class_of_[to] != kNone) continue;
        class_of_[to] = number;
        stack.push_back(to);
      }
    }
  }
  codes_ = found;
  std::stable_sort(codes_.begin(), codes_.end(),
                   [](std::uint32_t a, std::uint32_t b) { return std::popcount(a) < std::popcount(b); });
  std::vector<std::uint16_t> rank(found.size());
  for (std::size_t i = 0; i < codes_.size(); ++i) rank[class_of_[codes_[i]]] = static_cast<std::uint16_t>(i);
  for (std::uint16_t& number : class_of_) number = rank[number];
}

const GraphletClasses& GraphletClasses::of_size(int nodes) {
  switch (nodes) {
    case 3: {
      static const GraphletClasses kOf3(3);
      return kOf3;
    }
    case 4: {
      static const GraphletClasses kOf4(4);
      return kOf4;
    }
    case 5: {
      static const GraphletClasses kOf5(5);
      return kOf5;
    }
    case 6: {
      static const GraphletClasses kOf6(6);
      return kOf6;
    }
    default: {
      static const GraphletClasses kOf7(7);
      return kOf7;
    }
  }
}

std::string GraphletClasses::name(std::size_t number) const {
  if (nodes_ == 3) return std::string(kNamesOf3[number]);
  if (nodes_ == 4) return std::string(kNamesOf4[number]);
  // The bits of graph6 are in the order of the code: columns of the upper triangle.
  std::string text(1, static_cast<char>(63 + nodes_));
  const int bits = nodes_ * (nodes_ - 1) / 2;
  for (int first = 0; first < bits; first += 6) {
    int six = 0;
    for (int k = 0; k < 6; ++k) {
      const int bit = first + k;
      six = 2 * six + (bit < bits ? static_cast<int>(codes_[number] >> bit & 1u) : 0);
    }
    text += static_cast<char>(63 + six);
  }
  return text;
}

}  // namespace awe::baselines
