#include "search/distance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "awe/error.h"

namespace awe::search {
namespace {

// Calls term(a, b) for every column that one of the rows has; the value of a column that a row lacks is 0.
template <class Term>
double sum_over_columns(const RowView& a, const RowView& b, const Term& term) {
  double sum = 0;
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    const std::uint32_t left = a.columns[i], right = b.columns[j];
    const double x = left <= right ? static_cast<double>(a.values[i]) : 0.0;
    const double y = right <= left ? static_cast<double>(b.values[j]) : 0.0;
    sum += term(x, y);
    i += left <= right ? 1 : 0;
    j += right <= left ? 1 : 0;
  }
  for (; i < a.size(); ++i) sum += term(static_cast<double>(a.values[i]), 0.0);
  for (; j < b.size(); ++j) sum += term(0.0, static_cast<double>(b.values[j]));
  return sum;
}

double square_of_difference(double x, double y) { return (x - y) * (x - y); }

}  // namespace

double pair_sum(Distance distance, const RowView& a, const RowView& b) {
  if (distance == Distance::intersection) {
    return sum_over_columns(a, b, [](double x, double y) { return std::abs(x - y); });
  }
  if (distance == Distance::cosine && (a.size() == 0) != (b.size() == 0)) return 2;
  return sum_over_columns(a, b, square_of_difference);
}

double distance_of_sum(Distance distance, double sum) {
  switch (distance) {
    case Distance::hellinger:
      return std::sqrt(sum / 2);
    case Distance::euclidean:
      return std::sqrt(sum);
    case Distance::cosine:
    case Distance::intersection:
      return sum / 2;
  }
  return sum;
}

double sum_of_distance(Distance distance, double limit) {
  constexpr double kMore = 1 + 1e-12;
  const bool root = distance == Distance::hellinger || distance == Distance::euclidean;
  return (root ? limit * limit : limit) * (distance == Distance::euclidean ? 1 : 2) * kMore;
}

float mass_of(Distance distance, const RowView& row) {
  double sum = 0;
  for (const float value : row.values) {
    const auto x = static_cast<double>(value);
    sum += distance == Distance::intersection ? std::abs(x) : x * x;
  }
  return static_cast<float>(sum);
}

double similarity_term(Distance distance, float a, float b) {
  if (distance == Distance::intersection) return static_cast<double>(std::min(a, b));
  return static_cast<double>(a) * static_cast<double>(b);
}

RowForm::RowForm(Distance distance, std::uint64_t columns, std::vector<ColumnBlock> blocks)
    : distance_(distance), columns_(columns), blocks_(std::move(blocks)) {
  if (columns > std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ErrorKind::limit, "an index has at most 2^32 - 1 columns, here are " + std::to_string(columns) +
                                      "; use shorter walks or fewer `hash_bits`");
  }
  std::erase_if(blocks_, [](const ColumnBlock& block) { return block.weight == 1; });
}

PreparedRow RowForm::prepare(const SparseVector& row, const std::string& id) const {
  const bool positive = distance_ == Distance::hellinger || distance_ == Distance::intersection;
  const auto fail = [&](ErrorKind kind, std::size_t k, const std::string& reason) {
    return Error(kind, "row " + id + ", column " + std::to_string(row.indices[k]) + ": " + reason);
  };
  PreparedRow made;
  made.columns.reserve(row.size());
  made.values.reserve(row.size());
  std::vector<double> scaled(row.values);
  double squares = 0;
  for (std::size_t k = 0; k < row.size(); ++k) {
    const std::uint64_t column = row.indices[k];
    if (column >= columns_ || (k > 0 && column <= row.indices[k - 1])) {
      throw fail(ErrorKind::usage, k, "not below " + std::to_string(columns_) + ", or out of order");
    }
    if (positive && scaled[k] < 0) {
      throw fail(ErrorKind::numeric, k,
                 "a negative value, which `distance` " + std::string(to_string(distance_)) +
                     " does not allow; use cosine or euclidean");
    }
    for (const ColumnBlock& block : blocks_) {
      if (column < block.first || column >= block.last) continue;
      scaled[k] *= positive ? block.weight : std::sqrt(block.weight);
    }
    if (distance_ == Distance::hellinger) scaled[k] = std::sqrt(scaled[k]);
    // Above this, squares of float32 values are infinite.
    if (!(std::abs(scaled[k]) <= 1e18)) throw fail(ErrorKind::numeric, k, "a value that is not finite, or above 1e18");
    squares += scaled[k] * scaled[k];
  }
  const double norm = distance_ == Distance::cosine && squares > 0 ? std::sqrt(squares) : 1;
  for (std::size_t k = 0; k < row.size(); ++k) {
    const auto value = static_cast<float>(scaled[k] / norm);
    if (value == 0) continue;
    made.columns.push_back(static_cast<std::uint32_t>(row.indices[k]));
    made.values.push_back(value);
  }
  return made;
}

}  // namespace awe::search
