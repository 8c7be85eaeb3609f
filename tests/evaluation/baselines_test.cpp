// Recipes of other methods: they find what there is to find, whatever the threads, survive the file of a classifier,
// and refuse what would take too long or too much memory.
#include <gtest/gtest.h>

#include "awe/classifier.h"
#include "awe/error.h"
#include "awe/evaluation.h"
#include "evaluation/graph_set.h"
#include "support/labelled_graphs.h"
#include "support/process.h"
#include "support/random_graphs.h"
#include "support/toy_graphs.h"

namespace awe::evaluation {
namespace {

// Sparse and dense graphs with labels of nodes.
GraphSet sparse_and_dense(std::size_t count) {
  GraphSet set;
  set.class_names = {"sparse", "dense"};
  for (std::size_t i = 0; i < count; ++i) {
    const Graph graph = test::random_graph(static_cast<NodeId>(9 + i % 5), i % 2 == 0 ? 0.2 : 0.6, i + 1);
    set.graphs.push_back(test::with_labels(graph, [](NodeId u) { return std::string(u % 2 == 0 ? "a" : "b"); }));
    set.ids.push_back(std::to_string(i));
    set.classes.push_back(static_cast<int>(i % 2));
  }
  return set;
}

constexpr const char* kLearnt[] = {"exponential-walks", "retgk", "retgk-exact", "graph2vec", "dgk"};

TEST(BaselineRecipes, FindWhatDiffersForAnyNumberOfThreads) {
  const GraphSet set = sparse_and_dense(40);
  for (const char* name : kLearnt) {
    EvaluationOptions plan;
    plan.candidates = recipes_of_name(name, set.traits());
    plan.splits = {stratified_folds({set.ids, set.classes, {}}, 4, {7, 0})};
    plan.run.threads = 1;
    const Evaluation one = evaluate_nested(set, plan);
    EXPECT_GE(one.accuracy.mean, 0.85) << name;
    plan.run.threads = 3;
    const Evaluation three = evaluate_nested(set, plan);
    for (std::size_t i = 0; i < one.folds.size(); ++i) {
      EXPECT_EQ(one.folds[i].accuracy, three.folds[i].accuracy) << name;
      EXPECT_EQ(one.folds[i].inner_accuracy, three.folds[i].inner_accuracy) << name;
    }
  }
}

TEST(BaselineRecipes, SurviveTheFileOfAClassifier) {
  test::TemporaryFolder folder;
  const GraphSet set = sparse_and_dense(24), fresh = sparse_and_dense(30);
  for (const char* name : kLearnt) {
    ClassifierOptions plan;
    plan.recipe = name;
    const Classifier model = Classifier::fit(set, plan);
    model.save(folder.file("m.awe"), true);
    const Classifier loaded = Classifier::load(folder.file("m.awe"), 2);
    const auto before = model.predict(fresh.graphs), after = loaded.predict(fresh.graphs);
    ASSERT_EQ(before.size(), 30u);
    for (std::size_t i = 0; i < before.size(); ++i) {
      EXPECT_EQ(before[i].predicted, after[i].predicted) << name;
      EXPECT_EQ(before[i].scores, after[i].scores) << name;
      EXPECT_EQ(before[i].nearest, after[i].nearest) << name;
    }
  }
}

// The error of a call, or nothing.
template <class Call>
std::string refused(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::limit);
    return error.what();
  }
  return {};
}

TEST(BaselineRecipes, RefuseWhatPassesTheBudgetOrTheMemory) {
  GraphSet set = sparse_and_dense(12);
  set.graphs[3] = test::with_labels(test::cycle_graph(2000), [](NodeId) { return std::string("a"); });
  for (const char* features :
       {"wl:0..3", "distances(node)", "graphlets:3..4", "walk-counts(node):0..3", "exponential-walks",
        "exponential-walks(node)", "resistances", "returns(node)", "return-kernel", "statistics(node)"}) {
    EvaluationOptions plan;
    plan.candidates = {recipe_of_features(parse_features(features))};
    plan.splits = {stratified_folds({set.ids, set.classes, {}}, 2, {7, 0})};
    ClassifierOptions fit;
    fit.candidates = plan.candidates;
    fit.budget = plan.budget = 100;
    EXPECT_NE(refused([&] { (void)evaluate_nested(set, plan); }).find("`budget`"), std::string::npos) << features;
    EXPECT_NE(refused([&] { (void)Classifier::fit(set, fit); }).find("`budget`"), std::string::npos) << features;
    if (plan.candidates.front().channels.front().features.front().compares_graphs()) continue;
    fit.budget = plan.budget = 1e12;
    fit.run.memory = plan.run.memory = 30'000;  // enough for the matrices of twelve graphs
    EXPECT_NE(refused([&] { (void)evaluate_nested(set, plan); }).find("`memory`"), std::string::npos) << features;
    EXPECT_NE(refused([&] { (void)Classifier::fit(set, fit); }).find("`memory`"), std::string::npos) << features;
  }
}

}  // namespace
}  // namespace awe::evaluation
