#include "machines/ridge.h"

#include <cmath>
#include <utility>

#include "algebra/cholesky.h"
#include "awe/error.h"
#include "base/parallel.h"

namespace awe::machines {
namespace {

using algebra::Dense;

// W^1/2 K W^1/2 + lambda of the members, factored.
Dense factor_of(const RidgeProblem& problem, const std::vector<double>& roots, double lambda) {
  if (!(lambda > 0) || !std::isfinite(lambda)) throw Error(ErrorKind::usage, "lambda must be above 0");
  const std::size_t n = problem.members.size();
  Dense a(n, n);
  base::parallel_for(n, problem.threads, [&](std::size_t i) {
    const auto row = problem.gram.row(problem.members[i]);
    const auto out = a.row(i);
    for (std::size_t j = i; j < n; ++j) out[j] = roots[i] * roots[j] * static_cast<double>(row[problem.members[j]]);
    out[i] += lambda;
  });
  // A kernel of float32 may have eigenvalues a little below zero; a positive definite matrix needs them above -lambda.
  if (!algebra::factor_positive(a, problem.threads, problem.stop)) {
    throw Error(ErrorKind::numeric, "the kernel is not positive definite for lambda " + std::to_string(lambda) +
                                        "; use a larger lambda, or another kernel");
  }
  return a;
}

std::vector<double> roots_of(const RidgeProblem& problem) {
  std::vector<double> roots(problem.members.size(), 1);
  for (std::size_t i = 0; i < roots.size(); ++i) roots[i] = std::sqrt(problem.targets.weight(i));
  return roots;
}

// W^1/2 (Y - mu).
Dense centred(const Targets& targets, const std::vector<double>& roots, const std::vector<double>& means) {
  Dense y = targets.values;
  for (std::size_t i = 0; i < y.rows; ++i) {
    for (std::size_t t = 0; t < y.columns; ++t) y(i, t) = roots[i] * (y(i, t) - means[t]);
  }
  return y;
}

// G_BB^-1 a_B for a part.
Dense residuals(const Dense& inverse, const Dense& a, const std::vector<std::uint32_t>& part) {
  Dense block(part.size(), part.size()), x(part.size(), a.columns);
  for (std::size_t i = 0; i < part.size(); ++i) {
    for (std::size_t j = i; j < part.size(); ++j) block(i, j) = inverse(part[i], part[j]);
    for (std::size_t t = 0; t < a.columns; ++t) x(i, t) = a(part[i], t);
  }
  if (!algebra::factor_positive(block)) throw Error(ErrorKind::numeric, "the kernel is not positive definite");
  algebra::solve_factored(block, x);
  return x;
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
  return std::move(fit_ridges(problem, {}, {&lambda, 1}).front().model);
}

std::vector<RidgeFit> fit_ridges(const RidgeProblem& problem, std::span<const std::vector<std::uint32_t>> parts,
                                 std::span<const double> lambdas) {
  const std::vector<double> roots = roots_of(problem), means = means_of(problem.targets);
  const Dense y = centred(problem.targets, roots, means);
  std::vector<RidgeFit> fits;
  for (const double lambda : lambdas) {
    const Dense factor = factor_of(problem, roots, lambda);
    Dense a = y;
    algebra::solve_factored(factor, a);
    RidgeFit& fit = fits.emplace_back();
    if (!parts.empty()) {
      const Dense inverse = algebra::inverse_of_factored(factor, problem.threads, problem.stop);
      fit.held_out = Dense(y.rows, y.columns);
      base::parallel_for(parts.size(), problem.threads, [&](std::size_t p) {
        const Dense left = residuals(inverse, a, parts[p]);
        for (std::size_t i = 0; i < parts[p].size(); ++i) {
          const std::size_t item = parts[p][i];
          for (std::size_t t = 0; t < y.columns; ++t) {
            fit.held_out(item, t) = problem.targets.values(item, t) - left(i, t) / roots[item];
          }
        }
      });
    }
    for (std::size_t i = 0; i < roots.size(); ++i) {
      for (double& value : a.row(i)) value *= roots[i];
    }
    fit.model = {{problem.members.begin(), problem.members.end()}, std::move(a), means};
  }
  return fits;
}

}  // namespace awe::machines
