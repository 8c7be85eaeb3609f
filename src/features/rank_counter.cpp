#include "rank_counter.h"

#include <algorithm>
#include <utility>

#include "awe/base/rng.h"
#include "awe/features/certificate.h"

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

template <class Code>
void RankCounter::count(std::span<const Code> codes, std::span<const std::uint8_t> made, int length) {
  total_ += codes.size();
  if (made.empty() && !dense_.empty()) {
    for (const Code code : codes) ++dense_[code];
    for (const Code code : codes) touched_[code >> kChunkBits] = 1;
    return;
  }
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::uint64_t code = codes[i];
    if (!made.empty() && made[i] < length) [[unlikely]] {
      ++stopped_[{made[i], code}];
    } else if (!dense_.empty()) {
      ++dense_[code];
      touched_[code >> kChunkBits] = 1;
    } else {
      add_sparse(code, 1);
    }
  }
}

template void RankCounter::count(std::span<const std::uint32_t>, std::span<const std::uint8_t>, int);
template void RankCounter::count(std::span<const std::uint64_t>, std::span<const std::uint8_t>, int);

void RankCounter::add(RankCounter& other) {
  const Counts counts = other.take();
  total_ += counts.total;
  for (const StoppedPrefix& prefix : counts.stopped) {
    stopped_[{prefix.made, prefix.rank}] += static_cast<std::uint64_t>(prefix.mass);
  }
  for (std::size_t i = 0; i < counts.walks.size(); ++i) {
    const std::uint64_t rank = counts.walks.indices[i];
    const auto count = static_cast<std::uint64_t>(counts.walks.values[i]);
    if (dense_.empty()) {
      add_sparse(rank, count);
    } else {
      dense_[rank] += count;
      touched_[rank >> kChunkBits] = 1;
    }
  }
}

template <class Visit>
void RankCounter::for_each_touched(const Visit& visit) const {
  for (std::size_t chunk = 0; chunk < touched_.size(); ++chunk) {
    if (touched_[chunk] == 0) continue;
    const std::size_t first = chunk << kChunkBits;
    const std::size_t last = std::min(dense_.size(), first + (std::size_t{1} << kChunkBits));
    for (std::size_t rank = first; rank < last; ++rank) {
      if (dense_[rank] > 0) visit(rank, dense_[rank]);
    }
  }
}

double RankCounter::deviation() const {
  DeviationSum sum;
  const auto add_count = [&](std::uint64_t, std::uint64_t count) { sum.add(static_cast<double>(count)); };
  for_each_touched(add_count);
  for (const Entry& entry : table_) {
    if (entry.rank != kFree) add_count(entry.rank, entry.count);
  }
  for (const auto& [prefix, count] : stopped_) add_count(prefix.second, count);
  return sum.value();
}

RankCounter::Counts RankCounter::take() {
  Counts counts;
  counts.total = std::exchange(total_, 0);
  for_each_touched([&](std::uint64_t rank, std::uint64_t count) {
    counts.walks.push_back(rank, static_cast<double>(count));
    dense_[rank] = 0;
  });
  std::fill(touched_.begin(), touched_.end(), std::uint8_t{0});
  if (!table_.empty()) {
    std::vector<Entry> entries;
    std::copy_if(table_.begin(), table_.end(), std::back_inserter(entries),
                 [](const Entry& entry) { return entry.rank != kFree; });
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.rank < b.rank; });
    for (const Entry& entry : entries) counts.walks.push_back(entry.rank, static_cast<double>(entry.count));
    table_.assign(1024, Entry{});
    entries_ = 0;
  }
  for (const auto& [prefix, count] : stopped_) {
    counts.stopped.push_back({prefix.first, prefix.second, static_cast<double>(count)});
  }
  stopped_.clear();
  return counts;
}

}  // namespace awe
