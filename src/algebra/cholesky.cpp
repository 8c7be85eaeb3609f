#include "algebra/cholesky.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "algebra/fixed_loops.h"
#include "base/parallel.h"

namespace awe::algebra {
namespace {

constexpr std::size_t kBlock = 64;     // rows that are eliminated together
constexpr std::size_t kFew = 8;        // of these, rows that are eliminated one by one
constexpr std::size_t kTriangle = 16;  // rows that are updated together where they end in a triangle
constexpr std::size_t kStrip = 256;    // columns of a right-hand side that are solved together

std::size_t blocks_of(std::size_t n, std::size_t size) { return (n + size - 1) / size; }

// Rows [begin, end) of columns [first, first + width) of x, negated.
void negate_into(std::vector<double>& out, const Dense& x, std::size_t begin, std::size_t end, std::size_t first,
                 std::size_t width) {
  out.resize((end - begin) * width);
  for (std::size_t i = begin; i < end; ++i) {
    const auto row = x.row(i).subspan(first, width);
    std::transform(row.begin(), row.end(), out.begin() + static_cast<std::ptrdiff_t>((i - begin) * width),
                   std::negate<>());
  }
}

// A strip of columns of the right-hand sides.
class Strip {
 public:
  Strip(const Dense& factor, Dense& x, std::size_t first)
      : u_(factor), x_(x), first_(first), width_(std::min(kStrip, x.columns - first)) {}

  // x = U'^-1 x.
  void forward() {
    const std::size_t n = u_.rows;
    for (std::size_t begin = 0; begin < n; begin += kBlock) {
      const std::size_t end = std::min(n, begin + kBlock);
      for (std::size_t k = begin; k < end; ++k) {
        loops_.scale(1 / u_(k, k), at(k), width_);
        for (std::size_t i = k + 1; i < end; ++i) loops_.add_multiple(-u_(k, i), at(k), at(i), width_);
      }
      if (end == n) return;
      negate_into(negative_, x_, begin, end, first_, width_);
      loops_.product(n - end, end - begin, {u_.values.data() + begin * n + end, 1, n},
                     {negative_.data(), width_, width_}, at(end), x_.columns, true);
    }
  }

  // x = U^-1 x.
  void backward() {
    const std::size_t n = u_.rows;
    for (std::size_t end = n; end > 0;) {
      const std::size_t begin = (end - 1) / kBlock * kBlock;
      for (std::size_t k = end; k-- > begin;) {
        loops_.scale(1 / u_(k, k), at(k), width_);
        for (std::size_t i = begin; i < k; ++i) loops_.add_multiple(-u_(i, k), at(k), at(i), width_);
      }
      if (begin > 0) {
        negate_into(negative_, x_, begin, end, first_, width_);
        loops_.product(begin, end - begin, {u_.values.data() + begin, n, 1}, {negative_.data(), width_, width_}, at(0),
                       x_.columns, true);
      }
      end = begin;
    }
  }

 private:
  [[nodiscard]] double* at(std::size_t row) noexcept { return x_.values.data() + row * x_.columns + first_; }

  const FixedLoops<double>& loops_ = fixed_loops<double>();
  const Dense& u_;
  Dense& x_;
  std::size_t first_, width_;
  std::vector<double> negative_;
};

void for_each_strip(const Dense& factor, Dense& x, int threads, const std::function<void(Strip&)>& solve) {
  base::parallel_for(blocks_of(x.columns, kStrip), threads, [&](std::size_t strip) {
    Strip own(factor, x, strip * kStrip);
    solve(own);
  });
}

// What the rows [begin, end) leave of the rows [first, last), in the upper triangle; below it, this writes values that
// nothing reads. `negative` has the rows [begin, end), negated, from column `first` on; they are `size` values apart.
void update_rows(Dense& a, std::size_t begin, std::size_t end, std::size_t first, std::size_t last,
                 const double* negative, std::size_t size) {
  const auto& loops = fixed_loops<double>();
  const auto update = [&](std::size_t from, std::size_t to, std::size_t column, std::size_t width) {
    loops.product(to - from, end - begin, {negative + (from - first), 1, size},
                  {a.row(begin).data() + column, a.columns, width}, a.row(from).data() + column, a.columns, true);
  };
  for (std::size_t from = first; from < last; from += kTriangle) {
    update(from, std::min(last, from + kTriangle), from, last - from);
  }
  update(first, last, last, a.columns - last);
}

// Eliminates the rows [begin, end) from each other: one half, then what that leaves of the other.
bool eliminate_block(Dense& a, std::size_t begin, std::size_t end, std::vector<double>& negative) {
  if (end - begin > kFew) {
    const std::size_t middle = begin + blocks_of(end - begin, 2 * kFew) * kFew;
    if (!eliminate_block(a, begin, middle, negative)) return false;
    negate_into(negative, a, begin, middle, middle, end - middle);
    update_rows(a, begin, middle, middle, end, negative.data(), end - middle);
    return eliminate_block(a, middle, end, negative);
  }
  const auto& loops = fixed_loops<double>();
  const std::size_t width = a.columns;
  for (std::size_t k = begin; k < end; ++k) {
    double* row = a.row(k).data();
    if (!(row[k] > 0) || !std::isfinite(row[k])) return false;
    loops.scale(1 / std::sqrt(row[k]), row + k, width - k);
    for (std::size_t i = k + 1; i < end; ++i) loops.add_multiple(-row[i], row + i, a.row(i).data() + i, width - i);
  }
  return true;
}

}  // namespace

bool eliminate(Dense& a, std::size_t count, int threads, const Progress& progress) {
  const std::size_t n = a.rows;
  std::vector<double> negative;
  for (std::size_t begin = 0; begin < count; begin += kBlock) {
    progress.throw_if_stopped();
    const std::size_t end = std::min(count, begin + kBlock);
    if (!eliminate_block(a, begin, end, negative)) return false;
    if (end == n) break;
    negate_into(negative, a, begin, end, end, n - end);
    base::parallel_for(blocks_of(n - end, kBlock), threads, [&](std::size_t block) {
      const std::size_t i = end + block * kBlock;
      update_rows(a, begin, end, i, std::min(n, i + kBlock), negative.data() + (i - end), n - end);
    });
  }
  return true;
}

bool factor_positive(Dense& a, int threads, const Progress& progress) {
  if (!eliminate(a, a.rows, threads, progress)) return false;
  for (std::size_t i = 0; i < a.rows; ++i) std::fill_n(a.row(i).begin(), i, 0.0);
  return true;
}

void solve_factored(const Dense& factor, Dense& x, int threads) {
  for_each_strip(factor, x, threads, [](Strip& strip) {
    strip.forward();
    strip.backward();
  });
}

void solve_transposed_factor(const Dense& factor, Dense& x, int threads) {
  for_each_strip(factor, x, threads, [](Strip& strip) { strip.forward(); });
}

void solve_factor(const Dense& factor, Dense& x, int threads) {
  for_each_strip(factor, x, threads, [](Strip& strip) { strip.backward(); });
}

}  // namespace awe::algebra
