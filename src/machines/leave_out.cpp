#include "machines/leave_out.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "algebra/cholesky.h"

namespace awe::machines {
namespace {

using algebra::Dense;

class LeaveOut {
 public:
  LeaveOut(std::span<const std::size_t> sizes, std::size_t targets, int threads, const Progress& stop)
      : sizes_(sizes), threads_(threads), stop_(stop), left_(rows_of(0, sizes.size()), targets) {}

  // For the parts [first, last): `a` has the equations of their unknowns, after those of others. Returns false if the
  // equations are not positive definite.
  [[nodiscard]] bool run(const Dense& a, std::size_t first, std::size_t last) {
    const std::size_t others = a.rows - rows_of(first, last);
    if (last - first == 1) return eliminate_for_one(a, others, first);
    const std::size_t middle = first + (last - first) / 2, rows = rows_of(first, middle);
    return eliminate(a, others + rows, middle, last) &&
           eliminate(moved_to_end(a, others, others + rows), a.rows - rows, first, middle);
  }

  [[nodiscard]] Dense take() && { return std::move(left_); }

 private:
  [[nodiscard]] std::size_t rows_of(std::size_t first, std::size_t last) const {
    return std::accumulate(sizes_.begin() + static_cast<std::ptrdiff_t>(first),
                           sizes_.begin() + static_cast<std::ptrdiff_t>(last), std::size_t{0});
  }

  // The same equations with the unknowns [begin, end) after all others.
  static Dense moved_to_end(const Dense& a, std::size_t begin, std::size_t end) {
    std::vector<std::size_t> order(a.rows);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::rotate(order.begin() + static_cast<std::ptrdiff_t>(begin), order.begin() + static_cast<std::ptrdiff_t>(end),
                order.end());
    Dense out(a.rows, a.columns);
    for (std::size_t i = 0; i < a.rows; ++i) {
      for (std::size_t j = i; j < a.rows; ++j) {
        out(i, j) = a(std::min(order[i], order[j]), std::max(order[i], order[j]));
      }
      for (std::size_t t = a.rows; t < a.columns; ++t) out(i, t) = a(order[i], t);
    }
    return out;
  }

  // Goes on with the parts [first, last), whose unknowns are those after the first `gone`, which are eliminated.
  [[nodiscard]] bool eliminate(Dense a, std::size_t gone, std::size_t first, std::size_t last) {
    if (last - first == 1) return eliminate_for_one(a, gone, first);
    if (!algebra::eliminate(a, gone, threads_, stop_)) return false;
    Dense rest(a.rows - gone, a.columns - gone);
    for (std::size_t i = 0; i < rest.rows; ++i) {
      const auto row = a.row(gone + i).subspan(gone);
      std::copy(row.begin(), row.end(), rest.row(i).begin());
    }
    a = {};  // its memory is needed
    return run(rest, first, last);
  }

  // The same for one part, of which the right-hand sides are all that is wanted.
  [[nodiscard]] bool eliminate_for_one(const Dense& a, std::size_t gone, std::size_t part) {
    const std::size_t targets = left_.columns, place = rows_of(0, part);
    Dense block(gone, gone), x(gone, targets);
    for (std::size_t i = 0; i < gone; ++i) {
      const auto row = a.row(i);
      std::copy_n(row.data() + i, gone - i, block.row(i).data() + i);
      std::copy_n(row.data() + a.rows, targets, x.row(i).data());
    }
    if (!algebra::factor_positive(block, threads_, stop_)) return false;
    algebra::solve_factored(block, x);
    for (std::size_t i = gone; i < a.rows; ++i) {
      std::copy_n(a.row(i).data() + a.rows, targets, left_.row(place + i - gone).data());
    }
    for (std::size_t k = 0; k < gone; ++k) {
      for (std::size_t i = gone; i < a.rows; ++i) {
        for (std::size_t t = 0; t < targets; ++t) left_(place + i - gone, t) -= a(k, i) * x(k, t);
      }
    }
    return true;
  }

  std::span<const std::size_t> sizes_;
  int threads_;
  const Progress& stop_;
  Dense left_;
};

}  // namespace

std::optional<Dense> leave_parts_out(const Dense& equations, std::span<const std::size_t> sizes, int threads,
                                     const Progress& stop) {
  LeaveOut leaving(sizes, equations.columns - equations.rows, threads, stop);
  if (!sizes.empty() && !leaving.run(equations, 0, sizes.size())) return std::nullopt;
  return std::move(leaving).take();
}

}  // namespace awe::machines
