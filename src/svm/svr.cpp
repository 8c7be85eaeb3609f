#include "svm/svr.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "awe/error.h"
#include "svm/svm_paths.h"

namespace awe::svm {
namespace {

// The mean of a column over the members, and its standard deviation.
struct Scale {
  double mean = 0, deviation = 0;
};

Scale scale_of(const SvrValues& values, std::size_t column, std::span<const std::uint32_t> members) {
  const auto count = static_cast<double>(members.size());
  Scale scale;
  for (const std::uint32_t item : members) scale.mean += values.values[item * values.columns + column] / count;
  if (members.size() < 2) return scale;
  double squares = 0;
  for (const std::uint32_t item : members) {
    const double off = values.values[item * values.columns + column] - scale.mean;
    squares += off * off;
  }
  scale.deviation = std::sqrt(squares / (count - 1));
  // What rounding alone can make of a constant.
  if (!(scale.deviation > 1e-12 * std::abs(scale.mean))) scale.deviation = 0;
  return scale;
}

void check(const kernels::GramView& gram, const SvrValues& values, std::span<const std::uint32_t> members) {
  check_members(gram, members);
  for (const std::uint32_t item : members) {
    for (std::size_t t = 0; t < values.columns; ++t) {
      if (std::isfinite(values.values[item * values.columns + t])) continue;
      throw Error(ErrorKind::usage, "svm: a value of item " + std::to_string(item) + " is not finite");
    }
  }
}

// The members twice, in units of the standard deviation.
DualProblem dual_of(const SvrValues& values, std::size_t column, std::span<const std::uint32_t> members,
                    const Scale& scale, double epsilon) {
  DualProblem dual;
  for (const double sign : {1.0, -1.0}) {
    for (const std::uint32_t item : members) {
      dual.items.push_back(item);
      dual.positive.push_back(sign > 0);
      dual.linear.push_back(sign * epsilon -
                            (values.values[item * values.columns + column] - scale.mean) / scale.deviation);
    }
  }
  return dual;
}

// Both multipliers of an item in one coefficient, in the units of the values.
void join(SvmPair& made, const Scale& scale) {
  std::map<std::uint32_t, double> sums;
  for (std::size_t s = 0; s < made.support.size(); ++s) sums[made.support[s]] += made.coefficients[s];
  made.support.clear();
  made.coefficients.clear();
  for (const auto& [item, sum] : sums) {
    if (sum == 0) continue;
    made.support.push_back(item);
    made.coefficients.push_back(scale.deviation * sum);
  }
  made.rho = scale.deviation * made.rho - scale.mean;
}

}  // namespace

std::vector<std::vector<MultiSvm>> train_svr_folds(const kernels::GramView& gram,
                                                   std::span<const std::vector<std::uint32_t>> folds,
                                                   const SvrValues& values, std::span<const SvrSetting> settings,
                                                   const SvmOptions& options) {
  if (values.columns == 0 || values.values.size() != gram.size() * values.columns) {
    throw Error(ErrorKind::usage, "svm: " + std::to_string(values.values.size()) + " values for a Gram matrix of " +
                                      std::to_string(gram.size()) + " items");
  }
  std::vector<std::vector<MultiSvm>> models(folds.size());
  std::vector<Scale> scales;  // folds x columns
  std::vector<PathProblem> problems;
  for (std::size_t fold = 0; fold < folds.size(); ++fold) {
    check(gram, values, folds[fold]);
    for (const SvrSetting& setting : settings) {
      models[fold].push_back({setting.c, {}, std::vector<SvmPair>(values.columns)});
    }
    for (std::size_t column = 0; column < values.columns; ++column) {
      const Scale& scale = scales.emplace_back(scale_of(values, column, folds[fold]));
      for (std::size_t first = 0, last = 0; first < settings.size(); first = last) {
        const double epsilon = settings[first].epsilon;
        if (!(epsilon >= 0) || !std::isfinite(epsilon)) {
          throw Error(ErrorKind::usage, "svm: epsilon must be finite and not below 0");
        }
        PathProblem problem;
        for (; last < settings.size() && settings[last].epsilon == epsilon; ++last) {
          if (last > first && settings[last].c < settings[last - 1].c) break;
          problem.cs.push_back(settings[last].c);
          problem.made.push_back(&models[fold][last].pairs[column]);
        }
        check_penalties(problem.cs, options);
        if (scale.deviation == 0) continue;  // the mean, without support
        problem.dual = dual_of(values, column, folds[fold], scale, epsilon);
        problems.push_back(std::move(problem));
      }
    }
  }
  solve_paths(gram, std::move(problems), options);
  for (std::size_t fold = 0; fold < folds.size(); ++fold) {
    for (MultiSvm& model : models[fold]) {
      for (std::size_t column = 0; column < values.columns; ++column) {
        join(model.pairs[column], scales[fold * values.columns + column]);
      }
    }
  }
  return models;
}

}  // namespace awe::svm
