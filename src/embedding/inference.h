// The vector of a document under a trained model: the d that minimises
//   CE(p, softmax(U d + b)) + penalty |d|^2
// with U and b frozen, from d = 0. Strictly convex, so there is one; found by damped Newton steps, the gradient in
// double and the Hessian in single precision. Each document by itself: no batch changes a bit. Cost: a few steps of
// words x dimensions^2 single-precision products.
#pragma once

#include <span>
#include <vector>

#include "awe/embedding/histogram.h"
#include "embedding/linear_algebra.h"

namespace awe {

class VectorInference {
 public:
  // The words must outlive it.
  VectorInference(const DenseView& words, std::span<const double> biases, double penalty);

  struct Result {
    std::vector<double> vector;
    double gradient_norm = 0;
    int steps = 0;
  };
  // One thread's buffers.
  struct Scratch {
    std::vector<double> shares, gradient, trial;
    std::vector<float> weighted, hessian, step;
  };
  [[nodiscard]] Result operator()(const WordHistograms::View& document, Scratch& scratch) const;

 private:
  [[nodiscard]] double value(const WordHistograms::View& document, std::span<const double> vector,
                             std::vector<double>& shares) const;

  DenseView words_;
  std::span<const double> biases_;
  double penalty_;
  std::vector<float> narrow_words_;
};

}  // namespace awe
