#include "machines/low_rank.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "algebra/cholesky.h"
#include "algebra/fixed_loops.h"
#include "base/rng.h"

namespace awe::machines {
namespace {

using algebra::Dense;

constexpr double kRounding = 0x1.0p-22;  // of kernel values, relative to the largest
constexpr std::size_t kLeastShare = 3;   // columns of L are worth it up to this part of the unknowns

// Whether A - L L' is only rounding, too, where its diagonal does not show that it is (A may not be positive definite):
// its product with a vector of signs is.
bool leaves_rounding(const Dense& a, const std::vector<std::vector<double>>& rows, double largest) {
  const std::size_t n = a.rows;
  const auto& loops = algebra::fixed_loops<double>();
  base::Sequence random(0, {});
  std::vector<double> signs(n), product(n, 0.0);
  for (double& sign : signs) sign = random.below(2) == 0 ? -1 : 1;
  for (std::size_t i = 0; i < n; ++i) {
    product[i] += loops.dot_and_add(a.row(i).data() + i, signs.data() + i, signs[i], product.data() + i, n - i);
    product[i] -= signs[i] * a(i, i);  // which was added twice
  }
  for (const auto& row : rows) {
    loops.add_multiple(-loops.dot(row.data(), signs.data(), n), row.data(), product.data(), n);
  }
  const double most = 4 * kRounding * largest * static_cast<double>(n);
  return std::all_of(product.begin(), product.end(), [most](double value) { return std::abs(value) <= most; });
}

// The rows of L', for a symmetric matrix of which the upper triangle is read; nothing if there are too many.
std::optional<std::vector<std::vector<double>>> pivoted_cholesky(const Dense& a, const Progress& stop) {
  const std::size_t n = a.rows, most = n / kLeastShare;
  const auto& loops = algebra::fixed_loops<double>();
  std::vector<double> left(n);
  for (std::size_t i = 0; i < n; ++i) left[i] = a(i, i);
  const double largest = n == 0 ? 0 : *std::max_element(left.begin(), left.end());
  if (!(largest > 0) || !std::isfinite(largest)) return std::nullopt;
  std::vector<std::vector<double>> rows;
  while (true) {
    const auto pivot = static_cast<std::size_t>(std::max_element(left.begin(), left.end()) - left.begin());
    if (!(left[pivot] > kRounding * largest)) break;
    if (rows.size() == most) return std::nullopt;
    // If what is left goes on to fall by the same factor per row, are there few enough rows?
    const bool checked = rows.size() >= 8 && rows.size() % 8 == 0 && rows.size() >= n / 16;
    const double needed = std::log(kRounding) / std::log(left[pivot] / largest);
    if (checked && !(static_cast<double>(rows.size()) * needed < 1.5 * static_cast<double>(most))) return std::nullopt;
    stop.throw_if_stopped();
    std::vector<double>& row = rows.emplace_back(n);
    for (std::size_t i = 0; i < pivot; ++i) row[i] = a(i, pivot);
    std::copy_n(a.row(pivot).data() + pivot, n - pivot, row.data() + pivot);
    for (std::size_t k = 0; k + 1 < rows.size(); ++k) {
      loops.add_multiple(-rows[k][pivot], rows[k].data(), row.data(), n);
    }
    loops.scale(1 / std::sqrt(left[pivot]), row.data(), n);
    for (std::size_t i = 0; i < n; ++i) left[i] -= row[i] * row[i];
    left[pivot] = 0;
  }
  if (!leaves_rounding(a, rows, largest)) return std::nullopt;
  return rows;
}

}  // namespace

std::optional<LowRankLeaveOut> LowRankLeaveOut::of(const Dense& equations, std::span<const std::size_t> sizes,
                                                   const Progress& stop) {
  const auto rows = pivoted_cholesky(equations, stop);
  if (!rows) return std::nullopt;
  const std::size_t n = equations.rows, targets = equations.columns - n;
  Dense l(n, rows->size()), y(n, targets);
  for (std::size_t k = 0; k < rows->size(); ++k) {
    for (std::size_t i = 0; i < n; ++i) l(i, k) = (*rows)[k][i];
  }
  for (std::size_t i = 0; i < n; ++i) std::copy_n(equations.row(i).data() + n, targets, y.row(i).data());
  return LowRankLeaveOut(std::move(l), std::move(y), sizes);
}

LowRankLeaveOut::LowRankLeaveOut(Dense l, Dense y, std::span<const std::size_t> sizes)
    : l_(std::move(l)), y_(std::move(y)), sizes_(sizes.begin(), sizes.end()) {
  std::size_t begin = l_.rows - std::accumulate(sizes_.begin(), sizes_.end(), std::size_t{0});
  all_ = sums_of(0, begin);
  for (const std::size_t size : sizes_) {
    const Sums& part = parts_.emplace_back(sums_of(begin, begin + size));
    algebra::add_multiple(1, part.squares.values, all_.squares.values);
    algebra::add_multiple(1, part.products.values, all_.products.values);
    begin += size;
  }
}

LowRankLeaveOut::Sums LowRankLeaveOut::sums_of(std::size_t begin, std::size_t end) const {
  const std::size_t rank = l_.columns, targets = y_.columns;
  Sums sums{Dense(rank, rank), Dense(rank, targets)};
  const algebra::DenseView l(l_.values.data() + begin * rank, end - begin, rank);
  algebra::add_transpose_multiply(l, l, sums.squares.values.data());
  algebra::add_transpose_multiply(l, {y_.values.data() + begin * targets, end - begin, targets},
                                  sums.products.values.data());
  return sums;
}

std::optional<Dense> LowRankLeaveOut::solve(double lambda, const Sums* part) const {
  Dense squares = all_.squares, w = all_.products;
  if (part != nullptr) {
    algebra::add_multiple(-1, part->squares.values, squares.values);
    algebra::add_multiple(-1, part->products.values, w.values);
  }
  for (std::size_t k = 0; k < squares.rows; ++k) squares(k, k) += lambda;
  if (!algebra::factor_positive(squares)) return std::nullopt;
  algebra::solve_factored(squares, w);
  return w;
}

std::optional<Dense> LowRankLeaveOut::with(double lambda, Dense* solution) const {
  const std::size_t rank = l_.columns, targets = y_.columns;
  // y - L w of the unknowns [begin, end).
  const auto residuals = [&](const Dense& w, std::size_t begin, std::size_t end, double* out) {
    algebra::multiply({l_.values.data() + begin * rank, end - begin, rank}, w, out);
    const double* y = y_.values.data() + begin * targets;
    std::transform(y, y + (end - begin) * targets, out, out, std::minus<>());
  };
  const std::size_t parted = std::accumulate(sizes_.begin(), sizes_.end(), std::size_t{0});
  Dense left(parted, targets);
  std::size_t place = 0;
  for (std::size_t part = 0; part < sizes_.size(); ++part) {
    const auto w = solve(lambda, &parts_[part]);
    if (!w) return std::nullopt;
    const std::size_t begin = l_.rows - parted + place;
    residuals(*w, begin, begin + sizes_[part], left.row(place).data());
    place += sizes_[part];
  }
  if (solution != nullptr) {
    const auto w = solve(lambda, nullptr);
    if (!w) return std::nullopt;
    *solution = Dense(l_.rows, targets);
    residuals(*w, 0, l_.rows, solution->values.data());
    for (double& value : solution->values) value /= lambda;
  }
  return left;
}

}  // namespace awe::machines
