#include "graph/adjacency.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "base/parallel.h"

namespace awe::graph {
namespace {

// The mean number of entries per bucket, chosen so that they and their rows fit in a cache of 1 MiB, and the maximum
// number of buckets: more would cost more in partitioning than they save.
constexpr std::size_t kBucketEntries = std::size_t{1} << 16;
constexpr std::size_t kMostBuckets = 1024;

// Divides the rows into ranges of equal size, a power of two.
struct Cut {
  Cut(NodeId nodes, std::size_t entries) : rows(nodes) {
    const std::size_t wanted = std::clamp<std::size_t>(entries / kBucketEntries, 1, kMostBuckets);
    while (buckets() > wanted) ++shift;
  }
  [[nodiscard]] std::size_t buckets() const {
    return rows == 0 ? 0 : (static_cast<std::size_t>(rows - 1) >> shift) + 1;
  }
  [[nodiscard]] std::size_t bucket_of(NodeId row) const { return row >> shift; }
  [[nodiscard]] NodeId first_row(std::size_t bucket) const {
    return static_cast<NodeId>(std::min<std::uint64_t>(std::uint64_t{bucket} << shift, rows));
  }

  NodeId rows;
  unsigned shift = 0;
};

// The columns of all rows, bucket after bucket. During sorting an entry is row << 32 | column; afterwards each bucket
// starts with the columns of its rows, row after row.
struct Rows {
  std::vector<std::uint64_t> entries;
  std::vector<std::uint64_t> bounds;  // of the buckets, in entries
  std::vector<std::uint32_t> sizes;   // of the rows, in entries
  std::uint64_t repeats = 0;
};

// Distributes entries into buckets, keeping their order. each_entry(part, emit) must call emit(row, column) for every
// entry of a part; every part is visited twice, on all threads.
template <class EachEntry>
Rows cut_into_buckets(const Cut& cut, std::size_t size, std::size_t parts, int threads, EachEntry each_entry) {
  const auto entry_of = [](NodeId row, NodeId column) { return std::uint64_t{row} << 32 | column; };
  Rows rows;
  rows.entries.resize(size);
  if (cut.buckets() <= 1) {  // the common case: most graphs are small
    std::uint64_t* next = rows.entries.data();
    for (std::size_t part = 0; part < parts; ++part) {
      each_entry(part, [&](NodeId row, NodeId column) { *next++ = entry_of(row, column); });
    }
    rows.bounds = {0, size};
    return rows;
  }
  std::vector<std::vector<std::uint64_t>> next(parts, std::vector<std::uint64_t>(cut.buckets(), 0));
  base::parallel_for(parts, threads, [&](std::size_t part) {
    auto& count = next[part];
    each_entry(part, [&](NodeId row, NodeId) { ++count[cut.bucket_of(row)]; });
  });
  rows.bounds.assign(1, 0);
  std::uint64_t place = 0;
  for (std::size_t bucket = 0; bucket < cut.buckets(); ++bucket) {
    for (auto& of_part : next) place += std::exchange(of_part[bucket], place);
    rows.bounds.push_back(place);
  }
  base::parallel_for(parts, threads, [&](std::size_t part) {
    auto& at = next[part];
    each_entry(part,
               [&](NodeId row, NodeId column) { rows.entries[at[cut.bucket_of(row)]++] = entry_of(row, column); });
  });
  return rows;
}

// Sorts the entries of a bucket and returns the number of repeats dropped.
std::uint64_t sort_bucket(std::span<std::uint64_t> entries, NodeId first_row, std::span<std::uint32_t> sizes) {
  std::vector<std::uint64_t> begins(sizes.size() + 2, 0);
  // Counts are stored two positions later, so that after the entries are placed begins[row] is the start of the row.
  for (const std::uint64_t entry : entries) ++begins[(entry >> 32) - first_row + 2];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<NodeId> columns(entries.size());
  for (const std::uint64_t entry : entries) {
    columns[begins[(entry >> 32) - first_row + 1]++] = static_cast<NodeId>(entry);
  }
  std::size_t kept = 0;
  for (std::size_t row = 0; row < sizes.size(); ++row) {
    const auto begin = columns.begin() + static_cast<std::ptrdiff_t>(begins[row]);
    const auto end = columns.begin() + static_cast<std::ptrdiff_t>(begins[row + 1]);
    if (!std::is_sorted(begin, end)) std::sort(begin, end);
    const std::size_t before = kept;
    for (auto it = begin; it != end; ++it) {
      if (it == begin || *it != *(it - 1)) entries[kept++] = *it;
    }
    sizes[row] = static_cast<std::uint32_t>(kept - before);
  }
  return entries.size() - kept;
}

void sort_rows(Rows& rows, const Cut& cut, int threads) {
  rows.sizes.resize(cut.rows);
  std::vector<std::uint64_t> repeats(cut.buckets());
  base::parallel_for(cut.buckets(), threads, [&](std::size_t bucket) {
    const NodeId first = cut.first_row(bucket), last = cut.first_row(bucket + 1);
    const std::uint64_t begin = rows.bounds[bucket], size = rows.bounds[bucket + 1] - begin;
    repeats[bucket] = sort_bucket(std::span(rows.entries).subspan(begin, size), first,
                                  std::span(rows.sizes).subspan(first, last - first));
  });
  rows.repeats = std::accumulate(repeats.begin(), repeats.end(), std::uint64_t{0});
}

// The arcs as listed, as rows by their first end.
Rows rows_of(const std::vector<ListedEdge>& edges, const Cut& cut, int threads) {
  constexpr std::size_t kWorthAThread = std::size_t{1} << 16;
  const auto parts = std::clamp<std::size_t>(edges.size() / kWorthAThread, 1, static_cast<std::size_t>(threads));
  Rows rows = cut_into_buckets(cut, edges.size(), parts, threads, [&](std::size_t part, auto emit) {
    for (std::size_t i = edges.size() * part / parts; i < edges.size() * (part + 1) / parts; ++i) {
      emit(edges[i].from, edges[i].to);
    }
  });
  sort_rows(rows, cut, threads);
  return rows;
}

using Columns = std::span<const std::uint64_t>;

// Calls emit(column) for the union of both columns, in ascending order.
template <class Emit>
void for_each_of_union(Columns a, Columns b, Emit emit) {
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    const std::uint64_t column = std::min(a[i], b[j]);
    emit(column);
    i += a[i] == column ? 1 : 0;
    j += b[j] == column ? 1 : 0;
  }
  for (; i < a.size(); ++i) emit(a[i]);
  for (; j < b.size(); ++j) emit(b[j]);
}

std::uint64_t union_size(Columns a, Columns b) {
  if (a.empty() || b.empty() || a.back() < b.front()) return a.size() + b.size();
  if (std::ranges::equal(a, b)) return a.size();  // both arcs of every edge are listed
  std::uint64_t size = 0;
  for_each_of_union(a, b, [&](std::uint64_t) { ++size; });
  return size;
}

void put_union(Columns a, Columns b, std::uint64_t size, NodeId* into) {
  const auto narrow = [](std::uint64_t column) { return static_cast<NodeId>(column); };
  if (size == a.size() + b.size() && (a.empty() || b.empty() || a.back() < b.front())) {
    into = std::transform(a.begin(), a.end(), into, narrow);
    std::transform(b.begin(), b.end(), into, narrow);
  } else if (size == a.size()) {  // b is a subset of a
    std::transform(a.begin(), a.end(), into, narrow);
  } else {
    for_each_of_union(a, b, [&](std::uint64_t column) { *into++ = narrow(column); });
  }
}

// Calls visit(row, columns in first, columns in second) for the rows of a bucket; `second` may be entirely empty.
template <class Visit>
void for_each_row(const Cut& cut, std::size_t bucket, const Rows& first, const Rows& second, Visit visit) {
  std::uint64_t place = first.bounds[bucket], other = second.bounds.empty() ? 0 : second.bounds[bucket];
  for (NodeId row = cut.first_row(bucket); row < cut.first_row(bucket + 1); ++row) {
    const std::uint32_t size = first.sizes[row], other_size = second.sizes.empty() ? 0 : second.sizes[row];
    visit(row, Columns(first.entries).subspan(place, size), Columns(second.entries).subspan(other, other_size));
    place += size;
    other += other_size;
  }
}

// The reversed arcs, as rows by their second end. Entries arrive in the order of their old rows: no sorting needed.
Rows transposed(const Rows& rows, const Cut& cut, int threads) {
  const auto parts = std::min(cut.buckets(), static_cast<std::size_t>(threads));
  Rows made =
      cut_into_buckets(cut, rows.entries.size() - rows.repeats, parts, threads, [&](std::size_t part, auto emit) {
        for (std::size_t i = cut.buckets() * part / parts; i < cut.buckets() * (part + 1) / parts; ++i) {
          for_each_row(cut, i, rows, {}, [&](NodeId row, Columns columns, Columns) {
            for (const std::uint64_t column : columns) emit(static_cast<NodeId>(column), row);
          });
        }
      });
  sort_rows(made, cut, threads);
  return made;
}

}  // namespace

