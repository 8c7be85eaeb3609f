#include "stored_rows/stored_rows.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "awe/error.h"
#include "awe/gram_matrix.h"
#include "base/radix_sort.h"
#include "kernels/finish.h"
#include "kernels/row_kernels.h"
#include "stored_rows/posting_loops.h"
#include "stored_rows/row_group.h"

namespace awe::stored_rows {
namespace {

using kernels::SparseRows;

static_assert(Comparison::kAtOnce % kQueries == 0);

// A column that more than this share of the stored rows has is kept full: there a cell costs a sixth of a posting.
constexpr double kFullShare = 0.4;

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
      if (std::find(matrices.begin(), matrices.end(), &tables[view.table]) == matrices.end()) {
        matrices.push_back(&tables[view.table]);
      }
    }
    group.columns.emplace(matrices);
    place_columns(group);
    fill(group);
  }

  void place_columns(Group& group) const {
    std::vector<std::size_t> count(group.columns->size(), 0);
    for (std::size_t i = 0; i < rows; ++i) {
      GroupRow(tables, views, group, i, true).for_each([&](std::uint64_t column, const Values&) {
        ++count[(*group.columns)(column)];
      });
    }
    if (count.size() > std::numeric_limits<std::uint32_t>::max() / 2) {
      throw Error(ErrorKind::limit, "more than 2^31 columns in use; hash or cut the features");
    }
    std::vector<std::uint32_t> place(count.size());
    group.first.push_back(0);
    for (std::size_t c = 0; c < count.size(); ++c) {
      if (static_cast<double>(count[c]) > kFullShare * static_cast<double>(rows)) {
        place[c] = static_cast<std::uint32_t>(2 * group.full_columns++ + 1);
      } else {
        place[c] = static_cast<std::uint32_t>(2 * (group.first.size() - 1));
        group.first.push_back(group.first.back() + count[c]);
      }
    }
    group.columns->replace(place);
  }

  void fill(Group& group) const {
    const std::size_t panel_values = group.full_columns * group.width * kPanel;
    group.panels.assign((rows + kPanel - 1) / kPanel * panel_values, 0.0F);
    group.rows.resize(group.first.back());
    for (std::size_t s = 0; s < group.width; ++s) group.values[s].resize(group.first.back());
    std::vector<std::size_t> next(group.first.begin(), group.first.end() - 1);
    for (std::size_t i = 0; i < rows; ++i) {
      GroupRow(tables, views, group, i, true).for_each([&](std::uint64_t column, const Values& values) {
        const std::uint32_t place = (*group.columns)(column);
        if (is_full(place)) {
          float* to = group.panels.data() + i / kPanel * panel_values + place / 2 * group.width * kPanel + i % kPanel;
          for (std::size_t s = 0; s < group.width; ++s) to[s * kPanel] = values[s];
          return;
        }
        const std::size_t at = next[place / 2]++;
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

  // Sets the places and the values of a new row. Places are looked up before anything depends on them, as most are far
  // from each other in memory.
  void read_row(const Group& group, std::size_t i, Scratch& scratch) const {
    const GroupRow row(tables, stored.views, group, i, false);
    scratch.places.clear();
    scratch.values.clear();
    if (!row.same()) {
      row.for_each([&](std::uint64_t column, const Values& values) {
        scratch.places.push_back((*group.columns)(column));
        scratch.values.push_back(values);
      });
      return;
    }
    scratch.places.resize(row.columns().size());
    scratch.values.resize(row.columns().size());
    for (std::size_t k = 0; k < scratch.places.size(); ++k)
      scratch.places[k] = (*group.columns)(row.columns().column(k));
    for (std::size_t k = 0; k < scratch.values.size(); ++k) scratch.values[k] = row.values(k);
  }

  // The full columns first, then the lists: a fixed order for every pair of rows. A panel, and a list, is read once for
  // all new rows.
  void add_up(const Group& group, std::size_t first, std::size_t count, Scratch& scratch) const {
    const PostingLoops& loops = posting_loops();
    const std::size_t panels = (stored.rows + kPanel - 1) / kPanel, stride = panels * kPanel;
    const std::size_t query = group.full_columns * group.width;
    scratch.sums.assign(kAtOnce * stride, 0.0);
    scratch.queries.assign(kAtOnce * query, 0.0F);
    std::vector<Scratch::Entry>& entries = scratch.entries;
    entries.clear();
    for (std::size_t q = 0; q < count; ++q) {
      read_row(group, first + q, scratch);
      std::size_t listed = entries.size();
      entries.resize(listed + scratch.places.size());
      for (std::size_t k = 0; k < scratch.places.size(); ++k) {
        const std::uint32_t place = scratch.places[k];
        if (place == ColumnNumbers::kNone) continue;
        if (!is_full(place)) {
          entries[listed++] = {place / 2, static_cast<std::uint32_t>(q), scratch.values[k]};
          continue;
        }
        float* to = scratch.queries.data() + q * query + place / 2 * group.width;
        for (std::size_t s = 0; s < group.width; ++s) to[s] = scratch.values[k][s];
      }
      entries.resize(listed);
    }
    for (std::size_t panel = 0; group.full_columns > 0 && panel < panels; ++panel) {
      for (std::size_t q = 0; q < count; q += kQueries) {
        loops.add_panel(group.panels.data() + panel * query * kPanel, scratch.queries.data() + q * query,
                        group.full_columns, group.width, scratch.sums.data() + q * stride + panel * kPanel, stride);
      }
    }
    base::radix_sort(entries, scratch.more_entries, group.first.size(),
                     [](const Scratch::Entry& entry) { return std::uint64_t{entry.list}; });
    // Lists are short and far apart: the next ones are asked for in time, and where they begin even before that.
    constexpr std::size_t kAhead = 4, kFarAhead = 12;
    const auto list_after = [&](std::size_t i) { return entries[std::min(i, entries.size() - 1)].list; };
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const Scratch::Entry& entry = entries[i];
      __builtin_prefetch(group.first.data() + list_after(i + kFarAhead));
      const std::size_t soon = group.first[list_after(i + kAhead)];
      __builtin_prefetch(group.rows.data() + soon);
      for (std::size_t s = 0; s < group.width; ++s) __builtin_prefetch(group.values[s].data() + soon);
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
