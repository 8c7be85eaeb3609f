#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "awe/embedding_model.h"
#include "awe/error.h"
#include "descent/trainer.h"
#include "features/fitted_features.h"
#include "support/labelled_collection.h"
#include "support/process.h"
#include "words/corpus.h"
#include "words/walk_texts.h"

namespace awe::embedding {
namespace {

EmbeddingOptions small_plan(const std::string& walks = "aw:4") {
  EmbeddingOptions plan;
  plan.walks = parse_features(walks);
  plan.dimensions = 5;
  plan.words.min_count = 1;
  return plan;
}

EmbeddingOptions small_descent(ObjectiveKind objective) {
  EmbeddingOptions plan = small_plan();
  plan.descent.emplace();
  plan.descent->objective = objective;
  plan.descent->walk_dimensions = 6;
  plan.descent->epochs = 3;
  plan.descent->batch = 200;
  return plan;
}

EmbeddingModel train(const EmbeddingOptions& plan, const std::vector<Graph>& graphs) {
  return EmbeddingModel::train([&] { return source_of(graphs); }, plan);
}

std::vector<EmbeddingRow> infer(const EmbeddingModel& model, std::vector<Graph> graphs) {
  std::vector<EmbeddingRow> rows;
  model.infer(*source_of(std::move(graphs)), [&](EmbeddingRow&& row) { rows.push_back(std::move(row)); });
  return rows;
}

TEST(EmbeddingModels, GiveTheSameVectorInAnyBatchOrderAndAfterTheFile) {
  test::TemporaryFolder folder;
  for (const char* walks : {"aw:4", "walks(node,edge):0..2", "walks(degree):0..2 + aw:3"}) {
    const EmbeddingModel model = train(small_plan(walks), test::labelled_collection(40));
    std::vector<Graph> graphs = test::labelled_collection(60);
    const auto together = infer(model, graphs);
    model.save(folder.file("m.awe"), true);
    const EmbeddingModel loaded = EmbeddingModel::load(folder.file("m.awe"), 3);
    EXPECT_EQ(loaded.words(), model.words());
    EXPECT_EQ(loaded.word(0), model.word(0));
    EXPECT_EQ(loaded.summary().documents, 40u);
    std::reverse(graphs.begin(), graphs.end());
    auto backwards = infer(loaded, graphs);
    std::reverse(backwards.begin(), backwards.end());
    std::reverse(graphs.begin(), graphs.end());
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      EXPECT_EQ(backwards[i].vector, together[i].vector) << walks << i;
      EXPECT_EQ(infer(loaded, {graphs[i]}).front().vector, together[i].vector);
      EXPECT_LT(together[i].gradient_norm, 1e-7);
    }
  }
}

TEST(EmbeddingModels, AreTheSameBytesForAnyNumberOfThreads) {
  test::TemporaryFolder folder;
  for (const bool descent : {false, true}) {
    for (const int threads : {1, 2, 3}) {
      EmbeddingOptions plan = descent ? small_descent(ObjectiveKind::sampled_softmax) : small_plan();
      plan.run.threads = threads;
      train(plan, test::labelled_collection(200)).save(folder.file(std::to_string(threads)), true);
    }
    EXPECT_EQ(test::read_file(folder.file("1")), test::read_file(folder.file("2")));
    EXPECT_EQ(test::read_file(folder.file("1")), test::read_file(folder.file("3")));
  }
}

TEST(EmbeddingModels, ReportWalksThatWereNeverSeen) {
  const EmbeddingModel model = train(small_plan("walks(node):0..2"), test::labelled_collection(20));
  GraphBuilder builder({});
  builder.set_num_nodes(2);
  builder.set_node_label(0, "A");
  builder.set_node_label(1, "Z");
  builder.add_edge(0, 1);
  std::vector<Graph> fresh;
  fresh.push_back(std::move(builder).build());
  const auto rows = infer(model, std::move(fresh));
  EXPECT_NEAR(rows[0].unseen, 5.0 / 6, 1e-9) << "of length 0 half is known, of longer walks none";
}

TEST(EmbeddingModels, EmbedNodesAndEdges) {
  for (const Level level : {Level::node, Level::edge}) {
    EmbeddingOptions plan = small_plan("aw:3");
    plan.level = level;
    const auto graphs = test::labelled_collection(6);
    std::uint64_t expected = 0;
    for (const Graph& graph : graphs) expected += level == Level::node ? graph.num_nodes() : graph.num_edges();
    EXPECT_EQ(infer(train(plan, graphs), graphs).size(), expected);
  }
}

TEST(EmbeddingModels, LearnFromEvenlySpreadDocumentsIfThereAreTooMany) {
  EmbeddingOptions plan = small_plan();
  plan.max_documents = 50;
  const EmbeddingModel model = train(plan, test::labelled_collection(170));
  EXPECT_LE(model.summary().documents, 50u);
  EXPECT_GT(model.summary().documents, 25u);
}

TEST(EmbeddingModels, GoOnFromWhereTheyEnded) {
  const auto graphs = test::labelled_collection(40);
  EmbeddingOptions plan = small_plan();
  plan.tolerance = 1e-6;
  plan.max_iterations = 5000;
  const EmbeddingModel model = train(plan, graphs);
  ASSERT_TRUE(model.summary().converged);
  const EmbeddingModel further = model.train_further([&] { return source_of(graphs); });
  EXPECT_NEAR(further.summary().objective, model.summary().objective, 1e-9);
  EXPECT_LE(further.summary().iterations, 3u) << "it was there already";
  EXPECT_EQ(further.words(), model.words());
}

TEST(EmbeddingModels, OfEveryObjectiveGoThroughTheFile) {
  test::TemporaryFolder folder;
  const auto graphs = test::labelled_collection(30);
  for (const ObjectiveKind objective : {ObjectiveKind::full_softmax, ObjectiveKind::sampled_softmax, ObjectiveKind::nce,
                                        ObjectiveKind::negative_sampling, ObjectiveKind::hierarchical_softmax}) {
    for (const std::uint32_t window : {0u, 4u}) {
      EmbeddingOptions plan = small_descent(objective);
      plan.descent->window = window;
      const EmbeddingModel model = train(plan, graphs);
      model.save(folder.file("m.awe"), true);
      const EmbeddingModel loaded = EmbeddingModel::load(folder.file("m.awe"), 2);
      const auto expected = infer(model, graphs), found = infer(loaded, graphs);
      for (std::size_t g = 0; g < graphs.size(); ++g) {
        EXPECT_EQ(found[g].vector, expected[g].vector) << to_string(objective);
        EXPECT_LT(found[g].gradient_norm, 1e-7) << to_string(objective);
      }
      EXPECT_NE(found[0].vector, found[1].vector);
      if (window > 0) {
        EXPECT_EQ(model.word_vector(0), loaded.word_vector(0));
        EXPECT_EQ(model.word_vector(0).size(), 6u);
      } else if (objective == ObjectiveKind::hierarchical_softmax) {
        EXPECT_THROW((void)model.word_vector(0), Error) << "nodes of the tree have vectors, walks have none";
      }
    }
  }
}

// Sentences of a corpus, the same ones in every epoch.
class OneEpoch final : public words::Corpus {
 public:
  OneEpoch(const words::GraphCorpus& corpus, const words::TextCorpus& text) : corpus_(corpus) {
    vocabulary_ = corpus.vocabulary();
    frequencies_.assign(text.frequencies().begin(), text.frequencies().end());
    first_sentence_.clear();
    for (std::size_t d = 0; d <= corpus.documents(); ++d) first_sentence_.push_back(corpus.first_sentence(d));
  }
  [[nodiscard]] std::string document_name(std::size_t document) const override {
    return corpus_.document_name(document);
  }
  [[nodiscard]] std::string word_text(std::uint32_t word) const override { return corpus_.word_text(word); }
  [[nodiscard]] std::uint64_t longest_sentence() const noexcept override { return corpus_.longest_sentence(); }
  void sentence(std::uint64_t, std::uint64_t number, std::vector<std::uint32_t>& words) const override {
    corpus_.sentence(0, number, words);
  }
  [[nodiscard]] Hash128 identity() const override { return corpus_.identity(); }

