#include "algebra/tridiagonal.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "algebra/fixed_loops.h"
#include "awe/error.h"
#include "base/parallel.h"

namespace awe::algebra {
namespace {

constexpr std::size_t kBlock = 32;  // reflections at a time

// sqrt(a^2 + b^2) without overflow; the function of the C library is not the same everywhere.
double length_of(double a, double b) {
  const double large = std::max(std::abs(a), std::abs(b)), small = std::min(std::abs(a), std::abs(b));
  if (large == 0) return 0;
  const double ratio = small / large;
  return large * std::sqrt(1 + ratio * ratio);
}

class Reduction {
 public:
  Reduction(Dense lower, int threads, const Progress& progress)
      : n_(lower.rows), threads_(threads), progress_(progress), v_(kBlock, n_), w_(kBlock, n_) {
    form_.reflections = std::move(lower);
    form_.diagonal.assign(n_, 0.0);
    form_.beside.assign(n_, 0.0);
    form_.factors.assign(n_, 0.0);
  }

  Tridiagonal run() && {
    // Rows from the last to the first, a block at a time.
    for (std::size_t end = n_; end > 0;) {
      const std::size_t begin = end > kBlock ? end - kBlock : 0;
      kept_ = 0;
      for (std::size_t i = end; i-- > begin;) {
        progress_.throw_if_stopped();
        reduce_row(i);
      }
      subtract_block(begin);
      end = begin;
    }
    return std::move(form_);
  }

 private:
  // Brings row i up to date, replaces it by a reflection, and finds what the reflection changes in the rows above.
  void reduce_row(std::size_t i) {
    double* row = form_.reflections.row(i).data();
    for (std::size_t j = 0; j < kept_; ++j) {
      loops_.add_multiple(-v_(j, i), w_.row(j).data(), row, i + 1);
      loops_.add_multiple(-w_(j, i), v_.row(j).data(), row, i + 1);
    }
    form_.diagonal[i] = row[i];
    if (i == 0) return;
    double largest = 0;
    for (std::size_t k = 0; k < i; ++k) largest = std::max(largest, std::abs(row[k]));
    bool is_zero = true;  // apart from the last one, which may stay
    for (std::size_t k = 0; k + 1 < i && is_zero; ++k) is_zero = row[k] == 0;
    if (is_zero || !(largest > 0)) {
      form_.beside[i - 1] = row[i - 1];
      std::fill_n(row, i, 0.0);
      return;  // factor 0: no reflection
    }
    // v = x - b e with |b| = |x|, divided by its last entry. Scaled, so that nothing overflows.
    loops_.scale(1 / largest, row, i);
    const double last = row[i - 1], length = std::sqrt(loops_.dot(row, row, i));
    const double image = last > 0 ? -length : length;
    form_.beside[i - 1] = image * largest;
    const double factor = (image - last) / image;
    loops_.scale(1 / (last - image), row, i);
    row[i - 1] = 1;
    form_.factors[i] = factor;

    double* v = v_.row(kept_).data();
    double* w = w_.row(kept_).data();
    std::fill_n(v, n_, 0.0);
    std::fill_n(w, n_, 0.0);
    std::copy_n(row, i, v);
    multiply_triangle(i, v, w);
    for (std::size_t j = 0; j < kept_; ++j) {
      const double along_w = loops_.dot(w_.row(j).data(), v, i), along_v = loops_.dot(v_.row(j).data(), v, i);
      loops_.add_multiple(-along_w, v_.row(j).data(), w, i);
      loops_.add_multiple(-along_v, w_.row(j).data(), w, i);
    }
    loops_.scale(factor, w, i);
    loops_.add_multiple(-factor / 2 * loops_.dot(w, v, i), v, w, i);
    ++kept_;
  }

