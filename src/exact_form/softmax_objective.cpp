#include "exact_form/softmax_objective.h"

#include <algorithm>
#include <cmath>

#include "algebra/softmax_loops.h"
#include "base/parallel.h"

namespace awe::exact_form {
namespace {

// Documents are divided into parts that do not depend on the number of threads; parts are summed in order.
constexpr std::size_t kParts = 16, kTile = 64;

}  // namespace

// The sums over one part of the documents.
struct SoftmaxObjective::Part {
  double loss = 0;
  std::vector<double> words;   // gradient of U
  std::vector<double> biases;  // gradient of b
};

SoftmaxObjective::SoftmaxObjective(const words::WordHistograms& documents, std::size_t dimensions,
                                   const SoftmaxPenalties& penalties, int threads, const Progress* progress)
    : documents_(documents),
      dimensions_(dimensions),
      penalties_(penalties),
      threads_(threads),
      progress_(progress),
      vector_scale_(std::sqrt(penalties.vectors /
                              (penalties.words * static_cast<double>(std::max<std::size_t>(1, documents.size()))))) {}

std::size_t SoftmaxObjective::size() const noexcept {
  return words() * dimensions_ + words() + documents_.size() * dimensions_;
}

void SoftmaxObjective::add_part(Part& part, std::size_t first, std::size_t last, std::span<const double> parameters,
                                const algebra::Dense& words_by_dimension, std::span<double> gradient) const {
  const algebra::DenseView u(parameters.data(), words(), dimensions_);
  const auto biases = parameters.subspan(words() * dimensions_, words());
  const std::size_t vectors = words() * (dimensions_ + 1);
  const double share = 1 / static_cast<double>(documents_.size());
  std::vector<double> logits, scaled(kTile * dimensions_);
  for (std::size_t begin = first; begin < last; begin += kTile) {
    if (progress_ != nullptr) progress_->throw_if_stopped();
    const std::size_t count = std::min(kTile, last - begin);
    const double* tile = parameters.data() + vectors + begin * dimensions_;
    for (std::size_t i = 0; i < count * dimensions_; ++i) scaled[i] = tile[i] / vector_scale_;
    logits.resize(count * words());
    algebra::multiply({scaled.data(), count, dimensions_}, words_by_dimension, logits.data());
    for (std::size_t i = 0; i < count; ++i) {
      const std::span<double> row(logits.data() + i * words(), words());
      algebra::add_multiple(1, biases, row);
      const auto document = documents_[begin + i];
      double fit = 0, mass = 0;
      for (std::size_t k = 0; k < document.words.size(); ++k) {
        fit += document.shares[k] * row[document.words[k]];
        mass += document.shares[k];
      }
      // The gradient with respect to the logits: (mass q - p) / documents.
      part.loss += mass * algebra::softmax(row, mass * share) - fit;
      for (std::size_t k = 0; k < document.words.size(); ++k) row[document.words[k]] -= document.shares[k] * share;
      algebra::add_multiple(1, row, part.biases);
    }
    const algebra::DenseView residual(logits.data(), count, words());
    algebra::add_transpose_multiply(residual, {scaled.data(), count, dimensions_}, part.words.data());
    double* out = gradient.data() + vectors + begin * dimensions_;
    algebra::multiply(residual, u, out);
    for (std::size_t i = 0; i < count * dimensions_; ++i) {
      out[i] = out[i] / vector_scale_ + 2 * penalties_.words * tile[i];
    }
  }
}

double SoftmaxObjective::operator()(std::span<const double> parameters, std::span<double> gradient) const {
  const std::size_t documents = documents_.size();
  const std::size_t parts = std::min(kParts, (documents + kTile - 1) / kTile);
  std::vector<Part> sums(parts);
  algebra::Dense turned(dimensions_, words());
  for (std::size_t w = 0; w < words(); ++w) {
    for (std::size_t k = 0; k < dimensions_; ++k) turned(k, w) = parameters[w * dimensions_ + k];
  }
  base::parallel_for(parts, threads_, [&](std::size_t p) {
    // Whole tiles, so that a document is always in the same tile.
    const std::size_t tiles = (documents + kTile - 1) / kTile;
    const std::size_t first = p * tiles / parts * kTile, last = std::min(documents, (p + 1) * tiles / parts * kTile);
    sums[p].words.assign(words() * dimensions_, 0.0);
    sums[p].biases.assign(words(), 0.0);
    add_part(sums[p], first, last, parameters, turned, gradient);
  });
  double loss = 0;
  for (const Part& part : sums) loss += part.loss;
  constexpr std::size_t kPieces = 64;
  const std::size_t weights = words() * dimensions_;
  base::parallel_for(kPieces, threads_, [&](std::size_t piece) {
    for (std::size_t i = piece * weights / kPieces; i < (piece + 1) * weights / kPieces; ++i) {
      double sum = 2 * penalties_.words * parameters[i];
      for (const Part& part : sums) sum += part.words[i];
      gradient[i] = sum;
    }
  });
  for (std::size_t w = 0; w < words(); ++w) {
    double sum = 0;
    for (const Part& part : sums) sum += part.biases[w];
    gradient[weights + w] = sum;
  }
  // Both penalties have the same weight in scaled parameters; b has none.
  const auto u = parameters.first(weights), d = parameters.subspan(weights + words());
  return loss / static_cast<double>(documents) +
         penalties_.words * (algebra::inner_product(u, u) + algebra::inner_product(d, d));
}

}  // namespace awe::exact_form
