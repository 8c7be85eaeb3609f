#include "explanation/row_distance.h"

#include <algorithm>
#include <cmath>

namespace awe::explanation {
namespace {

// Calls use(j, x, y) for every entry j of the first row, with the value of the second row in the same column.
template <class Use>
void for_each_entry(const Row& x, const Row& y, Use use) {
  std::size_t k = 0;
  for (std::size_t j = 0; j < x.size(); ++j) {
    while (k < y.size() && y.column(k) < x.column(j)) ++k;
    const bool shared = k < y.size() && y.column(k) == x.column(j);
    use(j, static_cast<double>(x.values[j]), shared ? static_cast<double>(y.values[k]) : 0.0);
  }
}

double sum_of(const Row& row) {
  double sum = 0;
  for (const float value : row.values) sum += static_cast<double>(value);
  return sum;
}
double squares_of(const Row& row) {
  double sum = 0;
  for (const float value : row.values) sum += static_cast<double>(value) * static_cast<double>(value);
  return sum;
}

// The term of one column, before any normalisation.
double term(BaseKernel kernel, double x, double y) {
  switch (kernel) {
    case BaseKernel::linear:
    case BaseKernel::cosine:
      return x * y;
    case BaseKernel::intersection:
    case BaseKernel::overlap:
      return std::min(x, y);
    case BaseKernel::chi_square:
      return x + y > 0 ? 2 * x * y / (x + y) : 0;
    case BaseKernel::hellinger:
      return std::sqrt(x * y);
  }
  return 0;
}
// x times the derivative of that term by x.
double slope(BaseKernel kernel, double x, double y) {
  switch (kernel) {
    case BaseKernel::linear:
    case BaseKernel::cosine:
      return x * y;
    case BaseKernel::intersection:
    case BaseKernel::overlap:
      return x < y ? x : x > y ? 0 : x / 2;
    case BaseKernel::chi_square:
      return x + y > 0 ? 2 * x * y * y / ((x + y) * (x + y)) : 0;
    case BaseKernel::hellinger:
      return std::sqrt(x * y) / 2;
  }
  return 0;
}

bool by_squares(BaseKernel kernel) { return kernel == BaseKernel::linear || kernel == BaseKernel::cosine; }

// What the kernel of a row with itself is, before any normalisation.
double size_of(BaseKernel kernel, const Row& row) { return by_squares(kernel) ? squares_of(row) : sum_of(row); }

double raw(BaseKernel kernel, const Row& x, const Row& y) {
  double sum = 0;
  for_each_entry(x, y, [&](std::size_t, double a, double b) { sum += term(kernel, a, b); });
  return sum;
}

}  // namespace

bool is_sum(BaseKernel kernel) { return kernel != BaseKernel::cosine && kernel != BaseKernel::overlap; }

double row_distance(BaseKernel kernel, const Row& x, const Row& y) {
  const double own = size_of(kernel, x), other = size_of(kernel, y), both = raw(kernel, x, y);
  if (is_sum(kernel)) return std::max(0.0, own + other - 2 * both);
  const double length = std::sqrt(own * other);
  return std::max(0.0, (own > 0 ? 1.0 : 0.0) + (other > 0 ? 1.0 : 0.0) - (length > 0 ? 2 * both / length : 0.0));
}

void add_slopes(BaseKernel kernel, const Row& x, const Row& y, double factor, std::span<double> sums) {
  if (is_sum(kernel)) {
    for_each_entry(x, y, [&](std::size_t j, double a, double b) {
      const double own = by_squares(kernel) ? 2 * a * a : a;
      sums[j] += factor * (own - 2 * slope(kernel, a, b));
    });
    return;
  }
  const double own = size_of(kernel, x), length = std::sqrt(own * size_of(kernel, y));
  if (length <= 0) return;
  const double value = raw(kernel, x, y) / length;
  for_each_entry(x, y, [&](std::size_t j, double a, double b) {
    const double growth = by_squares(kernel) ? a * a / own : a / (2 * own);  // of the length, relative
    sums[j] += factor * -2 * (slope(kernel, a, b) / length - value * growth);
  });
}

void add_kernel_terms(BaseKernel kernel, const Row& x, const Row& y, double factor, std::span<double> sums) {
  for_each_entry(x, y, [&](std::size_t j, double a, double b) { sums[j] += factor * term(kernel, a, b); });
}

}  // namespace awe::explanation
