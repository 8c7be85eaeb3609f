#include "svm/platt.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/rng.h"
#include "svm/svm_oracle.h"

namespace awe::svm {
namespace {

TEST(Platt, FindsTheSigmoidThatMadeTheClasses) {
  base::Sequence random(1, Hash128{4, 4});
  std::vector<double> decisions;
  std::vector<bool> positive;
  for (int k = 0; k < 20000; ++k) {
    const double d = 6 * random.unit() - 3;
    decisions.push_back(d);
    positive.push_back(random.unit() < 1 / (1 + std::exp(-1.5 * d + 0.4)));
  }
  const Sigmoid sigmoid = fit_sigmoid(decisions, positive);
  EXPECT_NEAR(sigmoid.slope, -1.5, 0.08);
  EXPECT_NEAR(sigmoid.offset, 0.4, 0.06);
  EXPECT_GT(sigmoid(1), 0.5);
}

TEST(Platt, StaysFiniteOnSeparatedAndConstantDecisions) {
  const Sigmoid apart = fit_sigmoid(std::vector<double>{-1000, -900, 900, 1000}, {false, false, true, true});
  EXPECT_TRUE(std::isfinite(apart.slope) && std::isfinite(apart.offset));
  EXPECT_GT(apart(1000), 0.5);
  const Sigmoid flat = fit_sigmoid(std::vector<double>{0, 0, 0}, {false, true, true});
  EXPECT_NEAR(flat(0), (0.75 * 2 + 1.0 / 3) / 3, 1e-3);
}

TEST(Platt, CouplesConsistentPairsToTheirProbabilities) {
  const std::vector<double> truth = {0.5, 0.2, 0.2, 0.1};
  std::vector<std::vector<double>> pairwise(4, std::vector<double>(4, 0.0));
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = 0; b < 4; ++b) {
      if (a != b) pairwise[a][b] = truth[a] / (truth[a] + truth[b]);
    }
  }
  const auto coupled = couple_pairs(pairwise);
  for (std::size_t a = 0; a < 4; ++a) EXPECT_NEAR(coupled[a], truth[a], 0.01);
  EXPECT_NEAR(std::accumulate(coupled.begin(), coupled.end(), 0.0), 1, 1e-12);
}

TEST(PlattParallel, ProbabilitiesFollowTheClassesOnAnyNumberOfThreads) {
  const auto problem = test::random_problem(17, 240, 3, 0);
  SvmOptions options;
  const auto one = train_probability_svm(problem.gram(), problem.members, problem.classes, options);
  options.threads = 3;
  const auto model = train_probability_svm(problem.gram(), problem.members, problem.classes, options);
  double mean_of_right = 0;
  for (const std::uint32_t item : problem.others) {
    const auto decisions = predict_svm(model.svm, problem.gram().row(item)).decisions;
    const auto p = class_probabilities(model, decisions);
    EXPECT_EQ(p, class_probabilities(one, decisions));
    EXPECT_NEAR(std::accumulate(p.begin(), p.end(), 0.0), 1, 1e-9);
    mean_of_right += p[static_cast<std::size_t>(problem.classes[item])] / static_cast<double>(problem.others.size());
  }
  EXPECT_GT(mean_of_right, 0.4);
}

TEST(Platt, OneClassIsCertainAndTinyProblemsWork) {
  const std::vector<float> gram = {1, 0, 0, 1};
  const std::vector<std::uint32_t> members = {0, 1};
  const auto certain = train_probability_svm(kernels::GramView(gram.data(), 2), members, std::vector<int>{3, 3});
  EXPECT_EQ(class_probabilities(certain, {}), std::vector<double>{1.0});
  const auto tiny = train_probability_svm(kernels::GramView(gram.data(), 2), members, std::vector<int>{0, 1});
  const auto p = class_probabilities(tiny, std::vector<double>{1.0});
  EXPECT_NEAR(p[0] + p[1], 1, 1e-12);
}

}  // namespace
}  // namespace awe::svm
