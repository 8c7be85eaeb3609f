#include "awe/evaluation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <numeric>

#include "../svm/svm_oracle.h"
#include "awe/error.h"
#include "base/rng.h"
#include "evaluation/channel_distances.h"
#include "evaluation/channels.h"
#include "evaluation/paper_protocol.h"
#include "support/authors_rule.h"
#include "support/random_dags.h"
#include "support/toy_graphs.h"
#include "svm/svm.h"

namespace awe::evaluation {
namespace {

// Cycles with chords against trees with the same number of nodes: easy to tell apart.
GraphSet two_kinds(std::size_t each) {
  GraphSet set;
  set.class_names = {"cycles", "stars"};
  for (std::size_t i = 0; i < 2 * each; ++i) {
    const auto nodes = static_cast<NodeId>(6 + i / 2 % 7);
    set.graphs.push_back(i % 2 == 0 ? test::cycle_graph(nodes) : test::star_graph(nodes - 1));
    set.ids.push_back(std::to_string(i));
    set.classes.push_back(static_cast<int>(i % 2));
  }
  return set;
}

EvaluationOptions plan_of(const GraphSet& set, std::string_view features, int folds = 5, int repeats = 1) {
  EvaluationOptions plan;
  plan.candidates = {recipe_of_features(parse_features(features))};
  for (int repeat = 0; repeat < repeats; ++repeat) {
    plan.splits.push_back(stratified_folds({set.ids, set.classes, {}}, folds, {7, static_cast<std::uint32_t>(repeat)}));
  }
  return plan;
}

TEST(Evaluation, TellsApartWhatDiffers) {
  const GraphSet set = two_kinds(40);
  const Evaluation found = evaluate_nested(set, plan_of(set, "aw:2..4 + size", 5, 2));
  EXPECT_EQ(found.accuracy.mean, 1);
  EXPECT_EQ(found.roc_auc, 1);
  EXPECT_EQ(found.macro_f1, 1);
  EXPECT_EQ(found.folds.size(), 10u);
  EXPECT_EQ(found.confusion.at(0, 0), 80u);
  EXPECT_EQ(found.confusion.at(0, 1), 0u);
}

// Call graphs of two kinds with equal numbers of nodes and arcs: layers against trees. No walk of seven steps is
// complete on the layers; how walks end tells the kinds apart.
TEST(Evaluation, TellsKindsOfDagsApartByBareWalks) {
  GraphSet set;
  set.class_names = {"layered", "tree-like"};
  for (std::uint64_t i = 0; i < 200; ++i) {
    set.graphs.push_back(i % 2 == 0 ? test::layered_dag(5, 12, 80, i) : test::tree_like_dag(60, 80, i));
    set.ids.push_back(std::to_string(i));
    set.classes.push_back(static_cast<int>(i % 2));
  }
  for (const char* features : {"aw:7", "aw:2..5"}) {
    const Evaluation found = evaluate_nested(set, plan_of(set, features, 10));
    std::cout << features << ": " << 100 * found.accuracy.mean << " %\n";
    EXPECT_GE(found.accuracy.mean, 0.95) << features;
  }
  ASSERT_EQ(dead_ends_of(set), DeadEnds::end);
  EvaluationOptions structure = plan_of(set, "aw:2", 10);
  structure.candidates = recipes_of_name("structure", set.traits());
  EXPECT_GE(evaluate_nested(set, structure).accuracy.mean, 0.95);
}

TEST(Evaluation, FindsNothingInShuffledClasses) {
  GraphSet set = two_kinds(100);
  base::Sequence random(3, {});
  for (std::size_t i = set.size() - 1; i > 0; --i) std::swap(set.classes[i], set.classes[random.below(i + 1)]);
  const Evaluation found = evaluate_nested(set, plan_of(set, "aw:2..4 + walks(degree):0..2 + size", 10, 2));
  EXPECT_NEAR(found.accuracy.mean, 0.5, 0.08) << "something leaks from test to training parts";
}

TEST(Evaluation, SettingsThatCannotBeToldApartVote) {
  GraphSet set = two_kinds(40);
  base::Sequence random(5, {});
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (random.below(4) == 0) set.classes[i] = 1 - set.classes[i];
  }
  EvaluationOptions plan = plan_of(set, "aw:2..4 + size");
  const Evaluation once = evaluate_nested(set, plan);
  std::size_t most = 0;
  for (const FoldResult& fold : once.folds) most = std::max(most, fold.voters);
  EXPECT_GT(most, 1u);
  plan.candidates.push_back(plan.candidates.front());
  const Evaluation twice = evaluate_nested(set, plan);
  EXPECT_EQ(twice.confusion.counts, once.confusion.counts) << "every vote twice";
  for (std::size_t i = 0; i < once.folds.size(); ++i) EXPECT_EQ(twice.folds[i].voters, 2 * once.folds[i].voters);
  plan.candidates.pop_back();
  plan.gammas = plan.cs = {1};
  for (const FoldResult& fold : evaluate_nested(set, plan).folds) EXPECT_EQ(fold.voters, 1u);
}

// A candidate that is also evaluated by itself gives what an evaluation of it alone gives, and changes nothing else.
TEST(Evaluation, OfOneCandidateByItselfIsThatWithoutTheOthers) {
  // Triangles against longer cycles: all degrees are the same.
  GraphSet set;
  set.class_names = {"triangles", "cycles"};
  base::Sequence random(11, {});
  for (std::size_t i = 0; i < 80; ++i) {
    set.graphs.push_back(test::cycle_graph(static_cast<NodeId>(i % 2 == 0 ? 3 : 4 + i / 2 % 7)));
    set.ids.push_back(std::to_string(i));
    set.classes.push_back(static_cast<int>((i + (random.below(5) == 0 ? 1 : 0)) % 2));
  }
  EvaluationOptions plan = plan_of(set, "aw:2..4");
  plan.candidates.push_back(recipe_of_features(parse_features("walks(degree:log2):0")));
  plan.candidates.back().name = "degrees";
  plan.candidates.back().baseline = true;
  for (const Machine machine : {Machine::svm, Machine::ridge}) {
    plan.machine.kind = machine;
    plan.alone = "degrees";
    const Evaluation both = evaluate_nested(set, plan);
    plan.alone = "";
    EXPECT_EQ(evaluate_nested(set, plan).confusion.counts, both.confusion.counts);
    EvaluationOptions only = plan;
    only.candidates.erase(only.candidates.begin());
    const Evaluation alone = evaluate_nested(set, only);
    ASSERT_TRUE(both.alone.has_value());
    EXPECT_EQ(both.alone->mean, alone.accuracy.mean);
    EXPECT_EQ(both.alone->interval.low, alone.accuracy.interval.low);
    EXPECT_NE(both.alone->mean, both.accuracy.mean) << "otherwise this test could not fail";
  }
}

// With several threads, folds run side by side, if the memory allows it.
TEST(Evaluation, IsTheSameForAnyNumberOfThreadsAndFoldsAtOnce) {
  const GraphSet set = two_kinds(20);
  EvaluationOptions plan = plan_of(set, "aw:2..4 + ldp(8) + size");
  for (const Machine machine : {Machine::svm, Machine::ridge}) {
    plan.machine.kind = machine;
    plan.run.threads = 1;
    plan.run.memory = RunOptions{}.memory;
    const Evaluation one = evaluate_nested(set, plan);
    EXPECT_EQ(one.folds_at_once, 1u);
    // Two matrices are shared, and every fold has that of sizes and the Gram: eight are too few for four folds.
    for (const std::uint64_t matrices : {100u, 8u, 4u}) {
      plan.run.threads = 4;
      plan.run.memory = matrices * 4 * set.size() * set.size();
      std::vector<std::uint64_t> reported;
      plan.run.progress.report = [&](std::uint64_t done, std::uint64_t) { reported.push_back(done); };
      const Evaluation found = evaluate_nested(set, plan);
      plan.run.progress.report = {};
      EXPECT_EQ(found.folds_at_once, matrices == 100 ? 4u : matrices == 8 ? 3u : 1u);
      EXPECT_TRUE(std::is_sorted(reported.begin(), reported.end()));
      EXPECT_EQ(reported.size(), one.folds.size());
      EXPECT_EQ(found.confusion.counts, one.confusion.counts);
      EXPECT_EQ(found.roc_auc, one.roc_auc);
      ASSERT_EQ(found.folds.size(), one.folds.size());
      for (std::size_t i = 0; i < one.folds.size(); ++i) {
        EXPECT_EQ(found.folds[i].predicted, one.folds[i].predicted);
        EXPECT_EQ(found.folds[i].accuracy, one.folds[i].accuracy);
        EXPECT_EQ(found.folds[i].gamma, one.folds[i].gamma);
        EXPECT_EQ(found.folds[i].inner_accuracy, one.folds[i].inner_accuracy);
      }
    }
  }
}

TEST(Evaluation, HoldsOnePartOut) {
  const GraphSet set = two_kinds(40);
  EvaluationOptions plan = plan_of(set, "aw:2..4 + size");
  const Split split = stratified_holdout({set.ids, set.classes, {}}, 0.2, {7, 0});
  plan.splits = {as_one_fold(split, set.size())};
  EXPECT_EQ(plan.splits[0].test_items(0), split.test);
  EXPECT_EQ(plan.splits[0].train_items(0), split.train);
  const Evaluation found = evaluate_nested(set, plan);
  ASSERT_EQ(found.folds.size(), 1u);
  EXPECT_EQ(found.folds[0].tested, 16u);
  EXPECT_EQ(found.accuracy.mean, 1);
  EXPECT_EQ(found.accuracy.folds, 1);
  EXPECT_NEAR(found.accuracy.interval.low, wilson_interval(16, 16).low, 1e-12);
  EXPECT_EQ(found.roc_auc, 1);
}

TEST(Channels, ThatDifferOnlyInWeightAreComputedOnce) {
  const KernelRecipe one = recipe_of_features(parse_features("aw:3 + size"));
  KernelRecipe two = recipe_of_features(parse_features("2*aw:3 + aw:4"));
  const std::vector<Channel> distinct = distinct_channels(std::vector{one, two});
  ASSERT_EQ(distinct.size(), 3u);
  EXPECT_EQ(place_of(two.channels[0], distinct), 0u);
  EXPECT_EQ(place_of(one.channels[1], distinct), 1u);
  EXPECT_EQ(place_of(two.channels[1], distinct), 2u);
  two.channels[0].kernel = BaseKernel::linear;
  EXPECT_EQ(place_of(two.channels[0], distinct), distinct.size());
}

TEST(Channels, OfOneBlockShareRowsUnlessTheyCount) {
  const GraphSet graphs = two_kinds(4);
  Channel channel = recipe_of_features(parse_features("aw:3")).channels.front();
  std::vector<Channel> channels = {channel};
  channel.kernel = BaseKernel::intersection;
  channels.push_back(channel);
  channel.counts = true;
  channels.push_back(channel);
  const ChannelRows rows = rows_of(graphs, channels, all_items(graphs.size()), {});
  EXPECT_EQ(rows.table_of, (std::vector<std::size_t>{0, 0, 1}));
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const auto shares = rows.of(0).row(i), counts = rows.of(2).row(i);
    ASSERT_EQ(shares.size(), counts.size());
    for (std::size_t k = 0; k < shares.size(); ++k) {
      EXPECT_NEAR(double{counts.values[k]}, double{shares.values[k]} * graphs.graphs[i].num_nodes(), 1e-5);
    }
  }
}

