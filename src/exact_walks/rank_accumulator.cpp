#include "exact_walks/rank_accumulator.h"

#include <algorithm>

#include "base/rng.h"

namespace awe::exact_walks {

RankAccumulator::RankAccumulator(std::uint64_t ranks) {
  if (ranks <= kDenseRanks) {
    dense_.resize(ranks);
    touched_.resize((ranks >> kChunkBits) + 1);
  } else {
    table_.resize(1024);
  }
}

std::size_t RankAccumulator::slot_of(std::uint64_t first) const noexcept {
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = base::StreamBlock::mix64(first) & mask;
  while (table_[slot].first != first && table_[slot].first != kFree) slot = (slot + 1) & mask;
  return slot;
}

void RankAccumulator::grow() {
  std::vector<Entry> old(table_.size() * 2);
  old.swap(table_);
  for (const Entry& entry : old) {
    if (entry.first != kFree) table_[slot_of(entry.first)] = entry;
  }
}

double* RankAccumulator::sparse_block(std::uint64_t first, std::uint32_t size) {
  std::size_t slot = slot_of(first);
  if (table_[slot].first == kFree) {
    if (2 * ++entries_ > table_.size()) {
      grow();
      slot = slot_of(first);
    }
    table_[slot] = {first, values_.size(), size};
    values_.resize(values_.size() + size);
  }
  return values_.data() + table_[slot].place;
}

void RankAccumulator::add(const SparseVector& vector) {
  for (std::size_t i = 0; i < vector.size(); ++i) *block(vector.indices[i], 1) += vector.values[i];
}

SparseVector RankAccumulator::take() { return dense_.empty() ? take_sparse() : take_dense(); }

SparseVector RankAccumulator::take_dense() {
  SparseVector result;
  for (std::size_t chunk = 0; chunk < touched_.size(); ++chunk) {
    if (touched_[chunk] == 0) continue;
    touched_[chunk] = 0;
    const std::size_t first = chunk << kChunkBits;
    const std::size_t last = std::min(dense_.size(), first + (std::size_t{1} << kChunkBits));
    for (std::size_t rank = first; rank < last; ++rank) {
      if (dense_[rank] == 0) continue;
      result.push_back(rank, dense_[rank]);
      dense_[rank] = 0;
    }
  }
  return result;
}

SparseVector RankAccumulator::take_sparse() {
  std::vector<Entry> entries;
  for (const Entry& entry : table_) {
    if (entry.first != kFree) entries.push_back(entry);
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.first < b.first; });
  SparseVector result;
  for (const Entry& entry : entries) {
    for (std::uint32_t i = 0; i < entry.size; ++i) {
      const double value = values_[entry.place + i];
      if (value != 0) result.push_back(entry.first + i, value);
    }
  }
  table_.assign(1024, Entry{});
  values_.clear();
  entries_ = 0;
  return result;
}

}  // namespace awe::exact_walks
