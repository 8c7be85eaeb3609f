#include "embedding/inference.h"

#include <algorithm>
#include <cmath>

#include "embedding/softmax_loops.h"

namespace awe {
namespace {

constexpr int kMostSteps = 100;
constexpr double kTolerance = 1e-9;  // of the gradient's length
constexpr double kHidden = 1e-12;    // relative decrease that rounding may hide
constexpr int kMostLastSteps = 3;

double mass_of(const WordHistograms::View& document) {
  double mass = 0;
  for (const double share : document.shares) mass += share;
  return mass;
}

}  // namespace

VectorInference::VectorInference(const DenseView& words, std::span<const double> biases, double penalty)
    : words_(words), biases_(biases), penalty_(penalty) {}

// The objective at a vector; leaves softmax(U d + b), times the mass of the document, in `shares`.
double VectorInference::value(const WordHistograms::View& document, std::span<const double> vector,
                              std::vector<double>& shares) const {
  shares.resize(words_.rows);
  multiply(words_, vector, shares);
  add_multiple(1, biases_, shares);
  double fit = 0;
  for (std::size_t k = 0; k < document.words.size(); ++k) fit += document.shares[k] * shares[document.words[k]];
  const double mass = mass_of(document);
  return mass * softmax(shares, mass) - fit + penalty_ * inner_product(vector, vector);
}

VectorInference::Result VectorInference::operator()(const WordHistograms::View& document, Scratch& scratch) const {
  const std::size_t n = words_.columns;
  Result result;
  result.vector.assign(n, 0.0);
  const double mass = mass_of(document);
  if (mass == 0) return result;  // no known word: nothing pulls it away from the origin
  scratch.gradient.resize(n);
  scratch.mean.resize(n);
  scratch.trial.resize(n);
  scratch.weighted.resize(words_.rows * n);
  scratch.hessian.resize(n * n);
  scratch.step.resize(n);
  scratch.pull.assign(n, 0.0);  // U' p
  for (std::size_t k = 0; k < document.words.size(); ++k) {
    add_multiple(document.shares[k], {words_.values + document.words[k] * n, n}, scratch.pull);
  }
  double here = value(document, result.vector, scratch.shares);
  int last_steps = 0;
  for (; result.steps < kMostSteps; ++result.steps) {
    const std::vector<double>& mean = scratch.mean;  // mass U' q
    multiply_transpose(words_, scratch.shares, scratch.mean);
    for (std::size_t k = 0; k < n; ++k) {
      scratch.gradient[k] = mean[k] - scratch.pull[k] + 2 * penalty_ * result.vector[k];
    }
    result.gradient_norm = std::sqrt(inner_product(scratch.gradient, scratch.gradient));
    if (result.gradient_norm <= kTolerance) break;

    weigh_rows(scratch.shares, {words_.values, words_.rows * n}, scratch.weighted);
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
    if (-slope <= kHidden * (1 + std::abs(here)) && ++last_steps > kMostLastSteps) break;
    bool moved = false;
    std::vector<double>& trial = scratch.trial;
    for (double length = 1; length > 1e-10 && !moved; length /= 2) {
      for (std::size_t i = 0; i < n; ++i) {
        trial[i] = result.vector[i] + length * static_cast<double>(scratch.step[i]);
      }
      const double there = value(document, trial, scratch.shares);
      // So near the minimum that rounding hides the decrease, a whole step is better than any look at the value.
      if (there <= here + 1e-4 * length * slope || last_steps > 0) {
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