// The same rows, from graphs and from a matrix.
TEST(Evaluation, AMatrixGivesWhatItsGraphsGive) {
  const GraphSet graphs = two_kinds(30);
  const EvaluationOptions plan = plan_of(graphs, "aw:3 + ldp(8)", 5);
  MatrixSet matrix;
  matrix.ids = graphs.ids;
  matrix.classes = graphs.classes;
  matrix.class_names = graphs.class_names;
  const ChannelRows rows = rows_of(graphs, plan.candidates[0].channels, all_items(graphs.size()), {});
  const kernels::SparseRows &first = rows.of(0), &second = rows.of(1);
  matrix.blocks = {{"aw", 0, first.columns(), BaseKernel::hellinger},
                   {"ldp", first.columns(), first.columns() + second.columns(), BaseKernel::linear}};
  matrix.rows = kernels::SparseRows(first.columns() + second.columns());
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    SparseVector row;
    const auto a = first.row(i), b = second.row(i);
    for (std::size_t k = 0; k < a.size(); ++k) row.push_back(a.column(k), double{a.values[k]});
    for (std::size_t k = 0; k < b.size(); ++k) row.push_back(first.columns() + b.column(k), double{b.values[k]});
    matrix.rows.append(row);
  }
  const Evaluation one = evaluate_nested(graphs, plan), two = evaluate_nested(matrix, plan);
  EXPECT_EQ(two.folds.front().recipe, "matrix");
  for (std::size_t i = 0; i < one.folds.size(); ++i) {
    EXPECT_EQ(one.folds[i].accuracy, two.folds[i].accuracy);
    EXPECT_EQ(one.folds[i].inner_accuracy, two.folds[i].inner_accuracy);
    EXPECT_EQ(one.folds[i].gamma, two.folds[i].gamma);
  }
}

