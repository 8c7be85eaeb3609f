#include "embedding/inference.h"

#include <algorithm>
#include <cmath>

#include "embedding/softmax_objective.h"

namespace awe {
namespace {

constexpr int kMostSteps = 100;
constexpr double kTolerance = 1e-9;  // of the gradient's length

double mass_of(const WordHistograms::View& document) {
  double mass = 0;
  for (const double share : document.shares) mass += share;
  return mass;
}

}  // namespace

VectorInference::VectorInference(const DenseView& words, std::span<const double> biases, double penalty)
    : words_(words), biases_(biases), penalty_(penalty) {
  narrow_words_.assign(words.values, words.values + words.rows * words.columns);
}

// The objective at a vector; leaves softmax(U d + b) in `shares`.
double VectorInference::value(const WordHistograms::View& document, std::span<const double> vector,
                              std::vector<double>& shares) const {
  shares.resize(words_.rows);
  multiply(words_, vector, shares);
  add_multiple(1, biases_, shares);
  double fit = 0;
  for (std::size_t k = 0; k < document.words.size(); ++k) fit += document.shares[k] * shares[document.words[k]];
  return mass_of(document) * softmax(shares) - fit + penalty_ * inner_product(vector, vector);
}

VectorInference::Result VectorInference::operator()(const WordHistograms::View& document, Scratch& scratch) const {
  const std::size_t n = words_.columns;
  Result result;
  result.vector.assign(n, 0.0);
  const double mass = mass_of(document);
  if (mass == 0) return result;  // no known word: nothing pulls it away from the origin
  scratch.gradient.resize(n);
  scratch.weighted.resize(words_.rows * n);
  scratch.hessian.resize(n * n);
  scratch.step.resize(n);
  double here = value(document, result.vector, scratch.shares);
  for (; result.steps < kMostSteps; ++result.steps) {
    auto& shares = scratch.shares;  // q, and then mass q - p
    for (std::size_t w = 0; w < words_.rows; ++w) {
      const float root = static_cast<float>(std::sqrt(mass * shares[w]));
      for (std::size_t k = 0; k < n; ++k) scratch.weighted[w * n + k] = root * narrow_words_[w * n + k];
      shares[w] *= mass;
    }
    std::vector<double>& mean = scratch.trial;
    mean.resize(n);
    multiply_transpose(words_, shares, mean);  // mass U' q
    for (std::size_t k = 0; k < document.words.size(); ++k) shares[document.words[k]] -= document.shares[k];
    multiply_transpose(words_, shares, scratch.gradient);
    add_multiple(2 * penalty_, result.vector, scratch.gradient);
    result.gradient_norm = std::sqrt(inner_product(scratch.gradient, scratch.gradient));
    if (result.gradient_norm <= kTolerance) break;

    gram_of_columns(scratch.weighted, n, scratch.hessian);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        scratch.hessian[i * n + j] -= static_cast<float>(mean[i] * mean[j] / mass);
      }
      // A little more than the penalty: single precision may take away what it gave.
      scratch.hessian[i * n + i] += static_cast<float>(2 * penalty_ + 1e-7 * scratch.hessian[i * n + i]);
      scratch.step[i] = static_cast<float>(-scratch.gradient[i]);
    }
    if (!solve_positive(scratch.hessian, scratch.step)) {
      for (std::size_t i = 0; i < n; ++i) scratch.step[i] = static_cast<float>(-scratch.gradient[i]);
    }
    double slope = 0;
    for (std::size_t i = 0; i < n; ++i) slope += scratch.gradient[i] * static_cast<double>(scratch.step[i]);
    bool moved = false;
    std::vector<double>& trial = scratch.trial;
    for (double length = 1; length > 1e-10 && !moved; length /= 2) {
      for (std::size_t i = 0; i < n; ++i) {
        trial[i] = result.vector[i] + length * static_cast<double>(scratch.step[i]);
      }
      const double there = value(document, trial, scratch.shares);
      if (there <= here + 1e-4 * length * slope) {
        moved = true;
        here = there;
        result.vector = trial;
      }
    }
    if (!moved) break;  // as good as arithmetic allows
  }
  return result;
}

}  // namespace awe
