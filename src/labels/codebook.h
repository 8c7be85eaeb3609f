// Node attributes as labels: the nearest of K centres, learnt by k-means on a collection.
//
// Attributes are standardised first (mean 0, deviation 1 in each dimension; a constant dimension stays 0). Learning is
// deterministic and streams: it keeps a bounded sample of the nodes, chosen by a hash of what they are and not of where
// they stand, so that order, shards and threads change nothing; means and deviations are those of the sample. Cost:
// O(kept * K * width) an iteration, some 0.15 ns a unit with AVX2.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "awe/graph.h"

namespace awe::labels {

struct Codebook {
  std::size_t width = 0;
  std::vector<double> mean, scale;  // of each dimension: (x - mean) * scale is what centres are compared with
  std::vector<double> centres;      // row-major, standardised, in lexicographic order

  [[nodiscard]] std::uint32_t size() const noexcept {
    return width == 0 ? 0 : static_cast<std::uint32_t>(centres.size() / width);
  }
  // The nearest centre; of equally near ones the first. `attributes` has `width` values.
  [[nodiscard]] std::uint32_t nearest(std::span<const double> attributes) const noexcept;
  bool operator==(const Codebook&) const = default;
};

// Use: add() every graph, then learn().
class CodebookLearner {
 public:
  // Throws Error(usage) unless 1 <= clusters <= kMostClusters.
  explicit CodebookLearner(int clusters);

  // Throws Error(malformed) where attributes are not finite (or beyond 1e150, whose squares are not) or their number
  // differs from that of graphs before, and Error(usage) for a graph that has nodes but no attributes; messages name
  // the graph, which then is not added. Graphs without nodes are skipped.
  void add(const Graph& graph);
  // Fewer centres than asked for where there are fewer distinct vectors. Throws Error(usage) if there are none. Can be
  // called again, and graphs added after it.
  [[nodiscard]] Codebook learn() const;

  static constexpr int kMostClusters = 65'536;
  static constexpr std::size_t kMostKept = 100'000;                 // nodes, ...
  static constexpr std::size_t kMostValues = std::size_t{1} << 24;  // ... fewer if all their attributes are more
  static constexpr double kLargestValue = 1e150;
  static constexpr int kMostIterations = 100;

 private:
  void check(const Graph& graph) const;
  [[nodiscard]] std::size_t most_kept() const noexcept;
  [[nodiscard]] bool before(std::size_t a, std::size_t b) const;  // of kept nodes: by key, then by values
  void shrink();

  std::size_t clusters_;
  std::size_t width_ = 0;
  std::uint64_t graphs_ = 0;
  // The nodes with the smallest keys, up to twice as many as learn() uses.
  std::vector<std::uint64_t> keys_;
  std::vector<double> values_;                                             // `width_` a node
  std::uint64_t largest_key_ = std::numeric_limits<std::uint64_t>::max();  // nodes with larger ones are not wanted
};

}  // namespace awe::labels
