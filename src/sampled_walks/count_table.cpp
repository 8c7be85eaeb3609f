#include "sampled_walks/count_table.h"

#include <algorithm>

#include "base/rng.h"

namespace awe::sampled_walks {

std::size_t CountTable::place_of(std::uint64_t key) const noexcept {
  const std::size_t mask = entries_.size() - 1;
  std::size_t place = base::StreamBlock::mix64(key) & mask;
  while (entries_[place].key != key && entries_[place].key != kFree) place = (place + 1) & mask;
  return place;
}

void CountTable::grow() {
  std::vector<Entry> old(entries_.empty() ? 64 : entries_.size() * 2);
  old.swap(entries_);
  for (const Entry& moved : old) {
    if (moved.key != kFree) entries_[place_of(moved.key)] = moved;
  }
}

void CountTable::add(std::uint64_t key, std::uint64_t count) {
  if (2 * (used_ + 1) > entries_.size()) grow();
  Entry& entry = entries_[place_of(key)];
  used_ += entry.key == kFree ? 1 : 0;
  entry.key = key;
  entry.count += count;
}

template <class Key>
void CountTable::add_all(std::span<const Key> keys) {
  constexpr std::size_t kAhead = 16;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i + kAhead < keys.size() && !entries_.empty()) {
      __builtin_prefetch(&entries_[base::StreamBlock::mix64(keys[i + kAhead]) & (entries_.size() - 1)], 1);
    }
    add(keys[i], 1);
  }
}

template void CountTable::add_all(std::span<const std::uint32_t>);
template void CountTable::add_all(std::span<const std::uint64_t>);

void CountTable::add(CountTable& other) {
  other.for_each([&](std::uint64_t key, std::uint64_t count) { add(key, count); });
  other.entries_.clear();
  other.used_ = 0;
}

std::vector<CountTable::Entry> CountTable::take_sorted() {
  std::vector<Entry> taken;
  taken.reserve(used_);
  std::copy_if(entries_.begin(), entries_.end(), std::back_inserter(taken),
               [](const Entry& entry) { return entry.key != kFree; });
  std::sort(taken.begin(), taken.end(), [](const Entry& a, const Entry& b) { return a.key < b.key; });
  entries_.clear();
  used_ = 0;
  return taken;
}

}  // namespace awe::sampled_walks
