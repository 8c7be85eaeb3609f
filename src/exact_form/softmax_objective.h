// The objective of the exact form, a mean over documents so that its scale does not depend on their number:
//   F(U, b, D) = mean over documents g of [ CE(p_g, softmax(U d_g + b)) + vector_penalty |d_g|^2 ]
//   + word_penalty |U|^2
// Cost of a gradient: three products of documents x words x dimensions, and one exponential per document and word.
#pragma once

#include <span>
#include <vector>

#include "algebra/linear_algebra.h"
#include "awe/run_options.h"
#include "words/histogram.h"

namespace awe::exact_form {

struct SoftmaxPenalties {
  double vectors = 0.005;
  double words = 5e-5;
};

class SoftmaxObjective {
 public:
  // The documents, and `progress` if given, must outlive it. A request to stop ends an evaluation with
  // Error(interrupted).
  SoftmaxObjective(const words::WordHistograms& documents, std::size_t dimensions, const SoftmaxPenalties& penalties,
                   int threads, const Progress* progress = nullptr);

  // Parameters in one vector: U (words x dimensions), b, D (documents x dimensions, times vector_scale()). With this
  // scale both penalties have the same weight, which improves the convergence of L-BFGS.
  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] double vector_scale() const noexcept { return vector_scale_; }
  // F and its gradient with respect to the scaled parameters. The same bits for any number of threads.
  double operator()(std::span<const double> parameters, std::span<double> gradient) const;

  [[nodiscard]] std::size_t words() const noexcept { return documents_.words(); }
  [[nodiscard]] std::size_t dimensions() const noexcept { return dimensions_; }

 private:
  struct Part;
  void add_part(Part& part, std::size_t first, std::size_t last, std::span<const double> parameters,
                const algebra::Dense& words_by_dimension, std::span<double> gradient) const;

  const words::WordHistograms& documents_;
  std::size_t dimensions_;
  SoftmaxPenalties penalties_;
  int threads_;
  const Progress* progress_;  // may be null
  double vector_scale_;
};

}  // namespace awe::exact_form
