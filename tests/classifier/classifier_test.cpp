#include "awe/classifier.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "awe/error.h"
#include "awe/gram_matrix.h"
#include "bytes/model_file.h"
#include "evaluation/channels.h"
#include "support/labelled_collection.h"
#include "support/process.h"
#include "svm/svm.h"

namespace awe::classifier {
namespace {

using evaluation::GraphSet;
using evaluation::LearntChannels;

// Classes by the share of one label, so that there is something to learn and something to get wrong.
GraphSet labelled_set(std::uint64_t count, int classes = 2) {
  GraphSet set;
  set.graphs = test::labelled_collection(count);
  for (int c = 0; c < classes; ++c) set.class_names.push_back("class " + std::to_string(c));
  for (std::size_t i = 0; i < set.size(); ++i) {
    set.ids.push_back(set.graphs[i].name());
    set.classes.push_back(static_cast<int>(set.graphs[i].num_edges() % static_cast<std::uint64_t>(classes)));
  }
  return set;
}

KernelRecipe labels_recipe() {
  KernelRecipe recipe{"test", {}};
  const FeatureSpec walks = parse_features("walks(node,edge):0..3");
  recipe.channels.push_back({walks, false, BaseKernel::hellinger, 1});
  recipe.channels.push_back({walks, true, BaseKernel::intersection, 2});
  recipe.channels.push_back({walks, false, BaseKernel::linear, 1});
  recipe.channels.push_back({parse_features("aw:2..3"), false, BaseKernel::hellinger, 0.5});
  recipe.channels.push_back({parse_features("size"), false, BaseKernel::linear, 1});
  return recipe;
}

ClassifierOptions plan_with(KernelRecipe recipe) {
  ClassifierOptions plan;
  plan.machine.kind = Machine::svm;
  plan.candidates = {std::move(recipe)};
  plan.gammas = {1};
  plan.cs = {10};
  return plan;
}

std::vector<Prediction> predict(const Classifier& model, std::vector<Graph> graphs) {
  std::vector<Prediction> found;
  model.predict(*source_of(std::move(graphs)), [&](Prediction&& made) { found.push_back(std::move(made)); });
  return found;
}

void expect_same(const Prediction& a, const Prediction& b) {
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.predicted, b.predicted);
  EXPECT_EQ(a.scores, b.scores);
  EXPECT_EQ(a.nearest, b.nearest);
  EXPECT_EQ(a.distance, b.distance);
  EXPECT_EQ(a.unseen, b.unseen);
}

// The slow way: one vocabulary of training and new graphs together, so that no walk is without a column.
TEST(GraphClassifiers, PredictAsIfEveryWalkHadAColumn) {
  GraphSet set = labelled_set(40);
  const std::vector<Graph> fresh = test::labelled_collection(60);
  std::vector<Graph> test(fresh.begin() + 40, fresh.end());
  const KernelRecipe recipe = labels_recipe();
  const Classifier model = Classifier::fit(set, plan_with(recipe));
  const auto found = predict(model, test);

  std::vector<Graph> all = set.graphs;
  all.insert(all.end(), test.begin(), test.end());
  std::vector<std::uint32_t> train(set.size());
  std::iota(train.begin(), train.end(), 0u);
  GramMatrix sum(all.size(), all.size());
  for (const Channel& channel : recipe.channels) {
    const FeatureBlock& block = channel.features.front();
    const bool sizes = block.kind == FeatureBlock::Kind::size;  // the scale is learnt on training graphs
    const LearntChannels learnt({&channel, 1}, {}, [&] { return source_of(sizes ? set.graphs : all); });
    GramMatrix distances(all.size(), all.size());
    kernels::add_squared_distances(distances, learnt.rows(all).tables.front(), channel.kernel, 1);
    add_scaled(sum, distances, channel.weight / median_of_pairs(distances, train), 1);
  }
  GramMatrix kernel(all.size(), all.size());
  add_scaled(kernel, sum, 1, 1);
  exponentiate(kernel, 1 / recipe.total_weight(), 1);
  std::vector<int> classes = set.classes;
  classes.resize(all.size(), 0);
  svm::SvmOptions options;
  options.c = 10;
  const svm::MultiSvm svm = svm::train_svm({kernel.data(), all.size()}, train, classes, options);
  double unseen = 0;
  for (std::size_t i = 0; i < test.size(); ++i) {
    // The nearest graph is looked for among support vectors.
    const auto row = sum.row(set.size() + i);
    float least = row[svm.pairs.front().support.front()];
    for (const std::uint32_t item : svm.pairs.front().support) least = std::min(least, row[item]);
    EXPECT_NEAR(found[i].distance, static_cast<double>(least) / 5.5, 1e-5);
    const svm::SvmPrediction expected = svm::predict_svm(svm, kernel.row(set.size() + i));
    EXPECT_EQ(found[i].predicted, expected.predicted);
    const double decision = expected.decisions.front();
    EXPECT_NEAR(found[i].scores[0] - found[i].scores[1],
                (decision > 0 ? 1 : -1) + 2 * decision / (3 * (std::abs(decision) + 1)), 1e-3);
    unseen = std::max(unseen, found[i].unseen);
  }
  EXPECT_GT(unseen, 0.2) << "the graphs must have walks that are new";
}

TEST(GraphClassifiers, GiveTheSameInAnyBatchOrderAndAfterTheFile) {
  const GraphSet set = labelled_set(30, 3);
  ClassifierOptions plan = plan_with(labels_recipe());
  plan.probabilities = true;
  const Classifier model = Classifier::fit(set, plan);
  std::vector<Graph> test = test::labelled_collection(300);
  const auto together = predict(model, test);
  test::TemporaryFolder folder;
  model.save(folder.file("m.awe"));
  const Classifier loaded = Classifier::load(folder.file("m.awe"), 4);
  EXPECT_EQ(loaded.class_names(), set.class_names);
  EXPECT_EQ(loaded.training_ids(), model.training_ids());
  EXPECT_EQ(loaded.training_ids().size(), model.summary().support_vectors);
  EXPECT_EQ(loaded.summary().voters, model.summary().voters);
  EXPECT_EQ(loaded.summary().support_vectors, model.summary().support_vectors);
  const auto again = predict(loaded, test);
  ASSERT_EQ(again.size(), test.size());
  for (std::size_t i = 0; i < test.size(); ++i) expect_same(again[i], together[i]);
  for (const std::size_t i : {0u, 17u, 255u, 256u, 299u}) expect_same(predict(loaded, {test[i]}).front(), together[i]);
  std::reverse(test.begin(), test.end());
  auto backwards = predict(loaded, test);
  std::reverse(backwards.begin(), backwards.end());
  for (std::size_t i = 0; i < test.size(); ++i) expect_same(backwards[i], together[i]);
}

// Kernels of other shapes and feature maps, whose new colours no training graph has.
TEST(GraphClassifiers, OfOtherKernelsGiveTheSameAfterTheFile) {
  const GraphSet set = labelled_set(30, 3);
  ClassifierOptions plan;
  for (const char* name : {"wl", "wl-oa", "wwl", "sp", "graphlets"}) {
    plan.candidates = recipes_of_name(name, {true, true, false, false});
    const Classifier model = Classifier::fit(set, plan);
    const std::vector<Graph> test = test::labelled_collection(40);
    test::TemporaryFolder folder;
    model.save(folder.file("m.awe"));
    const auto found = predict(model, test), again = predict(Classifier::load(folder.file("m.awe"), 2), test);
    ASSERT_EQ(found.size(), test.size());
    for (std::size_t i = 0; i < test.size(); ++i) expect_same(again[i], found[i]);
    double unseen = 0;
    for (const Prediction& one : found) unseen = std::max(unseen, one.unseen);
    EXPECT_EQ(unseen > 0, name[0] == 'w') << name;  // distances and graphlets are all known
  }
}

TEST(GraphClassifiers, AreTheSameBytesForAnyNumberOfThreads) {
  const GraphSet set = labelled_set(30);
  test::TemporaryFolder folder;
  for (const int threads : {1, 3}) {
    ClassifierOptions plan;
    plan.candidates = {labels_recipe(), recipe_of_features(parse_features("walks(node,attribute:4):0..2 + ldp(16)"))};
    plan.run.threads = threads;
    Classifier::fit(set, plan).save(folder.file(std::to_string(threads)));
  }
  EXPECT_EQ(test::read_file(folder.file("1")), test::read_file(folder.file("3")));
}

TEST(GraphClassifiers, ScoresAgreeWithTheClass) {
  const GraphSet set = labelled_set(40, 4);
  for (const bool probabilities : {false, true}) {
    ClassifierOptions plan = plan_with(labels_recipe());
    plan.probabilities = probabilities;
    for (const Prediction& made : predict(Classifier::fit(set, plan), test::labelled_collection(80))) {
      EXPECT_EQ(std::max_element(made.scores.begin(), made.scores.end()) - made.scores.begin(), made.predicted);
      const double sum = std::accumulate(made.scores.begin(), made.scores.end(), 0.0);
      EXPECT_NEAR(sum, probabilities ? 1 : 6, probabilities ? 1e-9 : 4.0 / 3) << "six pairs of classes";
    }
  }
}

TEST(GraphClassifiers, TrainingGraphsAreTheirOwnNeighbours) {
  const GraphSet set = labelled_set(25);
  const Classifier model = Classifier::fit(set, plan_with(labels_recipe()));
  const auto found = predict(model, set.graphs);
  const std::vector<std::string>& held = model.training_ids();
  std::size_t seen = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (std::find(held.begin(), held.end(), set.ids[i]) == held.end()) continue;  // no support vector
    EXPECT_EQ(held[found[i].nearest], set.ids[i]);
    EXPECT_NEAR(found[i].distance, 0, 1e-6);
    ++seen;
    EXPECT_EQ(found[i].unseen, 0);
  }
  EXPECT_EQ(seen, held.size());
  EXPECT_GT(seen, 10u);
}

