// Classes in several columns: against ridges of single columns, unknown classes, files.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "awe/classifier.h"
#include "awe/error.h"
#include "awe/evaluation.h"
#include "evaluation/graph_set.h"
#include "machines/ridge.h"
#include "regression/number_choice.h"
#include "regression/numbered_graphs.h"
#include "support/process.h"

namespace awe::regression {
namespace {

// Graphs with a class by their closed triples, one of three by the spread of their degrees, and one that is drawn.
struct LabelledGraphs {
  std::vector<Graph> graphs;
  std::vector<std::string> classes;
};
const std::vector<std::string> kNames = {"closed", "spread", "chance"};

LabelledGraphs labelled_graphs(std::uint64_t of_each) {
  test::NumberedGraphs made = test::numbered_graphs(of_each);
  base::Sequence random(11, {});
  LabelledGraphs labelled{std::move(made.graphs), {}};
  for (std::size_t i = 0; i < labelled.graphs.size(); ++i) {
    const double closed = made.numbers[2 * i], spread = made.numbers[2 * i + 1];
    labelled.classes.push_back(closed > 0.2 ? "yes" : "no");
    labelled.classes.push_back(spread < 1.5 ? "low" : spread < 2.5 ? "middle" : "high");
    labelled.classes.push_back(std::to_string(random.below(2)));
  }
  return labelled;
}

EvaluationOptions plan_of(int folds = 5) {
  EvaluationOptions plan;
  plan.recipe = "structure";
  plan.folds = folds;
  plan.gammas = {1};
  return plan;
}

TEST(Multilabel, PredictsWhatWalksSeeAndNothingElse) {
  const LabelledGraphs made = labelled_graphs(20);
  const MultilabelEvaluation found = evaluate_multilabel(made.graphs, made.classes, kNames, plan_of());
  ASSERT_EQ(found.columns.size(), 3u);
  ASSERT_EQ(found.folds.size(), 5u);
  EXPECT_GT(found.columns[0].accuracy.mean, 0.9);
  EXPECT_GT(found.columns[0].roc_auc.mean, 0.9);
  EXPECT_GT(found.columns[1].accuracy.mean, found.columns[1].majority + 0.1);
  EXPECT_EQ(found.columns[1].roc_auc.folds, 0) << "three classes";
  EXPECT_NEAR(found.columns[2].roc_auc.mean, 0.5, 0.2);
  EXPECT_EQ(found.columns[2].known, made.graphs.size());
  // The summaries are means of the folds.
  double accuracy = 0, wrong = 0, auc = 0;
  for (const MultilabelFold& fold : found.folds) {
    for (std::size_t c = 0; c < 3; ++c) accuracy += fold.accuracy[c] / 15;
    for (std::size_t c = 0; c < 3; ++c) wrong += (1 - fold.accuracy[c]) / 15;
    auc += (fold.roc_auc[0] + fold.roc_auc[2]) / 10;
    EXPECT_TRUE(std::isnan(fold.roc_auc[1]));
  }
  EXPECT_NEAR(found.accuracy.mean, accuracy, 1e-12);
  EXPECT_NEAR(found.roc_auc.mean, auc, 1e-12);
  ASSERT_TRUE(found.complete);
  EXPECT_NEAR(found.hamming_loss.mean, wrong, 1e-12);
  EXPECT_LE(found.subset_accuracy.mean, found.columns[2].accuracy.mean);
  EXPECT_GT(found.subset_accuracy.mean, 0.1);
}

TEST(Multilabel, IsTheSameOnAnyNumberOfThreads) {
  const LabelledGraphs made = labelled_graphs(6);
  EvaluationOptions plan = plan_of(3);
  plan.run.threads = 1;
  const MultilabelEvaluation one = evaluate_multilabel(made.graphs, made.classes, kNames, plan);
  plan.run.threads = 3;
  const MultilabelEvaluation three = evaluate_multilabel(made.graphs, made.classes, kNames, plan);
  for (std::size_t f = 0; f < 3; ++f) {
    EXPECT_EQ(one.folds[f].accuracy, three.folds[f].accuracy);
    EXPECT_EQ(one.folds[f].inner_r2, three.folds[f].inner_r2);
  }
}

ClassifierOptions fit_plan() {
  ClassifierOptions plan;
  plan.recipe = "structure";
  plan.gammas = {1};
  plan.machine.lambdas = {0.1};
  plan.machine.kind = Machine::ridge;
  return plan;
}

// Each column is the ridge of the items that have a number in it, although these differ from column to column.
TEST(Multilabel, IsARidgeForEachColumnOnItsKnownItems) {
  constexpr std::size_t kItems = 30;
  base::Sequence random(3, {});
  std::vector<double> points;
  folds::ItemNumbers numbers{{"a", "b", "c", "d"}, {}};
  for (std::size_t i = 0; i < kItems; ++i) {
    points.push_back(3 * random.unit());
    for (std::size_t t = 0; t < 4; ++t) {
      const bool unknown = (t == 1 && i % 3 == 0) || (t >= 2 && i % 4 == 1);
      numbers.values.push_back(unknown ? std::nan("") : random.unit());
    }
  }
  std::vector<float> values;
  for (const double x : points) {
    for (const double y : points) values.push_back(static_cast<float>(std::exp(-(x - y) * (x - y))));
  }
  const kernels::GramView gram(values.data(), kItems);
  std::vector<std::uint32_t> train;
  std::vector<std::string> ids(kItems);
  const std::vector<int> classes(kItems, 0);
  for (std::uint32_t i = 0; i < kItems; i += i % 7 == 3 ? 2 : 1) train.push_back(i);
  const NumberTask task{{ids, classes}, numbers, train, {1, 0}};
  const evaluation::Setting setting{0, 1, 0.1};
  const evaluation::ChoiceGrid grid{{}, {}, {}, Machine::ridge};
  const auto made = train_numbers(task, grid, gram, {&setting, 1}, {});
  ASSERT_EQ(made.size(), 1u);
  for (std::size_t t = 0; t < 4; ++t) {
    std::vector<std::uint32_t> known;
    for (const std::uint32_t item : train) {
      if (!std::isnan(numbers.at(item, t))) known.push_back(item);
    }
    machines::Targets targets{algebra::Dense(known.size(), 1), {}};
    for (std::size_t i = 0; i < known.size(); ++i) targets.values(i, 0) = numbers.at(known[i], t);
    const auto single = machines::train_ridge({gram, known, targets, 1, {}}, 0.1);
    for (std::size_t i = 0; i < kItems; ++i) {
      EXPECT_NEAR(made[0].scores(gram.row(i))[t], single.scores(gram.row(i))[0], 1e-12) << "column " << t;
    }
  }
}

// A column depends neither on the others nor on graphs without a class in it, given the setting.
TEST(Multilabel, ColumnsDoNotDependOnEachOther) {
  LabelledGraphs made = labelled_graphs(8);
  ClassifierOptions plan = fit_plan();
  plan.candidates = {recipe_of_features(parse_features("aw:4"))};
  for (std::size_t i = 0; i < made.graphs.size(); i += 3) made.classes[3 * i + 2] = "";
  const auto found = MultilabelClassifier::fit(made.graphs, made.classes, kNames, plan).predict(made.graphs);
  for (std::size_t i = 0; i < made.graphs.size(); i += 3) made.classes[3 * i + 2] = "1";
  const auto other = MultilabelClassifier::fit(made.graphs, made.classes, kNames, plan).predict(made.graphs);
  double more = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].predicted[0], other[i].predicted[0]);
    EXPECT_EQ(found[i].predicted[1], other[i].predicted[1]);
    more += other[i].predicted[2] - found[i].predicted[2];
  }
  EXPECT_GT(more, 0) << "unknown is not the same as 1";
}