TEST(PaperProtocol, DistancesAreTheSameKeptOrNot) {
  const GraphSet set = two_kinds(30);
  PaperOptions plan;
  plan.repeats = plan_of(set, "aw:3", 4).splits;
  const PaperEvaluation kept = evaluate_paper(set, plan);
  plan.run.memory = static_cast<std::uint64_t>(GramMatrix::bytes(60, 60));
  const PaperEvaluation anew = evaluate_paper(set, plan);
  for (std::size_t i = 0; i < kept.results.size(); ++i) {
    EXPECT_EQ(kept.results[i].accuracy.mean, anew.results[i].accuracy.mean);
  }
  plan.run.memory -= 1;
  EXPECT_THROW((void)evaluate_paper(set, plan), Error);
}

TEST(PaperProtocol, ReportsEveryKernelAndStarsTheBest) {
  const GraphSet set = two_kinds(30);
  PaperOptions plan;
  plan.features = anonymous_walks(3, 3);
  plan.repeats = plan_of(set, "aw:3", 5, 2).splits;
  const PaperEvaluation found = evaluate_paper(set, plan);
  ASSERT_EQ(found.results.size(), 9u) << "inner product, polynomial, and seven sigma";
  EXPECT_EQ(found.results[0].kernel, "linear");
  EXPECT_EQ(found.results[1].kernel, "poly");
  EXPECT_EQ(found.results[6].kernel, "rbf sigma=0.1");
  double best = 0;
  int stars = 0;
  for (const PaperResult& result : found.results) {
    best = std::max(best, result.accuracy.mean);
    stars += result.best ? 1 : 0;
    EXPECT_EQ(result.accuracy.repeats, 2);
  }
  EXPECT_EQ(stars, 1);
  EXPECT_EQ(best, 1);
  plan.run.threads = 4;
  const PaperEvaluation again = evaluate_paper(set, plan);
  for (std::size_t i = 0; i < found.results.size(); ++i) {
    EXPECT_EQ(again.results[i].accuracy.mean, found.results[i].accuracy.mean);
  }
  plan.features = parse_features("aw:3 + size");
  EXPECT_THROW((void)evaluate_paper(set, plan), Error);
}

