// Matrices of kernel values or squared distances between rows: float32, row-major, in one allocation, and what is done
// to them in place. 12,000 x 12,000 values take 576 MB, and nothing here needs a second copy. Entry by entry, so a
// value never depends on its neighbours: a prediction is the same in any batch, and symmetric stays symmetric to the
// bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>

namespace awe {

// Movable, not copyable. Rows follow each other without gaps; the first is aligned to 64 bytes.
class GramMatrix {
 public:
  GramMatrix() = default;
  // Zeros. Throws std::bad_alloc where memory is short.
  GramMatrix(std::size_t rows, std::size_t columns);

  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::size_t columns() const noexcept { return columns_; }
  [[nodiscard]] std::span<float> row(std::size_t i) noexcept { return {values_.get() + i * columns_, columns_}; }
  [[nodiscard]] std::span<const float> row(std::size_t i) const noexcept {
    return {values_.get() + i * columns_, columns_};
  }
  [[nodiscard]] float* data() noexcept { return values_.get(); }
  [[nodiscard]] const float* data() const noexcept { return values_.get(); }
  [[nodiscard]] float operator()(std::size_t i, std::size_t j) const noexcept { return values_[i * columns_ + j]; }

  static constexpr std::size_t kAlignment = 64;
  // What a matrix takes, as a real number: it cannot overflow.
  [[nodiscard]] static double bytes(double rows, double columns) noexcept { return 4 * rows * columns; }

 private:
  struct Release {
    void operator()(float* values) const { ::operator delete[](values, std::align_val_t{kAlignment}); }
  };
  std::size_t rows_ = 0, columns_ = 0;
  std::unique_ptr<float[], Release> values_;
};

// Copies the upper triangle of a square matrix to the lower one.
void mirror(GramMatrix& square, int threads);

// exp(-gamma d) of every entry d >= 0. Absolute error of exp below 1e-7; gamma d beyond 87.3 gives 0.
void exponentiate(GramMatrix& distances, double gamma, int threads);
void exponentiate(std::span<float> distances, double gamma);
// (scale k + offset)^degree of every entry. Throws Error(numeric) where float32 cannot hold a result.
void raise_to_power(GramMatrix& kernel, int degree, double offset, int threads, double scale = 1);
// sum += scale * more, of the same shape.
void add_scaled(GramMatrix& sum, const GramMatrix& more, double scale, int threads);

// The middle (upper of two) of a list that it reorders. If that is 0: the mean of the positive ones, or 1 if there are
// none, so that something can be divided by it.
[[nodiscard]] double median_scale(std::span<float> values);

// median_scale over pairs of different items of a square matrix: all of them, or a million drawn from a fixed stream.
[[nodiscard]] double median_of_pairs(const GramMatrix& square, std::span<const std::uint32_t> items);

// e^x for x <= 0, as exponentiate computes it.
[[nodiscard]] float exp_of_negative(float x) noexcept;

}  // namespace awe
