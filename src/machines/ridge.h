// Kernel ridge regression with several targets: minimises sum_i w_i |y_i - f(x_i)|^2 + lambda |f|^2 over functions
// f(x) = mu + sum_j k(x, x_j) a_j, where mu is the weighted mean of the targets. With W = diag(w), Yc = Y - mu:
//     a = W^1/2 G W^1/2 Yc,   G = (W^1/2 K W^1/2 + lambda)^-1.
// Cost: n^3 / 6 fused operations per lambda; 8 n^2 bytes. The same bits for any number of threads. Reference: Gaussian
// elimination in tests/machines.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algebra/linear_algebra.h"
#include "awe/run_options.h"
#include "kernels/gram_view.h"
#include "machines/targets.h"

namespace awe::machines {

// Scores of an item x: means + sum over `items` of k(x, item) coefficients(item). Every machine of this form is one:
// ridges, landmarks, and support vector regressions, whose means are offsets.
struct RidgeModel {
  std::vector<std::uint32_t> items;  // of the Gram, or of the stored rows
  algebra::Dense coefficients;       // items x targets
  std::vector<double> means;

  // The scores of an item with these kernel values (with all items of the Gram), in the order of `items`.
  [[nodiscard]] std::vector<double> scores(std::span<const float> row) const;
  // The same bits for several items, each coefficient read once.
  [[nodiscard]] std::vector<std::vector<double>> scores(std::span<const std::span<const float>> rows) const;
};

struct RidgeProblem {
  kernels::GramView gram;
  std::span<const std::uint32_t> members;  // items of the Gram
  const Targets& targets;                  // one row per member
  int threads = 1;
  const Progress& stop;
};

// Throws Error: usage for a lambda that is not positive, numeric for kernel values that are not finite.
[[nodiscard]] RidgeModel train_ridge(const RidgeProblem& problem, double lambda);

// The scores of the members of each part by the model of all other members (members x targets), for each lambda;
// `parts` has positions in `members` and no position twice. Rows of members in no part are zero. The mean mu is that of
// all members. Nothing is trained again: the unknowns of all other members are eliminated (machines/leave_out.h), which
// leaves W^1/2 (Y - f). One eigendecomposition for all lambdas would take 4 n^3 or more, most of it in rotations. A
// kernel of low rank, of a few numbers per graph, takes a fraction of that (machines/low_rank.h).
// 20 n^2 bytes. `trained`, if it is not null, becomes the models of all members, for each lambda: train_ridge, except
// for rounding, for a ninth of its cost if there are more than two parts.
[[nodiscard]] std::vector<algebra::Dense> held_out_scores(const RidgeProblem& problem,
                                                          std::span<const std::vector<std::uint32_t>> parts,
                                                          std::span<const double> lambdas,
                                                          std::vector<RidgeModel>* trained = nullptr);

}  // namespace awe::machines
