// Rows of the Gram as a pair of classes needs them: the values against its own items alone, side by side. Gathered on
// first use and kept within a memory budget; when that is full a row not used lately makes room (second chance).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/classify/gram_view.h"
#include "classify/svm_loops.h"

namespace awe {

class CompactRows {
 public:
  // Room for `most` rows of up to `most` values, or for what `bytes` hold if that is less.
  CompactRows(const GramView& gram, std::size_t most, std::size_t bytes);

  // From now on rows hold the values against these items; forgets all rows. `items` must outlive the use.
  void reset(std::span<const std::uint32_t> items);

  // The row of `item`, which the caller numbers `key` < most: padded, aligned, zero in the padding. Stays until a call
  // that neither asks for it nor names it as `keep`.
  const float* row(std::size_t key, std::uint32_t item, std::size_t keep);

 private:
  std::size_t free_slot(std::size_t keep);
  [[nodiscard]] float* slot(std::size_t s) { return memory_.data() + s * stride_; }

  // Memory that nobody writes before it is used.
  class Memory {
   public:
    explicit Memory(std::size_t floats) : data_(CacheLineAllocator<float>().allocate(floats)), size_(floats) {}
    ~Memory() { CacheLineAllocator<float>().deallocate(data_, size_); }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    [[nodiscard]] float* data() const { return data_; }
    [[nodiscard]] std::size_t size() const { return size_; }

   private:
    float* data_;
    std::size_t size_;
  };

  GramView gram_;
  Memory memory_;
  std::span<const std::uint32_t> items_;
  std::size_t stride_ = 0, slots_ = 0, used_ = 0, hand_ = 0;
  std::vector<std::uint32_t> slot_of_;  // by key, kNone if the row is not here
  std::vector<std::uint32_t> key_in_;   // by slot
  std::vector<char> recent_;            // by slot: used since the hand last passed
};

}  // namespace awe
