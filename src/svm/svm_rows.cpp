#include "svm/svm_rows.h"

#include <algorithm>
#include <functional>

namespace awe::svm {
namespace {
constexpr std::uint32_t kNone = ~std::uint32_t{0};
constexpr std::size_t kFewest = 4;  // rows: two in use, and some to replace

// Room for the values that the picker writes beyond the end.
std::size_t stride_of(std::size_t count) { return padded(count) + kPadding; }
}  // namespace

void RowMemory::reserve(std::size_t floats) {
  if (floats <= floats_.size()) return;
  floats_ = {};
  floats_ = base::LargeArray<float>(floats);
}

KernelRowCache::KernelRowCache(const kernels::GramView& gram, std::size_t most, std::size_t bytes, RowMemory& memory)
    : gram_(gram),
      memory_(memory),
      budget_(stride_of(most) *
              std::clamp(bytes / (stride_of(most) * sizeof(float)), kFewest, std::max(most, kFewest))),
      slot_of_(most, kNone) {
  memory_.reserve(budget_);
}

void KernelRowCache::reset(std::span<const std::uint32_t> items) {
  const auto run =
      static_cast<std::size_t>(std::adjacent_find(items.begin(), items.end(), std::greater_equal<>()) - items.begin());
  const std::size_t first = std::min(run + 1, items.size());
  picker_ = Picker(items.first(first), gram_.size());
  second_ = Picker(items.subspan(first), gram_.size());
  stride_ = stride_of(items.size());
  slots_ = std::min(budget_ / stride_, std::max(slot_of_.size(), kFewest));
  used_ = hand_ = 0;
  std::fill(slot_of_.begin(), slot_of_.end(), kNone);
  key_in_.assign(slots_, kNone);
  recent_.assign(slots_, 0);
}

std::size_t KernelRowCache::free_slot(std::size_t keep) {
  if (used_ < slots_) return used_++;
  while (recent_[hand_] || key_in_[hand_] == keep) {
    recent_[hand_] = 0;
    hand_ = hand_ + 1 == slots_ ? 0 : hand_ + 1;
  }
  slot_of_[key_in_[hand_]] = kNone;
  const std::size_t found = hand_;
  hand_ = hand_ + 1 == slots_ ? 0 : hand_ + 1;
  return found;
}

const float* KernelRowCache::row(std::size_t key, std::uint32_t item, std::size_t keep) {
  std::size_t at = slot_of_[key];
  if (at == kNone) {
    at = free_slot(keep);
    float* out = slot(at);
    const std::size_t count = picker_.size() + second_.size();
    picker_.pick(gram_.row(item).data(), out);
    second_.pick(gram_.row(item).data(), out + picker_.size());
    std::fill(out + count, out + padded(count), 0.0f);
    slot_of_[key] = static_cast<std::uint32_t>(at);
    key_in_[at] = static_cast<std::uint32_t>(key);
  }
  recent_[at] = 1;
  return slot(at);
}

}  // namespace awe::svm
