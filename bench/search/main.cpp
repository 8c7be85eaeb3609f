// bench_search: an index of many graph vectors, built, saved, opened and searched. Vectors are exact distributions of
// walks of length 5 (52 columns) of graphs with 20 nodes and 40 edges, of six families; queries are graphs that are not
// in the index. Exact search must find what a plain scan of all rows finds before anything is timed. Searches run on
// one thread and are timed in processor time, as the best of rounds.
//   bench_search [ROWS] [FILE]     number of rows (default: a million); file for the index (default: search.awi,
//   removed)
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "awe/generators.h"
#include "awe/graph_index.h"
#include "cpu_time.h"
#include "search/index_data.h"

namespace {

using namespace awe;

double process_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1e3;
}

struct Timing {
  double processor = process_seconds(), wall = wall_seconds();
  void print(const char* what) const {
    std::printf("%-34s %8.1f s of processor time, %.1f s\n", what, process_seconds() - processor,
                wall_seconds() - wall);
    std::fflush(stdout);
  }
};

// The nearest rows by a plain scan of the stored rows.
std::vector<std::uint64_t> scan(const GraphIndex::State& index, const search::RowView& query, std::size_t k) {
  std::vector<std::pair<double, std::uint64_t>> all;
  for (std::uint64_t row = 0; row < index.rows.size(); ++row) {
    all.emplace_back(search::pair_sum(index.summary.distance, query, index.rows.row(row)), row);
  }
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(k), all.end());
  std::vector<std::uint64_t> rows;
  for (std::size_t i = 0; i < k; ++i) rows.push_back(all[i].second);
  return rows;
}

template <class Search>
double best_rate(std::size_t queries, int rounds, const Search& search) {
  double best = 1e300;
  for (int round = 0; round < rounds; ++round) {
    const bench::CpuStopwatch watch;
    search();
    best = std::min(best, watch.seconds());
  }
  return static_cast<double>(queries) / best;
}

FeatureMatrix first_rows(const FeatureMatrix& matrix, std::size_t count) {
  FeatureMatrix some = matrix;
  some.rows.resize(count);
  return some;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t rows = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
  const std::string path = argc > 2 ? argv[2] : "search.awi";
  constexpr std::uint64_t kQueries = 4002, kExactQueries = 96, kCompared = 4;
  IndexOptions options;
  options.features.length = 5;
  options.approximate = ApproximateSearch::always;
  const Timing building;
  const GraphIndex built = GraphIndex::build([&] { return six_families(20, 40, rows / 6, 1); }, options);
  building.print("rows and index built");
  const IndexSummary& summary = built.summary();
  std::printf("%llu rows x %llu columns, %llu values; %u dimensions, breadth %u, recall@10 %.3f; %.0f MB at most\n",
              static_cast<unsigned long long>(summary.rows), static_cast<unsigned long long>(summary.columns),
              static_cast<unsigned long long>(summary.values), summary.dimensions, summary.breadth, summary.recall,
              peak_megabytes());
  const Timing saving;
  built.save(path, true);
  saving.print("saved");
  std::printf("%-34s %8.0f MB\n", "file", static_cast<double>(std::filesystem::file_size(path)) / 1e6);

  double opening = 1e300;
  for (int round = 0; round < 5; ++round) {
    const double begun = wall_seconds();
    const GraphIndex opened = GraphIndex::open(path, 1);
    opening = std::min(opening, wall_seconds() - begun);
  }
  std::printf("%-34s %8.4f s\n", "opened", opening);

  const GraphIndex index = GraphIndex::open(path, 1);
  const std::vector<Graph> graphs = read_all(*six_families(20, 40, kQueries / 6, 2));
  FeatureOptions features = options.features;
  features.run.threads = 1;
  const FeatureMatrix queries = embed(graphs, features), few = first_rows(queries, kExactQueries);
  SearchOptions exact, approximate;
  exact.exact = true;
  exact.run.threads = approximate.run.threads = 1;

  const auto right = index.search(few, exact);
  const search::RowForm form = index.state().form();
  for (std::size_t i = 0; i < kCompared; ++i) {
    const search::PreparedRow row = form.prepare(queries.rows[i].values, queries.rows[i].id);
    std::size_t k = 0;
    for (const std::uint64_t wanted : scan(index.state(), row.view(), 10)) {
      if (right[i].hits[k++].row == wanted) continue;
      std::printf("exact search differs from a scan of all rows: query %zu\n", i);
      return 1;
    }
  }
  // Recall with all queries, whose exact results take a while.
  const auto all_right = index.search(first_rows(queries, 960), exact);
  const auto found = index.search(first_rows(queries, 960), approximate);
  std::size_t hits = 0, wanted = 0;
  for (std::size_t i = 0; i < all_right.size(); ++i) {
    wanted += all_right[i].hits.size();
    for (const SearchHit& hit : found[i].hits) hits += hit.distance <= all_right[i].hits.back().distance ? 1 : 0;
  }
  std::printf("%-34s %8.4f of %zu new graphs\n", "recall@10 of approximate search",
              static_cast<double>(hits) / static_cast<double>(wanted), all_right.size());
  std::printf("%-34s %8.0f queries per second\n", "approximate search",
              best_rate(queries.num_rows(), 3, [&] { (void)index.search(queries, approximate); }));
  std::printf("%-34s %8.0f queries per second\n", "approximate search from graphs",
              best_rate(graphs.size(), 3, [&] { (void)index.search(graphs, approximate); }));
  std::printf("%-34s %8.1f queries per second\n", "exact search",
              best_rate(kExactQueries, 3, [&] { (void)index.search(few, exact); }));
  const FeatureMatrix one = first_rows(queries, 1);
  std::printf("%-34s %8.1f queries per second\n", "exact search, one query at a time",
              best_rate(1, 5, [&] { (void)index.search(one, exact); }));
  const search::PreparedRow row = form.prepare(queries.rows[0].values, "");
  std::printf("%-34s %8.1f queries per second\n", "scan of all rows",
              best_rate(1, 2, [&] { (void)scan(index.state(), row.view(), 10); }));
  if (argc <= 2) std::filesystem::remove(path);
  return 0;
}