  // out = A x for the first `rows` rows and columns of A, of which only the lower triangle is stored. Large ones in
  // parts of equal area, summed in order.
  void multiply_triangle(std::size_t rows, const double* x, double* out) {
    constexpr std::size_t kParts = 8, kSmall = 512;
    const std::size_t parts = rows < kSmall ? 1 : kParts;
    sums_.assign(parts * rows, 0.0);
    const auto first_of = [&](std::size_t part) {
      if (part == parts) return rows;
      const double share = std::sqrt(static_cast<double>(part) / static_cast<double>(parts));
      return static_cast<std::size_t>(share * static_cast<double>(rows));
    };
    const auto add_part = [&](std::size_t part) {
      double* sum = sums_.data() + part * rows;
      for (std::size_t r = first_of(part); r < first_of(part + 1); ++r) {
        const double* row = form_.reflections.row(r).data();
        sum[r] += loops_.dot_and_add(row, x, x[r], sum, r) + row[r] * x[r];
      }
    };
    if (parts == 1) {
      add_part(0);
    } else {
      base::parallel_for(parts, threads_, add_part);
    }
    for (std::size_t part = 0; part < parts; ++part) loops_.add_multiple(1, sums_.data() + part * rows, out, rows);
  }

  // A -= V W' + W V' in the first `rows` rows.
  void subtract_block(std::size_t rows) {
    if (rows == 0 || kept_ == 0) return;
    // [-V -W] by columns, and [W; V] by rows.
    Dense left(2 * kept_, rows), right(2 * kept_, rows);
    for (std::size_t j = 0; j < kept_; ++j) {
      std::transform(v_.row(j).begin(), v_.row(j).begin() + static_cast<std::ptrdiff_t>(rows), left.row(j).begin(),
                     std::negate<>());
      std::transform(w_.row(j).begin(), w_.row(j).begin() + static_cast<std::ptrdiff_t>(rows),
                     left.row(kept_ + j).begin(), std::negate<>());
      std::copy_n(w_.row(j).data(), rows, right.row(j).data());
      std::copy_n(v_.row(j).data(), rows, right.row(kept_ + j).data());
    }
    constexpr std::size_t kTile = 64;
    base::parallel_for((rows + kTile - 1) / kTile, threads_, [&](std::size_t tile) {
      const std::size_t first = tile * kTile, count = std::min(kTile, rows - first);
      loops_.product(count, 2 * kept_, {left.values.data() + first, 1, rows},
                     {right.values.data(), rows, first + count}, form_.reflections.row(first).data(), n_, true);
    });
  }

  std::size_t n_;
  int threads_;
  const Progress& progress_;
  const FixedLoops<double>& loops_ = fixed_loops<double>();
  Tridiagonal form_;
  Dense v_, w_;  // the reflections of this block, and what they subtract: A - v w' - w v'
  std::size_t kept_ = 0;
  std::vector<double> sums_;
};

// One sweep of implicit QL from `last` down to `first`; records its rotations.
void sweep(std::vector<double>& d, std::vector<double>& e, std::size_t first, std::size_t last, Rotations& rotations) {
  double g = (d[first + 1] - d[first]) / (2 * e[first]);
  g = d[last] - d[first] + e[first] / (g + (g < 0 ? -length_of(g, 1) : length_of(g, 1)));
  double s = 1, c = 1, p = 0;
  Rotations::Sweep made{last, last, rotations.pairs.size()};
  for (std::size_t i = last; i-- > first;) {
    const double f = s * e[i], b = c * e[i], r = length_of(f, g);
    e[i + 1] = r;
    if (r == 0) {
      // The matrix falls apart here.
      d[i + 1] -= p;
      e[last] = 0;
      rotations.sweeps.push_back(made);
      return;
    }
    s = f / r;
    c = g / r;
    g = d[i + 1] - p;
    const double t = (d[i] - g) * s + 2 * c * b;
    p = s * t;
    d[i + 1] = g + p;
    g = c * t - b;
    rotations.pairs.push_back(c);
    rotations.pairs.push_back(s);
    made.first = i;
  }
  d[first] -= p;
  e[first] = g;
  e[last] = 0;
  rotations.sweeps.push_back(made);
}

// The reflections begin .. end - 1 as one matrix 1 - V T V': V by rows, and T upper triangular.
struct ReflectionBlock {
  Dense v, t;
};
ReflectionBlock block_of(const Tridiagonal& form, std::size_t begin, std::size_t end) {
  const auto& loops = fixed_loops<double>();
  const std::size_t size = end - begin, width = end - 1;  // places beyond are zero in all of them
  ReflectionBlock block{Dense(size, width), Dense(size, size)};
  std::vector<double> along(size);
  for (std::size_t j = 0; j < size; ++j) {
    const std::size_t i = end - 1 - j;  // the last one is the leftmost factor
    std::copy_n(form.reflections.row(i).data(), i, block.v.row(j).data());
    const double factor = form.factors[i];
    for (std::size_t k = 0; k < j; ++k) along[k] = loops.dot(block.v.row(k).data(), block.v.row(j).data(), width);
    for (std::size_t k = 0; k < j; ++k) {
      double sum = 0;
      for (std::size_t m = k; m < j; ++m) sum += block.t(k, m) * along[m];
      block.t(k, j) = -factor * sum;
    }
    block.t(j, j) = factor;
  }
  return block;
}

}  // namespace

Tridiagonal tridiagonal_form(Dense lower, int threads, const Progress& progress) {
  return Reduction(std::move(lower), threads, progress).run();
}

Rotations diagonalise(Tridiagonal& form, const Progress& progress) {
  std::vector<double>&d = form.diagonal, &e = form.beside;
  const std::size_t n = d.size();
  Rotations rotations;
  double scale = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double size = std::abs(d[i]) + std::abs(e[i]);
    if (!std::isfinite(size)) throw Error(ErrorKind::numeric, "eigenvectors were not found: a value is not finite");
    scale = std::max(scale, size);
  }
  // What is smaller than this is lost in the rounding of the matrix.
  const double tiny = 0x1p-53 * scale;
  constexpr int kMostSweeps = 100;  // usually two
  for (std::size_t first = 0; first < n; ++first) {
    for (int sweeps = 0;; ++sweeps) {
      progress.throw_if_stopped();
      std::size_t last = first;
      while (last + 1 < n && std::abs(e[last]) > tiny) ++last;
      if (last == first) break;
      if (sweeps == kMostSweeps) throw Error(ErrorKind::numeric, "eigenvectors were not found: QL does not converge");
      sweep(d, e, first, last, rotations);
    }
  }
  return rotations;
}

