// A group of views of stored rows as it is laid out for comparisons (stored_rows.cpp), and the entries of a row of its
// tables. O(entries) of the row.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "kernels/sparse_rows.h"
#include "stored_rows/column_numbers.h"
#include "stored_rows/posting_loops.h"
#include "stored_rows/stored_rows.h"

namespace awe::stored_rows {

using Values = std::array<float, kSlots>;

// One view in a slot of a group: products go into slot 0, minima into slots 1 and 2. Factors are in the values: of
// products on the side of the stored rows, of minima on both sides.
struct Slot {
  std::size_t view = 0;
  double scale = 0;
  bool root = false;
};

struct Group {
  std::vector<std::size_t> views;
  std::array<std::optional<Slot>, kSlots> slots;
  std::size_t width = 1;       // slots in use: 1 or kSlots
  std::vector<double> selves;  // of the stored rows: sum over the views of scale k(x, x)

  // The place of a column: twice its index among the lists, or twice its index among the full columns and one more.
  std::optional<ColumnNumbers> columns;
  std::size_t full_columns = 0;
  std::vector<float> panels;       // panel by panel of stored rows, column by column: width vectors of kPanel values
  std::vector<std::size_t> first;  // by list, and the end
  std::vector<std::uint32_t> rows;
  std::array<std::vector<float>, kSlots> values;

  [[nodiscard]] bool plain() const noexcept { return columns.has_value(); }
};

[[nodiscard]] inline bool is_full(std::uint32_t place) { return place % 2 == 1; }

// The values of one slot of a row, as they enter the terms.
class SlotValues {
 public:
  SlotValues() = default;
  SlotValues(const Slot& slot, std::size_t which, kernels::SparseRows::Row row, bool stored)
      : row_(row), root_(slot.root), scaled_(stored || which > 0), scale_(slot.scale) {}

  [[nodiscard]] const kernels::SparseRows::Row& row() const noexcept { return row_; }
  [[nodiscard]] float value(std::size_t k) const noexcept {
    const float base = root_ ? std::sqrt(row_.values[k]) : row_.values[k];
    return scaled_ ? static_cast<float>(scale_ * static_cast<double>(base)) : base;
  }

 private:
  kernels::SparseRows::Row row_;
  bool root_ = false, scaled_ = false;
  double scale_ = 0;
};

[[nodiscard]] inline bool same_columns(const kernels::SparseRows::Row& a, const kernels::SparseRows::Row& b) {
  return std::equal(a.narrow.begin(), a.narrow.end(), b.narrow.begin(), b.narrow.end()) &&
         std::equal(a.wide.begin(), a.wide.end(), b.wide.begin(), b.wide.end());
}

// Row i of the tables of a group.
class GroupRow {
 public:
  GroupRow(std::span<const kernels::SparseRows> tables, std::span<const View> views, const Group& group, std::size_t i,
           bool stored) {
    for (std::size_t s = 0; s < kSlots; ++s) {
      if (!group.slots[s]) continue;
      used_[s] = true;
      slots_[s] = {*group.slots[s], s, tables[views[group.slots[s]->view].table].row(i), stored};
      if (first_ == kSlots) first_ = s;
      same_ = same_ && same_columns(slots_[first_].row(), slots_[s].row());
    }
  }

  // Whether all tables have the same columns here, as shares and counts nearly always have.
  [[nodiscard]] bool same() const noexcept { return same_; }
  // If so: its columns, and the values of an entry.
  [[nodiscard]] const kernels::SparseRows::Row& columns() const noexcept { return slots_[first_].row(); }
  [[nodiscard]] Values values(std::size_t k) const noexcept {
    Values values{};
    for (std::size_t s = 0; s < kSlots; ++s) {
      if (used_[s]) values[s] = slots_[s].value(k);
    }
    return values;
  }

  // Calls take(column, values) for every entry, column by column; values are 0 where a table has none.
  template <class Take>
  void for_each(const Take& take) const {
    if (same_) {
      for (std::size_t k = 0; k < columns().size(); ++k) take(columns().column(k), values(k));
      return;
    }
    std::array<std::size_t, kSlots> next{};
    while (true) {
      std::uint64_t column = std::numeric_limits<std::uint64_t>::max();
      bool any = false;
      for (std::size_t s = 0; s < kSlots; ++s) {
        if (next[s] == slots_[s].row().size()) continue;
        column = std::min(column, slots_[s].row().column(next[s]));
        any = true;
      }
      if (!any) return;
      Values values{};
      for (std::size_t s = 0; s < kSlots; ++s) {
        if (next[s] == slots_[s].row().size() || slots_[s].row().column(next[s]) != column) continue;
        values[s] = slots_[s].value(next[s]++);
      }
      take(column, values);
    }
  }

 private:
  std::array<SlotValues, kSlots> slots_;
  std::array<bool, kSlots> used_{};
  std::size_t first_ = kSlots;  // the first slot in use
  bool same_ = true;
};

}  // namespace awe::stored_rows
