#include "descent/trainer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "algebra/softmax_loops.h"
#include "awe/error.h"
#include "awe/generators.h"
#include "embedding/inference.h"
#include "exact_form/exact_form.h"
#include "support/labelled_collection.h"
#include "support/process.h"

namespace awe::descent {
namespace {

words::CorpusOptions small_corpus(std::uint32_t sentence_walks = 20) {
  words::CorpusOptions plan;
  plan.walks = parse_features("aw:4");
  plan.sentence_walks = sentence_walks;
  plan.words.min_count = 1;
  return plan;
}

DescentOptions small_plan() {
  DescentOptions plan;
  plan.walk_dimensions = plan.document_dimensions = 8;
  plan.batch = 200;
  plan.epochs = 3;
  plan.num_candidates = 8;
  return plan;
}

// Trees and cliques with rewired rings: easily told apart.
std::vector<Graph> two_families(std::uint64_t each) {
  const Recipe recipe{{{UniformTree{20}, each, "tree"}, {WattsStrogatz{20, 6, 0.05}, each, "ring"}}};
  return read_all(*generate(recipe, 1));
}

std::string bytes_after(PvdmTrainer& trainer, const std::string& path) {
  trainer.save(path);
  return test::read_file(path);
}

TEST(PvdmTraining, IsTheSameBytesForAnyNumberOfThreads) {
  test::TemporaryFolder folder;
  const words::GraphCorpus corpus(test::labelled_collection(60), small_corpus());
  for (const OptimiserKind optimiser : {OptimiserKind::sgd, OptimiserKind::adagrad, OptimiserKind::adam}) {
    DescentOptions plan = small_plan();
    plan.optimiser = optimiser;
    plan.batch = 2000;
    std::string bytes;
    for (const int threads : {1, 2, 3, 4}) {
      plan.run.threads = threads;
      PvdmTrainer trainer(corpus, plan);
      trainer.run();
      const std::string found = bytes_after(trainer, folder.file("c"));
      if (threads == 1) bytes = found;
      EXPECT_EQ(found, bytes) << to_string(optimiser) << threads;
    }
  }
}

TEST(PvdmTraining, EndsInTheSameBytesAfterBeingStopped) {
  test::TemporaryFolder folder;
  const words::GraphCorpus corpus(test::labelled_collection(30), small_corpus());
  for (const OptimiserKind optimiser : {OptimiserKind::sgd, OptimiserKind::adagrad, OptimiserKind::adam}) {
    DescentOptions plan = small_plan();
    plan.optimiser = optimiser;
    plan.held_out = 0.1;
    plan.patience = 2;
    PvdmTrainer whole(corpus, plan);
    whole.run();
    const std::string expected = bytes_after(whole, folder.file("whole"));
    const std::uint64_t steps = whole.planned_steps();
    for (const std::uint64_t stop : {std::uint64_t{0}, std::uint64_t{1}, steps / 3, steps / 3 + 1, steps - 1, steps}) {
      {
        PvdmTrainer first(corpus, plan);
        while (first.summary().steps < stop) ASSERT_TRUE(first.step());
        first.save(folder.file("part"));
      }
      plan.run.threads = 3 - plan.run.thread_count();  // 2, 1, ...: resuming with others changes nothing
      PvdmTrainer second(corpus, plan);
      second.resume(folder.file("part"));
      EXPECT_EQ(second.summary().steps, stop);
      second.run();
      EXPECT_EQ(bytes_after(second, folder.file("resumed")), expected) << stop << " " << to_string(optimiser);
    }
  }
}

TEST(PvdmTraining, WritesACheckpointWhenItIsStopped) {
  test::TemporaryFolder folder;
  const words::GraphCorpus corpus(test::labelled_collection(30), small_corpus());
  DescentOptions plan = small_plan();
  plan.checkpoint = folder.file("c.awe");
  int asked = 0;
  EXPECT_THROW(PvdmTrainer(corpus, plan).run({}, {{}, [&] { return ++asked > 4; }}), Error);
  PvdmTrainer resumed(corpus, plan);
  resumed.resume(plan.checkpoint);
  EXPECT_EQ(resumed.summary().steps, 4u);
  plan.window = 2;
  PvdmTrainer other(corpus, plan);
  EXPECT_THROW(other.resume(plan.checkpoint), Error) << "of other options";
  std::string damaged = test::read_file(folder.file("c.awe"));
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  std::ofstream(folder.file("d.awe"), std::ios::binary) << damaged;
  EXPECT_THROW(resumed.resume(folder.file("d.awe")), Error);
}

TEST(PvdmTraining, TellsHowItGoes) {
  const words::GraphCorpus corpus(test::labelled_collection(30), small_corpus());
  PvdmTrainer trainer(corpus, small_plan());
  std::uint64_t reports = 0;
  trainer.run([&](const TrainingReport& report) {
    EXPECT_EQ(report.step, ++reports);
    EXPECT_EQ(report.steps, trainer.planned_steps());
    EXPECT_GT(report.loss, 0);
    EXPECT_GT(report.words_per_second, 0);
  });
  EXPECT_EQ(reports, trainer.planned_steps());
  EXPECT_TRUE(trainer.ended());
  EXPECT_FALSE(trainer.step());
  EXPECT_EQ(trainer.summary().losses.size(), 3u);
}

// Vectors of the two families: does the nearest of the two means tell which one a graph is of?
double share_told_apart(const algebra::Dense& vectors) {
  const std::size_t n = vectors.columns;
  std::vector<double> mean[2] = {std::vector<double>(n, 0.0), std::vector<double>(n, 0.0)};
  for (std::size_t g = 0; g < vectors.rows; ++g) {
    for (std::size_t k = 0; k < n; ++k) mean[g % 2][k] += 2 * vectors(g, k) / static_cast<double>(vectors.rows);
  }
  double right = 0;
  for (std::size_t g = 0; g < vectors.rows; ++g) {
    double distance[2] = {0, 0};
    for (const std::size_t c : {std::size_t{0}, std::size_t{1}}) {
      for (std::size_t k = 0; k < n; ++k) distance[c] += std::pow(vectors(g, k) - mean[c][k], 2);
    }
    right += (distance[1] < distance[0]) == (g % 2 == 1) ? 1 : 0;
  }
  return right / static_cast<double>(vectors.rows);
}

TEST(PvdmTraining, LearnsToTellFamiliesApart) {
  const words::GraphCorpus corpus(two_families(30), small_corpus(50));
  for (const ObjectiveKind objective : {ObjectiveKind::full_softmax, ObjectiveKind::sampled_softmax, ObjectiveKind::nce,
                                        ObjectiveKind::negative_sampling, ObjectiveKind::hierarchical_softmax}) {
    for (const Join join : {Join::concatenate, Join::sum}) {
      DescentOptions plan = small_plan();
      plan.objective = objective;
      plan.join = join;
      plan.epochs = 5;
      plan.held_out = 0.1;
      PvdmTrainer trainer(corpus, plan);
      const double before = trainer.held_out_loss();
      trainer.run();
      EXPECT_LT(trainer.summary().held_out.back(), before - 0.05) << to_string(objective);
      EXPECT_GE(share_told_apart(trainer.weights().vectors), 0.95) << to_string(objective) << to_string(join);
    }
  }
}

TEST(PvdmTraining, StopsEarlyWhereNothingImproves) {
  const words::GraphCorpus corpus(two_families(10), small_corpus());
  DescentOptions plan = small_plan();
  plan.epochs = 100;
  plan.held_out = 0.2;
  plan.patience = 2;
  plan.min_improvement = 0.5;
  PvdmTrainer trainer(corpus, plan);
  trainer.run();
  EXPECT_TRUE(trainer.summary().stopped_early);
  EXPECT_LT(trainer.summary().epochs, 20u);
}

TEST(PvdmTraining, StopsWithAReasonWhereItRunsAway) {
  const words::GraphCorpus corpus(two_families(10), small_corpus());
  DescentOptions plan = small_plan();
  plan.optimiser = OptimiserKind::sgd;
  plan.rate = 1e8;
  try {
    PvdmTrainer(corpus, plan).run();
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::numeric);
    EXPECT_NE(std::string(error.what()).find("step "), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("rate"), std::string::npos);
  }
}

// With a window of 0, the full softmax and fresh walks without end, the paper's model is the exact form.
TEST(PvdmTraining, ApproachesTheExactForm) {
  const auto graphs = two_families(6);
  words::CorpusOptions corpus_plan = small_corpus(200);
  const words::GraphCorpus corpus(graphs, corpus_plan);
  DescentOptions plan = small_plan();
  plan.window = 0;
  plan.objective = ObjectiveKind::full_softmax;
  plan.document_dimensions = 3;
  plan.epochs = 150;
  plan.batch = 4000;
  plan.held_out = 0;
  plan.rate = 0.1;
  plan.final_rate = 0.01;
  PvdmTrainer trainer(corpus, plan);
  trainer.run();
  const PvdmWeights weights = trainer.weights();

  const auto rows = test::apply(test::plan_of("aw:4"), std::nullopt, graphs).rows;
  words::WordHistograms documents(corpus.words());
  for (const MatrixRow& row : rows) documents.append(corpus.vocabulary().histogram(row));
  exact_form::ExactFormOptions options;
  options.dimensions = 3;
  options.penalties = {1e-7, 1e-7};
  options.minimiser.max_iterations = 3000;
  const double exact = exact_form::solve_exact_form(documents, options).minimum.value;
  double sum = 0;
  for (std::size_t g = 0; g < documents.size(); ++g) {
    std::vector<double> shares(corpus.words());
    algebra::multiply(weights.document, weights.vectors.row(g), shares);
    algebra::add_multiple(1, weights.biases, shares);
    double fit = 0;
    for (std::size_t k = 0; k < documents[g].words.size(); ++k) {
      fit += documents[g].shares[k] * shares[documents[g].words[k]];
    }
    sum += algebra::softmax(shares) - fit;
  }
  sum /= static_cast<double>(documents.size());
  EXPECT_GT(sum, exact - 1e-6);
  EXPECT_LT(sum, exact + 0.01);
}

TEST(PvdmWeights, GiveVectorsOfNewGraphs) {
  const auto graphs = two_families(30);
  const words::GraphCorpus corpus(graphs, small_corpus(50));
  DescentOptions plan = small_plan();
  plan.epochs = 5;
  PvdmTrainer trainer(corpus, plan);
  trainer.run();
  const PvdmWeights weights = trainer.weights();
  EXPECT_EQ(weights.context.columns, 8u);
  EXPECT_EQ(weights.document.rows, corpus.words());
  const auto rows = test::apply(test::plan_of("aw:4"), std::nullopt, graphs).rows;
  algebra::Dense alone(rows.size(), 8), expected(rows.size(), 8);
  embedding::VectorInference::Scratch scratch;
  for (std::size_t g = 0; g < rows.size(); ++g) {
    const words::WordHistogram histogram = corpus.vocabulary().histogram(rows[g]);
    const words::WordHistograms::View view{histogram.words, histogram.shares};
    const std::vector<double> plain = inference_biases(weights), shifted = inference_biases(weights, view);
    const auto a = embedding::VectorInference(weights.document, plain, 0.005)(view, scratch);
    const auto b = embedding::VectorInference(weights.document, shifted, 0.005)(view, scratch);
    std::copy(a.vector.begin(), a.vector.end(), alone.row(g).begin());
    std::copy(b.vector.begin(), b.vector.end(), expected.row(g).begin());
  }
  EXPECT_GE(share_told_apart(alone), 0.95);
  EXPECT_GE(share_told_apart(expected), 0.95);
}

TEST(PvdmPlans, AreChecked) {
  const words::GraphCorpus corpus(two_families(3), small_corpus());
  const auto refused = [&](auto change) {
    DescentOptions plan = small_plan();
    change(plan);
    EXPECT_THROW(PvdmTrainer(corpus, plan), Error);
  };
  refused([](DescentOptions& plan) { plan.document_dimensions = 0; });
  refused([](DescentOptions& plan) { plan.rate = -1; });
  refused([](DescentOptions& plan) { plan.rate = std::nan(""); });
  refused([](DescentOptions& plan) { plan.batch = 0; });
  refused([](DescentOptions& plan) { plan.epochs = 0; });
  refused([](DescentOptions& plan) { plan.held_out = 0.9; });
  refused([](DescentOptions& plan) { plan.num_candidates = 0; });
  refused([](DescentOptions& plan) {
    plan.join = Join::sum;
    plan.walk_dimensions = 3;
  });
  EXPECT_EQ(parse<ObjectiveKind>("nce"), ObjectiveKind::nce);
  EXPECT_THROW((void)parse<OptimiserKind>("newton"), Error);
}

}  // namespace
}  // namespace awe::descent
