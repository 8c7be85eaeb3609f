// Classifiers of every machine: learnt, saved, applied.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "awe/classifier.h"
#include "awe/error.h"
#include "awe/evaluation.h"
#include "awe/featurizer.h"
#include "support/labelled_collection.h"
#include "support/process.h"

namespace awe {
namespace {

constexpr Machine kMachines[] = {Machine::svm, Machine::ridge, Machine::landmarks, Machine::linear};

// Labelled graphs in classes by their number of edges: something to learn and something to get wrong.
std::vector<Graph> labelled(std::uint64_t count, bool random_classes = false) {
  std::vector<Graph> graphs;
  base::Sequence random(9, {});
  for (Graph& graph : test::labelled_collection(count)) {
    const std::uint64_t own = random_classes ? random.below(2) : (graph.num_edges() > 5 ? 1 : 0);
    graphs.push_back(std::move(graph).with_class("class " + std::to_string(own)));
  }
  return graphs;
}

ClassifierOptions options_of(Machine machine) {
  ClassifierOptions options;
  options.candidates = {recipe_of_features(parse_features("walks(node,edge):0..3 + size")),
                        recipe_of_features(parse_features("walks(node):0..2"))};
  options.candidates.back().name = "short";
  options.gammas = {0.3, 1};
  options.machine.kind = machine;
  options.run.threads = 2;
  return options;
}

double share_right(const std::vector<Prediction>& made, const std::vector<std::string>& names) {
  double right = 0;
  for (const Prediction& one : made) right += names[static_cast<std::size_t>(one.predicted)] == one.given_class ? 1 : 0;
  return right / static_cast<double>(made.size());
}

void expect_same(const std::vector<Prediction>& a, const std::vector<Prediction>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].predicted, b[i].predicted);
    EXPECT_EQ(a[i].scores, b[i].scores);
    EXPECT_EQ(a[i].probabilities, b[i].probabilities);
    EXPECT_EQ(a[i].distance, b[i].distance);
  }
}

TEST(Machines, LearnAndKeepTheirPredictionsInTheFile) {
  const std::vector<Graph> all = labelled(160);
  const std::span<const Graph> train(all.data(), 120), test(all.data() + 120, 40);
  for (const Machine machine : kMachines) {
    const Classifier model = Classifier::fit(train, options_of(machine));
    EXPECT_EQ(model.summary().machine, machine);
    EXPECT_EQ(model.summary().graphs, 120u);
    const auto found = model.predict(test);
    EXPECT_GE(share_right(found, model.class_names()), 0.8) << to_string(machine);
    for (const Prediction& one : found) {
      ASSERT_EQ(one.probabilities.size(), 2u);
      EXPECT_NEAR(one.probabilities[0] + one.probabilities[1], 1, 1e-9);
      EXPECT_GE(one.probabilities[static_cast<std::size_t>(one.predicted)], 0.5);
    }
    test::TemporaryFolder folder;
    model.save(folder.file("m.awe"));
    const Classifier loaded = Classifier::load(folder.file("m.awe"), 3);
    EXPECT_EQ(loaded.summary().machine, machine);
    expect_same(loaded.predict(test), found);
    expect_same({loaded.predict(test.subspan(7, 1))}, {found[7]});
    loaded.save(folder.file("again.awe"));
    EXPECT_EQ(test::read_file(folder.file("m.awe")), test::read_file(folder.file("again.awe"))) << to_string(machine);
  }
}

TEST(Machines, AreTheSameBytesForAnyNumberOfThreads) {
  const std::vector<Graph> all = labelled(90);
  test::TemporaryFolder folder;
  for (const Machine machine : kMachines) {
    for (const int threads : {1, 3}) {
      ClassifierOptions options = options_of(machine);
      options.run.threads = threads;
      options.machine.landmarks = 40;
      Classifier::fit(all, options).save(folder.file(std::to_string(threads)), true);
    }
    EXPECT_EQ(test::read_file(folder.file("1")), test::read_file(folder.file("3"))) << to_string(machine);
  }
}

// A source that hands out the graphs of a span, for the overload that opens it twice.
TEST(Machines, ReadAStreamTwiceAndRefuseOneThatChanges) {
  const std::vector<Graph> all = labelled(100);
  for (const Machine machine : {Machine::landmarks, Machine::linear}) {
    int opened = 0;
    const OpenGraphs same = [&] {
      ++opened;
      return source_of_borrowed(all);
    };
    const Classifier model = Classifier::fit(same, options_of(machine));
    EXPECT_EQ(opened, 2);
    expect_same(model.predict(all), Classifier::fit(all, options_of(machine)).predict(all));
    opened = 0;
    const OpenGraphs shorter = [&] {
      return source_of_borrowed(std::span(all).first(opened++ == 0 ? all.size() : all.size() - 1));
    };
    EXPECT_THROW((void)Classifier::fit(shorter, options_of(machine)), Error);
  }
}

