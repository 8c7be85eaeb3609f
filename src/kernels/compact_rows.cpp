// The columns in use are found by marking them in a table, or by sorting if a table would be far larger than the rows.
#include "kernels/compact_rows.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "awe/error.h"
#include "base/rng.h"

namespace awe::kernels {
namespace {

constexpr std::uint64_t kLargestTable = std::uint64_t{1} << 24;
constexpr std::uint32_t kNone = 0xFFFFFFFF;

// The columns that occur, in ascending order.
std::vector<std::uint64_t> columns_of(const SparseRows& rows) {
  std::vector<std::uint64_t> found;
  if (rows.columns() <= kLargestTable) {
    std::vector<char> seen(static_cast<std::size_t>(rows.columns()), 0);
    for (std::size_t i = 0; i < rows.rows(); ++i) {
      for (const std::uint32_t column : rows.row(i).narrow) seen[column] = 1;
    }
    for (std::size_t c = 0; c < seen.size(); ++c) {
      if (seen[c] != 0) found.push_back(c);
    }
    return found;
  }
  found.reserve(rows.entries());
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const auto row = rows.row(i);
    for (std::size_t k = 0; k < row.size(); ++k) found.push_back(row.column(k));
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
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

// An open table from columns to their numbers.
class ColumnNumbers {
 public:
  explicit ColumnNumbers(const SparseRows& rows) : slots_(1024) {
    for (std::size_t i = 0; i < rows.rows(); ++i) {
      const auto row = rows.row(i);
      for (std::size_t k = 0; k < row.size(); ++k) add(row.column(k));
    }
    std::sort(columns_.begin(), columns_.end());
    for (std::size_t c = 0; c < columns_.size(); ++c) find(columns_[c]).number = c;
  }

  [[nodiscard]] std::uint64_t size() const noexcept { return columns_.size(); }
  [[nodiscard]] std::uint64_t of(std::uint64_t column) { return find(column).number; }

 private:
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};
  struct Slot {
    std::uint64_t column = 0, number = kFree;
  };

  // The slot of a column, or the free one where it belongs.
  Slot& find(std::uint64_t column) {
    std::size_t at = base::StreamBlock::mix64(column) & (slots_.size() - 1);
    while (slots_[at].number != kFree && slots_[at].column != column) at = (at + 1) & (slots_.size() - 1);
    return slots_[at];
  }

  void add(std::uint64_t column) {
    Slot& slot = find(column);
    if (slot.number != kFree) return;
    slot = {column, 0};
    columns_.push_back(column);
    if (2 * columns_.size() < slots_.size()) return;
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& kept : old) {
      if (kept.number != kFree) find(kept.column) = kept;
    }
  }

  std::vector<Slot> slots_;  // a power of 2
  std::vector<std::uint64_t> columns_;
};

}  // namespace

CompactRows compact(const SparseRows& rows, bool roots) { return renumber(rows, columns_of(rows), roots); }

CompactPair compact(const SparseRows& a, const SparseRows& b, bool roots) {
  const auto of_a = columns_of(a), of_b = columns_of(b);
  std::vector<std::uint64_t> both;
  std::set_intersection(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(), std::back_inserter(both));
  return {renumber(a, both, roots), renumber(b, both, roots)};
}

SparseRows renumbered(const SparseRows& rows) {
  ColumnNumbers numbers(rows);
  SparseRows made(numbers.size());
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const auto row = rows.row(i);
    SparseVector values;
    for (std::size_t k = 0; k < row.size(); ++k) {
      values.push_back(numbers.of(row.column(k)), static_cast<double>(row.values[k]));
    }
    made.append(values);
  }
  return made;
}

}  // namespace awe::kernels
