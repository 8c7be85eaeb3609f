#include "machines/leave_out.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "algebra/cholesky.h"
#include "algebra/fixed_loops.h"

namespace awe::machines {
namespace {

using algebra::Dense;

// out(j, i) = in(i, j) for rows [begin, end) and columns [first, last), in squares that stay in cache. Both places are
// functions that return a reference.
template <class In, class Out>
void transpose(std::size_t begin, std::size_t end, std::size_t first, std::size_t last, const In& in, const Out& out) {
  constexpr std::size_t kSide = 8;
  for (std::size_t i = begin; i < end; i += kSide) {
    for (std::size_t j = first; j < last; j += kSide) {
      for (std::size_t c = j; c < std::min(last, j + kSide); ++c) {
        for (std::size_t r = i; r < std::min(end, i + kSide); ++r) out(c, r) = in(r, c);
      }
    }
  }
}

}  // namespace

std::size_t LeaveOut::rows_of(std::size_t first, std::size_t last) const {
  return std::accumulate(sizes_.begin() + static_cast<std::ptrdiff_t>(first),
                         sizes_.begin() + static_cast<std::ptrdiff_t>(last), std::size_t{0});
}

Dense& LeaveOut::matrix(std::size_t level, std::size_t rows, std::size_t columns) {
  if (matrices_.size() <= level) matrices_.resize(level + 1);
  Dense& one = matrices_[level];
  one.rows = rows;
  one.columns = columns;
  if (one.values.size() < rows * columns) one.values.resize(rows * columns);
  return one;
}

std::optional<Dense> LeaveOut::with(double lambda, Dense* solution) {
  left_ = Dense(rows_of(0, sizes_.size()), equations_.columns - equations_.rows);
  solution_ = solution;
  const View all{equations_.values.data(), equations_.rows, equations_.columns, equations_.columns};
  if (!sizes_.empty() && !run(all, lambda, 0, sizes_.size(), 0)) return std::nullopt;
  return std::move(left_);
}

bool LeaveOut::run(const View& a, double lambda, std::size_t first, std::size_t last, std::size_t level) {
  if (last - first == 1) return eliminate_for_one(a, lambda, first, level);
  const std::size_t middle = first + (last - first) / 2;
  const std::size_t begin = a.rows - rows_of(first, last), end = begin + rows_of(first, middle);

  // The unknowns before those of the second half are eliminated for that half.
  Dense& same = matrix(level, a.rows, a.columns);
  for (std::size_t i = 0; i < a.rows; ++i) {
    std::copy_n(a.row(i) + i, a.columns - i, same.row(i).data() + i);
    same(i, i) += lambda;
  }
  if (!go_on(end, middle, last, level)) return false;

  // The same for the first half, whose unknowns [begin, end) are moved after all others.
  const std::size_t gone = a.rows - (end - begin), ahead = a.rows - end;
  Dense& moved = matrix(level, a.rows, a.columns);
  for (std::size_t i = 0; i < a.rows; ++i) {
    const std::size_t to = i < begin ? i : i < end ? i + ahead : i - (end - begin);
    const double* from = a.row(i);
    double* row = moved.row(to).data();
    if (i < begin) {
      std::copy(from + i, from + begin, row + i);
      std::copy(from + end, from + a.rows, row + begin);
      std::copy(from + begin, from + end, row + gone);
    } else if (i < end) {
      std::copy(from + i, from + end, row + to);
    } else {
      std::copy(from + i, from + a.rows, row + to);
    }
    row[to] += lambda;
    std::copy(from + a.rows, from + a.columns, row + a.rows);
  }
  transpose(
      begin, end, end, a.rows, [&](std::size_t i, std::size_t j) { return a.row(i)[j]; },
      [&](std::size_t j, std::size_t i) -> double& { return moved(j - (end - begin), i + ahead); });
  return go_on(gone, first, middle, level);
}

// Eliminates the first `gone` unknowns of the matrix of this level, and goes on with the others, of [first, last).
bool LeaveOut::go_on(std::size_t gone, std::size_t first, std::size_t last, std::size_t level) {
  const auto view = [&](std::size_t from) {
    const Dense& a = matrices_[level];
    return View{a.values.data() + from * a.columns + from, a.rows - from, a.columns - from, a.columns};
  };
  if (last - first == 1) return eliminate_for_one(view(0), 0, first, level + 1);
  if (!algebra::eliminate(matrices_[level], gone, threads_, stop_)) return false;
  if (solution_ != nullptr && level == 0 && !solve_all(gone)) return false;
  return run(view(gone), 0, first, last, level + 1);
}

// Eliminates the others, too, after the first `gone` unknowns of all, and solves backwards.
bool LeaveOut::solve_all(std::size_t gone) {
  const std::size_t n = equations_.rows, targets = left_.columns;
  Dense& rest = matrix(1, n - gone, equations_.columns - gone);
  const Dense& top = matrices_.front();
  for (std::size_t i = gone; i < n; ++i) {
    std::copy_n(top.row(i).data() + i, top.columns - i, rest.row(i - gone).data() + (i - gone));
  }
  if (!algebra::eliminate(rest, rest.rows, threads_, stop_)) return false;
  const auto& loops = algebra::fixed_loops<double>();
  Dense x(targets, n);
  for (std::size_t k = n; k-- > 0;) {
    const double* row = k < gone ? top.row(k).data() : rest.row(k - gone).data() - gone;  // from column k on
    for (std::size_t t = 0; t < targets; ++t) {
      const double known = loops.dot(row + k + 1, x.row(t).data() + k + 1, n - k - 1);
      x(t, k) = (row[n + t] - known) / row[k];
    }
  }
  *solution_ = Dense(n, targets);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t t = 0; t < targets; ++t) (*solution_)(i, t) = x(t, i);
  }
  solution_ = nullptr;  // once is enough
  return true;
}

// Of one part the right-hand sides are all that is wanted.
bool LeaveOut::eliminate_for_one(const View& a, double lambda, std::size_t part, std::size_t level) {
  const std::size_t gone = a.rows - sizes_[part], targets = left_.columns, place = rows_of(0, part);
  Dense& block = matrix(level, gone, gone);
  Dense x(gone, targets);
  for (std::size_t i = 0; i < gone; ++i) {
    std::copy_n(a.row(i) + i, gone - i, block.row(i).data() + i);
    block(i, i) += lambda;
    std::copy_n(a.row(i) + a.rows, targets, x.row(i).data());
  }
  if (!algebra::factor_positive(block, threads_, stop_)) return false;
  algebra::solve_factored(block, x);
  for (std::size_t i = gone; i < a.rows; ++i) {
    std::copy_n(a.row(i) + a.rows, targets, left_.row(place + i - gone).data());
  }
  for (std::size_t k = 0; k < gone; ++k) {
    for (std::size_t i = gone; i < a.rows; ++i) {
      for (std::size_t t = 0; t < targets; ++t) left_(place + i - gone, t) -= a.row(k)[i] * x(k, t);
    }
  }
  return true;
}

}  // namespace awe::machines
