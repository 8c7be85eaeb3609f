#include "sampled_walks/rank_counter.h"

#include <algorithm>
#include <utility>

#include "sampled_walks/certificate.h"

namespace awe::sampled_walks {

RankCounter::RankCounter(std::uint64_t ranks) {
  if (ranks > kDenseRanks) return;
  dense_.resize(ranks);
  touched_.resize((ranks >> kChunkBits) + 1);
}

template <class Code>
void RankCounter::count_codes(std::span<const Code> codes, std::span<const std::uint8_t> made, int length) {
  total_ += codes.size();
  if (made.empty() && !dense_.empty()) {
    for (const Code code : codes) ++dense_[code];
    // With this many walks few chunks stay untouched, so tracking each of them is no longer worthwhile.
    all_touched_ = all_touched_ || total_ > touched_.size() * 4;
    for (std::size_t i = 0; !all_touched_ && i < codes.size(); ++i) touch(codes[i]);
    return;
  }
  if (made.empty()) {
    sparse_.add_all(codes);
    return;
  }
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::uint64_t code = codes[i];
    if (made[i] < length) [[unlikely]] {
      if (stopped_.size() <= made[i]) stopped_.resize(made[i] + std::size_t{1});
      stopped_[made[i]].add(code, 1);
    } else if (!dense_.empty()) {
      ++dense_[code];
      touch(code);
    } else {
      sparse_.add(code, 1);
    }
  }
}

void RankCounter::count(std::span<const std::uint64_t> codes, std::span<const std::uint8_t> made, int length) {
  count_codes(codes, made, length);
}
void RankCounter::count(std::span<const std::uint32_t> codes, std::span<const std::uint8_t> made, int length) {
  count_codes(codes, made, length);
}

void RankCounter::add(RankCounter& other) {
  const Counts counts = other.take();
  total_ += counts.total;
  for (const EndedWalk& prefix : counts.stopped) {
    if (stopped_.size() <= prefix.made) stopped_.resize(prefix.made + std::size_t{1});
    stopped_[prefix.made].add(prefix.rank, static_cast<std::uint64_t>(prefix.mass));
  }
  for (std::size_t i = 0; i < counts.walks.size(); ++i) {
    const std::uint64_t rank = counts.walks.indices[i];
    const auto count = static_cast<std::uint64_t>(counts.walks.values[i]);
    if (dense_.empty()) {
      sparse_.add(rank, count);
    } else {
      dense_[rank] += count;
      touch(rank);
    }
  }
}

template <class Visit>
void RankCounter::for_each_touched(const Visit& visit) const {
  for (std::size_t chunk = 0; chunk < touched_.size(); ++chunk) {
    if (touched_[chunk] == 0 && !all_touched_) continue;
    const std::size_t first = chunk << kChunkBits;
    const std::size_t last = std::min(dense_.size(), first + (std::size_t{1} << kChunkBits));
    for (std::size_t rank = first; rank < last; ++rank) {
      if (dense_[rank] > 0) visit(rank, dense_[rank]);
    }
  }
}

Deviation RankCounter::deviation() const {
  DeviationSum sum;
  const auto add_count = [&](std::uint64_t, std::uint64_t count) { sum.add(static_cast<double>(count)); };
  for_each_touched(add_count);
  sparse_.for_each(add_count);
  for (const CountTable& table : stopped_) table.for_each(add_count);
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
  all_touched_ = false;
  for (const CountTable::Entry& entry : sparse_.take_sorted()) {
    counts.walks.push_back(entry.key, static_cast<double>(entry.count));
  }
  for (std::size_t made = 0; made < stopped_.size(); ++made) {
    for (const CountTable::Entry& entry : stopped_[made].take_sorted()) {
      counts.stopped.push_back({static_cast<std::uint8_t>(made), entry.key, static_cast<double>(entry.count)});
    }
  }
  return counts;
}

}  // namespace awe::sampled_walks
