// The vector of a document under a trained model: the d that minimises
//   CE(p, softmax(U d + b)) + penalty |d|^2
// with U and b fixed, starting from d = 0. Strictly convex, so the minimum is unique; found by damped Newton steps,
// with the gradient in double and the Hessian in single precision. Documents are independent: batching does not change
// any bit. Cost: a few steps of words x dimensions^2 single-precision products.
//
// With a tree, rows of U and b are its inner nodes, and the probability of a word is the product of those of its turns:
//   sum over nodes of  mass log(1 + exp(s)) - right s + penalty |d|^2,   s = U d + b
// with the fractions of the document that pass a node (mass) and turn to 1 there (right). Also strictly convex.
#pragma once

#include <span>
#include <vector>

#include "algebra/linear_algebra.h"
#include "awe/run_options.h"
#include "descent/huffman_tree.h"
#include "words/histogram.h"

namespace awe::embedding {

class VectorInference {
 public:
  // The words, and the tree if there is one, must outlive it.
  VectorInference(const algebra::DenseView& words, std::span<const double> biases, double penalty,
                  const descent::HuffmanTree* tree = nullptr);

  struct Result {
    std::vector<double> vector;
    double gradient_norm = 0;
    int steps = 0;
  };
  // One thread's buffers.
  struct Scratch {
    double mass = 0;                     // of the document
    std::vector<double> masses, turned;  // by node of a tree: mass that passes, and mass that turns to 1
    std::vector<double> shares;          // expected (not observed) values, by row of U
    std::vector<double> pull, mean, gradient, trial;
    std::vector<float> weighted, hessian, step;
  };
  // Throws Error(interrupted) if a stop is requested.
  [[nodiscard]] Result operator()(const words::WordHistograms::View& document, Scratch& scratch,
                                  const Progress& progress = {}) const;

 private:
  void observe(const words::WordHistograms::View& document, Scratch& scratch) const;
  [[nodiscard]] double value(const words::WordHistograms::View& document, std::span<const double> vector,
                             Scratch& scratch) const;
  void find_hessian(std::span<const double> mean, Scratch& scratch) const;

  algebra::DenseView words_;
  std::span<const double> biases_;
  double penalty_;
  const descent::HuffmanTree* tree_;
};

}  // namespace awe::embedding
