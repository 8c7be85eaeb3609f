// Near duplicates: pairs of rows within a distance, found by exact searches from every row among the later ones, and
// isomorphic graphs; both join their groups. Of rows that are equal, or almost equal and of isomorphic graphs, only the
// first one searches. Cost: half of an exact search per different row.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "awe/error.h"
#include "awe/graph_index.h"
#include "base/parallel.h"
#include "isomorphism/isomorphism.h"
#include "kernels/pair_sums.h"
#include "search/nearest.h"

namespace awe {
namespace {

constexpr std::size_t kQueriesAtOnce = 256;
constexpr double kRounding = 1e-6;  // distance of the rows of isomorphic graphs, whose sums differ in their order

// Rows that belong together, by the smallest of them.
class Groups {
 public:
  explicit Groups(std::size_t rows) : parent_(rows), members_(rows) {
    std::iota(parent_.begin(), parent_.end(), std::uint64_t{0});
    for (std::size_t i = 0; i < rows; ++i) members_[i] = {i, false, i, -1};
  }

  void join(std::uint64_t a, std::uint64_t b, double distance, bool equal) {
    for (const auto& [one, other] : {std::pair(a, b), std::pair(b, a)}) {
      DuplicateMember& member = members_[static_cast<std::size_t>(one)];
      member.equal = member.equal || equal;
      if (member.distance < 0 || distance < member.distance ||
          (distance == member.distance && other < member.nearest)) {
        member.nearest = other;
        member.distance = distance;
      }
    }
    const std::uint64_t left = root(a), right = root(b);
    parent_[static_cast<std::size_t>(std::max(left, right))] = std::min(left, right);
  }

  [[nodiscard]] DuplicateGroups result() {
    std::map<std::uint64_t, std::vector<DuplicateMember>> found;
    for (const DuplicateMember& member : members_) {
      if (member.distance >= 0) found[root(member.row)].push_back(member);
    }
    DuplicateGroups made;
    for (auto& [first, members] : found) made.groups.push_back(std::move(members));
    return made;
  }

 private:
  std::uint64_t root(std::uint64_t row) {
    while (parent_[static_cast<std::size_t>(row)] != row) {
      const std::uint64_t above = parent_[static_cast<std::size_t>(row)];
      parent_[static_cast<std::size_t>(row)] = parent_[static_cast<std::size_t>(above)];
      row = above;
    }
    return row;
  }
  std::vector<std::uint64_t> parent_;
  std::vector<DuplicateMember> members_;
};

void check_limit(double max_distance) {
  if (!(max_distance >= 0)) throw Error(ErrorKind::usage, "`max_distance` must be at least 0");
}

// For each row the first one with the same values.
std::vector<std::uint64_t> first_equal_rows(const search::StoredRows& rows) {
  std::vector<std::uint64_t> first(static_cast<std::size_t>(rows.size()));
  std::multimap<Hash128, std::uint64_t> known;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const search::RowView row = rows.row(i);
    Hasher hasher;
    hasher.add_values(row.columns);
    hasher.add_values(row.values);
    const auto [begin, end] = known.equal_range(hasher.digest());
    const auto same = std::find_if(begin, end, [&](const auto& other) {
      const search::RowView there = rows.row(other.second);
      return std::equal(row.columns.begin(), row.columns.end(), there.columns.begin(), there.columns.end()) &&
             std::equal(row.values.begin(), row.values.end(), there.values.begin(), there.values.end());
    });
    first[i] = same == end ? i : same->second;
    if (same == end) known.emplace_hint(end, hasher.digest(), i);
  }
  return first;
}

// Joins all pairs within the distance. `first`: of each row, one that it is equal to and that searches in its place.
void join_near_rows(const GraphIndex::State& index, std::span<const std::uint64_t> first, double max_distance,
                    const RunOptions& run, Groups& groups) {
  const auto distance_between = [&](std::uint64_t a, std::uint64_t b) {
    const Distance distance = index.summary.distance;
    return search::distance_of_sum(distance, search::pair_sum(distance, index.rows.row(a), index.rows.row(b)));
  };
  std::vector<std::uint64_t> searching;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i] == i) {
      searching.push_back(i);
    } else if (const double distance = distance_between(first[i], i); distance <= max_distance) {
      groups.join(first[i], i, distance, false);
    }
  }
  kernels::SharedProgress progress(run.progress, searching.size());
  for (std::size_t begin = 0; begin < searching.size(); begin += kQueriesAtOnce) {
    const auto some = std::span(searching).subspan(begin, std::min(kQueriesAtOnce, searching.size() - begin));
    const std::size_t step = search::kExactQueries;
    std::vector<std::vector<search::FoundRow>> found(some.size());
    base::parallel_for((some.size() + step - 1) / step, run.thread_count(), [&](std::size_t i) {
      std::vector<search::NearestQuery> queries;
      for (std::size_t j = i * step; j < std::min(some.size(), (i + 1) * step); ++j) {
        queries.push_back({index.rows.row(some[j]), some[j]});
      }
      search::NearestOptions options;
      options.k = first.size();
      options.max_distance = max_distance;
      options.first_row = some[i * step];
      auto part = search::exact_nearest(index, queries, options, run.progress);
      std::move(part.begin(), part.end(), found.begin() + static_cast<std::ptrdiff_t>(i * step));
      progress.add(queries.size());
    });
    for (std::size_t j = 0; j < some.size(); ++j) {
      for (const search::FoundRow& row : found[j]) {
        const double distance = search::distance_of_sum(index.summary.distance, row.sum);
        if (row.row > some[j] && distance <= max_distance) groups.join(some[j], row.row, distance, false);
      }
    }
  }
}

}  // namespace

