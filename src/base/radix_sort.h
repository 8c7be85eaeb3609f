// Stable sort by integer keys in time linear in the number of items: two passes of a radix sort over the highest bits
// of the keys, then an insertion sort. The latter has little left to do if keys are below 2^22, dense, or hashes.
// Reference: std::stable_sort, in tests/base.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace awe::base {

namespace radix {

inline constexpr std::size_t kFew = 32;     // so few items are only sorted by insertion
inline constexpr std::size_t kMany = 1024;  // from here on larger digits pay off
inline constexpr int kSmallDigit = 8, kLargeDigit = 11;

// One pass over the digit that begins at bit `shift`.
template <class Item, class Key>
void pass(const std::vector<Item>& from, std::vector<Item>& to, int shift, int digit, const Key& key) {
  const std::uint64_t mask = (std::uint64_t{1} << digit) - 1;
  std::array<std::size_t, std::size_t{1} << kLargeDigit> next;
  std::fill_n(next.begin(), mask + 1, std::size_t{0});
  for (const Item& item : from) ++next[key(item) >> shift & mask];
  std::size_t before = 0;
  for (std::size_t bucket = 0; bucket <= mask; ++bucket) {
    const std::size_t size = next[bucket];
    next[bucket] = before;
    before += size;
  }
  to.resize(from.size());
  for (const Item& item : from) to[next[key(item) >> shift & mask]++] = item;
}

}  // namespace radix

// Sorts by key(item), a std::uint64_t of at most `largest`. `scratch` may be reused.
template <class Item, class Key>
void radix_sort(std::vector<Item>& items, std::vector<Item>& scratch, std::uint64_t largest, const Key& key) {
  if (items.size() > radix::kFew) {
    const int digit = items.size() < radix::kMany ? radix::kSmallDigit : radix::kLargeDigit;
    const int shift = std::max(0, static_cast<int>(std::bit_width(largest)) - 2 * digit);
    radix::pass(items, scratch, shift, digit, key);
    radix::pass(scratch, items, shift + digit, digit, key);
  }
  for (std::size_t i = 1; i < items.size(); ++i) {
    if (!(key(items[i]) < key(items[i - 1]))) continue;
    const Item item = items[i];
    std::size_t to = i;
    for (; to > 0 && key(item) < key(items[to - 1]); --to) items[to] = items[to - 1];
    items[to] = item;
  }
}

}  // namespace awe::base
