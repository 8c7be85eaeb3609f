// Search by the definition: the distance of the query to every row, computed from all columns, sorted.
#pragma once

#include <cstdint>
#include <vector>

#include "awe/graph_index.h"
#include "awe/matrix.h"

namespace awe::test {

// The distance of two rows of a matrix with this number of columns, as awe/graph_index.h defines it.
[[nodiscard]] double distance_by_definition(Distance distance, const SparseVector& x, const SparseVector& y,
                                            const FeatureMatrix& matrix);

struct OracleHit {
  double distance = 0;
  std::uint64_t row = 0;
};
// All rows, nearest first.
[[nodiscard]] std::vector<OracleHit> search_by_definition(Distance distance, const SparseVector& query,
                                                          const FeatureMatrix& matrix);

// Rows of random values in (0, 1], or with both signs; the first five columns are in most rows, the others in a share
// of them. Row 3 is empty, and rows 5 and 7 are equal. Two blocks; the second has weight 2.
[[nodiscard]] FeatureMatrix random_matrix(std::size_t rows, std::uint64_t columns, double share, std::uint64_t seed,
                                          bool signs = false);
// Rows around few centres, as those of graphs of few kinds are: what nearest neighbours are looked for in.
[[nodiscard]] FeatureMatrix clustered_matrix(std::size_t rows, std::uint64_t columns, std::uint64_t seed);

}  // namespace awe::test