// With all graphs as landmarks and one setting, the streaming machine is the exact ridge.
TEST(Machines, LandmarksOfAllGraphsAreKernelRidgeRegression) {
  const std::vector<Graph> all = labelled(80);
  std::vector<std::vector<Prediction>> found;
  for (const Machine machine : {Machine::ridge, Machine::landmarks}) {
    ClassifierOptions options = options_of(machine);
    options.candidates = {recipe_of_features(parse_features("walks(node,edge):0..3"))};
    options.gammas = {1};
    options.machine.lambdas = {0.1};
    found.push_back(Classifier::fit(all, options).predict(all));
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t k = 0; k < 2; ++k) EXPECT_NEAR(found[0][i].scores[k], found[1][i].scores[k], 1e-6);
  }
}

TEST(Machines, ClassWeightsGiveARareClassAChance) {
  std::vector<Graph> all;
  for (Graph& graph : test::labelled_collection(150)) {
    const bool rare = graph.num_edges() % 13 == 0;
    all.push_back(std::move(graph).with_class(rare ? "rare" : "usual"));
  }
  for (const Machine machine : {Machine::ridge, Machine::landmarks, Machine::linear}) {
    std::vector<double> shares;
    for (const bool balanced : {false, true}) {
      ClassifierOptions options = options_of(machine);
      options.machine.lambdas = {1};
      options.cs = {0.01};
      options.balanced = balanced;
      double rare = 0;
      for (const Prediction& one : Classifier::fit(all, options).predict(all)) rare += one.predicted == 0 ? 1 : 0;
      shares.push_back(rare);
    }
    EXPECT_GT(shares[1], shares[0]) << to_string(machine);
  }
}

// Classes that nothing can tell apart: every machine stays at the share of the larger class.
TEST(Machines, RandomClassesAreNotLearnt) {
  const std::vector<Graph> all = labelled(100, true);
  double ones = 0;
  for (const Graph& graph : all) ones += *graph.class_name() == "class 1" ? 1 : 0;
  const double majority = std::max(ones, 100 - ones) / 100;
  for (const Machine machine : kMachines) {
    EvaluationOptions options;
    options.candidates = {recipe_of_features(parse_features("walks(node,edge):0..3"))};
    options.folds = 5;
    options.machine.kind = machine;
    const Evaluation found = evaluate(all, options);
    EXPECT_LT(found.accuracy.mean, majority + 0.12) << to_string(machine);
    EXPECT_EQ(found.folds.size(), 5u);
  }
}

TEST(Machines, AreEvaluatedAlike) {
  const std::vector<Graph> all = labelled(120);
  for (const Machine machine : kMachines) {
    EvaluationOptions options;
    options.candidates = {recipe_of_features(parse_features("walks(node,edge):0..3 + size"))};
    options.folds = 4;
    options.machine.kind = machine;
    options.run.threads = 2;
    const Evaluation found = evaluate(all, options);
    EXPECT_GT(found.accuracy.mean, 0.8) << to_string(machine);
    EXPECT_GT(found.roc_auc, 0.8) << to_string(machine);
    options.run.threads = 1;
    EXPECT_EQ(evaluate(all, options).accuracy.mean, found.accuracy.mean);
  }
}

// Contributions of named walks, computed from a feature matrix, add up to the score.
TEST(Machines, WeightsOfALinearMachineExplainItsScores) {
  const std::vector<Graph> all = labelled(60);
  ClassifierOptions options = options_of(Machine::linear);
  options.candidates = {recipe_of_features(parse_features("walks(node):0..2"))};
  const Classifier model = Classifier::fit(all, options);
  const LinearWeights weights = model.linear_weights();
  EXPECT_GT(weights.columns.size(), 10u);
  std::map<std::string, const ColumnWeight*> by_name;
  for (const ColumnWeight& one : weights.columns) by_name[one.column.walk] = &one;
  FeatureOptions features;
  features.features = parse_features("walks(node):0..2");
  const FeatureMatrix matrix = embed(all, features);
  const auto found = model.predict(all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<double> sums = weights.bias;
    const SparseVector& row = matrix.rows[i].values;
    for (std::size_t k = 0; k < row.size(); ++k) {
      const auto known = by_name.find(matrix.columns.describe(row.indices[k]).walk);
      if (known == by_name.end()) continue;  // no weight
      EXPECT_TRUE(known->second->root);
      const double value = known->second->factor * std::sqrt(row.values[k]);
      for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += value * known->second->weights[c];
    }
    for (std::size_t c = 0; c < sums.size(); ++c) EXPECT_NEAR(sums[c], found[i].scores[c], 1e-5);
  }
  EXPECT_THROW((void)Classifier::fit(all, options_of(Machine::svm)).linear_weights(), Error);
}

TEST(Machines, RefuseWhatMakesNoSense) {
  const std::vector<Graph> all = labelled(30);
  ClassifierOptions options = options_of(Machine::ridge);
  options.candidates = recipes_of_name("wl", {true, true, false, false});
  EXPECT_THROW((void)Classifier::fit(all, options), Error) << "no kernel exp(-gamma D)";
  options = options_of(Machine::ridge);
  options.machine.lambdas = {0};
  EXPECT_THROW((void)Classifier::fit(all, options), Error);
  options = options_of(Machine::landmarks);
  options.machine.landmarks = 0;
  EXPECT_THROW((void)Classifier::fit(all, options), Error);
  options = options_of(Machine::linear);
  options.probabilities = true;
  EXPECT_THROW((void)Classifier::fit(all, options), Error);
}

}  // namespace
}  // namespace awe