DuplicateGroups GraphIndex::near_duplicates(double max_distance, const RunOptions& run) const {
  check_limit(max_distance);
  if (state_->file) state_->file->check_unchanged();
  Groups groups(static_cast<std::size_t>(state_->rows.size()));
  join_near_rows(*state_, first_equal_rows(state_->rows), max_distance, run, groups);
  return groups.result();
}

DuplicateGroups near_duplicates(std::span<const Graph> graphs, const DuplicateOptions& options) {
  if (options.max_distance) check_limit(*options.max_distance);
  if (options.features.level != Level::graph) {
    throw Error(ErrorKind::usage, "`level`: near duplicates are whole graphs; index nodes to find those");
  }
  Groups groups(graphs.size());
  const isomorphism::IsomorphismClasses classes =
      isomorphism::isomorphism_classes(graphs, {options.node_labels, options.edge_labels, options.weights},
                                       options.run.progress, {}, options.run.thread_count());
  std::vector<std::uint64_t> first_of_class(classes.classes, graphs.size()), twin(graphs.size());
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    std::uint64_t& earlier = first_of_class[classes.class_of[i]];
    if (earlier == graphs.size()) earlier = i;
    twin[i] = earlier;
    if (earlier != i) groups.join(earlier, i, 0, true);
  }
  if (options.max_distance && !graphs.empty()) {
    IndexOptions wanted;
    wanted.features = options.features;
    wanted.distance = options.distance;
    wanted.approximate = ApproximateSearch::never;
    wanted.run = options.run;
    const GraphIndex index = GraphIndex::build(graphs, wanted);
    const search::StoredRows& rows = index.state().rows;
    std::vector<std::uint64_t> first = first_equal_rows(rows);
    for (std::size_t i = 0; i < first.size(); ++i) {
      if (first[i] != i || twin[i] == i || first[static_cast<std::size_t>(twin[i])] != twin[i]) continue;
      const double sum = search::pair_sum(options.distance, rows.row(i), rows.row(twin[i]));
      if (search::distance_of_sum(options.distance, sum) <= kRounding) first[i] = twin[i];
    }
    join_near_rows(index.state(), first, *options.max_distance, options.run, groups);
  }
  DuplicateGroups made = groups.result();
  made.unsure = classes.unsure;
  return made;
}

}  // namespace awe