Dense eigenvectors_at(const std::vector<std::size_t>& positions, const Tridiagonal& form, const Rotations& rotations,
                      int threads, const Progress& progress) {
  const std::size_t n = form.diagonal.size();
  std::vector<ReflectionBlock> blocks;
  std::vector<std::size_t> begins;
  for (std::size_t begin = 1; begin < n; begin += kBlock) begins.push_back(begin);
  blocks.resize(begins.size());
  base::parallel_for(begins.size(), threads, [&](std::size_t b) {
    progress.throw_if_stopped();
    blocks[b] = block_of(form, begins[b], std::min(n, begins[b] + kBlock));
  });
  Dense result(positions.size(), n);
  constexpr std::size_t kStrip = 64;  // vectors at a time: they stay in the second-level cache
  base::parallel_for((positions.size() + kStrip - 1) / kStrip, threads, [&](std::size_t strip) {
    const auto& loops = fixed_loops<double>();
    const std::size_t first = strip * kStrip, width = std::min(kStrip, positions.size() - first);
    Dense x(n, width);  // one vector per column
    for (std::size_t k = 0; k < width; ++k) x(positions[first + k], k) = 1;
    for (std::size_t s = rotations.sweeps.size(); s-- > 0;) {
      const Rotations::Sweep& made = rotations.sweeps[s];
      if (s % 64 == 0) progress.throw_if_stopped();
      loops.rotate(x.values.data(), width, width, made.first, rotations.pairs.data() + made.begin,
                   made.last - made.first);
    }
    Dense along(kBlock, width), turned(kBlock, width);
    for (const ReflectionBlock& block : blocks) {
      progress.throw_if_stopped();
      // x -= V T V' x
      const std::size_t size = block.v.rows, rows = block.v.columns;
      loops.product(size, rows, {block.v.values.data(), rows, 1}, {x.values.data(), width, width}, along.values.data(),
                    width, false);
      loops.product(size, size, {block.t.values.data(), size, 1}, {along.values.data(), width, width},
                    turned.values.data(), width, false);
      loops.scale(-1, turned.values.data(), size * width);
      loops.product(rows, size, {block.v.values.data(), 1, rows}, {turned.values.data(), width, width}, x.values.data(),
                    width, true);
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < width; ++k) result(first + k, i) = x(i, k);
    }
  });
  return result;
}

}  // namespace awe::algebra