Adjacency lay_out(std::vector<ListedEdge> edges, NodeId nodes, bool both_ways, int threads) {
  threads = std::max(1, threads);
  const Cut cut(nodes, edges.size());
  const Rows forward = rows_of(edges, cut, threads);
  std::vector<ListedEdge>().swap(edges);  // swap, because assigning an empty vector would keep the memory
  const Rows backward = both_ways ? transposed(forward, cut, threads) : Rows{};
  Adjacency made;
  made.repeats = forward.repeats;
  made.offsets.assign(std::size_t{nodes} + 1, 0);
  // If edges are listed from the smaller end, the backward columns of a row precede its forward columns.
  base::parallel_for(cut.buckets(), threads, [&](std::size_t bucket) {
    for_each_row(cut, bucket, forward, backward, [&](NodeId row, Columns ahead, Columns behind) {
      made.offsets[row + std::size_t{1}] = union_size(behind, ahead);
    });
  });
  std::partial_sum(made.offsets.begin(), made.offsets.end(), made.offsets.begin());
  made.targets.resize(made.offsets.back());
  base::parallel_for(cut.buckets(), threads, [&](std::size_t bucket) {
    for_each_row(cut, bucket, forward, backward, [&](NodeId row, Columns ahead, Columns behind) {
      const std::uint64_t begin = made.offsets[row];
      put_union(behind, ahead, made.offsets[row + std::size_t{1}] - begin, made.targets.data() + begin);
    });
  });
  return made;
}

}  // namespace awe::graph
