#include "kernels/block_kernel.h"

#include <cmath>
#include <numeric>

#include "awe/error.h"

namespace awe::kernels {
namespace {

constexpr double kMostGamma = 1e30, kLeastSigma = 1e-15, kMostSigma = 1e15;

// poly and rbf are made from inner products.
BaseKernel base_of(KernelKind kind) {
  switch (kind) {
    case KernelKind::cosine:
      return BaseKernel::cosine;
    case KernelKind::overlap:
      return BaseKernel::overlap;
    case KernelKind::hellinger:
      return BaseKernel::hellinger;
    case KernelKind::intersection:
      return BaseKernel::intersection;
    case KernelKind::chi_square:
      return BaseKernel::chi_square;
    case KernelKind::linear:
    case KernelKind::polynomial:
    case KernelKind::rbf:
      break;
  }
  return BaseKernel::linear;
}

// Pairs of rows of one matrix or of two: the only difference between the square and the rectangular kernel.
struct Pairs {
  const SparseRows& a;
  const SparseRows& b;
  bool square;

  [[nodiscard]] GramMatrix kernel(BaseKernel base, const RunOptions& run) const {
    return square ? kernel_matrix(b, base, run) : kernel_matrix(a, b, base, run);
  }
  [[nodiscard]] GramMatrix distances(BaseKernel base, const RunOptions& run) const {
    GramMatrix sum(a.rows(), b.rows());
    if (square) {
      add_squared_distances(sum, b, base, 1, run);
    } else {
      add_squared_distances(sum, a, b, base, 1, run);
    }
    return sum;
  }
  [[nodiscard]] GramMatrix distances(const std::vector<DistanceBlock>& blocks, BaseKernel base,
                                     const RunOptions& run) const {
    return square ? block_distances(b, blocks, base, run) : block_distances(a, b, blocks, base, run);
  }
};

Kernel kernel_of_pairs(const Pairs& pairs, std::vector<DistanceBlock> blocks, const KernelOptions& options) {
  check(options);
  const BaseKernel base = base_of(options.kernel);
  const RunOptions& run = options.run;
  std::vector<std::size_t> all(pairs.b.rows());
  std::iota(all.begin(), all.end(), std::size_t{0});
  Kernel made;
  if (options.blocks_median) {
    learn_medians(blocks, pairs.b, all, base, run);
    for (const DistanceBlock& block : blocks) made.medians.push_back(block.median);
    made.values = pairs.distances(blocks, base, run);
    exponentiate(made.values, options.gamma, run.thread_count());
    return made;
  }
  if (options.kernel == KernelKind::rbf) {
    made.sigma = options.sigma ? *options.sigma : std::sqrt(median_squared_distance(pairs.b, all, base, run));
    made.values = pairs.distances(base, run);
    exponentiate(made.values, 1 / (2 * *made.sigma * *made.sigma), run.thread_count());
    return made;
  }
  made.values = pairs.kernel(base, run);
  if (options.kernel == KernelKind::polynomial) {
    raise_to_power(made.values, options.degree, options.coef0, run.thread_count());
  }
  return made;
}

}  // namespace

void check(const KernelOptions& options) {
  if (options.blocks_median && (options.kernel == KernelKind::rbf || options.kernel == KernelKind::polynomial)) {
    throw Error(
        ErrorKind::usage,
        "`blocks_median` makes distances from linear, cosine, hellinger, intersection, overlap or chi2, not from " +
            std::string(to_string(options.kernel)));
  }
  // Within these limits gamma and 1 / (2 sigma^2) are numbers that float32, in which kernels are computed, can hold.
  if (!(options.gamma > 0 && options.gamma <= kMostGamma)) {
    throw Error(ErrorKind::usage, "`gamma` must be above 0 and at most 1e30");
  }
  if (options.sigma && !(*options.sigma >= kLeastSigma && *options.sigma <= kMostSigma)) {
    throw Error(ErrorKind::usage, "`sigma` must be from 1e-15 to 1e15");
  }
  if (!std::isfinite(options.coef0)) throw Error(ErrorKind::usage, "`coef0` must be a finite number");
}

Kernel kernel_of_rows(const SparseRows& rows, std::vector<DistanceBlock> blocks, const KernelOptions& options) {
  return kernel_of_pairs({rows, rows, true}, std::move(blocks), options);
}

Kernel kernel_of_rows(const SparseRows& a, const SparseRows& b, std::vector<DistanceBlock> blocks,
                      const KernelOptions& options) {
  return kernel_of_pairs({a, b, false}, std::move(blocks), options);
}

}  // namespace awe::kernels
