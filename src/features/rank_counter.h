// Counts of walk codes. Dense while the vocabulary is small; past that, an open hash table. Sums of counters are exact,
// so the order of counting never matters.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "awe/base/matrix.h"
#include "awe/walks/prefixes.h"

namespace awe {

class RankCounter {
 public:
  explicit RankCounter(std::uint64_t ranks);

  // Codes and steps made, as Walker gives them. A walk that made fewer than `length` steps is a stopped one; `made` may
  // be empty where none did.
  template <class Code>
  void count(std::span<const Code> codes, std::span<const std::uint8_t> made, int length);
  // Takes what the other has; the other is empty afterwards.
  void add(RankCounter& other);
  [[nodiscard]] std::uint64_t walks() const noexcept { return total_; }
  // Sum of deviation_weight (features/certificate.h) over the counts of all outcomes, stopped prefixes among them.
  [[nodiscard]] double deviation() const;

  // Everything counted, in rank order; the counter is empty afterwards.
  struct Counts {
    SparseVector walks;
    std::vector<StoppedPrefix> stopped;  // by steps made, then rank
    std::uint64_t total = 0;
  };
  [[nodiscard]] Counts take();

  // The largest vocabulary that is kept dense: 32 MiB of counts.
  static constexpr std::uint64_t kDenseRanks = std::uint64_t{1} << 22;

 private:
  static constexpr int kChunkBits = 8;
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};
  struct Entry {
    std::uint64_t rank = kFree;
    std::uint64_t count = 0;
  };

  template <class Visit>
  void for_each_touched(const Visit& visit) const;
  void add_sparse(std::uint64_t rank, std::uint64_t count);
  [[nodiscard]] std::size_t slot_of(std::uint64_t rank) const noexcept;

  std::vector<std::uint64_t> dense_;
  std::vector<std::uint8_t> touched_;
  std::vector<Entry> table_;
  std::size_t entries_ = 0;
  std::uint64_t total_ = 0;
  std::map<std::pair<std::uint8_t, std::uint64_t>, std::uint64_t> stopped_;  // (steps made, rank) -> count
};

}  // namespace awe
