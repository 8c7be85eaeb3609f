// The regressor against its definition, and its file.
#include <gtest/gtest.h>

#include <algorithm>

#include "awe/classifier.h"
#include "awe/error.h"
#include "awe/metrics.h"
#include "machines/ridge.h"
#include "regression/numbered_graphs.h"
#include "support/process.h"

namespace awe::regression {
namespace {

ClassifierOptions plan_of() {
  ClassifierOptions plan;
  plan.recipe = "structure";
  plan.gammas = {0.3, 1};
  plan.machine.lambdas = {1e-2, 1};
  return plan;
}

TEST(Regressors, PredictNewGraphsInAnyBatch) {
  const test::NumberedGraphs made = test::numbered_graphs(20);
  std::vector<Graph> train, test;
  std::vector<double> numbers, truth[2], predicted[2];
  for (std::size_t i = 0; i < made.graphs.size(); ++i) {
    (i % 4 == 0 ? test : train).push_back(made.graphs[i]);
    for (std::size_t t = 0; t < 2; ++t) {
      if (i % 4 == 0) truth[t].push_back(made.numbers[2 * i + t]);
      if (i % 4 != 0) numbers.push_back(made.numbers[2 * i + t]);
    }
  }
  const Regressor model = Regressor::fit(train, numbers, {"closed", "spread"}, plan_of());
  EXPECT_EQ(model.names(), (std::vector<std::string>{"closed", "spread"}));
  EXPECT_EQ(model.summary().graphs, train.size());
  EXPECT_TRUE(model.summary().regression);
  EXPECT_GT(model.summary().inner_accuracy, 0.8);
  const auto all = model.predict(test);
  ASSERT_EQ(all.size(), test.size());
  for (std::size_t i = 0; i < test.size(); ++i) {
    for (std::size_t t = 0; t < 2; ++t) predicted[t].push_back(all[i].values[t]);
    EXPECT_EQ(model.predict({&test[i], 1}).front().values, all[i].values) << "alone or with others";
  }
  for (std::size_t t = 0; t < 2; ++t) EXPECT_GT(regression_scores(truth[t], predicted[t]).r2, 0.8);
}

// With one setting, the prediction is mean + sum of k(x, x_i) a_i with a = (K + lambda)^-1 (y - mean).
TEST(Regressors, AreRidgesOfTheKernel) {
  const test::NumberedGraphs made = test::numbered_graphs(5);
  const auto numbers = test::first_numbers(made);
  ClassifierOptions plan = plan_of();
  plan.candidates = {recipe_of_features(parse_features("aw:4"))};
  plan.gammas = {1};
  plan.machine.lambdas = {0.1};
  const auto found = Regressor::fit(made.graphs, numbers, {"closed"}, plan).predict(made.graphs);
  // The same by hand: Hellinger distances of exact distributions, divided by their median.
  FeatureOptions features;
  features.features = parse_features("aw:4");
  const FeatureMatrix matrix = embed(made.graphs, features);
  const std::size_t n = made.graphs.size();
  std::vector<std::vector<double>> rows(n, std::vector<double>(matrix.num_columns(), 0));
  for (std::size_t i = 0; i < n; ++i) {
    const SparseVector& row = matrix.rows[i].values;
    for (std::size_t k = 0; k < row.size(); ++k) rows[i][row.indices[k]] = std::sqrt(row.values[k]);
  }
  std::vector<double> distances(n * n), above;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < rows[i].size(); ++k) {
        distances[i * n + j] += (rows[i][k] - rows[j][k]) * (rows[i][k] - rows[j][k]);
      }
    }
  }
  const double mean = mean_and_deviation(numbers).mean;
  // Residuals of a ridge: y - f(x_i) = lambda a_i, so that f determines a; then K a + lambda a = y - mean must hold for
  // the kernel of some median.
  std::vector<double> a(n);
  for (std::size_t i = 0; i < n; ++i) a[i] = (numbers[i] - found[i].values[0]) / 0.1;
  const auto misfit = [&](double median) {
    double worst = 0;
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0.1 * a[i];
      for (std::size_t j = 0; j < n; ++j) sum += std::exp(-distances[i * n + j] / median) * a[j];
      worst = std::max(worst, std::abs(sum - (numbers[i] - mean)));
    }
    return worst;
  };
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (i != j) above.push_back(distances[i * n + j]);
    }
  }
  std::sort(above.begin(), above.end());
  EXPECT_LT(misfit(above[above.size() / 2]), 2e-3);
  EXPECT_GT(misfit(2 * above[above.size() / 2]), 2e-2) << "the test can fail";
}

