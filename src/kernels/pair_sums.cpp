#include "kernels/pair_sums.h"

#include <algorithm>
#include <cmath>
#include <mutex>

namespace awe::kernels {
namespace {

// Nanoseconds per term, measured on one thread: for a sparse entry, in a full column, in a full column among the
// leading ones, and in a tile.
struct Costs {
  double scattered, column, leading, tile;
};
Costs costs_of(PairCell cell) {
  switch (cell) {
    case PairCell::product:
      return {0.8, 0.2, 0.08, 0.05};
    case PairCell::smaller:
      return {0.9, 0.2, 0.08, 0.06};
    case PairCell::chi_square:
      break;
  }
  return {2.0, 0.5, 0.4, 0.3};
}

bool dense_is_cheaper(const PairWork& work) {
  const Costs costs = costs_of(work.cell);
  const auto a = entries_of_columns(work.a), b = work.upper ? a : entries_of_columns(work.b);
  const auto rows_b = static_cast<double>(work.b.rows());
  const double share = full_share(b, work.b.rows()), full = share < kFullColumn ? costs.leading : costs.column;
  double sparse = 0;
  for (std::size_t c = 0; c < a.size(); ++c) {
    const auto entries = static_cast<double>(b[c]);
    sparse += static_cast<double>(a[c]) * (entries > share * rows_b ? rows_b * full : entries * costs.scattered);
  }
  // Tiles are padded to whole panels.
  const double rows_a = std::ceil(static_cast<double>(work.a.rows()) / 16) * 16;
  return rows_a * rows_b * static_cast<double>(work.a.num_columns) * costs.tile < sparse;
}

template <PairCell cell>
std::vector<double> self_sums_of(const SparseRows& rows, bool roots) {
  std::vector<double> sums(rows.rows(), 0);
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    for (const float value : rows.row(i).values) {
      const float x = roots ? std::sqrt(value) : value;
      sums[i] += term_of<cell>(x, x);
    }
  }
  return sums;
}

}  // namespace

double full_share(std::span<const std::size_t> entries, std::size_t rows) {
  const auto full = [&](std::size_t count) {
    return static_cast<double>(count) > kFullLeadingColumn * static_cast<double>(rows);
  };
  const bool leading = std::is_partitioned(entries.begin(), entries.end(), full);
  return leading ? kFullLeadingColumn : kFullColumn;
}

void pair_sums(const PairWork& work, const SumSink& sink, PairMethod method) {
  if (method == PairMethod::dense || (method == PairMethod::cheaper && dense_is_cheaper(work))) {
    return dense_sums(work, sink);
  }
  sparse_sums(work, sink);
}

std::vector<double> self_sums(const SparseRows& rows, PairCell cell, bool roots) {
  if (cell == PairCell::product) return self_sums_of<PairCell::product>(rows, roots);
  if (cell == PairCell::smaller) return self_sums_of<PairCell::smaller>(rows, roots);
  return self_sums_of<PairCell::chi_square>(rows, roots);
}

struct SharedProgress::State {
  std::mutex mutex;
  std::uint64_t done = 0, total = 0;
};

SharedProgress::SharedProgress(const Progress& progress, std::uint64_t total)
    : progress_(progress), state_(std::make_unique<State>()) {
  state_->total = total;
}
SharedProgress::~SharedProgress() = default;

void SharedProgress::add(std::uint64_t done) {
  if (!progress_.report) return;
  const std::lock_guard lock(state_->mutex);
  state_->done += done;
  progress_.report(state_->done, state_->total);
}

}  // namespace awe::kernels
