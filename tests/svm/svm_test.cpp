// Our SVM against LIBSVM: dual objectives within 1e-3, and the same classes except where a decision is close to a tie.
#include "svm/svm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/rng.h"
#include "svm/svm_oracle.h"

namespace awe::svm {
namespace {

using test::SvmProblem;

std::vector<std::uint32_t> all_items(const SvmProblem& problem) {
  std::vector<std::uint32_t> items(problem.classes.size());
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = static_cast<std::uint32_t>(i);
  return items;
}

// How far apart decisions of two solutions may be. Decisions of the unique optimum shift with the optimality gap, and
// for a given gap with the size of kernel values and multipliers; near-ties are compared with this in mind.
double slack_of(const MultiSvm& model, const std::vector<double>& decisions) {
  double largest = 1;
  for (const double d : decisions) largest = std::max(largest, std::abs(d));
  return 0.02 * largest + (model.c > 100 ? 0.05 : 0);
}

void expect_agreement(const SvmProblem& problem, const MultiSvm& model, const SvmOptions& options,
                      const std::string& what) {
  const auto items = all_items(problem);
  const auto oracle = test::ask_libsvm(problem, items, model.c, options.class_weights);
  ASSERT_EQ(model.classes, oracle.classes) << what;
  ASSERT_EQ(model.pairs.size(), oracle.objectives.size()) << what;
  for (std::size_t p = 0; p < model.pairs.size(); ++p) {
    const SvmPair& pair = model.pairs[p];
    EXPECT_TRUE(pair.converged) << what;
    EXPECT_NEAR(pair.objective, oracle.objectives[p], 1e-3 * std::abs(oracle.objectives[p]) + 1e-6) << what;
    const double own = test::objective_of(problem.gram(), pair);
    EXPECT_NEAR(pair.objective, own, 1e-4 * std::abs(own) + 1e-6) << what;
    double sum = 0;
    for (std::size_t s = 0; s < pair.support.size(); ++s) {
      const int own_class = problem.classes[pair.support[s]];
      const double weight =
          options.class_weights.empty() ? 1 : options.class_weights[static_cast<std::size_t>(own_class)];
      EXPECT_LE(std::abs(pair.coefficients[s]), model.c * weight) << what;
      EXPECT_EQ(pair.coefficients[s] > 0, own_class == pair.first) << what;
      sum += pair.coefficients[s];
    }
    EXPECT_NEAR(sum, 0, 1e-9 * model.c * static_cast<double>(items.size())) << what;
  }
  for (const std::uint32_t item : items) {
    const auto answer = predict_svm(model, problem.gram().row(item));
    const double slack = slack_of(model, oracle.decisions[item]);
    const bool tie = std::any_of(oracle.decisions[item].begin(), oracle.decisions[item].end(),
                                 [&](double d) { return std::abs(d) <= slack; });
    if (tie) continue;
    EXPECT_EQ(answer.predicted, oracle.predicted[item]) << what << ", item " << item;
  }
  // Several rows at once: the same bits.
  for (std::size_t first = 0; first < items.size(); first += 3) {
    std::vector<std::span<const float>> rows;
    for (std::size_t i = first; i < std::min(items.size(), first + 3); ++i)
      rows.push_back(problem.gram().row(items[i]));
    const auto decisions = decide_svm(model, rows);
    ASSERT_EQ(decisions.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
      EXPECT_EQ(decisions[i], predict_svm(model, rows[i]).decisions) << what;
  }
}

std::string name_of(std::uint64_t seed, const SvmProblem& problem, int kernel, double c) {
  return "seed " + std::to_string(seed) + ", n " + std::to_string(problem.classes.size()) + ", kernel " +
         std::to_string(kernel) + ", C " + std::to_string(c);
}

TEST(Svm, AgreesWithLibsvmOnSmallProblems) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    base::Sequence random(seed, Hash128{9, 9});
    const int k = 2 + static_cast<int>(random.below(4)), kernel = static_cast<int>(random.below(3));
    const std::size_t n = static_cast<std::size_t>(k) + random.below(59 - static_cast<std::uint64_t>(k));
    const SvmProblem problem = test::random_problem(seed, n, k, kernel);
    SvmOptions options;
    options.c = std::pow(10.0, static_cast<double>(random.below(kernel == 0 ? 7 : 5)) - 3);
    options.shrinking = random.below(2) == 0;
    if (random.below(2) == 0) {
      for (int own = 0; own < k; ++own) options.class_weights.push_back(0.25 + 4 * random.unit());
    }
    const MultiSvm model = train_svm(problem.gram(), problem.members, problem.classes, options);
    expect_agreement(problem, model, options, name_of(seed, problem, kernel, options.c));
  }
}

TEST(Svm, AgreesWithLibsvmOnMiddlingProblems) {
  for (const auto& [n, k, kernel, c] : {std::tuple(300, 2, 0, 1000.0),
                                        {600, 2, 0, 1.0},
                                        {450, 5, 0, 10.0},
                                        {300, 3, 1, 1.0},
                                        {400, 2, 2, 0.1},
                                        {500, 4, 0, 0.001}}) {
    const SvmProblem problem = test::random_problem(77, static_cast<std::size_t>(n), k, kernel);
    SvmOptions options;
    options.c = c;
    const MultiSvm model = train_svm(problem.gram(), problem.members, problem.classes, options);
    expect_agreement(problem, model, options, name_of(77, problem, kernel, c));
  }
}

TEST(Svm, APathAgreesWithLibsvmAtEveryC) {
  const std::vector<double> cs = {0.001, 0.01, 0.1, 1, 1, 10, 100, 1000, 1e6};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const SvmProblem problem = test::random_problem(seed, 20 + 7 * seed, 2 + static_cast<int>(seed % 3), 0);
    SvmOptions options;
    if (seed % 2 == 1) options.class_weights = {1, 2.5, 0.5, 1};
    const auto models = train_svm_path(problem.gram(), problem.members, problem.classes, cs, options);
    ASSERT_EQ(models.size(), cs.size());
    for (std::size_t m = 0; m + 1 < cs.size(); ++m) {
      if (!options.class_weights.empty()) options.class_weights.resize(models[m].classes.size());
      expect_agreement(problem, models[m], options, name_of(seed, problem, 0, cs[m]));
    }
    // Equal C, and C that no multiplier reaches, cost nothing.
    for (const SvmPair& pair : models[4].pairs) EXPECT_EQ(pair.iterations, 0u);
    EXPECT_EQ(models.back().c, 1e6);
  }
}

