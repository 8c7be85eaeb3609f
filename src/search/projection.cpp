#include "search/projection.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "algebra/fixed_loops.h"
#include "algebra/linear_algebra.h"
#include "base/rng.h"

namespace awe::search {
namespace {

constexpr std::size_t kSampleRows = 4096;
constexpr double kVariance = 0.9999;
constexpr double kHeadroom = 1.5;  // for rows beyond the largest of the sample

// Where a column goes, and its sign.
struct Input {
  std::uint32_t place;
  float sign;
};

Input input_of(std::uint32_t column, bool hashed) {
  if (!hashed) return {column, 1};
  const std::uint64_t bits = base::StreamBlock::mix64((std::uint64_t{column} + 1) * 0x9E3779B97F4A7C15u);
  return {static_cast<std::uint32_t>(bits % Projection::kMostInputs), (bits >> 63) == 0 ? 1.0F : -1.0F};
}

float input_value(float value, bool roots) { return roots ? std::sqrt(value) : value; }

// Evenly spread rows as a dense matrix.
algebra::Dense sample_of(const StoredRows& rows, const Projection& projection) {
  const auto total = static_cast<std::size_t>(rows.size()), count = std::min(total, kSampleRows);
  algebra::Dense sample(count, projection.inputs);
  for (std::size_t i = 0; i < count; ++i) {
    const RowView row = rows.row(i * total / count);
    for (std::size_t k = 0; k < row.size(); ++k) {
      const Input input = input_of(row.columns[k], projection.hashed);
      sample(i, input.place) += static_cast<double>(input.sign * input_value(row.values[k], projection.roots));
    }
  }
  return sample;
}

// Subtracts the mean of each column and returns it.
std::vector<double> centre(algebra::Dense& sample) {
  std::vector<double> mean(sample.columns);
  for (std::size_t i = 0; i < sample.rows; ++i) algebra::add_multiple(1, sample.row(i), mean);
  for (double& value : mean) value /= static_cast<double>(sample.rows);
  for (std::size_t i = 0; i < sample.rows; ++i) algebra::add_multiple(-1, mean, sample.row(i));
  return mean;
}

// The number of components that have most of the variance, as a multiple of 8.
std::size_t dimensions_for(const std::vector<double>& eigenvalues, double variance) {
  double sum = 0;
  std::size_t count = 0;
  while (count < eigenvalues.size() && sum < kVariance * variance) sum += std::max(0.0, eigenvalues[count++]);
  return std::max<std::size_t>(8, (count + 7) / 8 * 8);
}

}  // namespace

void Projection::apply(const RowView& row, std::span<std::int16_t> image) const {
  std::array<float, kMostDimensions> sums;
  std::copy_n(origin.data(), dimensions, sums.begin());
  const auto& loops = algebra::fixed_loops<float>();
  for (std::size_t k = 0; k < row.size(); ++k) {
    const Input input = input_of(row.columns[k], hashed);
    if (input.place >= inputs) continue;
    loops.add_multiple(input.sign * input_value(row.values[k], roots),
                       directions.data() + std::size_t{input.place} * dimensions, sums.data(), dimensions);
  }
  for (std::size_t i = 0; i < dimensions; ++i) {
    // Written so that a value that is not a number becomes a limit.
    const float value = sums[i] < kLimit ? std::max(sums[i], -static_cast<float>(kLimit)) : static_cast<float>(kLimit);
    image[i] = static_cast<std::int16_t>(std::lrint(value));
  }
}

Projection learn_projection(const StoredRows& rows, Distance distance, std::uint64_t columns, const RunOptions& run) {
  Projection made;
  made.hashed = columns > Projection::kMostInputs;
  made.inputs = static_cast<std::uint32_t>(std::min<std::uint64_t>(columns, Projection::kMostInputs));
  made.roots = distance == Distance::intersection;
  algebra::Dense sample = sample_of(rows, made);
  const std::vector<double> mean = centre(sample);
  algebra::Dense covariance(made.inputs, made.inputs);
  algebra::add_transpose_multiply(sample, sample, covariance.values.data());
  double variance = 0;
  for (std::size_t j = 0; j < covariance.rows; ++j) variance += covariance(j, j);
  const std::size_t most = std::min<std::size_t>(made.inputs, Projection::kMostDimensions);
  const algebra::Eigenvectors found = algebra::largest_eigenvectors(covariance, most, run.thread_count(), run.progress);
  const std::size_t dimensions = dimensions_for(found.eigenvalues, variance);
  made.dimensions = static_cast<std::uint32_t>(dimensions);
  const std::size_t used = std::min(dimensions, most);

  double largest = 0;
  for (std::size_t i = 0; i < sample.rows; ++i) {
    for (std::size_t d = 0; d < used; ++d) {
      largest = std::max(largest, std::abs(algebra::inner_product(sample.row(i), found.vectors.row(d))));
    }
  }
  const double scale = largest > 0 ? Projection::kLimit / (kHeadroom * largest) : 0;
  std::vector<float> directions(std::size_t{made.inputs} * dimensions), origin(dimensions);
  for (std::size_t d = 0; d < used; ++d) {
    for (std::size_t j = 0; j < made.inputs; ++j) {
      directions[j * dimensions + d] = static_cast<float>(scale * found.vectors(d, j));
    }
    origin[d] = static_cast<float>(-scale * algebra::inner_product(mean, found.vectors.row(d)));
  }
  made.directions = std::move(directions);
  made.origin = std::move(origin);
  return made;
}

}  // namespace awe::search
