#include "machines/ridge.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "algebra/cholesky.h"
#include "awe/error.h"
#include "base/parallel.h"
#include "machines/leave_out.h"
#include "machines/low_rank.h"

namespace awe::machines {
namespace {

using algebra::Dense;

std::vector<double> roots_of(const RidgeProblem& problem) {
  std::vector<double> roots(problem.members.size(), 1);
  for (std::size_t i = 0; i < roots.size(); ++i) roots[i] = std::sqrt(problem.targets.weight(i));
  return roots;
}

[[noreturn]] void refuse(double lambda) {
  throw Error(ErrorKind::numeric, "the kernel is not positive definite for lambda " + std::to_string(lambda) +
                                      "; use a larger lambda, or another kernel");
}

void check(double lambda) {
  if (!(lambda > 0) || !std::isfinite(lambda)) throw Error(ErrorKind::usage, "lambda must be above 0");
}

// The equations of the members at these positions, in this order, for lambda = 0: the upper triangle of
// W^1/2 K W^1/2, and W^1/2 (Y - mu) in columns of their own if wanted.
Dense equations(const RidgeProblem& problem, std::span<const std::uint32_t> positions, const std::vector<double>& means,
                bool right_hand_sides) {
  const std::vector<double> roots = roots_of(problem);
  const std::size_t n = positions.size();
  Dense a(n, n + (right_hand_sides ? means.size() : 0));
  base::parallel_for(n, problem.threads, [&](std::size_t i) {
    const std::uint32_t own = positions[i];
    const auto row = problem.gram.row(problem.members[own]);
    const auto out = a.row(i);
    for (std::size_t j = i; j < n; ++j) {
      const auto value = static_cast<double>(row[problem.members[positions[j]]]);
      out[j] = roots[own] * roots[positions[j]] * value;
    }
    for (std::size_t t = 0; t < a.columns - n; ++t) {
      out[n + t] = roots[own] * (problem.targets.values(own, t) - means[t]);
    }
  });
  return a;
}

// The model with this solution of the equations, whose unknowns are those of the members at these positions.
RidgeModel model_of(const RidgeProblem& problem, std::span<const std::uint32_t> positions, const Dense& solution,
                    const std::vector<double>& roots, const std::vector<double>& means) {
  Dense a(solution.rows, solution.columns);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto from = solution.row(i);
    std::transform(from.begin(), from.end(), a.row(positions[i]).begin(),
                   [&](double value) { return roots[positions[i]] * value; });
  }
  return {{problem.members.begin(), problem.members.end()}, std::move(a), means};
}

}  // namespace

std::vector<double> RidgeModel::scores(std::span<const float> row) const {
  std::vector<double> sums = means;
  for (std::size_t s = 0; s < items.size(); ++s) {
    const auto value = static_cast<double>(row[items[s]]);
    const auto own = coefficients.row(s);
    for (std::size_t t = 0; t < sums.size(); ++t) sums[t] += value * own[t];
  }
  return sums;
}

std::vector<std::vector<double>> RidgeModel::scores(std::span<const std::span<const float>> rows) const {
  std::vector<std::vector<double>> sums(rows.size(), means);
  for (std::size_t s = 0; s < items.size(); ++s) {
    const auto own = coefficients.row(s);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const auto value = static_cast<double>(rows[r][items[s]]);
      for (std::size_t t = 0; t < own.size(); ++t) sums[r][t] += value * own[t];
    }
  }
  return sums;
}

RidgeModel train_ridge(const RidgeProblem& problem, double lambda) {
  const std::vector<double> roots = roots_of(problem), means = means_of(problem.targets);
  std::vector<std::uint32_t> positions(problem.members.size());
  std::iota(positions.begin(), positions.end(), 0u);
  check(lambda);
  Dense factor = equations(problem, positions, means, false);
  for (std::size_t i = 0; i < factor.rows; ++i) factor(i, i) += lambda;
  // A kernel of float32 may have eigenvalues a little below zero; a positive definite matrix needs them above -lambda.
  if (!algebra::factor_positive(factor, problem.threads, problem.stop)) refuse(lambda);
  Dense a = problem.targets.values;
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t t = 0; t < a.columns; ++t) a(i, t) = roots[i] * (a(i, t) - means[t]);
  }
  algebra::solve_factored(factor, a);
  return model_of(problem, positions, a, roots, means);
}

std::vector<Dense> held_out_scores(const RidgeProblem& problem, std::span<const std::vector<std::uint32_t>> parts,
                                   std::span<const double> lambdas, std::vector<RidgeModel>* trained) {
  const std::vector<double> roots = roots_of(problem), means = means_of(problem.targets);
  std::vector<bool> in_part(problem.members.size(), false);
  std::vector<std::size_t> sizes;
  for (const auto& part : parts) {
    for (const std::uint32_t position : part) in_part[position] = true;
    sizes.push_back(part.size());
  }
  std::vector<std::uint32_t> positions;  // those in no part, then part by part
  for (std::uint32_t i = 0; i < in_part.size(); ++i) {
    if (!in_part[i]) positions.push_back(i);
  }
  const std::size_t others = positions.size();
  for (const auto& part : parts) positions.insert(positions.end(), part.begin(), part.end());
  std::vector<Dense> found(lambdas.size(), Dense(problem.targets.values.rows, problem.targets.values.columns));
  const Dense shared = equations(problem, positions, means, true);
  const auto low_rank = LowRankLeaveOut::of(shared, sizes, problem.stop);
  LeaveOut leaving(shared, sizes, problem.threads, problem.stop);
  for (std::size_t l = 0; l < lambdas.size(); ++l) {
    check(lambdas[l]);
    Dense solution;
    Dense* const wanted = trained != nullptr ? &solution : nullptr;
    const auto left = low_rank ? low_rank->with(lambdas[l], wanted) : leaving.with(lambdas[l], wanted);
    if (!left) refuse(lambdas[l]);
    if (trained != nullptr) {
      trained->push_back(solution.rows > 0 ? model_of(problem, positions, solution, roots, means)
                                           : train_ridge(problem, lambdas[l]));
    }
    for (std::size_t i = others; i < positions.size(); ++i) {
      const std::uint32_t own = positions[i];
      for (std::size_t t = 0; t < means.size(); ++t) {
        found[l](own, t) = problem.targets.values(own, t) - (*left)(i - others, t) / roots[own];
      }
    }
  }
  return found;
}

}  // namespace awe::machines
