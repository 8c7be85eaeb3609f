// Uses an inverted index: for each column, the rows of b that have it, in order. Row i of a goes through the lists of
// its columns, in order, and adds to one accumulator per row of b. Columns that most rows have are stored densely and
// added as vectors. Time: the number of pairs of entries in the same column; memory: 8 bytes per entry of b (4 per row
// for a full column), and 8 bytes per row of b for each thread.
#include <algorithm>
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

class InvertedIndex {
 public:
  // `places`: also record the position of each entry of b in the list of its column.
  InvertedIndex(const kernels::CompactRows& b, bool places) : rows_(b.rows()) {
    std::vector<std::size_t> count(b.num_columns, 0);
    for (const std::uint32_t column : b.columns) ++count[column];
    first_.assign(std::size_t{b.num_columns} + 1, 0);
    full_.assign(b.num_columns, kNotFull);
    std::size_t full = 0;
    for (std::size_t c = 0; c < count.size(); ++c) {
      if (static_cast<double>(count[c]) > kernels::kFullColumn * static_cast<double>(rows_)) {
        full_[c] = full++;
        count[c] = 0;
      }
      first_[c + 1] = first_[c] + count[c];
    }
    postings_.resize(first_.back());
    columns_.assign(full * rows_, 0.0F);
    if (places) places_.resize(b.columns.size());
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t j = 0; j < rows_; ++j) {
      for (std::size_t k = b.first[j]; k < b.first[j + 1]; ++k) {
        const std::uint32_t c = b.columns[k];
        if (full_[c] != kNotFull) {
          columns_[full_[c] * rows_ + j] = b.values[k];
          continue;
        }
        if (places) places_[k] = static_cast<std::uint32_t>(next[c] - first_[c]);
        postings_[next[c]++] = {static_cast<std::uint32_t>(j), b.values[k]};
      }
    }
  }

  // The dense values of a full column; null for other columns.
  [[nodiscard]] const float* full(std::uint32_t column) const noexcept {
    return full_[column] == kNotFull ? nullptr : columns_.data() + full_[column] * rows_;
  }
  [[nodiscard]] std::span<const Posting> list(std::uint32_t column) const noexcept {
    return std::span(postings_).subspan(first_[column], first_[column + 1] - first_[column]);
  }
  [[nodiscard]] std::uint32_t place(std::size_t entry) const noexcept { return places_[entry]; }

 private:
  static constexpr std::size_t kNotFull = std::numeric_limits<std::size_t>::max();
  std::size_t rows_;
  std::vector<std::size_t> first_;
  std::vector<Posting> postings_;
  std::vector<std::size_t> full_;  // index of the column among the full columns
  std::vector<float> columns_;     // of full columns, one after another
  std::vector<std::uint32_t> places_;
};

// Computes the sums of row i with rows `from` and later, in sums[from...].
template <kernels::PairCell cell>
void add_row(const kernels::PairWork& work, const InvertedIndex& index, std::size_t i, std::size_t from, double* sums) {
  const kernels::CompactRows& a = work.a;
  const kernels::VectorSums& vectors = kernels::vector_sums();
  for (std::size_t k = a.first[i]; k < a.first[i + 1]; ++k) {
    const std::uint32_t column = a.columns[k];
    const float x = a.values[k];
    if (const float* full = index.full(column)) {
      vectors.add_column(cell, x, full + from, sums + from, work.b.rows() - from);
      continue;
    }
    // Skip the rows before i, which precede the entry of i in the list.
    const auto list = index.list(column).subspan(work.upper ? index.place(k) : 0);
    for (const Posting& posting : list) sums[posting.row] += kernels::term_of<cell>(x, posting.value);
  }
}

}  // namespace

void kernels::sparse_sums(const kernels::PairWork& work, const kernels::SumSink& sink) {
  const std::size_t rows = work.a.rows(), others = work.b.rows();
  if (others > std::numeric_limits<std::uint32_t>::max()) throw Error(ErrorKind::limit, "more than 2^32 rows");
  const InvertedIndex index(work.b, work.upper);
  const auto add = work.cell == kernels::PairCell::product   ? add_row<kernels::PairCell::product>
                   : work.cell == kernels::PairCell::smaller ? add_row<kernels::PairCell::smaller>
                                                             : add_row<kernels::PairCell::chi_square>;
  kernels::SharedProgress progress(work.progress, rows);
  base::parallel_for((rows + kTaskRows - 1) / kTaskRows, work.threads, [&](std::size_t task) {
    progress.throw_if_stopped();
    const std::size_t first = task * kTaskRows, last = std::min(rows, first + kTaskRows);
    std::vector<double> sums(others);
    for (std::size_t i = first; i < last; ++i) {
      const std::size_t from = work.upper ? i : 0;
      std::fill(sums.begin() + static_cast<std::ptrdiff_t>(from), sums.end(), 0.0);
      add(work, index, i, from, sums.data());
      sink(i, from, std::span<const double>(sums).subspan(from));
    }
    progress.add(last - first);
  });
}

}  // namespace awe
