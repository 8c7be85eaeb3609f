// The columns in use are found by marking them in a table, or by sorting if a table would be far larger than the rows.
#include "kernels/compact_rows.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include "awe/error.h"
#include "base/rng.h"

namespace awe::kernels {
namespace {

constexpr std::uint64_t kLargestTable = std::uint64_t{1} << 24;
constexpr std::uint32_t kNone = 0xFFFFFFFF;

// The columns that at least `least` rows have (1 or 2), in ascending order.
std::vector<std::uint64_t> columns_of(const SparseRows& rows, int least) {
  std::vector<std::uint64_t> found;
  if (rows.columns() <= kLargestTable) {
    std::vector<char> seen(static_cast<std::size_t>(rows.columns()), 0);
    for (std::size_t i = 0; i < rows.rows(); ++i) {
      for (const std::uint32_t column : rows.row(i).narrow) seen[column] = static_cast<char>(seen[column] == 0 ? 1 : 2);
    }
    for (std::size_t c = 0; c < seen.size(); ++c) {
      if (seen[c] >= least) found.push_back(c);
    }
    return found;
  }
  found.reserve(rows.entries());
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const auto row = rows.row(i);
    for (std::size_t k = 0; k < row.size(); ++k) found.push_back(row.column(k));
  }
  std::sort(found.begin(), found.end());
  std::size_t kept = 0;
  for (std::size_t begin = 0, end = 0; begin < found.size(); begin = end) {
    while (end < found.size() && found[end] == found[begin]) ++end;
    if (end - begin >= static_cast<std::size_t>(least)) found[kept++] = found[begin];
  }
  found.resize(kept);
  return found;
}

CompactRows renumber(const SparseRows& rows, const std::vector<std::uint64_t>& kept, bool roots) {
  if (kept.size() >= kNone) throw Error(ErrorKind::limit, "more than 2^32 columns in use; hash or cut the features");
  CompactRows out;
  out.num_columns = static_cast<std::uint32_t>(kept.size());
  out.first.reserve(rows.rows() + 1);
  out.columns.reserve(rows.entries());
  out.values.reserve(rows.entries());
  std::vector<std::uint32_t> table;
  if (rows.columns() <= kLargestTable) {
    table.assign(static_cast<std::size_t>(rows.columns()), kNone);
    for (std::size_t c = 0; c < kept.size(); ++c) {
      if (kept[c] < rows.columns()) table[static_cast<std::size_t>(kept[c])] = static_cast<std::uint32_t>(c);
    }
  }
  const auto number_of = [&](std::uint64_t column) {
    if (!table.empty()) return table[static_cast<std::size_t>(column)];
    const auto it = std::lower_bound(kept.begin(), kept.end(), column);
    return it != kept.end() && *it == column ? static_cast<std::uint32_t>(it - kept.begin()) : kNone;
  };
  out.first.push_back(0);
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const auto row = rows.row(i);
    for (std::size_t k = 0; k < row.size(); ++k) {
      const std::uint32_t number = number_of(row.column(k));
      if (number == kNone) continue;
      out.columns.push_back(number);
      out.values.push_back(roots ? std::sqrt(row.values[k]) : row.values[k]);
    }
    out.first.push_back(out.values.size());
  }
  return out;
}

// An open table that numbers columns in the order in which they come.
class ColumnTable {
 public:
  ColumnTable() : slots_(1024) {}

  [[nodiscard]] std::uint32_t number_of(std::uint64_t column) {
    Slot& slot = find(column);
    if (slot.number != kNone) return slot.number;
    if (columns_.size() + 1 >= kNone) throw Error(ErrorKind::limit, "more than 2^32 columns in use; cut the features");
    const auto number = static_cast<std::uint32_t>(columns_.size());
    slot = {column, number};
    columns_.push_back(column);
    if (2 * columns_.size() >= slots_.size()) grow();
    return number;
  }
  [[nodiscard]] const std::vector<std::uint64_t>& columns() const noexcept { return columns_; }
  void prefetch(std::uint64_t column) const noexcept { __builtin_prefetch(&slots_[first_slot(column)]); }

 private:
  struct Slot {
    std::uint64_t column = 0;
    std::uint32_t number = kNone;
  };

  [[nodiscard]] std::size_t first_slot(std::uint64_t column) const noexcept {
    return base::StreamBlock::mix64(column) & (slots_.size() - 1);
  }
  // The slot of a column, or the free one where it belongs.
  Slot& find(std::uint64_t column) {
    std::size_t at = first_slot(column);
    while (slots_[at].number != kNone && slots_[at].column != column) at = (at + 1) & (slots_.size() - 1);
    return slots_[at];
  }
  void grow() {
    slots_.assign(4 * slots_.size(), {});
    for (std::size_t k = 0; k < columns_.size(); ++k) find(columns_[k]) = {columns_[k], static_cast<std::uint32_t>(k)};
  }

