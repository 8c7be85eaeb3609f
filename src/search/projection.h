// The space of approximate search: rows of any number of columns become vectors of at most 64 small integers, whose
// squared distances are close to multiples of those of the rows. Integers make all comparisons exact, so that a graph
// of neighbours is the same on every machine.
//
// Above 512 columns, columns are first hashed to 512 with signs (feature hashing, Weinberger et al. 2009). Then the row
// is projected on the leading principal components of up to 4096 rows, as many as have 0.9999 of the variance, and
// rounded to 12 bits. For the intersection distance the square roots of the values are projected, since
// sum (sqrt(x) - sqrt(y))^2 <= sum |x - y|. Cost: O(values of the row x dimensions), a few microseconds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/stored_rows.h"

namespace awe::search {

struct Projection {
  static constexpr std::size_t kMostInputs = 512, kMostDimensions = 64;
  static constexpr std::int16_t kLimit = 2047;  // of the absolute value: 64 squared differences fit into 31 bits

  std::uint32_t inputs = 0;       // columns, or kMostInputs if they are hashed
  std::uint32_t dimensions = 0;   // a multiple of 8; 0: not learnt
  bool hashed = false;            // more columns than inputs
  bool roots = false;             // of intersection
  SharedArray<float> directions;  // inputs x dimensions, scaled
  SharedArray<float> origin;      // the image of the mean row, which becomes 0

  // `image` has `dimensions` values. Columns that are no inputs are ignored.
  void apply(const RowView& row, std::span<std::int16_t> image) const;
};

// Learnt from evenly spread rows.
[[nodiscard]] Projection learn_projection(const StoredRows& rows, Distance distance, std::uint64_t columns,
                                          const RunOptions& run);

// The squared distance of two images.
[[nodiscard]] inline std::int32_t image_distance(const std::int16_t* a, const std::int16_t* b, std::size_t dimensions) {
  std::uint32_t sum = 0;  // unsigned, since the images of a damaged file may be too large
  for (std::size_t i = 0; i < dimensions; i += 8) {
    // Differences fit into 16 bits, so that compilers multiply and add them in pairs.
    for (std::size_t j = i; j < i + 8; ++j) {
      const auto difference = static_cast<std::int16_t>(a[j] - b[j]);
      sum += static_cast<std::uint32_t>(difference * difference);
    }
  }
  return static_cast<std::int32_t>(sum);
}

}  // namespace awe::search
