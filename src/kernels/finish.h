// From the sums of terms of two rows (kernels/pair_sums.h) to their kernel value and squared distance, for the rows of
// one side. One double per row, two if the kernel is normalised; O(entries) to make.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "awe/error.h"
#include "awe/kernel.h"
#include "kernels/pair_sums.h"

namespace awe::kernels {

[[nodiscard]] inline PairCell cell_of(BaseKernel kernel) {
  if (kernel == BaseKernel::intersection || kernel == BaseKernel::overlap) return PairCell::smaller;
  return kernel == BaseKernel::chi_square ? PairCell::chi_square : PairCell::product;
}

[[nodiscard]] inline bool of_positive_values(BaseKernel kernel) {
  return kernel != BaseKernel::linear && kernel != BaseKernel::cosine;
}

class Finish {
 public:
  // Throws Error(numeric) for negative values where the kernel has none, and for values that float32 cannot hold.
  Finish(const SparseRows& rows, BaseKernel kernel)
      : normalised_(kernel == BaseKernel::cosine || kernel == BaseKernel::overlap) {
    if (of_positive_values(kernel) && rows.any_negative()) {
      throw Error(ErrorKind::numeric,
                  "the kernel " + std::string(to_string(kernel)) +
                      " takes no negative values, which size, ldp, hubs and statistics have; use linear or cosine");
    }
    self_ = self_sums(rows, cell_of(kernel), kernel == BaseKernel::hellinger);
    // By Cauchy and Schwarz no value is larger than the largest of a row with itself; d is at most four times that.
    for (const double self : self_) {
      if (!(self < std::numeric_limits<float>::max() / 4)) {
        throw Error(ErrorKind::numeric, "the kernel of a row is too large for float32; scale the features");
      }
    }
    if (!normalised_) return;
    norms_.reserve(self_.size());
    for (double& self : self_) {
      norms_.push_back(std::sqrt(self));
      self = norms_.back() > 0 ? self / (norms_.back() * norms_.back()) : 0;
    }
  }

  [[nodiscard]] bool normalised() const noexcept { return normalised_; }
  // k(x, x).
  [[nodiscard]] double self(std::size_t i) const noexcept { return self_[i]; }
  [[nodiscard]] const std::vector<double>& selves() const noexcept { return self_; }
  // The kernel value of row i of this side and row j of the other.
  [[nodiscard]] double value(std::size_t i, const Finish& other, std::size_t j, double sum) const noexcept {
    if (!normalised_) return sum;
    const double norms = norms_[i] * other.norms_[j];
    return norms > 0 ? sum / norms : 0;
  }
  // float32 as it is added and stored.
  [[nodiscard]] float distance(std::size_t i, const Finish& other, std::size_t j, double sum) const noexcept {
    const double d = self_[i] + other.self_[j] - 2 * value(i, other, j, sum);
    return d > 0 ? static_cast<float>(d) : 0.0F;
  }

 private:
  bool normalised_;
  std::vector<double> self_, norms_;
};

}  // namespace awe::kernels