 private:
  const words::GraphCorpus& corpus_;
};

// Training on a corpus that was written is training on graphs whose walks are those of the first epoch in every epoch.
TEST(EmbeddingModels, FromACorpusAreThoseOfTheFirstEpochForEver) {
  test::TemporaryFolder folder;
  const auto graphs = test::labelled_collection(30);
  for (const char* walks : {"aw:4", "aw:2..3", "walks(node):0..2"}) {
    EmbeddingOptions plan = small_descent(ObjectiveKind::sampled_softmax);
    plan.walks = parse_features(walks);
    plan.corpus_out = folder.file("corpus.txt");
    plan.replace_corpus = true;
    (void)train(plan, graphs);
    plan.corpus = std::exchange(plan.corpus_out, "");
    const bool labelled = std::string(walks).starts_with("walks");
    const EmbeddingModel model =
        EmbeddingModel::train(labelled ? EmbeddingModel::Open([&] { return source_of(graphs); }) : nullptr, plan);

    words::CorpusOptions corpus_plan;
    corpus_plan.walks = plan.walks;
    corpus_plan.words = plan.words;
    std::optional<features::FittedFeatures> fitted;
    if (labelled) fitted = test::fit(words::feature_plan_of(corpus_plan), graphs);
    const words::WalkTexts texts(words::feature_plan_of(corpus_plan), fitted);
    const words::CorpusText read(plan.corpus, [&](std::string_view walk) { return texts.column_of(walk); });
    const words::TextCorpus text(read, plan.words);
    const words::GraphCorpus drawn(graphs, corpus_plan, text.vocabulary(), fitted);
    const OneEpoch corpus(drawn, text);
    DescentOptions descent = *plan.descent;
    descent.document_dimensions = plan.dimensions;
    descent::PvdmTrainer trainer(corpus, descent);
    trainer.run();
    EXPECT_EQ(model.summary().losses, trainer.summary().losses) << walks;
    const descent::PvdmWeights weights = trainer.weights();
    for (std::size_t w = 0; w < model.words(); ++w) {
      const auto row = weights.walks.row(w);
      EXPECT_EQ(model.word_vector(w), std::vector<double>(row.begin(), row.end())) << walks;
    }
  }
}

TEST(EmbeddingModels, FromACorpusHaveItsDocuments) {
  test::TemporaryFolder folder;
  const auto graphs = test::labelled_collection(30);
  for (const Level level : {Level::graph, Level::node, Level::edge}) {
    EmbeddingOptions plan = small_descent(ObjectiveKind::sampled_softmax);
    plan.level = level;
    plan.corpus_out = folder.file("corpus.txt");
    plan.replace_corpus = true;
    (void)train(plan, graphs);
    plan.corpus = std::exchange(plan.corpus_out, "");
    for (const bool descent : {true, false}) {
      if (!descent) plan.descent.reset();
      const EmbeddingModel model = EmbeddingModel::train(OpenGraphs{}, plan);
      const auto expected = infer(model, graphs);
      std::vector<EmbeddingRow> found;
      model.infer_corpus(plan.corpus, [&](EmbeddingRow&& row) { found.push_back(std::move(row)); });
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t d = 0; d < found.size(); ++d) EXPECT_EQ(found[d].id, expected[d].id);
      EXPECT_NO_THROW((void)train(plan, graphs)) << "the graphs have these documents";
    }
    try {
      (void)train(plan, test::labelled_collection(20));
      ADD_FAILURE();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::malformed);
      EXPECT_NE(std::string(error.what()).find("the input has no document 'g21"), std::string::npos) << error.what();
    }
  }
  EmbeddingOptions labelled = small_plan("walks(node):0..2");
  labelled.corpus = folder.file("corpus.txt");
  EXPECT_THROW((void)EmbeddingModel::train(OpenGraphs{}, labelled), Error) << "labels are learnt from graphs";
  EmbeddingOptions twice = small_plan("aw:3..4 + aw:4");
  twice.corpus = folder.file("corpus.txt");
  EXPECT_THROW((void)EmbeddingModel::train(OpenGraphs{}, twice), Error) << "which of the two?";
}

