#include "support/search_oracle.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/rng.h"

namespace awe::test {
namespace {

std::vector<double> dense(const SparseVector& row, std::uint64_t columns) {
  std::vector<double> values(static_cast<std::size_t>(columns));
  for (std::size_t k = 0; k < row.size(); ++k) values[static_cast<std::size_t>(row.indices[k])] = row.values[k];
  return values;
}

MatrixRow named(std::size_t number, SparseVector values) {
  MatrixRow row;
  row.id = "row" + std::to_string(number);
  row.values = std::move(values);
  return row;
}

}  // namespace

double distance_by_definition(Distance distance, const SparseVector& x, const SparseVector& y,
                              const FeatureMatrix& matrix) {
  std::vector<double> a = dense(x, matrix.num_columns()), b = dense(y, matrix.num_columns());
  std::vector<double> weights(a.size(), 1);
  for (const ColumnBlock& block : matrix.blocks) {
    for (std::uint64_t c = block.first; c < block.last; ++c) weights[static_cast<std::size_t>(c)] = block.weight;
  }
  double roots = 0, smaller = 0, x_sum = 0, y_sum = 0, products = 0, xx = 0, yy = 0, squares = 0;
  for (std::size_t c = 0; c < a.size(); ++c) {
    const double w = weights[c];
    squares += w * (a[c] - b[c]) * (a[c] - b[c]);
    products += w * a[c] * b[c];
    xx += w * a[c] * a[c];
    yy += w * b[c] * b[c];
    if (distance != Distance::hellinger && distance != Distance::intersection) continue;
    roots += w * std::sqrt(a[c] * b[c]);
    smaller += w * std::min(a[c], b[c]);
    x_sum += w * a[c];
    y_sum += w * b[c];
  }
  switch (distance) {
    case Distance::hellinger:
      return std::sqrt(std::max(0.0, (x_sum + y_sum) / 2 - roots));
    case Distance::intersection:
      return (x_sum + y_sum) / 2 - smaller;
    case Distance::cosine:
      if (xx == 0 || yy == 0) return xx == yy ? 0 : 1;
      return 1 - products / std::sqrt(xx * yy);
    case Distance::euclidean:
      break;
  }
  return std::sqrt(squares);
}

std::vector<OracleHit> search_by_definition(Distance distance, const SparseVector& query, const FeatureMatrix& matrix) {
  std::vector<OracleHit> hits;
  for (std::size_t i = 0; i < matrix.num_rows(); ++i) {
    hits.push_back({distance_by_definition(distance, query, matrix.rows[i].values, matrix), i});
  }
  std::sort(hits.begin(), hits.end(), [](const OracleHit& a, const OracleHit& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.row < b.row;
  });
  return hits;
}

FeatureMatrix random_matrix(std::size_t rows, std::uint64_t columns, double share, std::uint64_t seed, bool signs) {
  base::Sequence random(seed, Hash128{});
  FeatureMatrix matrix;
  matrix.columns = {columns, [](std::uint64_t) { return MatrixColumn{}; }};
  matrix.blocks = {{"first", 0, columns / 2, 1}, {"second", columns / 2, columns, 2}};
  for (std::size_t i = 0; i < rows; ++i) {
    SparseVector row;
    for (std::uint64_t c = 0; c < columns; ++c) {
      if (random.unit() >= (c < 5 ? 0.9 : share)) continue;
      row.push_back(c, (1 - random.unit()) * (signs && random.unit() < 0.5 ? -1 : 1));
    }
    if (i == 3) row = {};
    if (i == 7) row = matrix.rows[5].values;
    matrix.rows.push_back(named(i, std::move(row)));
  }
  return matrix;
}

FeatureMatrix clustered_matrix(std::size_t rows, std::uint64_t columns, std::uint64_t seed) {
  base::Sequence random(seed, Hash128{});
  FeatureMatrix matrix;
  matrix.columns = {columns, [](std::uint64_t) { return MatrixColumn{}; }};
  constexpr std::size_t kCentres = 40;
  std::vector<std::vector<double>> centres(kCentres, std::vector<double>(static_cast<std::size_t>(columns)));
  for (auto& centre : centres) {
    for (double& value : centre) value = random.unit() < 0.2 ? random.unit() : 0;
  }
  for (std::size_t i = 0; i < rows; ++i) {
    const auto& centre = centres[static_cast<std::size_t>(random.below(kCentres))];
    SparseVector row;
    const double shift = random.unit();
    for (std::uint64_t c = 0; c < columns; ++c) {
      const double value = centre[static_cast<std::size_t>(c)];
      if (value > 0) row.push_back(c, value * (0.7 + 0.3 * shift + 0.2 * random.unit()));
    }
    matrix.rows.push_back(named(i, std::move(row)));
  }
  return matrix;
}

}  // namespace awe::test
