// The rows of an index that are nearest to given rows: exactly, by the lists of columns, and approximately, by the
// graph of neighbours. Both return sums (pair_sum) computed from the stored rows, ordered by sum, then by row; so a
// result depends only on the query and the index.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "search/index_data.h"

namespace awe::search {

struct FoundRow {
  double sum = 0;
  std::uint64_t row = 0;
  auto operator<=>(const FoundRow&) const = default;
};

struct NearestQuery {
  RowView row;
  std::uint64_t without = ~std::uint64_t{0};  // a row of the index that is not a result
};

struct NearestOptions {
  std::size_t k = 10;
  std::optional<double> max_distance;  // exact searches only
  std::uint64_t first_row = 0;         // only this row and later ones; exact searches only
  std::size_t breadth = 0;             // of approximate search
};

// The nearest rows of each query. A block of rows is read once for all queries: give a few of them.
[[nodiscard]] std::vector<std::vector<FoundRow>> exact_nearest(const GraphIndex::State& index,
                                                               std::span<const NearestQuery> queries,
                                                               const NearestOptions& options,
                                                               const Progress& progress = {});

[[nodiscard]] std::vector<std::vector<FoundRow>> approximate_nearest(const GraphIndex::State& index,
                                                                     std::span<const NearestQuery> queries,
                                                                     const NearestOptions& options);

// Queries per call of exact_nearest and approximate_nearest that one thread should make.
inline constexpr std::size_t kExactQueries = 16, kApproximateQueries = 256;

// Either of them for any number of queries, on several threads.
[[nodiscard]] std::vector<std::vector<FoundRow>> nearest(const GraphIndex::State& index,
                                                         std::span<const NearestQuery> queries,
                                                         const NearestOptions& options, bool exact, int threads,
                                                         const Progress& progress = {});

}  // namespace awe::search
