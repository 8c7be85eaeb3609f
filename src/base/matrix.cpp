#include "awe/matrix.h"

#include <algorithm>

#include "awe/error.h"

namespace awe {

SparseVector sum_of(const SparseVector& a, const SparseVector& b) {
  constexpr std::uint64_t kEnd = ~std::uint64_t{0};
  SparseVector sum;
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    const std::uint64_t next = std::min(i < a.size() ? a.indices[i] : kEnd, j < b.size() ? b.indices[j] : kEnd);
    double value = 0;
    if (i < a.size() && a.indices[i] == next) value += a.values[i++];
    if (j < b.size() && b.indices[j] == next) value += b.values[j++];
    sum.push_back(next, value);
  }
  return sum;
}

double FeatureMatrix::at(std::size_t row, std::uint64_t column) const {
  const SparseVector& values = rows[row].values;
  const auto found = std::lower_bound(values.indices.begin(), values.indices.end(), column);
  if (found == values.indices.end() || *found != column) return 0;
  return values.values[static_cast<std::size_t>(found - values.indices.begin())];
}

std::vector<double> FeatureMatrix::dense(std::uint64_t memory) const {
  const double bytes = 8 * static_cast<double>(rows.size()) * static_cast<double>(columns.count);
  if (bytes > static_cast<double>(memory)) {
    throw Error(ErrorKind::limit, "a dense matrix of " + std::to_string(rows.size()) + " x " +
                                      std::to_string(columns.count) + " values takes more than " +
                                      std::to_string(memory) + " bytes; use the sparse rows");
  }
  const auto width = static_cast<std::size_t>(columns.count);
  std::vector<double> all(rows.size() * width);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const SparseVector& values = rows[i].values;
    for (std::size_t k = 0; k < values.size(); ++k)
      all[i * width + static_cast<std::size_t>(values.indices[k])] = values.values[k];
  }
  return all;
}

}  // namespace awe
