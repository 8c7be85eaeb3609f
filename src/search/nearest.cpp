#include "search/nearest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/parallel.h"

namespace awe::search {
namespace {

// The best rows found so far: a heap with the worst on top.
class BestRows {
 public:
  BestRows(std::size_t k, double limit) : k_(k), limit_(limit) {}

  // Rows with a larger sum cannot enter; one with this sum enters if its number is smaller than the worst one's.
  [[nodiscard]] double worst() const { return rows_.size() < k_ ? limit_ : std::min(limit_, rows_.front().sum); }
  void add(const FoundRow& found) {
    if (!(found.sum >= 0)) throw damaged_index("a value is not a number");
    if (found.sum > limit_ || (rows_.size() == k_ && !(found < rows_.front()))) return;
    if (rows_.size() == k_) {
      std::pop_heap(rows_.begin(), rows_.end());
      rows_.pop_back();
    }
    rows_.push_back(found);
    std::push_heap(rows_.begin(), rows_.end());
  }
  [[nodiscard]] std::vector<FoundRow> sorted() && {
    std::sort_heap(rows_.begin(), rows_.end());
    return std::move(rows_);
  }

 private:
  std::size_t k_;
  double limit_;
  std::vector<FoundRow> rows_;
};

// The least float that is not below the value.
float above(double value) {
  const auto rounded = static_cast<float>(value);
  return static_cast<double>(rounded) < value ? std::nextafter(rounded, std::numeric_limits<float>::infinity())
                                              : rounded;
}

// Exact search of one query, block by block.
class ExactScan {
 public:
  ExactScan(const GraphIndex::State& index, const NearestQuery& query, const NearestOptions& options)
      : index_(index),
        query_(query),
        options_(options),
        distance_(index.summary.distance),
        mass_(mass_of(distance_, query.row)),
        factor_(1 - score_error(query.row.size())),
        best_(options.k, options.max_distance ? sum_of_distance(distance_, *options.max_distance)
                                              : std::numeric_limits<double>::infinity()) {}

  void scan(std::size_t block, std::span<float> scores) {
    const std::size_t first = block * kBlockRows;
    const std::size_t count = std::min(kBlockRows, static_cast<std::size_t>(index_.rows.size()) - first);
    index_.lists.score(distance_, block, count, query_.row, scores);
    const float* const masses = index_.rows.masses.data() + first;
    float worst = above(best_.worst());
    constexpr std::size_t kRun = 64;
    for (std::size_t begin = 0; begin < count; begin += kRun) {
      const std::size_t end = std::min(begin + kRun, count);
      int near = 0;
      for (std::size_t i = begin; i < end; ++i) near += least_sum(masses[i], scores[i]) <= worst ? 1 : 0;
      if (near == 0) continue;
      for (std::size_t i = begin; i < end; ++i) {
        if (!(least_sum(masses[i], scores[i]) <= worst)) continue;
        const std::uint64_t row = first + i;
        if (row == query_.without || row < options_.first_row) continue;
        best_.add({pair_sum(distance_, query_.row, index_.rows.row(row)), row});
        worst = above(best_.worst());
      }
    }
  }

  [[nodiscard]] std::vector<FoundRow> result() && { return std::move(best_).sorted(); }

 private:
  // A lower bound of the sum of the pair.
  [[nodiscard]] float least_sum(float mass, float score) const { return (mass_ + mass) * factor_ - 2 * score; }

  const GraphIndex::State& index_;
  const NearestQuery& query_;
  const NearestOptions& options_;
  Distance distance_;
  float mass_, factor_;
  BestRows best_;
};

// Approximate search; the buffers of one thread.
class GraphSearch {
 public:
  GraphSearch(const GraphIndex::State& index, const NearestOptions& options)
      : index_(index),
        options_(options),
        walk_(index.graph, index.projection.dimensions),
        image_(index.projection.dimensions) {}