// Three classes of rows that overlap: no kernel gets all of them right.
MatrixSet clouds(std::size_t n, std::size_t columns) {
  MatrixSet set{kernels::SparseRows(columns), {}, {}, {"0", "1", "2"}, {}, {}};
  base::Sequence random(11, {});
  for (std::size_t i = 0; i < n; ++i) {
    const auto kind = static_cast<int>(i % 3);
    SparseVector row;
    for (std::size_t k = 0; k < columns; ++k)
      row.push_back(k, 0.25 * kind + static_cast<double>(random.below(1000)) / 1000);
    set.rows.append(row);
    set.ids.push_back("item" + std::to_string(i));
    set.classes.push_back(kind);
  }
  return set;
}

TEST(AuthorsProtocol, AgreesWithASlowReferenceOnLibsvm) {
  const MatrixSet set = clouds(64, 3);
  test::AuthorsTask task;
  task.ids = set.ids;
  task.classes = set.classes;
  task.folds = 5;
  task.repeats = 2;
  task.seed = 3;
  for (std::size_t i = 0; i < set.size(); ++i) {
    task.rows.emplace_back(3, 0.0);
    const auto row = set.rows.row(i);
    for (std::size_t k = 0; k < row.size(); ++k) task.rows.back()[row.column(k)] = row.values[k];
  }
  const test::SvmAnswer libsvm = [&](const std::vector<float>& gram, const std::vector<std::uint32_t>& members,
                                     const std::vector<std::uint32_t>& items, double c) {
    return test::ask_libsvm({gram, set.classes, members, {}}, items, c).predicted;
  };
  PaperOptions plan;
  plan.rule = PaperRule::authors;
  plan.run.seed = 3;
  plan.repeats = authors_folds(set.items(), 5, 2, 3);
  const PaperEvaluation found = evaluate_paper(set, plan);
  plan.rule = PaperRule::paper;
  const PaperEvaluation paper = evaluate_paper(set, plan);
  double to_paper = 0;
  for (const double sigma : {1e-2, 1e-1, 1.0, 10.0}) {
    task.sigma = sigma;
    const std::string name = "rbf sigma=" + std::string(sigma == 1e-2   ? "0.01"
                                                        : sigma == 1e-1 ? "0.1"
                                                        : sigma == 1    ? "1"
                                                                        : "10");
    const auto of = [&](const PaperEvaluation& evaluation) {
      return std::find_if(evaluation.results.begin(), evaluation.results.end(),
                          [&](const auto& r) { return r.kernel == name; })
          ->accuracy.mean;
    };
    EXPECT_NEAR(of(found), test::authors_accuracy(task, libsvm), 1.0 / 64) << name << ": at most one item in a repeat";
    to_paper += std::abs(of(found) - of(paper));
  }
  EXPECT_GT(to_paper, 0.05) << "the paper's formula is another kernel";
}

