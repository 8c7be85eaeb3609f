// Names the walks of a batch: by rank among all anonymous walks, and by the labels along them, in vectors of the
// processor's full width. Highway compiles the loops for every instruction set and selects one at run time; all give
// the same names, bit for bit. Cost per rank: l^2 / 2 vector comparisons.
#pragma once

#include <cstdint>
#include <vector>

#include "awe/walk_index.h"
#include "walks/walk_batch.h"

namespace awe::walks {

// The numbers of completions that ranks are computed from (awe/walk_index.h), per step, for ranks below 2^32.
class RankTables {
 public:
  static constexpr int kMaxLength = 15;
  static constexpr int kNames = 16;

  // Whether the ranks of an index fit.
  [[nodiscard]] static bool fit(const WalkIndex& index);
  explicit RankTables(const WalkIndex& index);

  [[nodiscard]] int length() const noexcept { return length_; }
  [[nodiscard]] bool self_loops() const noexcept { return self_loops_; }
  // Completions after step s if `used` names occur before it: table(s)[used].
  [[nodiscard]] const std::uint32_t* table(int step) const noexcept {
    return tables_.data() + static_cast<std::size_t>(step) * kNames;
  }

 private:
  int length_;
  bool self_loops_;
  std::vector<std::uint32_t> tables_;
};

// Computes the ranks of the walks of a batch. Header is std::uint32_t or std::uint64_t; `ranks` must have room for
// kBatchLanes. Steps beyond those made contribute nothing.
template <class Header>
void rank_walks(const WalkBatch<Header>& batch, const RankTables& tables, bool can_stop, std::uint32_t* ranks);

// Packs the labels along each walk of a batch into one number, that of the start in the highest bits. Requires
// (length + 1) * label_bits <= 32 and room for kBatchLanes in `labels`.
template <class Header>
void label_walks(const WalkBatch<Header>& batch, int length, int degree_bits, int label_bits, std::uint32_t* labels);

}  // namespace awe::walks