  std::vector<Slot> slots_;  // a power of 2
  std::vector<std::uint64_t> columns_;
};

}  // namespace

std::vector<std::size_t> entries_of_columns(const CompactRows& rows) {
  std::vector<std::size_t> entries(rows.num_columns, 0);
  for (const std::uint32_t column : rows.columns) ++entries[column];
  return entries;
}

CompactRows compact(const SparseRows& rows, bool roots) { return renumber(rows, columns_of(rows, 2), roots); }

CompactPair compact(const SparseRows& a, const SparseRows& b, bool roots) {
  const auto of_a = columns_of(a, 1), of_b = columns_of(b, 1);
  std::vector<std::uint64_t> both;
  std::set_intersection(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(), std::back_inserter(both));
  return {renumber(a, both, roots), renumber(b, both, roots)};
}

namespace {

// Columns as small numbers, and the column of each.
struct NumberedColumns {
  std::vector<std::uint32_t> of_entries;
  std::vector<std::uint64_t> columns;
};

template <class Column>
NumberedColumns numbered_as_found(std::span<const Column> entries) {
  NumberedColumns found;
  ColumnTable table;
  found.of_entries.resize(entries.size());
  constexpr std::size_t kAhead = 16;
  for (std::size_t k = 0; k < entries.size(); ++k) {
    if (k + kAhead < entries.size()) table.prefetch(entries[k + kAhead]);
    found.of_entries[k] = table.number_of(entries[k]);
  }
  found.columns = table.columns();
  return found;
}

NumberedColumns numbered(const SparseRows& rows) {
  const auto narrow = rows.narrow_columns();
  if (narrow.empty()) return numbered_as_found(rows.wide_columns());
  if (rows.columns() > kLargestTable) return numbered_as_found(narrow);
  NumberedColumns found;
  found.of_entries.assign(narrow.begin(), narrow.end());
  found.columns.resize(static_cast<std::size_t>(rows.columns()));
  std::iota(found.columns.begin(), found.columns.end(), std::uint64_t{0});
  return found;
}

}  // namespace

void Renumbering::number(const SparseRows& rows) {
  columns_ = rows.columns();
  sizes_.clear();
  for (std::size_t i = 0; i < rows.rows(); ++i) sizes_.push_back(rows.row(i).size());
  wide_.assign(rows.wide_columns().begin(), rows.wide_columns().end());
  narrow_.assign(rows.narrow_columns().begin(), rows.narrow_columns().end());
  const NumberedColumns found = numbered(rows);
  count_ = found.columns.size();
  std::vector<std::size_t> entries(found.columns.size(), 0);
  for (const std::uint32_t number : found.of_entries) ++entries[number];
  struct Place {
    bool few;  // rows that have it
    std::uint64_t column;
    std::uint32_t number;
  };
  std::vector<Place> order;
  std::uint32_t leading = 0;
  for (const std::uint64_t column : found.columns) {
    const auto number = static_cast<std::uint32_t>(order.size());
    const double share = static_cast<double>(entries[number]) / static_cast<double>(rows.rows());
    order.push_back({share <= kFullLeadingColumn, column, number});
    leading += order.back().few ? 0 : 1;
  }
  std::sort(order.begin(), order.end(),
            [](const Place& a, const Place& b) { return std::pair(a.few, a.column) < std::pair(b.few, b.column); });
  std::vector<std::uint32_t> rank(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) rank[order[k].number] = static_cast<std::uint32_t>(k);
  numbers_.clear();
  from_.clear();
  std::size_t first = 0;
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const std::size_t last = first + rows.row(i).size();
    for (const bool few : {false, true}) {
      for (std::size_t k = first; k < last; ++k) {
        const std::uint32_t number = rank[found.of_entries[k]];
        if ((number >= leading) != few) continue;
        numbers_.push_back(number);
        from_.push_back(k);
      }
    }
    first = last;
  }
}

SparseRows Renumbering::of(SparseRows&& rows) {
  const auto wide = rows.wide_columns();
  const auto narrow = rows.narrow_columns();
  bool as_before = rows.columns() == columns_ && rows.rows() == sizes_.size();
  for (std::size_t i = 0; as_before && i < rows.rows(); ++i) as_before = rows.row(i).size() == sizes_[i];
  as_before = as_before && std::equal(wide.begin(), wide.end(), wide_.begin(), wide_.end()) &&
              std::equal(narrow.begin(), narrow.end(), narrow_.begin(), narrow_.end());
  if (!as_before) number(rows);
  return std::move(rows).with_columns(numbers_, from_, count_);
}

}  // namespace awe::kernels
