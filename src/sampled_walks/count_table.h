// Counts by key, in an open-addressing hash table. Integer sums are exact, so the order of counting does not matter.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace awe::sampled_walks {

class CountTable {
 public:
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};  // marks a free slot
  struct Entry {
    std::uint64_t key = kFree;
    std::uint64_t count = 0;
  };

  void add(std::uint64_t key, std::uint64_t count);
  // Adds each key once, with prefetching for large tables.
  template <class Key>
  void add_all(std::span<const Key> keys);
  // Moves the counts of the other table here; the other is empty afterwards.
  void add(CountTable& other);

  // Calls visit(key, count), in any order.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const Entry& entry : entries_) {
      if (entry.key != kFree) visit(entry.key, entry.count);
    }
  }
  // The entries sorted by key; the table is empty afterwards.
  [[nodiscard]] std::vector<Entry> take_sorted();

 private:
  [[nodiscard]] std::size_t place_of(std::uint64_t key) const noexcept;
  void grow();

  std::vector<Entry> entries_;  // size 0 or a power of two, at most half full
  std::size_t used_ = 0;
};

}  // namespace awe::sampled_walks