TEST(Multilabel, LeavesUnknownClassesOutColumnByColumn) {
  LabelledGraphs made = labelled_graphs(10);
  std::size_t known = 0;
  for (std::size_t i = 0; i < made.graphs.size(); ++i) {
    if (i % 4 == 0) made.classes[3 * i] = "";
    known += i % 4 == 0 ? 0 : 1;
  }
  for (std::size_t c = 0; c < 3; ++c) made.classes[3 * 4 + c] = "";  // graph 4 has none at all
  std::string told;
  EvaluationOptions plan = plan_of(4);
  plan.run.progress.note = [&](std::string_view text) { told += text; };
  const MultilabelEvaluation found = evaluate_multilabel(made.graphs, made.classes, kNames, plan);
  EXPECT_NE(told.find("1 of 60 graphs have no class"), std::string::npos) << told;
  EXPECT_EQ(found.columns[0].known, known);
  EXPECT_EQ(found.columns[1].known, made.graphs.size() - 1);
  EXPECT_FALSE(found.complete);
  EXPECT_EQ(found.hamming_loss.folds, 0);
  EXPECT_GT(found.columns[0].accuracy.mean, 0.8);
}

TEST(Multilabel, ModelsAreSavedAndPredictInAnyBatch) {
  const test::TemporaryFolder folder;
  const LabelledGraphs made = labelled_graphs(10);
  ClassifierOptions plan = fit_plan();
  plan.machine.lambdas = {0.01, 0.1};
  const MultilabelClassifier model = MultilabelClassifier::fit(made.graphs, made.classes, kNames, plan);
  EXPECT_EQ(model.summary().machine, Machine::ridge);
  EXPECT_GT(model.summary().inner_accuracy, 0.6);
  ASSERT_EQ(model.columns().size(), 3u);
  EXPECT_EQ(model.columns()[1].classes, (std::vector<std::string>{"high", "low", "middle"}));
  const std::string path = folder.file("m.awe");
  model.save(path);
  EXPECT_TRUE(MultilabelClassifier::is_file(path));
  EXPECT_FALSE(Regressor::is_file(path));
  EXPECT_THROW((void)Classifier::load(path), Error);
  EXPECT_THROW((void)Regressor::load(path), Error);
  const MultilabelClassifier loaded = MultilabelClassifier::load(path, 2);
  EXPECT_EQ(loaded.columns()[0].name, "closed");
  const auto before = model.predict(made.graphs), after = loaded.predict(made.graphs);
  std::size_t right = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(before[i].predicted, after[i].predicted);
    EXPECT_EQ(before[i].probabilities, after[i].probabilities);
    EXPECT_EQ(model.predict({&made.graphs[i], 1}).front().probabilities, before[i].probabilities) << "alone";
    for (std::size_t c = 0; c < 3; ++c) {
      const auto& own = before[i].probabilities[c];
      double sum = 0;
      for (const double p : own) sum += p;
      EXPECT_NEAR(sum, 1, 1e-12);
      EXPECT_EQ(own[static_cast<std::size_t>(before[i].predicted[c])], *std::max_element(own.begin(), own.end()));
    }
    const auto which = static_cast<std::size_t>(before[i].predicted[0]);
    right += model.columns()[0].classes[which] == made.classes[3 * i] ? 1 : 0;
  }
  EXPECT_GT(right, 54u);
  const std::string bytes = test::read_file(path);
  for (std::size_t size = 0; size < bytes.size(); size += bytes.size() / 37) {
    const std::string cut = folder.write("cut.awe", bytes.substr(0, size));
    EXPECT_THROW((void)MultilabelClassifier::load(cut), Error) << size;
  }
}