TEST(AuthorsProtocol, TestsOneRandomPartWithAValidationPartOfItsSize) {
  const MatrixSet set = clouds(90, 3);
  PaperOptions plan;
  plan.rule = PaperRule::authors;
  plan.repeats = authors_parts(set.items(), 0.1, 4, 1);
  ASSERT_EQ(plan.repeats.size(), 4u);
  for (const FoldAssignment& repeat : plan.repeats) {
    EXPECT_EQ(repeat.folds, 1);
    EXPECT_EQ(repeat.test_items(0).size(), 9u);
  }
  EXPECT_NE(plan.repeats[0], plan.repeats[1]);
  const PaperEvaluation found = evaluate_paper(set, plan);
  ASSERT_EQ(found.results.size(), 9u);
  EXPECT_EQ(found.results.front().accuracy.repeats, 4);
  EXPECT_GT(found.results[7].accuracy.mean, 0.5) << "three classes";
  plan.features = parse_features("aw:2..3[counts]");
  EXPECT_EQ(plan.kernels(), 7u) << "of counts, RBF alone";
  EXPECT_THROW((void)authors_parts(set.items(), 0.5, 1, 1), Error);
  EXPECT_THROW((void)authors_parts(set.items(), 0.001, 1, 1), Error);
}

TEST(Recipes, FitTheData) {
  const auto names = [](const DataTraits& traits) {
    std::vector<std::string> found;
    for (const KernelRecipe& recipe : recipes_of_name("auto", traits)) found.push_back(recipe.name);
    return found;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names({}), (Names{"structure", "degrees", "size"}));
  EXPECT_EQ(names({false, false, false, true}), (Names{"structure", "size"}));
  EXPECT_EQ(names({true, false, false, true}), (Names{"labels-lengths", "structure-short", "size"}));
  EXPECT_EQ(names({true, false, false, false}),
            (Names{"labels", "labels-short", "labels-onward", "structure-short", "size"}));
  EXPECT_EQ(names({true, false, true, false}), (Names{"labels", "labels-short", "labels-onward", "structure-short",
                                                      "attributes-few", "attributes", "size"}));
  EXPECT_EQ(names({false, false, true, false}),
            (Names{"structure", "degrees", "attributes-few", "attributes", "size"}));
  for (const KernelRecipe& recipe : recipes_of_name("labels", {true, false, true, false})) {
    for (const Channel& channel : recipe.channels) EXPECT_EQ(channel.features.front().labels.clusters, 0);
  }
  EXPECT_EQ(recipes_of_name("paper-fb", {}).size(), 9u) << "lengths 2 .. 10";
  EXPECT_EQ(recipes_of_name("paper-fb", {}).front().name, "aw:2");
  EXPECT_EQ(recipes_of_name("paper-fb", {}).front().channels.front().kernel, BaseKernel::linear);
  EXPECT_EQ(recipes_of_name("wl", {}).size(), 8u) << "four heights, plain and normalised";
  EXPECT_EQ(recipes_of_name("wl", {true, true, false, false}).size(), 16u) << "with and without labels of edges";
  EXPECT_EQ(recipes_of_name("sp", {true, false, false, false}).front().name, "distances(node) plain");
  const auto without_labels = recipes_of_name("sp", {});
  EXPECT_EQ(without_labels.front().name, "distances plain");
  EXPECT_EQ(without_labels.back().name, "distances(degree) normalised");
  for (const std::string_view name : kRecipeNames) {
    if (name == "labels" || name == "attributes") continue;
    EXPECT_FALSE(recipes_of_name(name, {}).empty()) << name;
  }
  EXPECT_THROW((void)recipes_of_name("labels", {}), Error);
  EXPECT_THROW((void)recipes_of_name("attributes", {}), Error);
  EXPECT_THROW((void)recipes_of_name("nonsense", {}), Error);
}