// What supports no setting is not held.
TEST(Regressors, BySvmHoldTheirSupportAlone) {
  const test::TemporaryFolder folder;
  const test::NumberedGraphs made = test::numbered_graphs(20);
  ClassifierOptions plan = plan_of();
  plan.machine.kind = Machine::svm;
  plan.cs = {10};
  plan.machine.epsilons = {0.3};
  const Regressor model = Regressor::fit(made.graphs, made.numbers, {"closed", "spread"}, plan);
  EXPECT_EQ(model.summary().machine, Machine::svm);
  EXPECT_EQ(model.summary().epsilon, 0.3);
  EXPECT_EQ(model.summary().c, 10);
  EXPECT_EQ(model.summary().graphs, made.graphs.size());
  EXPECT_EQ(model.summary().support_vectors, model.training_ids().size());
  EXPECT_LT(model.training_ids().size(), made.graphs.size());
  const auto found = model.predict(made.graphs);
  const auto truth = test::first_numbers(made);
  std::vector<double> predicted;
  for (const Estimate& estimate : found) predicted.push_back(estimate.values[0]);
  EXPECT_GT(regression_scores(truth, predicted).r2, 0.8);
  model.save(folder.file("svm.awe"));
  const Regressor loaded = Regressor::load(folder.file("svm.awe"));
  EXPECT_EQ(loaded.summary().epsilon, 0.3);
  EXPECT_EQ(loaded.summary().machine, Machine::svm);
  const auto again = loaded.predict(made.graphs);
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i].values, again[i].values);
  // A tube that is wider than all numbers leaves no support.
  plan.machine.epsilons = {100};
  const Regressor flat = Regressor::fit(made.graphs, truth, {"closed"}, plan);
  flat.save(folder.file("flat.awe"));
  EXPECT_EQ(flat.predict(made.graphs)[0].values,
            Regressor::load(folder.file("flat.awe")).predict(made.graphs)[1].values);
}

TEST(Regressors, AreSavedAndAreNoClassifiers) {
  const test::TemporaryFolder folder;
  const test::NumberedGraphs made = test::numbered_graphs(4);
  const Regressor model = Regressor::fit(made.graphs, made.numbers, {"closed", "spread"}, plan_of());
  const std::string path = folder.file("r.awe");
  model.save(path);
  EXPECT_TRUE(Regressor::is_file(path));
  EXPECT_THROW(model.save(path), Error) << "there already";
  EXPECT_THROW((void)Classifier::load(path), Error) << "no classifier";
  const Regressor loaded = Regressor::load(path, 2);
  EXPECT_EQ(loaded.names(), model.names());
  EXPECT_EQ(loaded.training_ids(), model.training_ids());
  EXPECT_EQ(loaded.summary().inner_accuracy, model.summary().inner_accuracy);
  const auto before = model.predict(made.graphs), after = loaded.predict(made.graphs);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(before[i].values, after[i].values);

  std::vector<Graph> classed;
  for (std::size_t i = 0; i < made.graphs.size(); ++i) {
    Graph copy = made.graphs[i];
    classed.push_back(std::move(copy).with_class(i % 2 == 0 ? "a" : "b"));
  }
  ClassifierOptions plan;
  plan.recipe = "size";
  Classifier::fit(classed, plan).save(folder.file("c.awe"));
  EXPECT_FALSE(Regressor::is_file(folder.file("c.awe")));
  EXPECT_THROW((void)Regressor::load(folder.file("c.awe")), Error);
  // Any truncation is detected.
  const std::string bytes = test::read_file(path);
  for (std::size_t size = 0; size < bytes.size(); size += bytes.size() / 37) {
    const std::string cut = folder.write("cut.awe", bytes.substr(0, size));
    EXPECT_THROW((void)Regressor::load(cut), Error) << size;
  }
}

}  // namespace
}  // namespace awe::regression
