// Sums of mass by rank. Dense while the vocabulary is small; beyond that, a hash table of blocks of ranks that share
// all but their last steps. The result is the same sparse vector either way.
#pragma once

#include <cstdint>
#include <vector>

#include "awe/matrix.h"

namespace awe::exact_walks {

class RankAccumulator {
 public:
  explicit RankAccumulator(std::uint64_t ranks);

  // Pointer to the sums of ranks first .. first+size-1. The same `first` must always come with the same size, and
  // blocks must not overlap. The pointer is valid until the next call.
  [[nodiscard]] double* block(std::uint64_t first, std::uint32_t size) {
    if (!dense_.empty()) [[likely]] {
      for (std::uint64_t chunk = first >> kChunkBits; chunk <= (first + size - 1) >> kChunkBits; ++chunk) {
        touched_[chunk] = 1;
      }
      return dense_.data() + first;
    }
    return sparse_block(first, size);
  }

  // For an accumulator that receives only whole vectors, no blocks.
  void add(const SparseVector& vector);
  // Everything added so far in rank order, without zeros; the accumulator is empty afterwards.
  [[nodiscard]] SparseVector take();

  // The largest vocabulary that is stored densely: 32 MiB of sums.
  static constexpr std::uint64_t kDenseRanks = std::uint64_t{1} << 22;

 private:
  static constexpr int kChunkBits = 10;
  struct Entry {
    std::uint64_t first = kFree;
    std::uint64_t place = 0;  // index into values_
    std::uint32_t size = 0;
  };
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};

  double* sparse_block(std::uint64_t first, std::uint32_t size);
  [[nodiscard]] std::size_t slot_of(std::uint64_t first) const noexcept;
  void grow();
  SparseVector take_dense();
  SparseVector take_sparse();

  std::vector<double> dense_;
  std::vector<std::uint8_t> touched_;
  std::vector<Entry> table_;
  std::vector<double> values_;
  std::size_t entries_ = 0;
};

}  // namespace awe::exact_walks
