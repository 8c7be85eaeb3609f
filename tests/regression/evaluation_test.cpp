// Nested evaluation of regressions.
#include "awe/evaluation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "awe/error.h"
#include "evaluation/graph_set.h"
#include "evaluation/matrix_set.h"
#include "regression/numbered_graphs.h"

namespace awe::regression {
namespace {

EvaluationOptions plan_of(int folds = 5) {
  EvaluationOptions plan;
  plan.recipe = "structure";
  plan.folds = folds;
  plan.gammas = {1};
  return plan;
}

TEST(Regressions, PredictWhatWalksSee) {
  const test::NumberedGraphs made = test::numbered_graphs(20);
  const RegressionEvaluation found = evaluate_regression(made.graphs, made.numbers, {"closed", "spread"}, plan_of());
  ASSERT_EQ(found.targets.size(), 2u);
  ASSERT_EQ(found.folds.size(), 5u);
  EXPECT_EQ(found.targets[0].name, "closed");
  for (const TargetEvaluation& target : found.targets) {
    EXPECT_GT(target.r2.mean, 0.8) << target.name;
    EXPECT_GT(target.spearman.mean, 0.7) << target.name;
    EXPECT_LT(target.rmse.mean, target.mean_rmse) << target.name;
    EXPECT_LT(target.mae.mean, target.mean_mae) << target.name;
    EXPECT_LE(target.mae.mean, target.rmse.mean) << target.name;
    EXPECT_LE(target.r2.interval.low, target.r2.mean);
    EXPECT_GE(target.r2.interval.high, target.r2.mean);
  }
  std::size_t tested = 0;
  for (const RegressionFold& fold : found.folds) tested += fold.tested;
  EXPECT_EQ(tested, made.graphs.size());
}

TEST(Regressions, OfSvmsPredictWhatWalksSee) {
  const test::NumberedGraphs made = test::numbered_graphs(20);
  EvaluationOptions plan = plan_of();
  plan.machine.kind = Machine::svm;
  const RegressionEvaluation found = evaluate_regression(made.graphs, made.numbers, {"closed", "spread"}, plan);
  EXPECT_EQ(found.machine, Machine::svm);
  for (const TargetEvaluation& target : found.targets) {
    EXPECT_GT(target.r2.mean, 0.8) << target.name;
    EXPECT_GT(target.spearman.mean, 0.7) << target.name;
  }
  for (const RegressionFold& fold : found.folds) {
    EXPECT_EQ(fold.lambda, 0);
    EXPECT_TRUE(std::count(plan.cs.begin(), plan.cs.end(), fold.c) == 1) << fold.c;
    EXPECT_TRUE(std::count(plan.machine.epsilons.begin(), plan.machine.epsilons.end(), fold.epsilon) == 1);
  }
  // Other units of the numbers change nothing but the units.
  std::vector<double> others;
  for (const double number : made.numbers) others.push_back(1000 * number - 1e5);
  const RegressionEvaluation again = evaluate_regression(made.graphs, others, {"closed", "spread"}, plan);
  EXPECT_NEAR(again.targets[0].r2.mean, found.targets[0].r2.mean, 1e-3);
  const auto shuffled = test::shuffled(test::first_numbers(made), 7);
  const RegressionEvaluation nothing = evaluate_regression(made.graphs, shuffled, {"shuffled"}, plan);
  EXPECT_LT(nothing.targets[0].r2.mean, 0.1);
  plan.machine.epsilons = {-0.1};
  EXPECT_THROW((void)evaluate_regression(made.graphs, shuffled, {"shuffled"}, plan), Error);
}

TEST(Regressions, ExplainNothingOfShuffledNumbers) {
  const test::NumberedGraphs made = test::numbered_graphs(20);
  const auto numbers = test::shuffled(test::first_numbers(made), 7);
  const RegressionEvaluation found = evaluate_regression(made.graphs, numbers, {"shuffled"}, plan_of());
  EXPECT_LT(found.targets[0].r2.mean, 0.1);
  EXPECT_NEAR(found.targets[0].spearman.mean, 0, 0.25);
}

TEST(Regressions, OfConstantNumbersAreDefined) {
  const test::NumberedGraphs made = test::numbered_graphs(4);
  const std::vector<double> constant(made.graphs.size(), 2.5);
  const RegressionEvaluation found = evaluate_regression(made.graphs, constant, {"constant"}, plan_of(3));
  EXPECT_EQ(found.targets[0].r2.mean, 0);
  EXPECT_EQ(found.targets[0].spearman.mean, 0);
  EXPECT_NEAR(found.targets[0].mae.mean, 0, 1e-12);
}

TEST(Regressions, AreTheSameOnAnyNumberOfThreads) {
  const test::NumberedGraphs made = test::numbered_graphs(6);
  EvaluationOptions plan = plan_of(3);
  for (const Machine machine : {Machine::ridge, Machine::svm}) {
    plan.machine.kind = machine;
    plan.run.threads = 1;
    const RegressionEvaluation one = evaluate_regression(made.graphs, made.numbers, {"a", "b"}, plan);
    plan.run.threads = 3;
    const RegressionEvaluation three = evaluate_regression(made.graphs, made.numbers, {"a", "b"}, plan);
    for (std::size_t f = 0; f < one.folds.size(); ++f) {
      for (std::size_t t = 0; t < 2; ++t) EXPECT_EQ(one.folds[f].scores[t].rmse, three.folds[f].scores[t].rmse);
    }
  }
}

TEST(Regressions, RefuseWhatMakesNoSense) {
  const test::NumberedGraphs made = test::numbered_graphs(2);
  std::vector<double> numbers = test::first_numbers(made);
  EvaluationOptions plan = plan_of(3);
  EXPECT_THROW((void)evaluate_regression(made.graphs, numbers, {"a", "b"}, plan), Error) << "too few numbers";
  EXPECT_THROW((void)evaluate_regression(made.graphs, numbers, {}, plan), Error) << "no names";
  EXPECT_THROW((void)evaluate_regression({}, {}, {"a"}, plan), Error) << "no graphs";
  plan.machine.kind = Machine::landmarks;
  EXPECT_THROW((void)evaluate_regression(made.graphs, numbers, {"a"}, plan), Error) << "a machine of classes";
  plan.machine.kind = Machine::ridge;
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    numbers[3] = bad;
    EXPECT_THROW((void)evaluate_regression(made.graphs, numbers, {"a"}, plan), Error);
  }
}

// A graph with this text as its class.
Graph with_text(Graph graph, const char* text) { return std::move(graph).with_class(text); }

TEST(NumberSets, LeaveOutGraphsWithoutNumber) {
  std::vector<Graph> graphs = test::numbered_graphs(1).graphs;
  graphs.resize(5);
  const char* texts[] = {"1.5,2", "NA,3", "-4,1e3", "", "0, 0.25"};
  for (std::size_t i = 0; i < 5; ++i) graphs[i] = with_text(std::move(graphs[i]), texts[i]);
  const evaluation::GraphSet set = evaluation::read_number_set(*source_of(graphs));
  EXPECT_EQ(set.size(), 3u);
  EXPECT_EQ(set.without_class, 2u);
  EXPECT_EQ(set.numbers.values, (std::vector<double>{1.5, 2, -4, 1000, 0, 0.25}));
  EXPECT_EQ(set.numbers.names, (std::vector<std::string>{"target 1", "target 2"}));
  for (const char* bad : {"one,2", "inf,1", "1", "1,2,3"}) {
    auto other = graphs;
    other[4] = with_text(std::move(other[4]), bad);
    EXPECT_THROW((void)evaluation::read_number_set(*source_of(std::move(other))), Error) << bad;
  }
  for (Graph& graph : graphs) graph = std::move(graph).with_class(std::nullopt);
  EXPECT_THROW((void)evaluation::read_number_set(*source_of(std::move(graphs))), Error) << "none has a number";
}

TEST(NumberSets, AreSplitByQuantiles) {
  folds::ItemNumbers numbers;
  std::vector<std::string> ids;
  for (int i = 0; i < 200; ++i) {
    ids.push_back("item " + std::to_string(i));
    const double value = i * 37 % 200;
    numbers.add({&value, 1}, ids.back());
  }
  const folds::NumberedClasses strata = folds::strata_of(numbers, ids);
  ASSERT_EQ(strata.names.size(), 10u);
  for (int i = 0; i < 200; ++i) EXPECT_EQ(strata.classes[static_cast<std::size_t>(i)], i * 37 % 200 / 20);
  const FoldAssignment folds = stratified_folds({ids, strata.classes}, 5, {1, 0});
  for (int fold = 0; fold < 5; ++fold) {
    double sum = 0;
    for (const std::uint32_t item : folds.test_items(fold)) sum += numbers.at(item, 0);
    EXPECT_NEAR(sum / 40, 99.5, 6) << "every fold covers the range";
  }
}

}  // namespace
}  // namespace awe::regression
