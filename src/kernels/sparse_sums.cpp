// Uses an inverted index: for each column, the rows of b that have it, in order. Row i of a goes through the lists of
// its columns, in order, and adds to one accumulator per row of b. Columns that most rows have are stored densely and
// added as vectors. Time: the number of pairs of entries in the same column; memory: 8 bytes per entry of b (24 if a
// and b are the same; 4 per row for a full column), and 128 bytes per row of b for each thread.
#include <algorithm>
#include <array>
#include <limits>

#include "awe/error.h"
#include "base/parallel.h"
#include "kernels/pair_sums.h"
#include "kernels/vector_sums.h"

namespace awe {
namespace {

constexpr std::size_t kTaskRows = 16;

struct Posting {
  std::uint32_t row;
  float value;
};

// Where the rows of b are that have a column, or that have it and do not precede a row.
struct Column {
  std::size_t first;   // of its postings; of a full column, its number among these
  std::uint32_t size;  // number of postings; kFull for a full column
};
constexpr std::uint32_t kFull = std::numeric_limits<std::uint32_t>::max();

class InvertedIndex {
 public:
  // `upper`: a has the same rows as b, and only rows of b that do not precede the row of a are looked for.
  InvertedIndex(const kernels::CompactRows& b, bool upper) : stripes_((b.rows() + kStripe - 1) / kStripe) {
    const std::size_t rows = b.rows();
    const std::vector<std::size_t> entries = kernels::entries_of_columns(b);
    const double full = kernels::full_share(entries, rows) * static_cast<double>(rows);
    std::size_t postings = 0;
    columns_.reserve(entries.size());
    for (const std::size_t size : entries) {
      if (static_cast<double>(size) > full) {
        columns_.push_back({full_++, kFull});
      } else {
        columns_.push_back({postings, static_cast<std::uint32_t>(size)});
        postings += size;
      }
    }
    postings_.resize(postings);
    values_.assign(stripes_ * full_ * kStripe, 0.0F);
    if (upper) rests_.reserve(b.columns.size());
    std::vector<std::uint32_t> filled(b.num_columns, 0);
    for (std::size_t j = 0; j < rows; ++j) {
      for (std::size_t k = b.first[j]; k < b.first[j + 1]; ++k) {
        const Column& column = columns_[b.columns[k]];
        if (column.size == kFull) {
          values_[(j / kStripe * full_ + column.first) * kStripe + j % kStripe] = b.values[k];
          if (upper) rests_.push_back(column);
          continue;
        }
        const std::uint32_t place = filled[b.columns[k]]++;
        postings_[column.first + place] = {static_cast<std::uint32_t>(j), b.values[k]};
        if (upper) rests_.push_back({column.first + place, column.size - place});
      }
    }
  }

  // What entry k of a has to go through.
  [[nodiscard]] const Column& of_entry(const kernels::CompactRows& a, std::size_t k) const noexcept {
    return rests_.empty() ? columns_[a.columns[k]] : rests_[k];
  }
  [[nodiscard]] const Posting* postings(const Column& column) const noexcept { return postings_.data() + column.first; }
  // The values of full columns, from a stripe of rows on.
  [[nodiscard]] kernels::VectorSums::Stripes stripes(std::size_t from) const noexcept {
    return {values_.data() + from * full_ * kStripe, full_, stripes_ - from};
  }

  static constexpr std::size_t kStripe = kernels::VectorSums::kStripe;

 private:
  std::size_t stripes_, full_ = 0;  // number of stripes, and of full columns
  std::vector<Column> columns_;
  std::vector<Column> rests_;  // by entry of b: its column from the row of the entry on; empty unless `upper`
  std::vector<Posting> postings_;
  std::vector<float> values_;  // of full columns
};

// Entries of a row in full columns that come one after another.
struct Run {
  std::size_t end = 0;  // the entry after them
  std::vector<float> factors;
  std::vector<std::uint32_t> columns;
};

// Sums of rows of a with all rows of b.
class RowSums {
 public:
  RowSums(const kernels::PairWork& work, const InvertedIndex& index)
      : work_(work), index_(index), stride_(index.stripes(0).stripes * kStripe), sums_(kTaskRows * stride_) {}