TEST(Svm, ShrinkingASmallRowCacheAndAStrideChangeNothingThatMatters) {
  const SvmProblem problem = test::random_problem(5, 400, 2, 0);
  const std::size_t n = problem.classes.size(), stride = n + 37;
  std::vector<float> apart(n * stride, NAN);
  for (std::size_t i = 0; i < n; ++i) std::copy_n(&problem.values[i * n], n, &apart[i * stride]);
  SvmOptions options;
  options.c = 1000;
  const MultiSvm plain = train_svm(problem.gram(), problem.members, problem.classes, options);
  const MultiSvm strided =
      train_svm(kernels::GramView(apart.data(), n, stride), problem.members, problem.classes, options);
  EXPECT_EQ(plain.pairs[0].coefficients, strided.pairs[0].coefficients);
  options.row_cache_bytes = 1;
  const MultiSvm poor = train_svm(problem.gram(), problem.members, problem.classes, options);
  EXPECT_EQ(plain.pairs[0].coefficients, poor.pairs[0].coefficients);
  EXPECT_EQ(plain.pairs[0].rho, poor.pairs[0].rho);
  EXPECT_GT(plain.pairs[0].iterations, 2 * n) << "too easy to shrink";
  options.shrinking = false;
  const MultiSvm whole = train_svm(problem.gram(), problem.members, problem.classes, options);
  EXPECT_NEAR(plain.pairs[0].objective, whole.pairs[0].objective, 1e-3 * std::abs(whole.pairs[0].objective));
}

TEST(SvmParallel, ThreadsAndFoldsTogetherGiveTheSameBits) {
  const SvmProblem problem = test::random_problem(11, 200, 5, 0);
  std::vector<std::vector<std::uint32_t>> folds(4);
  for (std::uint32_t i = 0; i < 200; ++i) {
    for (std::uint32_t f = 0; f < 4; ++f) {
      if (i % 4 != f) folds[f].push_back(i);
    }
  }
  const std::vector<double> cs = {0.1, 1, 10};
  SvmOptions options;
  options.threads = 3;
  const auto together = train_svm_folds(problem.gram(), folds, problem.classes, cs, options);
  options.threads = 1;
  for (std::size_t f = 0; f < folds.size(); ++f) {
    const auto alone = train_svm_path(problem.gram(), folds[f], problem.classes, cs, options);
    for (std::size_t c = 0; c < cs.size(); ++c) {
      for (std::size_t p = 0; p < alone[c].pairs.size(); ++p) {
        EXPECT_EQ(alone[c].pairs[p].support, together[f][c].pairs[p].support);
        EXPECT_EQ(alone[c].pairs[p].coefficients, together[f][c].pairs[p].coefficients);
        EXPECT_EQ(alone[c].pairs[p].rho, together[f][c].pairs[p].rho);
      }
    }
  }
}

TEST(SvmParallel, PredictionsOfManyAreThoseOfEach) {
  for (const int k : {1, 2, 5}) {
    const SvmProblem problem = test::random_problem(21, 150, k, 0);
    const auto models = train_svm_path(problem.gram(), problem.members, problem.classes, std::vector<double>{0.1, 5});
    const auto items = all_items(problem);
    const auto many = predict_svm_path(problem.gram(), models, items, 3);
    for (std::size_t m = 0; m < models.size(); ++m) {
      const std::size_t pairs = models[m].pairs.size();
      for (std::size_t t = 0; t < items.size(); ++t) {
        const auto one = predict_svm(models[m], problem.gram().row(items[t]));
        for (std::size_t p = 0; p < pairs; ++p) {
          EXPECT_NEAR(one.decisions[p], many.decisions[m][t * pairs + p], 1e-9);
        }
        EXPECT_EQ(one.predicted, many.predicted[m][t]);
      }
    }
  }
}

TEST(Svm, AnyOrderOfItemsGivesTheSameModel) {
  const SvmProblem problem = test::random_problem(31, 120, 3, 0);
  const auto order = order_by_class(problem.classes);
  SvmProblem sorted;
  const std::size_t n = problem.classes.size();
  sorted.values.resize(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    sorted.classes.push_back(problem.classes[order[i]]);
    for (std::size_t j = 0; j < n; ++j) sorted.values[i * n + j] = problem.values[order[i] * n + order[j]];
  }
  EXPECT_TRUE(std::is_sorted(sorted.classes.begin(), sorted.classes.end()));
  sorted.members = all_items(sorted);
  const auto a = train_svm(problem.gram(), all_items(problem), problem.classes);
  const auto b = train_svm(sorted.gram(), sorted.members, sorted.classes);
  for (std::size_t p = 0; p < a.pairs.size(); ++p) {
    EXPECT_NEAR(a.pairs[p].objective, b.pairs[p].objective, 1e-3 * std::abs(a.pairs[p].objective));
  }
}

}  // namespace
}  // namespace awe::svm
