// Node attributes as labels: the nearest of K centres, learnt by k-means on a collection.
//
// Attributes are standardised first (mean 0, deviation 1 in each dimension; a constant dimension stays 0). Learning is
// deterministic and streams: it keeps a bounded sample of the nodes, chosen by a hash of what they are and not of where
// they stand, so that order, shards and threads change nothing. Cost: O(kept * K * width) an iteration.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/graph/graph.h"

namespace awe {

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
  explicit CodebookLearner(int clusters);

  // Throws Error(malformed) where attributes are not finite or their number differs from that of graphs before, and
  // Error(usage) for a graph that has nodes but no attributes; messages name the graph.
  void add(const Graph& graph);
  // Fewer centres than asked for where there are fewer distinct vectors. Throws Error(usage) if there are none.
  [[nodiscard]] Codebook learn() const;

  static constexpr std::size_t kMostKept = 100'000;
  static constexpr int kMostIterations = 100;

 private:
  struct Kept {
    std::uint64_t key;
    std::vector<double> values;
  };
  void shrink();

  int clusters_;
  std::size_t width_ = 0;
  std::vector<double> sum_, squares_;  // per dimension, for all nodes seen (compensated or by Welford: see the source)
  std::uint64_t nodes_ = 0;
  std::vector<Kept> kept_;
};

}  // namespace awe
