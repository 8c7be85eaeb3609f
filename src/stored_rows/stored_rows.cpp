#include "stored_rows/stored_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "awe/error.h"
#include "awe/gram_matrix.h"
#include "kernels/finish.h"
#include "kernels/row_kernels.h"
#include "stored_rows/column_numbers.h"
#include "stored_rows/posting_loops.h"

namespace awe::stored_rows {
namespace {

using kernels::SparseRows;

static_assert(Comparison::kAtOnce % kQueries == 0);

// A column that more than this share of the stored rows has is kept full: there a cell costs a sixth of a posting.
constexpr double kFullShare = 0.4;

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

  std::optional<ColumnNumbers> columns;
  std::vector<std::uint32_t> place;  // by column: its index among the full columns, or among the lists
  std::vector<bool> full;            // by column
  std::size_t full_columns = 0;
  std::vector<float> panels;       // panel by panel of stored rows, column by column: width vectors of kPanel values
  std::vector<std::size_t> first;  // by list, and the end
  std::vector<std::uint32_t> rows;
  std::array<std::vector<float>, kSlots> values;

  [[nodiscard]] bool plain() const noexcept { return columns.has_value(); }
};

float value_in(const Slot& slot, std::size_t which, float value, bool stored) {
  const float base = slot.root ? std::sqrt(value) : value;
  return stored || which > 0 ? static_cast<float>(slot.scale * static_cast<double>(base)) : base;
}

// The entries of row i of the tables of a group, column by column; 0 where a table has none.
template <class Take>
void for_each_entry(std::span<const SparseRows> tables, std::span<const View> views, const Group& group, std::size_t i,
                    bool stored, const Take& take) {
  std::array<SparseRows::Row, kSlots> rows;
  std::array<std::size_t, kSlots> next{};
  for (std::size_t s = 0; s < kSlots; ++s) {
    if (group.slots[s]) rows[s] = tables[views[group.slots[s]->view].table].row(i);
  }
  for (;;) {
    std::uint64_t column = std::numeric_limits<std::uint64_t>::max();
    bool any = false;
    for (std::size_t s = 0; s < kSlots; ++s) {
      if (next[s] == rows[s].size()) continue;
      column = std::min(column, rows[s].column(next[s]));
      any = true;
    }
    if (!any) return;
    Values values{};
    for (std::size_t s = 0; s < kSlots; ++s) {
      if (next[s] == rows[s].size() || rows[s].column(next[s]) != column) continue;
      values[s] = value_in(*group.slots[s], s, rows[s].values[next[s]++], stored);
    }
    take(column, values);
  }
}

}  // namespace

bool StoredRows::sums_up(BaseKernel kernel) noexcept {
  return kernel == BaseKernel::linear || kernel == BaseKernel::hellinger || kernel == BaseKernel::intersection;
}

struct StoredRows::State {
  std::vector<SparseRows> tables;
  std::vector<View> views;
  std::vector<Group> groups;
  std::size_t rows = 0;

  State(std::vector<SparseRows> made, std::vector<View> wanted, std::vector<std::vector<std::size_t>> grouped)
      : tables(std::move(made)), views(std::move(wanted)), rows(tables.empty() ? 0 : tables.front().rows()) {
    if (rows > std::numeric_limits<std::uint32_t>::max()) throw Error(ErrorKind::limit, "more than 2^32 rows");
    for (const SparseRows& table : tables) {
      if (table.rows() != rows) throw Error(ErrorKind::usage, "tables with different numbers of rows");
    }
    for (std::vector<std::size_t>& of_group : grouped) {
      Group& group = groups.emplace_back();
      group.views = std::move(of_group);
      if (sums_up(views[group.views.front()].kernel)) lay_out(group);
    }
  }

