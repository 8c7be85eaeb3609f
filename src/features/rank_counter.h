// Counts of walk codes. Dense while the vocabulary is small; past that, an open hash table. Sums of counters are exact,
// so the order of counting never matters.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/features/distribution.h"

namespace awe {

class RankCounter {
 public:
  explicit RankCounter(std::uint64_t ranks);

  // Codes as Walker gives them: Walker::kStopped counts as stopped.
  void count(std::span<const std::uint64_t> codes);
  void add(const RankCounter& other);
  // Counts over their sum, in rank order; the counter is empty afterwards.
  [[nodiscard]] WalkDistribution take();

  // The largest vocabulary that is kept dense: 32 MiB of counts.
  static constexpr std::uint64_t kDenseRanks = std::uint64_t{1} << 22;

 private:
  static constexpr int kChunkBits = 8;
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};
  struct Entry {
    std::uint64_t rank = kFree;
    std::uint64_t count = 0;
  };

  void add_sparse(std::uint64_t rank, std::uint64_t count);
  [[nodiscard]] std::size_t slot_of(std::uint64_t rank) const noexcept;

  std::vector<std::uint64_t> dense_;
  std::vector<std::uint8_t> touched_;
  std::vector<Entry> table_;
  std::size_t entries_ = 0;
  std::uint64_t total_ = 0;
  std::uint64_t stopped_ = 0;
};

}  // namespace awe
