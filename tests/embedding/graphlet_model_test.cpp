// Models with graphlets as words: the kernel P V V' P', files, threads, and what is refused.
#include <gtest/gtest.h>

#include "awe/embedding_model.h"
#include "awe/error.h"
#include "support/process.h"
#include "support/random_graphs.h"
#include "support/toy_graphs.h"

namespace awe::embedding {
namespace {

std::vector<Graph> some_graphs() {
  std::vector<Graph> graphs;
  for (std::uint64_t seed = 1; seed <= 15; ++seed) {
    graphs.push_back(test::random_graph(static_cast<NodeId>(7 + seed), seed % 2 == 0 ? 0.2 : 0.5, seed));
  }
  return graphs;
}

EmbeddingOptions graphlet_plan() {
  EmbeddingOptions plan;
  plan.walks = parse_features("graphlets:5");
  plan.dimensions = 4;
  return plan;
}

TEST(GraphletModels, GiveTheMeanOfTheVectorsOfGraphlets) {
  const std::vector<Graph> graphs = some_graphs();
  const EmbeddingModel model = EmbeddingModel::train(graphs, graphlet_plan());
  EXPECT_GT(model.words(), 5u);
  double length = 0;
  for (const double value : model.word_vector(0)) length += value * value;
  EXPECT_GT(length, 0.01) << "nothing was learnt";
  const Featurizer featurizer({.features = "graphlets:5"});
  const FeatureMatrix shares = featurizer.transform(graphs);
  const auto rows = model.infer(graphs);
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    std::vector<double> expected(4, 0.0);
    const SparseVector& row = shares.rows[i].values;
    for (std::size_t k = 0; k < row.size(); ++k) {
      const std::string name = featurizer.column(row.indices[k]).walk;
      for (std::size_t word = 0; word < model.words(); ++word) {
        if (model.word(word) != name) continue;
        for (std::size_t d = 0; d < 4; ++d) expected[d] += row.values[k] * model.word_vector(word)[d];
      }
    }
    for (std::size_t d = 0; d < 4; ++d) EXPECT_NEAR(rows[i].vector[d], expected[d] / (1 - rows[i].unseen), 1e-9);
  }
}

TEST(GraphletModels, AreTheSameAfterTheFileAndForAnyNumberOfThreads) {
  test::TemporaryFolder folder;
  const std::vector<Graph> graphs = some_graphs();
  EmbeddingOptions plan = graphlet_plan();
  plan.run.threads = 1;
  const EmbeddingModel model = EmbeddingModel::train(graphs, plan);
  plan.run.threads = 4;
  const EmbeddingModel again = EmbeddingModel::train(graphs, plan);
  model.save(folder.file("m.awe"));
  const EmbeddingModel loaded = EmbeddingModel::load(folder.file("m.awe"), 2);
  const auto one = model.infer(graphs), four = again.infer(graphs), read = loaded.infer(graphs);
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    EXPECT_EQ(one[i].vector, four[i].vector);
    EXPECT_EQ(one[i].vector, read[i].vector);
  }
  // Too few nodes for a graphlet: nothing is known of it.
  EXPECT_EQ(model.infer(std::vector<Graph>{test::path_graph(3)}).front().vector, std::vector<double>(4, 0.0));
}

TEST(GraphletModels, RefuseWhatTheyCannotLearn) {
  const std::vector<Graph> graphs = some_graphs();
  const auto refused = [&](const EmbeddingOptions& plan) {
    try {
      (void)EmbeddingModel::train(graphs, plan);
    } catch (const Error& error) {
      return error.kind() == ErrorKind::usage;
    }
    return false;
  };
  for (const char* words : {"graphlets:3..4", "graphlets:4 + aw:3", "graphlets:4[sqrt]", "wl:0..2"}) {
    EmbeddingOptions plan = graphlet_plan();
    plan.walks = parse_features(words);
    EXPECT_TRUE(refused(plan)) << words;
  }
  EmbeddingOptions nodes = graphlet_plan();
  nodes.level = Level::node;
  EXPECT_TRUE(refused(nodes));
  const EmbeddingModel model = EmbeddingModel::train(graphs, graphlet_plan());
  EXPECT_THROW((void)model.train_further([&] { return source_of_borrowed(graphs); }), Error);
}

}  // namespace
}  // namespace awe::embedding