TEST(EmbeddingModels, DescendOnNodesEdgesAndSubgraphs) {
  const auto graphs = test::labelled_collection(6);
  for (const Level level : {Level::node, Level::edge, Level::subgraph}) {
    EmbeddingOptions plan = small_descent(ObjectiveKind::sampled_softmax);
    plan.walks = parse_features("aw:3");
    plan.level = level;
    if (level == Level::subgraph) {
      plan.node_sets = {{graphs[0].name(), {{"0", "1"}, {"2"}}}, {graphs[3].name(), {{"1", "0"}}}};
    }
    plan.max_documents = 40;
    const EmbeddingModel model = train(plan, graphs);
    EXPECT_LE(model.summary().documents, 40u);
    std::uint64_t expected = 0;
    for (const Graph& graph : graphs) expected += level == Level::node ? graph.num_nodes() : graph.num_edges();
    if (level == Level::subgraph) expected = 3;
    EXPECT_EQ(infer(model, graphs).size(), expected) << "all are inferred, whatever was learnt from";
    if (level != Level::node) continue;
    plan.descent->patience = 1;
    EXPECT_THROW((void)train(plan, graphs), Error) << "a node has one sentence: none is held out";
  }
}

TEST(EmbeddingModels, RefuseEveryKindOfDamage) {
  test::TemporaryFolder folder;
  train(small_plan(), test::labelled_collection(20)).save(folder.file("m.awe"));
  const std::string whole = test::read_file(folder.file("m.awe"));
  for (std::size_t place = 0; place < whole.size(); place += 97) {
    std::string changed = whole;
    changed[place] = static_cast<char>(changed[place] ^ 16);
    folder.write("bad.awe", changed);
    EXPECT_THROW((void)EmbeddingModel::load(folder.file("bad.awe")), Error) << place;
    folder.write("bad.awe", whole.substr(0, place));
    EXPECT_THROW((void)EmbeddingModel::load(folder.file("bad.awe")), Error) << place;
  }
}

TEST(EmbeddingModels, RefuseWhatMakesNoSense) {
  const auto graphs = test::labelled_collection(10);
  EXPECT_THROW((void)train(small_plan("aw:3 + size"), graphs), Error);
  EXPECT_THROW((void)train(small_plan("aw:3[sqrt]"), graphs), Error);
  EXPECT_THROW((void)train(small_plan("aw:1"), graphs), Error) << "one word tells nothing";
  EmbeddingOptions plan = small_plan();
  plan.dimensions = 0;
  EXPECT_THROW((void)train(plan, graphs), Error);
}

}  // namespace
}  // namespace awe::embedding