// An SVM cannot tell -D / 2 from the kernel whose distances D are: its bias absorbs the difference.
TEST(Recipes, OfLinearShapeAreTheKernelItself) {
  base::Sequence random(3, {});
  std::vector<std::vector<double>> points;
  std::vector<int> classes;
  for (int i = 0; i < 60; ++i) {
    points.push_back({random.unit(), random.unit(), 3 * random.unit()});
    classes.push_back(points.back()[0] + points.back()[1] + 0.3 * random.unit() > 1.1 ? 1 : 0);
  }
  GramMatrix kernel(60, 60), shaped(60, 60);
  for (std::size_t i = 0; i < 60; ++i) {
    for (std::size_t j = 0; j < 60; ++j) {
      double inner = 0, distance = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        inner += points[i][k] * points[j][k];
        distance += (points[i][k] - points[j][k]) * (points[i][k] - points[j][k]);
      }
      kernel.row(i)[j] = static_cast<float>(2 * inner);
      shaped.row(i)[j] = static_cast<float>(distance);
    }
    apply_shape(shaped.row(i), KernelShape::linear, 2);
  }
  std::vector<std::uint32_t> train(40);
  std::iota(train.begin(), train.end(), 0u);
  svm::SvmOptions options;
  options.c = 3;
  const auto a = svm::train_svm({kernel.data(), 60}, train, classes, options);
  const auto b = svm::train_svm({shaped.data(), 60}, train, classes, options);
  for (std::size_t i = 40; i < 60; ++i) {
    EXPECT_NEAR(svm::predict_svm(a, kernel.row(i)).decisions.front(),
                svm::predict_svm(b, shaped.row(i)).decisions.front(), 0.01);
  }
}

TEST(Recipes, OfLaplacianShapeTakeTheRoot) {
  std::vector<float> values = {0, 1, 4};
  apply_shape(values, KernelShape::laplacian, 0.5);
  EXPECT_NEAR(values[0], 1, 1e-6);
  EXPECT_NEAR(values[1], std::exp(-0.5), 1e-6);
  EXPECT_NEAR(values[2], std::exp(-1), 1e-6);
}

TEST(GraphSets, NumberTheirClassesByValue) {
  std::vector<Graph> graphs;
  for (const char* name : {"10", "9", "-1", "9"}) graphs.push_back(test::path_graph(3).with_class(name));
  const GraphSet set = read_graph_set(*source_of(std::move(graphs)));
  EXPECT_EQ(set.class_names, (std::vector<std::string>{"-1", "9", "10"}));
  EXPECT_EQ(set.classes, (std::vector<int>{2, 1, 0, 1}));
  EXPECT_THROW((void)read_graph_set(*source_of({})), Error);
}

}  // namespace
}  // namespace awe::evaluation
