// Rows of the Gram restricted to the items of one problem, stored contiguously. Gathered on first use and kept within a
// memory budget; when it is full, a row that was not used recently is replaced (second chance).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/large_array.h"
#include "kernels/gram_view.h"
#include "svm/svm_loops.h"

namespace awe::svm {

// Uninitialised memory, in huge pages where the system supports them.
class RowMemory {
 public:
  // Reserves at least this much; the old content is lost if it grows.
  void reserve(std::size_t floats);
  [[nodiscard]] float* data() { return floats_.data(); }

 private:
  base::LargeArray<float> floats_;
};

class KernelRowCache {
 public:
  // Room in `memory` for `most` rows of up to `most` values, or for as many as fit in `bytes` if that is less.
  KernelRowCache(const kernels::GramView& gram, std::size_t most, std::size_t bytes, RowMemory& memory);

  // From now on rows hold the values for these items, ascending, or for two runs of ascending items, one after the
  // other; discards all rows.
  void reset(std::span<const std::uint32_t> items);

  // The row of `item`, which the caller numbers `key` < most: aligned, padded with zeros. Valid until the next call
  // that neither requests it nor names it as `keep`.
  const float* row(std::size_t key, std::uint32_t item, std::size_t keep);

 private:
  std::size_t free_slot(std::size_t keep);
  [[nodiscard]] float* slot(std::size_t s) { return memory_.data() + s * stride_; }

  kernels::GramView gram_;
  RowMemory& memory_;
  std::size_t budget_;      // in floats
  Picker picker_, second_;  // of the two runs; the second may be empty
  std::size_t stride_ = 0, slots_ = 0, used_ = 0, hand_ = 0;
  std::vector<std::uint32_t> slot_of_;  // by key; kNone if the row is not cached
  std::vector<std::uint32_t> key_in_;   // by slot
  std::vector<char> recent_;            // by slot: used since the clock hand last passed
};

}  // namespace awe::svm
