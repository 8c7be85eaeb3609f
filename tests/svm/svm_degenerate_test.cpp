// Degenerate problems: one class, one item, equal points of two classes, all-zero kernels, invalid kernels.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "awe/error.h"
#include "svm/svm.h"
#include "svm/svm_oracle.h"

namespace awe::svm {
namespace {

using test::SvmProblem;

SvmProblem problem_of(std::vector<int> classes, std::vector<float> values) {
  SvmProblem problem;
  for (std::uint32_t i = 0; i < classes.size(); ++i) problem.members.push_back(i);
  problem.classes = std::move(classes);
  problem.values = std::move(values);
  return problem;
}

MultiSvm train(const SvmProblem& problem, double c, std::uint64_t max_iterations = 0) {
  SvmOptions options;
  options.c = c;
  options.max_iterations = max_iterations;
  return train_svm(problem.gram(), problem.members, problem.classes, options);
}

void expect_objectives_of_libsvm(const SvmProblem& problem) {
  for (const double c : {1e-3, 1.0, 1e3}) {
    const MultiSvm model = train(problem, c);
    const auto oracle = test::ask_libsvm(problem, {}, c);
    for (std::size_t p = 0; p < model.pairs.size(); ++p) {
      EXPECT_TRUE(model.pairs[p].converged);
      EXPECT_NEAR(model.pairs[p].objective, oracle.objectives[p], 1e-3 * std::abs(oracle.objectives[p]) + 1e-6) << c;
    }
  }
}

TEST(SvmDegenerate, OneClassIsAlwaysPredicted) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{3}}) {
    const auto problem = problem_of(std::vector<int>(n, 4), std::vector<float>(n * n, 1));
    const MultiSvm model = train(problem, 1);
    EXPECT_TRUE(model.pairs.empty());
    EXPECT_EQ(predict_svm(model, problem.gram().row(0)).predicted, 4);
    EXPECT_EQ(predict_svm_path(problem.gram(), {&model, 1}, problem.members).predicted[0][0], 4);
  }
}

TEST(SvmDegenerate, TwoItemsAreSeparatedHalfway) {
  const auto problem = problem_of({0, 1}, {1, 0, 0, 1});
  const MultiSvm model = train(problem, 10);
  EXPECT_NEAR(model.pairs[0].coefficients[0], 1, 1e-6);
  EXPECT_NEAR(model.pairs[0].rho, 0, 1e-6);
  EXPECT_EQ(predict_svm(model, problem.gram().row(0)).predicted, 0);
  EXPECT_EQ(predict_svm(model, problem.gram().row(1)).predicted, 1);
}

TEST(SvmDegenerate, AKernelOfZerosConverges) {
  expect_objectives_of_libsvm(problem_of({0, 1, 1, 0, 1}, std::vector<float>(25, 0)));
  expect_objectives_of_libsvm(problem_of({0, 1, 2, 0, 1}, std::vector<float>(25, 1)));
}

TEST(SvmDegenerate, EqualPointsOfDifferentClassesConverge) {
  for (const int kernel : {0, 1, 2}) {
    const SvmProblem half = test::random_problem(3, 30, 2, kernel);
    SvmProblem doubled;
    for (std::uint32_t i = 0; i < 60; ++i) {
      doubled.classes.push_back(i < 30 ? half.classes[i] : 1 - half.classes[i - 30]);
      doubled.members.push_back(i);
      for (std::size_t j = 0; j < 60; ++j) doubled.values.push_back(half.values[(i % 30) * 30 + j % 30]);
    }
    expect_objectives_of_libsvm(doubled);
  }
}

TEST(SvmDegenerate, AKernelThatIsNotQuitePositiveConverges) {
  SvmProblem problem = test::random_problem(8, 40, 2, 0);
  for (std::size_t i = 0; i < 40; ++i) problem.values[i * 41] -= 0.05f;
  for (const double c : {1e-3, 1.0, 1e3}) {
    const MultiSvm model = train(problem, c);
    EXPECT_TRUE(model.pairs[0].converged);
    EXPECT_NEAR(model.pairs[0].objective, test::objective_of(problem.gram(), model.pairs[0]), 1e-3 * c);
  }
}