  [[nodiscard]] std::vector<FoundRow> search(const NearestQuery& query) {
    const std::size_t k = options_.k, wanted = std::max(options_.breadth, k + 1);
    index_.projection.apply(query.row, image_);
    pool_.clear();
    for (std::uint32_t part = 0; part < index_.graph.parts.size(); ++part) {
      for (const GraphCandidate& found : walk_.search(part, image_, wanted)) {
        pool_.push_back({found.distance, part, found.node});
      }
    }
    // The nearest ones of all parts, about as many as one part has.
    const std::size_t kept = std::min(pool_.size(), std::max(wanted, 4 * k));
    std::partial_sort(pool_.begin(), pool_.begin() + static_cast<std::ptrdiff_t>(kept), pool_.end());
    pool_.resize(kept);
    BestRows best(k, std::numeric_limits<double>::infinity());
    for (const Pooled& found : pool_) add_rows(found, query, best);
    return std::move(best).sorted();
  }

 private:
  struct Pooled {
    std::int32_t distance;
    std::uint32_t part, node;
    auto operator<=>(const Pooled&) const = default;
  };

  // The first rows of a node: they have one image, and mostly one distance.
  void add_rows(const Pooled& found, const NearestQuery& query, BestRows& best) const {
    const GraphPart& part = index_.graph.parts[found.part];
    std::uint32_t row = index_.graph.first[static_cast<std::size_t>(part.first_node) + found.node];
    for (std::size_t left = options_.k + 1; left > 0 && row != kNone; --left) {
      if (row >= part.rows) throw damaged_index("a node has no row");
      const std::uint64_t number = part.first_row + row;
      if (number != query.without) {
        best.add({pair_sum(index_.summary.distance, query.row, index_.rows.row(number)), number});
      }
      row = index_.graph.next[static_cast<std::size_t>(number)];
    }
  }

  const GraphIndex::State& index_;
  const NearestOptions& options_;
  GraphWalk walk_;
  std::vector<std::int16_t> image_;
  std::vector<Pooled> pool_;
};

}  // namespace

std::vector<std::vector<FoundRow>> exact_nearest(const GraphIndex::State& index, std::span<const NearestQuery> queries,
                                                 const NearestOptions& options, const Progress& progress) {
  std::vector<ExactScan> scans;
  scans.reserve(queries.size());
  for (const NearestQuery& query : queries) scans.emplace_back(index, query, options);
  alignas(64) std::array<float, kBlockRows> scores;
  const std::size_t blocks = index.lists.block_ends.size();
  for (std::size_t block = static_cast<std::size_t>(options.first_row) / kBlockRows; block < blocks; ++block) {
    if (block % 16 == 0) progress.throw_if_stopped();
    for (ExactScan& scan : scans) scan.scan(block, scores);
  }
  std::vector<std::vector<FoundRow>> found;
  for (ExactScan& scan : scans) found.push_back(std::move(scan).result());
  return found;
}

std::vector<std::vector<FoundRow>> approximate_nearest(const GraphIndex::State& index,
                                                       std::span<const NearestQuery> queries,
                                                       const NearestOptions& options) {
  GraphSearch search(index, options);
  std::vector<std::vector<FoundRow>> found;
  found.reserve(queries.size());
  for (const NearestQuery& query : queries) found.push_back(search.search(query));
  return found;
}

std::vector<std::vector<FoundRow>> nearest(const GraphIndex::State& index, std::span<const NearestQuery> queries,
                                           const NearestOptions& options, bool exact, int threads,
                                           const Progress& progress) {
  std::vector<std::vector<FoundRow>> found(queries.size());
  const std::size_t step = exact ? kExactQueries : kApproximateQueries;
  base::parallel_for((queries.size() + step - 1) / step, threads, [&](std::size_t i) {
    progress.throw_if_stopped();
    const std::size_t first = i * step;
    const auto some = queries.subspan(first, std::min(step, queries.size() - first));
    auto part = exact ? exact_nearest(index, some, options, progress) : approximate_nearest(index, some, options);
    std::move(part.begin(), part.end(), found.begin() + static_cast<std::ptrdiff_t>(first));
  });
  return found;
}

}  // namespace awe::search
