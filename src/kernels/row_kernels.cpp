#include "kernels/row_kernels.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "awe/error.h"
#include "base/rng.h"
#include "kernels/finish.h"
#include "kernels/pair_sums.h"

namespace awe::kernels {
namespace {

void check_columns(const SparseRows& a, const SparseRows& b) {
  if (a.columns() != b.columns()) {
    throw Error(ErrorKind::usage, "rows of " + std::to_string(a.columns()) + " and of " + std::to_string(b.columns()) +
                                      " columns cannot be compared");
  }
}

void check_shape(const GramMatrix& matrix, std::size_t rows, std::size_t columns) {
  if (matrix.rows() != rows || matrix.columns() != columns) {
    throw Error(ErrorKind::usage, "the matrix has another shape than the rows");
  }
}

// The sum of a row with itself needs all of its columns, that of two rows only those that both have.
void sums_of_pairs(const SparseRows& rows, BaseKernel kernel, const RunOptions& run, const SumSink& sink) {
  const bool roots = kernel == BaseKernel::hellinger;
  const std::vector<double> own = self_sums(rows, cell_of(kernel), roots);
  const CompactRows compacted = compact(rows, roots);
  pair_sums({compacted, compacted, true, cell_of(kernel), run.thread_count(), run.progress},
            [&](std::size_t i, std::size_t first, std::span<const double> sums) {
              if (first > i) return sink(i, first, sums);
              sink(i, i, {&own[i], 1});
              sink(i, i + 1, sums.subspan(i + 1 - first));
            });
}

void sums_of_pairs(const SparseRows& a, const SparseRows& b, BaseKernel kernel, const RunOptions& run,
                   const SumSink& sink) {
  const CompactPair compacted = compact(a, b, kernel == BaseKernel::hellinger);
  pair_sums({compacted.a, compacted.b, false, cell_of(kernel), run.thread_count(), run.progress}, sink);
}

SumSink store_kernel(GramMatrix& out, const Finish& a, const Finish& b) {
  return [&](std::size_t i, std::size_t first, std::span<const double> sums) {
    float* to = out.row(i).data() + first;
    for (std::size_t k = 0; k < sums.size(); ++k) to[k] = static_cast<float>(a.value(i, b, first + k, sums[k]));
  };
}

SumSink add_distance(GramMatrix& out, const Finish& a, const Finish& b, double scale) {
  return [&out, &a, &b, scale](std::size_t i, std::size_t first, std::span<const double> sums) {
    float* to = out.row(i).data() + first;
    for (std::size_t k = 0; k < sums.size(); ++k) {
      const double d = static_cast<double>(a.distance(i, b, first + k, sums[k]));
      to[k] = static_cast<float>(static_cast<double>(to[k]) + scale * d);
    }
  };
}

std::vector<std::size_t> sample_of(std::span<const std::size_t> items) {
  std::vector<std::size_t> chosen(items.begin(), items.end());
  if (chosen.size() <= kMedianItems) return chosen;
  constexpr std::uint64_t kSeed = 1, kItem = 0x6D656469616E;  // "median"
  base::Sequence sequence(kSeed, Hash128{}, kItem);
  for (std::size_t k = 0; k < kMedianItems; ++k) {
    std::swap(chosen[k], chosen[k + static_cast<std::size_t>(sequence.below(chosen.size() - k))]);
  }
  chosen.resize(kMedianItems);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace

GramMatrix kernel_matrix(const SparseRows& rows, BaseKernel kernel, const RunOptions& run) {
  const Finish finish(rows, kernel);
  GramMatrix out(rows.rows(), rows.rows());
  sums_of_pairs(rows, kernel, run, store_kernel(out, finish, finish));
  mirror(out, run.thread_count());
  return out;
}

GramMatrix kernel_matrix(const SparseRows& a, const SparseRows& b, BaseKernel kernel, const RunOptions& run) {
  check_columns(a, b);
  const Finish finish_a(a, kernel), finish_b(b, kernel);
  GramMatrix out(a.rows(), b.rows());
  sums_of_pairs(a, b, kernel, run, store_kernel(out, finish_a, finish_b));
  return out;
}

void add_squared_distances(GramMatrix& sum, const SparseRows& rows, BaseKernel kernel, double scale,
                           const RunOptions& run) {
  check_shape(sum, rows.rows(), rows.rows());
  const Finish finish(rows, kernel);
  sums_of_pairs(rows, kernel, run, add_distance(sum, finish, finish, scale));
  mirror(sum, run.thread_count());
}

void add_squared_distances(GramMatrix& sum, const SparseRows& a, const SparseRows& b, BaseKernel kernel, double scale,
                           const RunOptions& run) {
  check_columns(a, b);
  check_shape(sum, a.rows(), b.rows());
  const Finish finish_a(a, kernel), finish_b(b, kernel);
  sums_of_pairs(a, b, kernel, run, add_distance(sum, finish_a, finish_b, scale));
}

double median_squared_distance(const SparseRows& rows, std::span<const std::size_t> items, BaseKernel kernel,
                               const RunOptions& run) {
  const SparseRows chosen = rows.select(sample_of(items));
  const std::size_t n = chosen.rows();
  if (n < 2) return 1;
  const Finish finish(chosen, kernel);
  std::vector<float> distances(n * (n - 1) / 2);
  sums_of_pairs(chosen, kernel, run, [&](std::size_t i, std::size_t first, std::span<const double> sums) {
    const std::size_t row = i * (2 * n - i - 1) / 2;  // of pairs (i, i + 1), (i, i + 2), ...
    for (std::size_t k = 0; k < sums.size(); ++k) {
      const std::size_t j = first + k;
      if (j > i) distances[row + (j - i - 1)] = finish.distance(i, finish, j, sums[k]);
    }
  });
  return median_scale(distances);
}

void learn_medians(std::vector<DistanceBlock>& blocks, const SparseRows& rows, std::span<const std::size_t> items,
                   BaseKernel kernel, const RunOptions& run) {
  for (DistanceBlock& block : blocks) {
    block.median = median_squared_distance(rows.slice(block.first, block.last), items, kernel, run);
  }
}

GramMatrix block_distances(const SparseRows& rows, std::span<const DistanceBlock> blocks, BaseKernel kernel,
                           const RunOptions& run) {
  GramMatrix sum(rows.rows(), rows.rows());
  for (const DistanceBlock& block : blocks) {
    add_squared_distances(sum, rows.slice(block.first, block.last), kernel, block.weight / block.median, run);
  }
  return sum;
}

GramMatrix block_distances(const SparseRows& a, const SparseRows& b, std::span<const DistanceBlock> blocks,
                           BaseKernel kernel, const RunOptions& run) {
  check_columns(a, b);
  GramMatrix sum(a.rows(), b.rows());
  for (const DistanceBlock& block : blocks) {
    add_squared_distances(sum, a.slice(block.first, block.last), b.slice(block.first, block.last), kernel,
                          block.weight / block.median, run);
  }
  return sum;
}

}  // namespace awe::kernels