TEST(SvmDegenerate, LargeKernelValuesAreSolved) {
  SvmProblem problem = test::random_problem(9, 60, 2, 1);
  for (float& value : problem.values) value *= 1000;
  for (const double c : {1e-5, 1e-3, 0.1}) {
    const MultiSvm model = train(problem, c);
    const double expected = test::ask_libsvm(problem, {}, c).objectives[0];
    EXPECT_TRUE(model.pairs[0].converged);
    EXPECT_NEAR(model.pairs[0].objective, expected, 1e-3 * std::abs(expected));
  }
}

TEST(SvmDegenerate, ToleranceThatFloatCannotReachIsReachedInDouble) {
  const SvmProblem problem = test::random_problem(10, 150, 2, 0);
  SvmOptions options;
  options.c = 10;
  options.tolerance = 1e-9;
  const SvmPair pair = train_svm(problem.gram(), problem.members, problem.classes, options).pairs[0];
  EXPECT_TRUE(pair.converged);
  const auto oracle = test::ask_libsvm(problem, problem.others, options.c, {}, options.tolerance);
  EXPECT_NEAR(pair.objective, oracle.objectives[0], 1e-6 * std::abs(oracle.objectives[0]));
  for (std::size_t t = 0; t < problem.others.size(); ++t) {
    double decision = -pair.rho;
    for (std::size_t s = 0; s < pair.support.size(); ++s) {
      decision += pair.coefficients[s] * double{problem.gram()(problem.others[t], pair.support[s])};
    }
    EXPECT_NEAR(decision, oracle.decisions[t][0], 1e-6);
  }
}

TEST(SvmDegenerate, StopsAtTheMostIterationsAndSaysSo) {
  const SvmProblem problem = test::random_problem(12, 100, 2, 0);
  const MultiSvm model = train(problem, 100, 5);
  EXPECT_FALSE(model.pairs[0].converged);
  EXPECT_EQ(model.pairs[0].iterations, 5u);
  EXPECT_NEAR(model.pairs[0].objective, test::objective_of(problem.gram(), model.pairs[0]), 1e-4);
}

TEST(SvmDegenerate, TiedVotesGoToTheLowestClass) {
  MultiSvm model;
  model.classes = {2, 5, 7};
  EXPECT_EQ(vote_svm(model, std::vector<double>{1, -1, 1}), 2);  // 2 beats 5, 7 beats 2, 5 beats 7
  EXPECT_EQ(vote_svm(model, std::vector<double>{-1, 1, 0}), 2);
  EXPECT_EQ(vote_svm(model, std::vector<double>{-1, -1, 0}), 7);  // zero is a vote for the second
}

ErrorKind kind_of(const SvmProblem& problem, const SvmOptions& options) {
  try {
    (void)train_svm(problem.gram(), problem.members, problem.classes, options);
  } catch (const Error& error) {
    return error.kind();
  }
  return ErrorKind::interrupted;
}

TEST(SvmDegenerate, RefusesWhatMakesNoSense) {
  const auto good = problem_of({0, 1}, {1, 0, 0, 1});
  for (const double c : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
    SvmOptions options;
    options.c = c;
    EXPECT_EQ(kind_of(good, options), ErrorKind::usage);
  }
  SvmOptions weights;
  weights.class_weights = {1};
  EXPECT_EQ(kind_of(good, weights), ErrorKind::usage);
  auto bad = good;
  bad.members = {1, 0};
  EXPECT_EQ(kind_of(bad, {}), ErrorKind::usage);
  bad.members = {0, 2};
  EXPECT_EQ(kind_of(bad, {}), ErrorKind::usage);
  bad.members = {};
  EXPECT_EQ(kind_of(bad, {}), ErrorKind::usage);
  bad = good;
  bad.classes[1] = -1;
  EXPECT_EQ(kind_of(bad, {}), ErrorKind::usage);
  bad = good;
  bad.values[3] = std::nanf("");
  EXPECT_EQ(kind_of(bad, {}), ErrorKind::numeric);
  bad = good;
  bad.values[1] = bad.values[2] = std::nanf("");
  EXPECT_EQ(kind_of(bad, {}), ErrorKind::numeric);
  EXPECT_THROW((void)train_svm_path(good.gram(), good.members, good.classes, std::vector<double>{2, 1}), Error);
}

}  // namespace
}  // namespace awe::svm
