#include "embedding/inference.h"

#include <algorithm>
#include <cmath>

#include "algebra/elementary.h"
#include "algebra/softmax_loops.h"

namespace awe::embedding {
namespace {

constexpr int kMostSteps = 100;
constexpr double kTolerance = 1e-9;  // on the gradient's length
constexpr double kHidden = 1e-12;    // relative decrease that rounding may hide
constexpr int kMostLastSteps = 3;

}  // namespace

VectorInference::VectorInference(const algebra::DenseView& words, std::span<const double> biases, double penalty,
                                 const descent::HuffmanTree* tree)
    : words_(words), biases_(biases), penalty_(penalty), tree_(tree) {}

// Computes what depends only on the document, not on the vector: its mass, and U' times the observed fractions.
void VectorInference::observe(const words::WordHistograms::View& document, Scratch& scratch) const {
  const std::size_t n = words_.columns;
  scratch.mass = 0;
  for (const double share : document.shares) scratch.mass += share;
  scratch.pull.assign(n, 0.0);
  const auto pull = [&](std::size_t row, double share) {
    algebra::add_multiple(share, {words_.values + row * n, n}, scratch.pull);
  };
  if (tree_ == nullptr) {
    for (std::size_t k = 0; k < document.words.size(); ++k) pull(document.words[k], document.shares[k]);
    return;
  }
  scratch.masses.assign(words_.rows, 0.0);
  scratch.turned.assign(words_.rows, 0.0);
  for (std::size_t k = 0; k < document.words.size(); ++k) {
    const auto path = tree_->path(document.words[k]);
    const auto turns = tree_->turns(document.words[k]);
    for (std::size_t i = 0; i < path.size(); ++i) {
      scratch.masses[path[i]] += document.shares[k];
      if (turns[i] == 1) scratch.turned[path[i]] += document.shares[k];
    }
  }
  for (std::size_t row = 0; row < words_.rows; ++row) {
    if (scratch.turned[row] > 0) pull(row, scratch.turned[row]);
  }
}

// The objective at a vector. Stores the expected values in `shares`: softmax(U d + b) times the mass of the document
// or, with a tree, by node the mass that turns to 1.
double VectorInference::value(const words::WordHistograms::View& document, std::span<const double> vector,
                              Scratch& scratch) const {
  std::vector<double>& shares = scratch.shares;
  shares.resize(words_.rows);
  algebra::multiply(words_, vector, shares);
  algebra::add_multiple(1, biases_, shares);
  double loss = penalty_ * algebra::inner_product(vector, vector);
  if (tree_ == nullptr) {
    double fit = 0;
    for (std::size_t k = 0; k < document.words.size(); ++k) fit += document.shares[k] * shares[document.words[k]];
    return scratch.mass * algebra::softmax(shares, scratch.mass) - fit + loss;
  }
  for (std::size_t row = 0; row < shares.size(); ++row) {
    const double score = shares[row], mass = scratch.masses[row];
    const double small = algebra::exponential(-std::abs(score));
    loss += mass * (std::max(score, 0.0) + algebra::logarithm_of_one_plus(small)) - scratch.turned[row] * score;
    shares[row] = mass * (score >= 0 ? 1 : small) / (1 + small);
  }
  return loss;
}

// The lower triangle of the Hessian, without the penalty. `mean` is U' shares.
void VectorInference::find_hessian(std::span<const double> mean, Scratch& scratch) const {
  const std::size_t n = words_.columns;
  // Variances of the turns; `shares` is recomputed at the next vector.
  for (std::size_t row = 0; tree_ != nullptr && row < words_.rows; ++row) {
    const double mass = scratch.masses[row];
    if (mass > 0) scratch.shares[row] *= 1 - scratch.shares[row] / mass;
  }
  algebra::weigh_rows(scratch.shares, {words_.values, words_.rows * n}, scratch.weighted);
  algebra::gram_of_columns(scratch.weighted, n, scratch.hessian);
  if (tree_ != nullptr) return;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      scratch.hessian[i * n + j] -= static_cast<float>(mean[i] * mean[j] / scratch.mass);
    }
  }
}

VectorInference::Result VectorInference::operator()(const words::WordHistograms::View& document, Scratch& scratch,
                                                    const Progress& progress) const {
  const std::size_t n = words_.columns;
  Result result;
  result.vector.assign(n, 0.0);
  observe(document, scratch);
  if (scratch.mass == 0) return result;  // no known word: the minimum is the origin
  scratch.gradient.resize(n);
  scratch.mean.resize(n);
  scratch.trial.resize(n);
  scratch.weighted.resize(words_.rows * n);
  scratch.hessian.resize(n * n);
  scratch.step.resize(n);
  double here = value(document, result.vector, scratch);
  int last_steps = 0;
  for (; result.steps < kMostSteps; ++result.steps) {
    progress.throw_if_stopped();
    const std::vector<double>& mean = scratch.mean;  // U' shares
    algebra::multiply_transpose(words_, scratch.shares, scratch.mean);
    for (std::size_t k = 0; k < n; ++k) {
      scratch.gradient[k] = mean[k] - scratch.pull[k] + 2 * penalty_ * result.vector[k];
    }
    result.gradient_norm = std::sqrt(algebra::inner_product(scratch.gradient, scratch.gradient));
    if (result.gradient_norm <= kTolerance) break;

    find_hessian(mean, scratch);
    for (std::size_t i = 0; i < n; ++i) {
      // Slightly more than the penalty, because single precision may cancel it.
      scratch.hessian[i * n + i] += static_cast<float>(2 * penalty_ + 1e-7 * scratch.hessian[i * n + i]);
      scratch.step[i] = static_cast<float>(-scratch.gradient[i]);
    }
    if (!algebra::solve_positive(scratch.hessian, scratch.step)) {
      for (std::size_t i = 0; i < n; ++i) scratch.step[i] = static_cast<float>(-scratch.gradient[i]);
    }
    double slope = 0;
    for (std::size_t i = 0; i < n; ++i) slope += scratch.gradient[i] * static_cast<double>(scratch.step[i]);
    if (-slope <= kHidden * (1 + std::abs(here)) && ++last_steps > kMostLastSteps) break;
    bool moved = false;
    std::vector<double>& trial = scratch.trial;
    for (double length = 1; length > 1e-10 && !moved; length /= 2) {
      for (std::size_t i = 0; i < n; ++i) {
        trial[i] = result.vector[i] + length * static_cast<double>(scratch.step[i]);
      }
      const double there = value(document, trial, scratch);
      // When rounding hides the decrease this close to the minimum, a full step is better than comparing values.
      if (there <= here + 1e-4 * length * slope || last_steps > 0) {
        moved = true;
        here = there;
        result.vector = trial;
      }
    }
    if (!moved) break;  // the best that floating-point arithmetic allows
  }
  return result;
}

}  // namespace awe::embedding