 private:
  void lay_out(Group& group) const {
    std::vector<const SparseRows*> matrices;
    group.selves.assign(rows, 0.0);
    for (const std::size_t v : group.views) {
      const View& view = views[v];
      const kernels::Finish finish(tables[view.table], view.kernel);
      for (std::size_t j = 0; j < rows; ++j) group.selves[j] += view.scale * finish.self(j);
      const bool smaller = view.kernel == BaseKernel::intersection;
      const std::size_t slot = smaller && group.slots[1] ? 2 : (smaller ? 1 : 0);
      if (group.slots[slot]) throw Error(ErrorKind::usage, "a group of stored rows has too many views");
      group.slots[slot] = Slot{v, view.scale, view.kernel == BaseKernel::hellinger};
      if (slot > 0) group.width = kSlots;
      matrices.push_back(&tables[view.table]);
    }
    group.columns.emplace(matrices);
    place_columns(group);
    fill(group);
  }

  void place_columns(Group& group) const {
    std::vector<std::size_t> count(group.columns->size(), 0);
    for (std::size_t i = 0; i < rows; ++i) {
      for_each_entry(tables, views, group, i, true,
                     [&](std::uint64_t column, const Values&) { ++count[(*group.columns)(column)]; });
    }
    group.full.resize(count.size());
    group.place.resize(count.size());
    group.first.push_back(0);
    for (std::size_t c = 0; c < count.size(); ++c) {
      group.full[c] = static_cast<double>(count[c]) > kFullShare * static_cast<double>(rows);
      if (group.full[c]) {
        group.place[c] = static_cast<std::uint32_t>(group.full_columns++);
      } else {
        group.place[c] = static_cast<std::uint32_t>(group.first.size() - 1);
        group.first.push_back(group.first.back() + count[c]);
      }
    }
  }

  void fill(Group& group) const {
    const std::size_t panel_values = group.full_columns * group.width * kPanel;
    group.panels.assign((rows + kPanel - 1) / kPanel * panel_values, 0.0F);
    group.rows.resize(group.first.back());
    for (std::size_t s = 0; s < group.width; ++s) group.values[s].resize(group.first.back());
    std::vector<std::size_t> next(group.first.begin(), group.first.end() - 1);
    for (std::size_t i = 0; i < rows; ++i) {
      for_each_entry(tables, views, group, i, true, [&](std::uint64_t column, const Values& values) {
        const std::uint32_t number = (*group.columns)(column), place = group.place[number];
        if (group.full[number]) {
          float* to = group.panels.data() + i / kPanel * panel_values + place * group.width * kPanel + i % kPanel;
          for (std::size_t s = 0; s < group.width; ++s) to[s * kPanel] = values[s];
          return;
        }
        const std::size_t at = next[place]++;
        group.rows[at] = static_cast<std::uint32_t>(i);
        for (std::size_t s = 0; s < group.width; ++s) group.values[s][at] = values[s];
      });
    }
  }
};

StoredRows::StoredRows(std::vector<SparseRows> tables, std::vector<View> views,
                       std::vector<std::vector<std::size_t>> groups)
    : state_(std::make_unique<const State>(std::move(tables), std::move(views), std::move(groups))) {}
StoredRows::~StoredRows() = default;
StoredRows::StoredRows(StoredRows&&) noexcept = default;
StoredRows& StoredRows::operator=(StoredRows&&) noexcept = default;

std::size_t StoredRows::rows() const noexcept { return state_->rows; }
std::size_t StoredRows::groups() const noexcept { return state_->groups.size(); }
const std::vector<SparseRows>& StoredRows::tables() const noexcept { return state_->tables; }

struct Comparison::State {
  const StoredRows::State& stored;
  std::span<const SparseRows> tables;
  std::vector<std::vector<double>> selves;  // of the new rows, by group
  std::vector<GramMatrix> quotients;        // distances of groups whose kernel is a quotient, by group

