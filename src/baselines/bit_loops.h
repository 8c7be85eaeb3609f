// Loops over rows of bits, with the processor's instruction for counting bits where it has one: the same numbers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace awe::baselines {

struct BitLoops {
  // Number of bits that both rows have.
  std::uint64_t (*common)(const std::uint64_t* a, const std::uint64_t* b, std::size_t words);
  // Triangles of a graph of n nodes: row i has a bit for each neighbour of i that comes before it. Rows of
  // (n + 63) / 64 words.
  std::uint64_t (*triangles)(const std::uint64_t* rows, std::size_t n);
};

[[nodiscard]] BitLoops bit_loops();

}  // namespace awe::baselines
