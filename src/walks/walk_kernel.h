// The inner loops of the walker: many walks in lock-step lanes, in vectors as wide as the processor has. Highway
// compiles them for every instruction set and picks one at run time; all give the same walks and ranks, to the bit.
//
// A batch is a structure of arrays: headers[s * kLanes + lane] is the header (walks/packed_adjacency.h) of the node
// where the walk of a lane is after s steps. Headers are distinct, so they name the nodes. Cost of a step: one read of
// the packed rows, some twenty operations a vector; of a rank: l^2 / 2 comparisons of vectors.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "awe/base/rng.h"
#include "awe/walks/code.h"
#include "walks/packed_adjacency.h"

namespace awe {

// Lanes of a batch: as many walks in flight as hide the latency of memory.
inline constexpr std::uint32_t kBatchLanes = 256;

template <class Header>
struct WalkBatch {
  std::uint32_t first_lane = 0;  // of the block
  std::uint32_t size = 0;        // lanes that hold a walk; loops may compute a few more
  alignas(64) std::uint32_t words[kBatchLanes];
  alignas(64) std::uint32_t made[kBatchLanes];  // steps that the walk made, where walks can stop
  alignas(64) Header headers[(kMaxWalkLength + 1) * kBatchLanes];

  [[nodiscard]] Header* after(int steps) noexcept { return headers + static_cast<std::size_t>(steps) * kBatchLanes; }
  [[nodiscard]] const Header* after(int steps) const noexcept {
    return headers + static_cast<std::size_t>(steps) * kBatchLanes;
  }
};

template <class Header>
struct WalkRows {
  const Header* rows = nullptr;
  int degree_bits = 0, place_shift = 0;
  bool weighted = false;
  bool can_stop = false;  // some node has no neighbours: steps made are counted
  bool far = false;       // beyond the caches: reads are asked for ahead
};

// Where the walks of a batch begin: at one of `count` headers, with equal chances, and, if there is one, with this
// first step.
template <class Header>
struct WalkStarts {
  const Header* headers = nullptr;
  std::uint32_t count = 1;
  std::optional<Header> second;
};

// The numbers of completions that ranks are made of (walks/code.h), step by step, for ranks below 2^32.
class RankTables {
 public:
  static constexpr int kMaxLength = 15;
  static constexpr int kNames = 16;

  // Whether the ranks of an index fit.
  [[nodiscard]] static bool fit(const WalkIndex& index);
  explicit RankTables(const WalkIndex& index);

  [[nodiscard]] int length() const noexcept { return length_; }
  [[nodiscard]] bool self_loops() const noexcept { return self_loops_; }
  // Completions after step s with `used` names before it: table(s)[used].
  [[nodiscard]] const std::uint32_t* table(int step) const noexcept {
    return tables_.data() + static_cast<std::size_t>(step) * kNames;
  }

 private:
  int length_;
  bool self_loops_;
  std::vector<std::uint32_t> tables_;
};

template <class Header>
struct WalkLoops {
  // Draws `batch.size` walks of so many steps into the batch.
  void (*walk)(const StreamBlock& stream, const WalkStarts<Header>& starts, const WalkRows<Header>& rows, int length,
               WalkBatch<Header>& batch);
  // Ranks of the walks of a batch; room for kBatchLanes. Steps past those made count nothing.
  void (*rank)(const WalkBatch<Header>& batch, const RankTables& tables, bool can_stop, std::uint32_t* ranks);
  // The labels along the walks of a batch, that of the start in the highest place; (length + 1) * label_bits <= 32.
  // Room for kBatchLanes.
  void (*labels)(const WalkBatch<Header>& batch, int length, int degree_bits, int label_bits, std::uint32_t* labels);
};

// Of this processor, for std::uint32_t and std::uint64_t.
template <class Header>
[[nodiscard]] const WalkLoops<Header>& walk_loops();

}  // namespace awe
