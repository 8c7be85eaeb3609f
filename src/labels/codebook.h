// Node attributes as labels: the index of the nearest of K centres, learnt by k-means on a collection.
//
// Attributes are standardised first (mean 0, deviation 1 in each dimension; a constant dimension stays 0). Learning is
// deterministic and streams: it keeps a bounded sample of the nodes, chosen by a hash of their content and not of their
// position, so that order, shards and threads have no effect; means and deviations are those of the sample. Cost:
// O(kept * K * width) per iteration, about 0.15 ns per unit with AVX2.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "awe/graph.h"

namespace awe::labels {

struct Codebook {
  std::size_t width = 0;
  std::vector<double> mean, scale;  // per dimension; centres are compared with (x - mean) * scale
  std::vector<double> centres;      // row-major, standardised, in lexicographic order

  [[nodiscard]] std::uint32_t size() const noexcept {
    return width == 0 ? 0 : static_cast<std::uint32_t>(centres.size() / width);
  }
  // The index of the nearest centre; on ties, the first. `attributes` has `width` values.
  [[nodiscard]] std::uint32_t nearest(std::span<const double> attributes) const noexcept;
  // The same for many rows of `width` values.
  [[nodiscard]] std::vector<std::uint32_t> nearest_of_rows(std::span<const double> attributes) const;
  bool operator==(const Codebook&) const = default;
};

// Usage: add() every graph, then learn(). Learners of the parts of a collection can be merged: the result is the same.
class CodebookLearner {
 public:
  // Throws Error(usage) unless 1 <= clusters <= kMostClusters.
  explicit CodebookLearner(int clusters);

  // Throws Error(malformed) if attributes are not finite (or exceed 1e150, whose square would overflow) or their number
  // differs from that of earlier graphs, and Error(usage) if a graph has nodes but no attributes; messages name the
  // graph, which is then not added. Graphs without nodes are skipped.
  void add(const Graph& graph);
  // Returns fewer centres than requested if there are fewer distinct vectors. Throws Error(usage) if there are none.
  // Can be called repeatedly, and graphs can be added afterwards.
  [[nodiscard]] Codebook learn() const;

  // The nodes that learn() would use, in an order that depends on nothing but them.
  struct Sample {
    std::size_t width = 0;  // number of attributes; 0 without nodes
    std::uint64_t graphs = 0;
    std::vector<std::uint64_t> keys;
    std::vector<double> values;  // `width` per node
  };
  [[nodiscard]] Sample sample() const;
  // Adds the graphs whose sample this is. Throws Error(malformed) if the number of attributes differs or the sample is
  // unsound.
  void merge(const Sample& other);

  static constexpr int kMostClusters = 65'536;
  static constexpr std::size_t kMostKept = 100'000;                 // at most this many nodes, ...
  static constexpr std::size_t kMostValues = std::size_t{1} << 24;  // ... with at most this many values in total
  static constexpr double kLargestValue = 1e150;
  static constexpr int kMostIterations = 100;

 private:
  void check(const Graph& graph) const;
  [[nodiscard]] std::size_t most_kept() const noexcept;
  [[nodiscard]] bool before(std::size_t a, std::size_t b) const;  // order of kept nodes: by key, then by values
  [[nodiscard]] std::vector<std::size_t> chosen() const;          // the places of the kept nodes that count, in order
  void shrink();

  std::size_t clusters_;
  std::size_t width_ = 0;
  std::uint64_t graphs_ = 0;
  // The nodes with the smallest keys, up to twice as many as learn() uses.
  std::vector<std::uint64_t> keys_;
  std::vector<double> values_;                                             // `width_` per node
  std::uint64_t largest_key_ = std::numeric_limits<std::uint64_t>::max();  // nodes with larger keys are not kept
};

}  // namespace awe::labels
