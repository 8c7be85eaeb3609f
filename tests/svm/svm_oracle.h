// LIBSVM with a precomputed kernel, and random problems for comparison.
#pragma once

#include <cstdint>
#include <vector>

#include "svm/svm.h"

namespace awe::test {

struct SvmProblem {
  std::vector<float> values;
  std::vector<int> classes;
  std::vector<std::uint32_t> members, others;
  [[nodiscard]] kernels::GramView gram() const { return {values.data(), classes.size()}; }
};

// n points of k classes in overlapping clouds; kernel 0: RBF, 1: linear, 2: cubic. About one in five is not a member.
SvmProblem random_problem(std::uint64_t seed, std::size_t n, int k, int kernel);

struct OracleAnswer {
  std::vector<int> classes;
  std::vector<double> objectives;              // by pair
  std::vector<std::vector<double>> decisions;  // [item][pair]
  std::vector<int> predicted;
};

// Trains on the members and answers for `items`.
OracleAnswer ask_libsvm(const SvmProblem& problem, const std::vector<std::uint32_t>& items, double c,
                        const std::vector<double>& class_weights = {}, double tolerance = 1e-3);

// What LIBSVM's epsilon-SVR, trained on the members, predicts for all items. Its C and epsilon are not scaled.
std::vector<double> ask_libsvm_svr(const SvmProblem& problem, const std::vector<double>& values, double c,
                                   double epsilon, double tolerance = 1e-3);

// Dual objective of a pair, from its coefficients alone.
double objective_of(const kernels::GramView& gram, const svm::SvmPair& pair);

}  // namespace awe::test
