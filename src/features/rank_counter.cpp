#include "rank_counter.h"

#include <algorithm>

#include "awe/base/rng.h"
#include "awe/walks/walker.h"

namespace awe {

RankCounter::RankCounter(std::uint64_t ranks) {
  if (ranks <= kDenseRanks) {
    dense_.resize(ranks);
    touched_.resize((ranks >> kChunkBits) + 1);
  } else {
    table_.resize(1024);
  }
}

std::size_t RankCounter::slot_of(std::uint64_t rank) const noexcept {
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = StreamBlock::mix64(rank) & mask;
  while (table_[slot].rank != rank && table_[slot].rank != kFree) slot = (slot + 1) & mask;
  return slot;
}

void RankCounter::add_sparse(std::uint64_t rank, std::uint64_t count) {
  Entry& entry = table_[slot_of(rank)];
  entry.count += count;
  if (entry.rank == rank) return;
  entry.rank = rank;
  if (2 * ++entries_ <= table_.size()) return;
  std::vector<Entry> old(table_.size() * 2);
  old.swap(table_);
  for (const Entry& moved : old) {
    if (moved.rank != kFree) table_[slot_of(moved.rank)] = moved;
  }
}

void RankCounter::count(std::span<const std::uint64_t> codes) {
  total_ += codes.size();
  for (const std::uint64_t code : codes) {
    if (code == Walker::kStopped) {
      ++stopped_;
    } else if (!dense_.empty()) {
      ++dense_[code];
      touched_[code >> kChunkBits] = 1;
    } else {
      add_sparse(code, 1);
    }
  }
}

void RankCounter::add(const RankCounter& other) {
  total_ += other.total_;
  stopped_ += other.stopped_;
  for (std::size_t rank = 0; rank < other.dense_.size(); ++rank) dense_[rank] += other.dense_[rank];
  for (std::size_t chunk = 0; chunk < other.touched_.size(); ++chunk) touched_[chunk] |= other.touched_[chunk];
  for (const Entry& entry : other.table_) {
    if (entry.rank != kFree) add_sparse(entry.rank, entry.count);
  }
}

WalkDistribution RankCounter::take() {
  WalkDistribution result;
  const double total = static_cast<double>(total_);
  const auto push = [&](std::uint64_t rank, std::uint64_t count) {
    result.probabilities.push_back(rank, static_cast<double>(count) / total);
  };
  if (total_ > 0) result.stopped = static_cast<double>(stopped_) / total;
  for (std::size_t chunk = 0; chunk < touched_.size(); ++chunk) {
    if (touched_[chunk] == 0) continue;
    touched_[chunk] = 0;
    const std::size_t first = chunk << kChunkBits;
    const std::size_t last = std::min(dense_.size(), first + (std::size_t{1} << kChunkBits));
    for (std::size_t rank = first; rank < last; ++rank) {
      if (dense_[rank] > 0) push(rank, dense_[rank]);
      dense_[rank] = 0;
    }
  }
  if (!table_.empty()) {
    std::vector<Entry> entries;
    std::copy_if(table_.begin(), table_.end(), std::back_inserter(entries),
                 [](const Entry& entry) { return entry.rank != kFree; });
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.rank < b.rank; });
    for (const Entry& entry : entries) push(entry.rank, entry.count);
    table_.assign(1024, Entry{});
    entries_ = 0;
  }
  total_ = stopped_ = 0;
  return result;
}

}  // namespace awe
