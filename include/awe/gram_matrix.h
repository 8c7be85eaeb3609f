// Matrices of kernel values or squared distances between rows, and operations on them in place: float32, row-major, in
// one allocation. 12,000 x 12,000 values take 576 MB, and no function here needs a second copy. Operations work entry
// by entry, so a value never depends on other entries: a prediction is the same in any batch, and a symmetric matrix
// stays symmetric to the bit. `threads` is the number of threads to use; results do not depend on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

namespace awe {

// A matrix of float32 values; movable, not copyable. Rows are contiguous; the first is aligned to 64 bytes.
class GramMatrix {
 public:
  GramMatrix() = default;
  // A matrix of zeros. Throws std::bad_alloc if memory is short.
  GramMatrix(std::size_t rows, std::size_t columns);

  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }        // number of rows
  [[nodiscard]] std::size_t columns() const noexcept { return columns_; }  // number of columns
  // Row i, without a check of the range.
  [[nodiscard]] std::span<float> row(std::size_t i) noexcept { return {values_.get() + i * columns_, columns_}; }
  [[nodiscard]] std::span<const float> row(std::size_t i) const noexcept {
    return {values_.get() + i * columns_, columns_};
  }
  // All values, row by row.
  [[nodiscard]] float* data() noexcept { return values_.get(); }
  [[nodiscard]] const float* data() const noexcept { return values_.get(); }
  // The value in row i and column j, without a check of the range.
  [[nodiscard]] float operator()(std::size_t i, std::size_t j) const noexcept { return values_[i * columns_ + j]; }

  static constexpr std::size_t kAlignment = 64;  // alignment of the first row, in bytes
  // Memory of a matrix in bytes, as a real number, which cannot overflow.
  [[nodiscard]] static double bytes(double rows, double columns) noexcept { return 4 * rows * columns; }

 private:
  struct Release {
    Release() noexcept : block(nullptr) {}
    explicit Release(void* allocation) noexcept : block(allocation) {}
    void* block;  // the allocation that holds the values
    void operator()(float* /*values*/) const { std::free(block); }
  };
  std::size_t rows_ = 0, columns_ = 0;
  std::unique_ptr<float[], Release> values_;
};

// Copies the upper triangle of a square matrix to the lower one.
void mirror(GramMatrix& square, int threads);

// Replaces every entry d >= 0 by exp(-gamma d). Absolute error of exp below 1e-7; gamma d above 87.3 gives 0.
void exponentiate(GramMatrix& distances, double gamma, int threads);
void exponentiate(std::span<float> distances, double gamma);
// Replaces every entry k by (scale k + offset)^degree. Throws Error(numeric) if float32 cannot represent a result.
void raise_to_power(GramMatrix& kernel, int degree, double offset, int threads, double scale = 1);
// Adds scale * more to sum; both have the same shape.
void add_scaled(GramMatrix& sum, const GramMatrix& more, double scale, int threads);

// The median (the upper of two) of a list, which is reordered. If it is 0: the mean of the positive values, or 1 if
// there are none, so that the result can be a divisor.
[[nodiscard]] double median_scale(std::span<float> values);

// median_scale over the pairs of different items of a square matrix: all pairs, or a million drawn from a fixed stream.
[[nodiscard]] double median_of_pairs(const GramMatrix& square, std::span<const std::uint32_t> items);

// exp(x) for x <= 0, as exponentiate computes it.
[[nodiscard]] float exp_of_negative(float x) noexcept;

}  // namespace awe