  State(const StoredRows::State& with, std::span<const SparseRows> made, const RunOptions& run)
      : stored(with), tables(made), selves(with.groups.size()), quotients(with.groups.size()) {
    if (made.size() != with.tables.size()) throw Error(ErrorKind::usage, "another number of tables than stored");
    for (std::size_t t = 0; t < made.size(); ++t) {
      if (made[t].columns() != with.tables[t].columns()) {
        throw Error(ErrorKind::usage, "rows of " + std::to_string(made[t].columns()) + " and of " +
                                          std::to_string(with.tables[t].columns()) + " columns cannot be compared");
      }
    }
    for (std::size_t g = 0; g < with.groups.size(); ++g) {
      const Group& group = with.groups[g];
      if (!group.plain()) {
        const View& view = with.views[group.views.front()];
        quotients[g] = GramMatrix(made[view.table].rows(), with.rows);
        kernels::add_squared_distances(quotients[g], made[view.table], with.tables[view.table], view.kernel, view.scale,
                                       run);
        continue;
      }
      selves[g].assign(made.empty() ? 0 : made.front().rows(), 0.0);
      for (const std::size_t v : group.views) {
        const kernels::Finish finish(made[with.views[v].table], with.views[v].kernel);
        for (std::size_t i = 0; i < selves[g].size(); ++i) selves[g][i] += with.views[v].scale * finish.self(i);
      }
    }
  }

  // The full columns first, then the lists: a fixed order for every pair of rows. A panel, and a list, is read once for
  // all new rows.
  void add_up(const Group& group, std::size_t first, std::size_t count, Scratch& scratch) const {
    const PostingLoops& loops = posting_loops();
    const std::size_t panels = (stored.rows + kPanel - 1) / kPanel, stride = panels * kPanel;
    const std::size_t query = group.full_columns * group.width;
    scratch.sums.assign(kAtOnce * stride, 0.0);
    scratch.queries.assign(kAtOnce * query, 0.0F);
    struct Entry {
      std::uint32_t list, row;
      Values values;
    };
    std::vector<Entry> entries;
    for (std::size_t q = 0; q < count; ++q) {
      for_each_entry(tables, stored.views, group, first + q, false, [&](std::uint64_t column, const Values& values) {
        const std::uint32_t number = (*group.columns)(column);
        if (number == ColumnNumbers::kNone) return;
        if (!group.full[number]) {
          entries.push_back({group.place[number], static_cast<std::uint32_t>(q), values});
          return;
        }
        float* to = scratch.queries.data() + q * query + group.place[number] * group.width;
        for (std::size_t s = 0; s < group.width; ++s) to[s] = values[s];
      });
    }
    for (std::size_t panel = 0; group.full_columns > 0 && panel < panels; ++panel) {
      for (std::size_t q = 0; q < count; q += kQueries) {
        loops.add_panel(group.panels.data() + panel * query * kPanel, scratch.queries.data() + q * query,
                        group.full_columns, group.width, scratch.sums.data() + q * stride + panel * kPanel, stride);
      }
    }
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.list < b.list; });
    for (const Entry& entry : entries) {
      const std::size_t begin = group.first[entry.list], size = group.first[entry.list + 1] - begin;
      std::array<const float*, kSlots> values{};
      for (std::size_t s = 0; s < group.width; ++s) values[s] = group.values[s].data() + begin;
      loops.add_postings(entry.values.data(), group.rows.data() + begin, values.data(), size, group.width,
                         scratch.sums.data() + entry.row * stride);
    }
  }
};

Comparison::Comparison(const StoredRows& stored, std::span<const SparseRows> tables, const RunOptions& run)
    : state_(std::make_unique<const State>(*stored.state_, tables, run)) {}
Comparison::~Comparison() = default;

void Comparison::distances(std::size_t first, std::size_t count, Scratch& scratch) const {
  const State& state = *state_;
  const std::size_t rows = state.stored.rows, stride = (rows + kPanel - 1) / kPanel * kPanel;
  scratch.distances.resize(kAtOnce);
  for (auto& of_row : scratch.distances) of_row.resize(state.stored.groups.size());
  for (std::size_t g = 0; g < state.stored.groups.size(); ++g) {
    const Group& group = state.stored.groups[g];
    if (group.plain()) state.add_up(group, first, count, scratch);
    for (std::size_t q = 0; q < count; ++q) {
      std::vector<float>& out = scratch.distances[q][g];
      out.resize(rows);
      if (group.plain()) {
        posting_loops().distances(state.selves[g][first + q], group.selves.data(), scratch.sums.data() + q * stride,
                                  rows, out.data());
      } else {
        const auto row = state.quotients[g].row(first + q);
        std::copy(row.begin(), row.end(), out.begin());
      }
    }
  }
}

}  // namespace awe::stored_rows
