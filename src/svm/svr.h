// Support vector regression on a Gram matrix (epsilon-SVR) with several columns of values: for each column the function
//     f(x) = sum_i b_i K(i, x) - rho   that minimises   1/2 |f|^2 + C sum_i max(0, |y_i - f(x_i)| - epsilon),
// by the solver of the classifier (svm/svm_solver.h): the dual problem has two multipliers per item, 0 <= b_i <= C and
// -C <= b_i <= 0, whose sum is the coefficient of the item. C and epsilon are in units of the standard deviation s of
// the values of the members, so that the same settings fit values of any scale: LIBSVM's are s C and s epsilon. Cost:
// that of a pair of classes with twice the items. Reference: LIBSVM, and the optimality conditions, in tests/svm.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/gram_view.h"
#include "svm/svm.h"

namespace awe::svm {

struct SvrSetting {
  double c = 1, epsilon = 0.1;  // in standard deviations of the values
  bool operator==(const SvrSetting&) const = default;
};

struct SvrValues {
  std::span<const double> values;  // items of the Gram x columns, row by row; finite for members
  std::size_t columns = 1;
};

// Trains on each set of members (ascending items of the Gram) with each setting; settings of the same epsilon that
// follow each other, with ascending C, start from one another. result[fold][setting] has one function per column in
// `pairs`, in the units of the values; classes are empty. Column by column, fold by fold and epsilon by epsilon run in
// parallel on options.threads; options.c and options.class_weights are not used. Throws as train_svm.
[[nodiscard]] std::vector<std::vector<MultiSvm>> train_svr_folds(const kernels::GramView& gram,
                                                                 std::span<const std::vector<std::uint32_t>> folds,
                                                                 const SvrValues& values,
                                                                 std::span<const SvrSetting> settings,
                                                                 const SvmOptions& options = {});

}  // namespace awe::svm