TEST(GraphClassifiers, TakeGraphsWithoutNodesOrEdges) {
  const GraphSet set = labelled_set(20);
  const Classifier model = Classifier::fit(set, plan_with(labels_recipe()));
  GraphBuilder empty({}), alone({});
  alone.set_num_nodes(1);
  alone.set_node_label(0, "Z");
  std::vector<Graph> odd;
  odd.push_back(std::move(empty).build());
  odd.push_back(std::move(alone).build());
  const auto found = predict(model, odd);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[1].id, "1");
  EXPECT_EQ(found[1].unseen, 1);
  for (const Prediction& made : found) EXPECT_TRUE(std::isfinite(made.distance));
}

TEST(GraphClassifiers, RefuseFilesWhoseSectionsDoNotFitTogether) {
  const GraphSet set = labelled_set(20);
  test::TemporaryFolder folder;
  Classifier::fit(set, plan_with(labels_recipe())).save(folder.file("m.awe"));
  const bytes::ModelFile whole(folder.file("m.awe"), "classifier", 2);
  const std::vector<std::string> sections = {"recipe", "machine", "graphs", "voters", "block 0", "block 2", "rows"};
  for (const std::string& damaged : sections) {
    for (const std::size_t keep : {0u, 1u, 2u}) {  // without it, half of it, more than it
      {
        bytes::ModelWriter writer(folder.file("bad.awe"), "classifier", 2, true);
        for (const std::string& name : sections) {
          const auto bytes = whole.section(name);
          const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
          if (name != damaged) {
            writer.add(name, text);
          } else if (keep == 1) {
            writer.add(name, text.substr(0, text.size() / 2));
          } else if (keep == 2) {
            writer.add(name, std::string(text) + "more");
          }
        }
        writer.commit();
      }
      EXPECT_THROW((void)Classifier::load(folder.file("bad.awe")), Error) << damaged << ' ' << keep;
    }
  }
}

TEST(GraphClassifiers, RefuseWhatMakesNoSense) {
  const GraphSet set = labelled_set(20);
  EXPECT_THROW((void)Classifier::fit(set, {.gammas = {}}), Error) << "nothing to choose from";
  EXPECT_THROW((void)Classifier::fit(set, {.recipe = "best"}), Error) << "no such recipe";
  ClassifierOptions plan = plan_with(labels_recipe());
  plan.run.memory = 1000;
  try {
    (void)Classifier::fit(set, plan);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::limit);
  }
}

}  // namespace
}  // namespace awe::classifier
