#include "classify/svm_rows.h"

#include <algorithm>

namespace awe {
namespace {
constexpr std::uint32_t kNone = ~std::uint32_t{0};
constexpr std::size_t kFewest = 4;  // rows: two in use, and some to turn over
}  // namespace

CompactRows::CompactRows(const GramView& gram, std::size_t most, std::size_t bytes)
    : gram_(gram),
      memory_(padded(most) * std::clamp(bytes / (padded(most) * sizeof(float)), kFewest, std::max(most, kFewest))),
      slot_of_(most, kNone) {}

void CompactRows::reset(std::span<const std::uint32_t> items) {
  items_ = items;
  stride_ = padded(items.size());
  slots_ = std::min(memory_.size() / stride_, std::max(slot_of_.size(), kFewest));
  used_ = hand_ = 0;
  std::fill(slot_of_.begin(), slot_of_.end(), kNone);
  key_in_.assign(slots_, kNone);
  recent_.assign(slots_, 0);
}

std::size_t CompactRows::free_slot(std::size_t keep) {
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

const float* CompactRows::row(std::size_t key, std::uint32_t item, std::size_t keep) {
  std::size_t at = slot_of_[key];
  if (at == kNone) {
    at = free_slot(keep);
    float* out = slot(at);
    gather(gram_.row(item).data(), items_.data(), items_.size(), out);
    std::fill(out + items_.size(), out + stride_, 0.0f);
    slot_of_[key] = static_cast<std::uint32_t>(at);
    key_in_[at] = static_cast<std::uint32_t>(key);
  }
  recent_[at] = 1;
  return slot(at);
}

}  // namespace awe
