#include "search/row_lists.h"

#include <algorithm>
#include <utility>

#include "algebra/fixed_loops.h"
#include "base/parallel.h"

namespace awe::search {
namespace {

constexpr double kFullShare = 0.3;

void add_smaller(float value, const float* column, float* scores, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) scores[i] += column[i] < value ? column[i] : value;
}

// The lists of one block, as they are appended to those of the blocks before.
struct BlockLists {
  std::vector<ListEntry> entries;
  std::vector<std::uint16_t> rows;
  std::vector<float> values;
};

BlockLists lists_of_block(const StoredRows& stored, std::size_t first, std::size_t count) {
  struct Cell {
    std::uint32_t column;
    std::uint16_t row;
    float value;
  };
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < count; ++i) {
    const RowView row = stored.row(first + i);
    for (std::size_t k = 0; k < row.size(); ++k) {
      cells.push_back({row.columns[k], static_cast<std::uint16_t>(i), row.values[k]});
    }
  }
  std::sort(cells.begin(), cells.end(),
            [](const Cell& a, const Cell& b) { return a.column != b.column ? a.column < b.column : a.row < b.row; });
  BlockLists made;
  for (std::size_t begin = 0, end = 0; begin < cells.size(); begin = end) {
    while (end < cells.size() && cells[end].column == cells[begin].column) ++end;
    const std::size_t size = end - begin;
    if (static_cast<double>(size) > kFullShare * static_cast<double>(count)) {
      made.entries.push_back(
          {cells[begin].column, static_cast<std::uint32_t>(count), ListEntry::kFull, made.values.size()});
      made.values.resize(made.values.size() + count);
      float* column = made.values.data() + made.values.size() - count;
      for (std::size_t k = begin; k < end; ++k) column[cells[k].row] = cells[k].value;
      continue;
    }
    made.entries.push_back(
        {cells[begin].column, static_cast<std::uint32_t>(size), made.rows.size(), made.values.size()});
    for (std::size_t k = begin; k < end; ++k) {
      made.rows.push_back(cells[k].row);
      made.values.push_back(cells[k].value);
    }
  }
  return made;
}

template <class T>
bool within(std::uint64_t first, std::uint64_t count, const SharedArray<T>& array) {
  return first <= array.size() && count <= array.size() - first;
}

}  // namespace

void RowLists::score(Distance distance, std::size_t block, std::size_t block_rows, const RowView& query,
                     std::span<float> scores) const {
  std::fill(scores.begin(), scores.end(), 0.0F);
  const std::uint64_t begin = block == 0 ? 0 : block_ends[block - 1], end = block_ends[block];
  if (begin > end || end > entries.size()) throw damaged_index("a list does not lie within the file");
  const bool smaller = distance == Distance::intersection;
  const auto& loops = algebra::fixed_loops<float>();
  const ListEntry* entry = entries.data() + begin;
  const ListEntry* const last = entries.data() + end;
  for (std::size_t k = 0; k < query.size() && entry != last; ++k) {
    const std::uint32_t column = query.columns[k];
    const float value = query.values[k];
    // The directory of a block is often as short as the query; otherwise steps of doubling size find the column.
    std::ptrdiff_t step = 1;
    while (step < last - entry && entry[step].column <= column) step *= 2;
    entry = std::lower_bound(entry + step / 2, entry + std::min(step, last - entry), column,
                             [](const ListEntry& listed, std::uint32_t wanted) { return listed.column < wanted; });
    if (entry == last || entry->column != column) continue;
    if (!within(entry->values, entry->count, values)) throw damaged_index("a list does not lie within the file");
    const float* const listed = values.data() + entry->values;
    if (entry->rows == ListEntry::kFull) {
      if (entry->count != block_rows) throw damaged_index("a list has another length than its block");
      if (smaller) {
        add_smaller(value, listed, scores.data(), block_rows);
      } else {
        loops.add_multiple(value, listed, scores.data(), block_rows);
      }
      continue;
    }
    if (!within(entry->rows, entry->count, rows)) throw damaged_index("a list does not lie within the file");
    const std::uint16_t* const numbers = rows.data() + entry->rows;
    for (std::size_t i = 0; i < entry->count; ++i) {
      // The mask keeps a damaged number within the block.
      scores[numbers[i] & (kBlockRows - 1)] += smaller ? std::min(value, listed[i]) : value * listed[i];
    }
  }
}

RowLists make_lists(const StoredRows& rows, const RowLists& old, std::uint64_t kept, int threads) {
  const auto total = static_cast<std::size_t>(rows.size()), old_blocks = static_cast<std::size_t>(kept) / kBlockRows;
  const std::size_t blocks = (total + kBlockRows - 1) / kBlockRows;
  std::vector<BlockLists> made(blocks - old_blocks);
  base::parallel_for(made.size(), threads, [&](std::size_t i) {
    const std::size_t first = (old_blocks + i) * kBlockRows;
    made[i] = lists_of_block(rows, first, std::min(kBlockRows, total - first));
  });
  // The lists of the last, incomplete block of the old rows come after those that are kept.
  const auto old_entries = static_cast<std::size_t>(old_blocks == 0 ? 0 : old.block_ends[old_blocks - 1]);
  if (old_entries > old.entries.size()) throw damaged_index("its lists do not fit");
  std::size_t old_rows = 0, old_values = 0;
  for (std::size_t i = 0; i < old_entries; ++i) {
    const ListEntry& entry = old.entries[i];
    old_values += entry.count;
    old_rows += entry.rows == ListEntry::kFull ? 0 : entry.count;
  }
  if (old_values > old.values.size() || old_rows > old.rows.size()) throw damaged_index("its lists do not fit");
  std::size_t size = old_entries, number_count = old_rows, value_count = old_values;
  for (const BlockLists& block : made) {
    size += block.entries.size();
    number_count += block.rows.size();
    value_count += block.values.size();
  }
  std::vector<std::uint64_t> ends(old.block_ends.begin(),
                                  old.block_ends.begin() + static_cast<std::ptrdiff_t>(old_blocks));
  std::vector<ListEntry> entries;
  std::vector<std::uint16_t> numbers;
  std::vector<float> values;
  entries.reserve(size);
  numbers.reserve(number_count);
  values.reserve(value_count);
  entries.assign(old.entries.begin(), old.entries.begin() + static_cast<std::ptrdiff_t>(old_entries));
  numbers.assign(old.rows.begin(), old.rows.begin() + static_cast<std::ptrdiff_t>(old_rows));
  values.assign(old.values.begin(), old.values.begin() + static_cast<std::ptrdiff_t>(old_values));
  for (BlockLists& block : made) {
    for (ListEntry entry : block.entries) {
      if (entry.rows != ListEntry::kFull) entry.rows += numbers.size();
      entry.values += values.size();
      entries.push_back(entry);
    }
    numbers.insert(numbers.end(), block.rows.begin(), block.rows.end());
    values.insert(values.end(), block.values.begin(), block.values.end());
    ends.push_back(entries.size());
    block = {};
  }
  return {std::move(ends), std::move(entries), std::move(numbers), std::move(values)};
}

}  // namespace awe::search