  // Computes the sums of rows [first, last), at most kTaskRows of them.
  void add_rows(std::size_t first, std::size_t last) {
    std::fill(sums_.begin(), sums_.end(), 0.0);
    for (std::size_t i = first; i < last; ++i) find_run(work_.a.first[i], work_.a.first[i + 1], runs_[i - first]);
    // The full columns that every row begins with, stripe by stripe: the values of a stripe stay in the cache.
    for (std::size_t stripe = from(first) / kStripe; stripe < stride_ / kStripe; ++stripe) {
      const kernels::VectorSums::Stripes one{index_.stripes(stripe).values, index_.stripes(stripe).columns, 1};
      for (std::size_t i = first; i < last; ++i) add_run(runs_[i - first], one, row(i - first) + stripe * kStripe);
    }
    const auto add = work_.cell == kernels::PairCell::product   ? &RowSums::add_rest<kernels::PairCell::product>
                     : work_.cell == kernels::PairCell::smaller ? &RowSums::add_rest<kernels::PairCell::smaller>
                                                                : &RowSums::add_rest<kernels::PairCell::chi_square>;
    for (std::size_t i = first; i < last; ++i) (this->*add)(i, runs_[i - first], row(i - first));
  }

  // The row of b with which the sums of row i begin; what precedes is of no use.
  [[nodiscard]] std::size_t from(std::size_t i) const noexcept { return work_.upper ? i : 0; }
  [[nodiscard]] double* row(std::size_t place) noexcept { return sums_.data() + place * stride_; }

 private:
  static constexpr std::size_t kStripe = InvertedIndex::kStripe;

  void find_run(std::size_t k, std::size_t end, Run& run) const {
    run.factors.clear();
    run.columns.clear();
    for (; k < end && index_.of_entry(work_.a, k).size == kFull; ++k) {
      run.factors.push_back(work_.a.values[k]);
      run.columns.push_back(static_cast<std::uint32_t>(index_.of_entry(work_.a, k).first));
    }
    run.end = k;
  }

  void add_run(const Run& run, const kernels::VectorSums::Stripes& stripes, double* sums) const {
    if (run.columns.empty()) return;
    kernels::vector_sums().add_columns(work_.cell, run.factors.data(), run.columns.data(), run.columns.size(), stripes,
                                       sums);
  }

  // Adds what follows the first run of row i.
  template <kernels::PairCell cell>
  void add_rest(std::size_t i, Run& run, double* sums) const {
    // Most lists are short and none is near the last one: what is needed soon is fetched ahead.
    constexpr std::size_t kAhead = 12;
    const kernels::CompactRows& a = work_.a;
    const std::size_t end = a.first[i + 1], stripe = from(i) / kStripe;
    for (std::size_t k = run.end; k < end; ++k) {
      if (k + kAhead < end) {
        const Column& next = index_.of_entry(a, k + kAhead);
        if (next.size != kFull) __builtin_prefetch(index_.postings(next));
      }
      const Column& column = index_.of_entry(a, k);
      if (column.size == kFull) {
        find_run(k, end, run);
        add_run(run, index_.stripes(stripe), sums + stripe * kStripe);
        k = run.end - 1;
        continue;
      }
      const float x = a.values[k];
      for (const Posting& posting : std::span(index_.postings(column), column.size)) {
        sums[posting.row] += kernels::term_of<cell>(x, posting.value);
      }
    }
  }

  const kernels::PairWork& work_;
  const InvertedIndex& index_;
  std::size_t stride_;
  std::vector<double> sums_;
  std::array<Run, kTaskRows> runs_;
};

}  // namespace

void kernels::sparse_sums(const kernels::PairWork& work, const kernels::SumSink& sink) {
  const std::size_t rows = work.a.rows(), others = work.b.rows();
  if (others > std::numeric_limits<std::uint32_t>::max()) throw Error(ErrorKind::limit, "more than 2^32 rows");
  const InvertedIndex index(work.b, work.upper);
  kernels::SharedProgress progress(work.progress, rows);
  base::parallel_for((rows + kTaskRows - 1) / kTaskRows, work.threads, [&](std::size_t task) {
    progress.throw_if_stopped();
    const std::size_t first = task * kTaskRows, last = std::min(rows, first + kTaskRows);
    RowSums sums(work, index);
    sums.add_rows(first, last);
    for (std::size_t i = first; i < last; ++i) {
      const std::size_t from = sums.from(i);
      sink(i, from, {sums.row(i - first) + from, others - from});
    }
    progress.add(last - first);
  });
}

}  // namespace awe
