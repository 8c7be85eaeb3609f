// Real data: our SVM agrees with LIBSVM on every data set, and shuffled classes cannot be predicted.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "awe/evaluation.h"
#include "awe/graph_builder.h"
#include "awe/reader.h"
#include "base/rng.h"
#include "evaluation/channels.h"
#include "evaluation/node_set.h"
#include "support/data.h"
#include "svm/svm_oracle.h"

namespace awe::evaluation {
namespace {

// Every data set of graphs, by name.
std::vector<std::string> data_sets() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(test::data_folder())) {
    if (entry.path().extension() == ".zip") names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// At most `most` graphs of a set, evenly spread over it: large sets are not needed whole here.
GraphSet part_of(const std::string& name, std::uint64_t most) {
  const auto count = open_graphs(test::data_path(name))->count().value_or(most);
  Selection selection;
  selection.index = 0;
  selection.of = std::max<std::uint64_t>(1, (count + most - 1) / most);
  return read_graph_set(*select(open_graphs(test::data_path(name)), selection));
}

// exp(-d / median) of sizes and local degrees: cheap for graphs of any size. Every fifth graph is left for testing.
test::SvmProblem problem_of(const GraphSet& set) {
  test::SvmProblem problem;
  problem.classes = set.classes;
  GramMatrix sum(set.size(), set.size());
  for (const char* features : {"size", "ldp"}) {
    const KernelRecipe recipe = recipe_of_features(parse_features(features));
    const kernels::SparseRows rows = rows_of(set, recipe.channels, all_items(set.size()), {}).tables.front();
    std::vector<std::size_t> all(set.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const double median = kernels::median_squared_distance(rows, all, BaseKernel::linear);
    kernels::add_squared_distances(sum, rows, BaseKernel::linear, 0.5 / median);
  }
  exponentiate(sum, 1, 1);
  problem.values.assign(sum.data(), sum.data() + set.size() * set.size());
  for (std::uint32_t i = 0; i < set.size(); ++i) (i % 5 == 2 ? problem.others : problem.members).push_back(i);
  return problem;
}

// Two solutions within a tolerance of 1e-3 may differ by that much in a decision, and by more where C is large.
constexpr double kTie = 0.02;

void expect_libsvm_agrees(const test::SvmProblem& problem, double c) {
  SCOPED_TRACE("C = " + std::to_string(c));
  const auto oracle = test::ask_libsvm(problem, problem.others, c);
  svm::SvmOptions options;
  options.c = c;
  const svm::MultiSvm model = svm::train_svm(problem.gram(), problem.members, problem.classes, options);
  ASSERT_EQ(model.classes, oracle.classes);
  ASSERT_EQ(model.pairs.size(), oracle.objectives.size());
  for (std::size_t p = 0; p < model.pairs.size(); ++p) {
    const double ours = test::objective_of(problem.gram(), model.pairs[p]);
    EXPECT_NEAR(ours, oracle.objectives[p], 1e-3 * std::abs(oracle.objectives[p])) << "pair " << p;
  }
  const auto found = svm::predict_svm_path(problem.gram(), {&model, 1}, problem.others);
  for (std::size_t i = 0; i < problem.others.size(); ++i) {
    const auto& decisions = oracle.decisions[i];
    const bool tied = std::any_of(decisions.begin(), decisions.end(), [](double d) { return std::abs(d) < kTie; });
    if (tied) continue;
    EXPECT_EQ(found.predicted[0][i], oracle.predicted[i]) << "item " << problem.others[i];
  }
}

TEST(DataSets, SvmAgreesWithLibsvmOnEverySet) {
  AWE_NEED_DATA("MANIFEST.tsv");
  const auto names = data_sets();
  EXPECT_GE(names.size(), 10u);
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    const test::SvmProblem problem = problem_of(part_of(name, 600));
    for (const double c : {1e-3, 1.0, 10.0, 1e3}) expect_libsvm_agrees(problem, c);
  }
}

// How far luck could carry a classifier of shuffled classes: an answer that knows nothing of its item is right with at
// most the share p of the largest class, so the share of right ones of n has a deviation of sqrt(p (1 - p) / n). Three
// of them are passed by one shuffle in 700; the seed is fixed.
double most_by_luck(const GraphSet& set) {
  const double p = majority_share(set.classes);
  return p + 3 * std::sqrt(p * (1 - p) / static_cast<double>(set.size()));
}

void shuffle_classes(GraphSet& set, std::uint64_t seed) {
  base::Sequence random(seed, {});
  for (std::size_t i = set.size() - 1; i > 0; --i) std::swap(set.classes[i], set.classes[random.below(i + 1)]);
}

Evaluation evaluate_auto(const GraphSet& set) {
  EvaluationOptions plan;
  plan.candidates = recipes_of_name("auto", set.traits());
  plan.splits = {stratified_folds({set.ids, set.classes, {}}, 5, {1, 0})};
  return evaluate_nested(set, plan);
}

TEST(DataSets, NothingIsFoundInShuffledClasses) {
  for (const char* name : {"MUTAG.zip", "IMDB-BINARY.zip"}) {
    SCOPED_TRACE(name);
    AWE_NEED_DATA(name);
    GraphSet set = part_of(name, 300);
    shuffle_classes(set, 2018);
    const Evaluation found = evaluate_auto(set);
    EXPECT_LE(found.accuracy.interval.low, majority_share(set.classes)) << "accuracy " << found.accuracy.mean;
    EXPECT_LT(found.accuracy.mean, most_by_luck(set));
  }
}

// The graph with the class in the label of its first node.
Graph leak(const Graph& graph, int own_class) {
  GraphBuilder builder{{}};
  builder.set_num_nodes(graph.num_nodes());
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    builder.set_node_label(u, u == 0 ? "leak " + std::to_string(own_class) : graph.node_labels().name_of(u));
    for (const NodeId v : graph.neighbours(u)) {
      if (u < v) builder.add_edge(u, v);
    }
  }
  return std::move(builder).build();
}

// That the bound is no idle one.
TEST(DataSets, ALeakedClassIsNoticed) {
  AWE_NEED_DATA("MUTAG.zip");
  GraphSet set = part_of("MUTAG.zip", 1000);
  shuffle_classes(set, 2018);
  for (std::size_t i = 0; i < set.size(); ++i) set.graphs[i] = leak(set.graphs[i], set.classes[i]);
  const Evaluation found = evaluate_auto(set);
  EXPECT_GT(found.accuracy.interval.low, majority_share(set.classes));
  EXPECT_GT(found.accuracy.mean, most_by_luck(set));
}

TEST(DataSets, AirportsAreClassifiedByTheWalksOfTheirNodes) {
  AWE_NEED_DATA("nodes/brazil-airports.edgelist");
  const std::vector<Graph> graphs = read_graphs(test::data_path("nodes/brazil-airports.edgelist"));
  NodeSetOptions options;
  options.classes_file = test::data_path("nodes/brazil-airports.labels.txt");
  const NodeSet set = make_node_set(graphs, options);
  ASSERT_EQ(set.rows.size(), 131u);
  EvaluationOptions plan;
  plan.splits = {stratified_folds({set.rows.ids, set.rows.classes, {}}, 10, {2718, 0})};
  EXPECT_GT(evaluate_nested(set.rows, plan).accuracy.mean, 0.70);
}

}  // namespace
}  // namespace awe::evaluation
