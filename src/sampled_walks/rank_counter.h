// Counts of walk codes. Dense while the vocabulary is small; beyond that, an open-addressing hash table. Integer sums
// are exact, so the order of counting does not matter.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/matrix.h"
#include "sampled_walks/certificate.h"
#include "sampled_walks/count_table.h"
#include "walks/prefixes.h"

namespace awe::sampled_walks {

class RankCounter {
 public:
  explicit RankCounter(std::uint64_t ranks);

  // Codes and numbers of steps made, as returned by Walker. A walk with fewer than `length` steps has stopped; `made`
  // may be empty if no walk did.
  void count(std::span<const std::uint64_t> codes, std::span<const std::uint8_t> made, int length);
  void count(std::span<const std::uint32_t> codes, std::span<const std::uint8_t> made, int length);
  // Moves the counts of the other counter here; the other is empty afterwards.
  void add(RankCounter& other);
  [[nodiscard]] std::uint64_t walks() const noexcept { return total_; }
  // Of the counts of all outcomes, including walks that ended early.
  [[nodiscard]] Deviation deviation() const;

  // Everything counted, in rank order; the counter is empty afterwards.
  struct Counts {
    SparseVector walks;
    std::vector<EndedWalk> stopped;  // by steps made, then rank
    std::uint64_t total = 0;
  };
  [[nodiscard]] Counts take();

  // The largest vocabulary that is stored densely: 32 MiB of counts.
  static constexpr std::uint64_t kDenseRanks = std::uint64_t{1} << 22;

 private:
  static constexpr int kChunkBits = 8;

  template <class Code>
  void count_codes(std::span<const Code> codes, std::span<const std::uint8_t> made, int length);
  template <class Visit>
  void for_each_touched(const Visit& visit) const;
  void touch(std::uint64_t rank) noexcept { touched_[rank >> kChunkBits] = 1; }

  std::vector<std::uint64_t> dense_;
  std::vector<std::uint8_t> touched_;  // chunks of dense_ that may hold counts
  bool all_touched_ = false;           // so many walks were counted that all chunks may
  CountTable sparse_;
  std::vector<CountTable> stopped_;  // by steps made
  std::uint64_t total_ = 0;
};

}  // namespace awe::sampled_walks