TEST(Multilabel, RefusesWhatMakesNoSense) {
  const LabelledGraphs made = labelled_graphs(3);
  EvaluationOptions plan = plan_of(3);
  EXPECT_THROW((void)evaluate_multilabel(made.graphs, made.classes, {"a"}, plan), Error) << "too many classes";
  EXPECT_THROW((void)evaluate_multilabel(made.graphs, {}, {}, plan), Error) << "no columns";
  for (const Machine machine : {Machine::svm, Machine::landmarks, Machine::linear}) {
    plan.machine.kind = machine;
    EXPECT_THROW((void)evaluate_multilabel(made.graphs, made.classes, kNames, plan), Error);
  }
  ClassifierOptions fit = fit_plan();
  fit.balanced = true;
  EXPECT_THROW((void)MultilabelClassifier::fit(made.graphs, made.classes, kNames, fit), Error);
  fit.balanced = false;
  fit.probabilities = true;
  EXPECT_THROW((void)MultilabelClassifier::fit(made.graphs, made.classes, kNames, fit), Error);
}

TEST(Multilabel, SetsAreReadFromTexts) {
  std::vector<Graph> graphs = test::numbered_graphs(1).graphs;
  graphs.resize(5);
  const char* texts[] = {"1,a", "0,", "?,NA", "", "1, b"};
  for (std::size_t i = 0; i < 5; ++i) graphs[i] = std::move(graphs[i]).with_class(texts[i]);
  const evaluation::GraphSet set = evaluation::read_label_set(*source_of(graphs), {"x", "y"});
  EXPECT_EQ(set.size(), 3u);
  EXPECT_EQ(set.without_class, 2u);
  EXPECT_EQ(set.labels.values, (std::vector<int>{1, 0, 0, -1, 1, 1}));
  graphs[4] = std::move(graphs[4]).with_class("1");
  EXPECT_THROW((void)evaluation::read_label_set(*source_of(std::move(graphs)), {"x", "y"}), Error);
}

}  // namespace
}  // namespace awe::regression
