// Objectives and gradients of the paper's model, compared with central differences and plain definitions.
#include "descent/objective.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "algebra/vector_loops.h"
#include "base/rng.h"
#include "descent/batch_gradient.h"
#include "descent/candidates.h"
#include "descent/huffman_tree.h"

namespace awe::descent {
namespace {

constexpr ObjectiveKind kAllObjectives[] = {ObjectiveKind::full_softmax, ObjectiveKind::sampled_softmax,
                                            ObjectiveKind::nce, ObjectiveKind::negative_sampling,
                                            ObjectiveKind::hierarchical_softmax};

const std::vector<double> kFrequencies = {0.3, 0.2, 0.15, 0.1, 0.08, 0.07, 0.05, 0.03, 0.02};

template <class Real>
std::vector<Real> random_values(std::size_t count, std::uint64_t seed, double scale = 1) {
  base::Sequence random(seed, {});
  std::vector<Real> values(count);
  for (Real& value : values) value = static_cast<Real>(scale * (2 * random.unit() - 1));
  return values;
}

// A model over words of kFrequencies and two documents, and a batch with sentences of several lengths.
template <class Real>
struct Problem {
  explicit Problem(const DescentOptions& p) : plan(p), objective(make_objective<Real>(p, kFrequencies)) {
    parameters.walks = random_values<Real>(kFrequencies.size() * plan.walk_dimensions, 1);
    parameters.documents = random_values<Real>(2 * plan.document_dimensions, 2);
    parameters.outputs = random_values<Real>(objective->outputs() * plan.hidden_dimensions(), 3);
    parameters.biases = random_values<Real>(objective->outputs(), 4);
    batch.clear(plan.window);
    batch.add(0, std::vector<std::uint32_t>{0, 1, 2, 0, 8, 3, 3});
    batch.add(1, std::vector<std::uint32_t>{4});
    batch.add(1, std::vector<std::uint32_t>{5, 6});
    batch.add(0, std::vector<std::uint32_t>{7, 1, 0, 0, 2});
    objective->choose_shared(base::StreamBlock(5, {}, base::StreamPurpose::training, 2, 0), shared);
  }
  double loss() { return BatchGradient<Real>(plan, *objective).loss(parameters, batch, shared) / size(); }
  [[nodiscard]] double size() const { return static_cast<double>(batch.size()); }

  DescentOptions plan;
  std::unique_ptr<Objective<Real>> objective;
  PvdmParameters<Real> parameters;
  Batch batch;
  std::vector<std::uint32_t> shared;
};

DescentOptions small_plan(ObjectiveKind objective, std::uint32_t window = 3, Join join = Join::concatenate) {
  DescentOptions plan;
  plan.objective = objective;
  plan.window = window;
  plan.join = join;
  plan.walk_dimensions = join == Join::sum ? 5 : 3;
  plan.document_dimensions = 5;
  plan.num_candidates = 6;
  return plan;
}

void expect_gradient(Problem<double>& problem, std::vector<double>& values, const RowGradients<double>& gradient) {
  std::vector<double> dense(values.size(), 0.0);
  for (std::size_t r = 0; r < gradient.rows.size(); ++r) {
    for (std::size_t k = 0; k < gradient.width; ++k) {
      dense[gradient.rows[r] * gradient.width + k] = gradient.values[r * gradient.width + k];
    }
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double before = values[i], step = 1e-5;
    values[i] = before + step;
    const double above = problem.loss();
    values[i] = before - step;
    const double below = problem.loss();
    values[i] = before;
    EXPECT_NEAR((above - below) / (2 * step), dense[i], 1e-8) << i;
  }
}

TEST(PvdmGradients, AreThoseOfCentralDifferences) {
  for (const ObjectiveKind kind : kAllObjectives) {
    for (const auto& [window, join] : std::vector<std::pair<std::uint32_t, Join>>{
             {0, Join::concatenate}, {3, Join::concatenate}, {4, Join::concatenate}, {2, Join::sum}, {9, Join::sum}}) {
      SCOPED_TRACE(std::string(to_string(kind)) + " " + std::to_string(window));
      Problem<double> problem(small_plan(kind, window, join));
      PvdmGradients<double> gradients;
      BatchGradient<double> gradient(problem.plan, *problem.objective);
      EXPECT_NEAR(gradient(problem.parameters, problem.batch, problem.shared, gradients), problem.loss(), 1e-12);
      if (window > 0) expect_gradient(problem, problem.parameters.walks, gradients.walks);
      expect_gradient(problem, problem.parameters.documents, gradients.documents);
      expect_gradient(problem, problem.parameters.outputs, gradients.outputs);
      expect_gradient(problem, problem.parameters.biases, gradients.biases);
    }
  }
}

TEST(PvdmGradients, OfFloatsAreThoseOfDoubles) {
  for (const ObjectiveKind kind : kAllObjectives) {
    DescentOptions plan = small_plan(kind, 4);
    plan.walk_dimensions = 37;  // no multiple of any vector
    plan.document_dimensions = 70;
    plan.num_candidates = 50;
    Problem<double> wide(plan);
    Problem<float> narrow(plan);
    PvdmGradients<double> expected;
    PvdmGradients<float> found;
    BatchGradient<double>(plan, *wide.objective)(wide.parameters, wide.batch, wide.shared, expected);
    BatchGradient<float>(plan, *narrow.objective)(narrow.parameters, narrow.batch, narrow.shared, found);
    ASSERT_EQ(found.outputs.rows, expected.outputs.rows);
    ASSERT_EQ(found.walks.rows, expected.walks.rows);
    for (std::size_t i = 0; i < expected.outputs.values.size(); ++i) {
      EXPECT_NEAR(static_cast<double>(found.outputs.values[i]), expected.outputs.values[i], 2e-5);
    }
    for (std::size_t i = 0; i < expected.walks.values.size(); ++i) {
      EXPECT_NEAR(static_cast<double>(found.walks.values[i]), expected.walks.values[i], 2e-5);
    }
  }
}

TEST(PvdmGradients, AreTheSameBitsForAnyNumberOfThreads) {
  DescentOptions plan = small_plan(ObjectiveKind::sampled_softmax, 4);
  std::vector<float> values[2];
  for (const int threads : {1, 4}) {
    plan.run.threads = threads;
    Problem<float> problem(plan);
    base::Sequence random(9, {});
    for (int s = 0; s < 300; ++s) {
      std::vector<std::uint32_t> sentence(random.below(20));
      for (auto& word : sentence) word = static_cast<std::uint32_t>(random.below(kFrequencies.size()));
      problem.batch.add(static_cast<std::uint32_t>(s % 2), sentence);
    }
    PvdmGradients<float> gradients;
    BatchGradient<float>(plan, *problem.objective)(problem.parameters, problem.batch, problem.shared, gradients);
    auto& all = values[threads == 1 ? 0 : 1];
    for (const auto* part : {&gradients.walks, &gradients.documents, &gradients.outputs, &gradients.biases}) {
      all.insert(all.end(), part->values.begin(), part->values.end());
    }
  }
  EXPECT_EQ(values[0], values[1]);
}

TEST(Objectives, OfSoftmaxIsItsDefinition) {
  Problem<double> problem(small_plan(ObjectiveKind::full_softmax, 0));
  double expected = 0;
  const std::size_t n = problem.plan.document_dimensions;
  for (std::size_t i = 0; i < problem.batch.size(); ++i) {
    double total = 0, hit = 0;
    for (std::size_t w = 0; w < kFrequencies.size(); ++w) {
      double score = problem.parameters.biases[w];
      for (std::size_t k = 0; k < n; ++k) {
        score +=
            problem.parameters.outputs[w * n + k] * problem.parameters.documents[problem.batch.documents[i] * n + k];
      }
      total += std::exp(score);
      if (w == problem.batch.words[i]) hit = score;
    }
    expected += std::log(total) - hit;
  }
  EXPECT_NEAR(problem.loss(), expected / problem.size(), 1e-12);
}

TEST(Objectives, OfHierarchicalSoftmaxGiveProbabilitiesThatSumToOne) {
  const auto objective = make_objective<double>(small_plan(ObjectiveKind::hierarchical_softmax), kFrequencies);
  EXPECT_EQ(objective->outputs(), kFrequencies.size() - 1);
  const auto scores = random_values<double>(objective->outputs(), 6, 3);
  double sum = 0;
  for (std::uint32_t word = 0; word < kFrequencies.size(); ++word) {
    std::vector<double> own;
    for (const std::uint32_t row : objective->own_rows(word)) own.push_back(scores[row]);
    Scores<double> one{std::span(&word, 1), {}, {}, own};
    sum += std::exp(-objective->differentiate(one));
  }
  EXPECT_NEAR(sum, 1, 1e-12);
}

TEST(HuffmanTrees, GiveFrequentWordsShortPaths) {
  const HuffmanTree tree(kFrequencies);
  double mean = 0, entropy = 0;
  for (std::uint32_t word = 0; word < kFrequencies.size(); ++word) {
    mean += kFrequencies[word] * static_cast<double>(tree.path(word).size());
    entropy -= kFrequencies[word] * std::log2(kFrequencies[word]);
    EXPECT_EQ(tree.path(word)[0], tree.path(0)[0]) << "all begin at the root";
  }
  EXPECT_GE(mean, entropy);
  EXPECT_LE(mean, entropy + 1);
}

TEST(SampledSoftmax, HasTheGradientOfTheFullOneOnAverage) {
  DescentOptions plan = small_plan(ObjectiveKind::sampled_softmax, 0);
  plan.num_candidates = 400;
  for (const CandidateKind kind : {CandidateKind::uniform, CandidateKind::log_uniform, CandidateKind::measured}) {
    plan.candidates = kind;
    Problem<double> sampled(plan);
    plan.objective = ObjectiveKind::full_softmax;
    Problem<double> full(plan);
    plan.objective = ObjectiveKind::sampled_softmax;
    PvdmGradients<double> expected, found;
    BatchGradient<double>(plan, *full.objective)(full.parameters, full.batch, full.shared, expected);
    std::map<std::size_t, double> mean;
    constexpr int kDraws = 50;
    for (int draw = 0; draw < kDraws; ++draw) {
      sampled.objective->choose_shared(
          base::StreamBlock(1, {}, base::StreamPurpose::training, 2, static_cast<std::uint64_t>(draw)), sampled.shared);
      BatchGradient<double>(plan, *sampled.objective)(sampled.parameters, sampled.batch, sampled.shared, found);
      for (std::size_t r = 0; r < found.biases.rows.size(); ++r) {
        mean[found.biases.rows[r]] += found.biases.values[r] / kDraws;
      }
    }
    for (std::size_t r = 0; r < expected.biases.rows.size(); ++r) {
      EXPECT_NEAR(mean[expected.biases.rows[r]], expected.biases.values[r], 0.01) << to_string(kind);
    }
  }
}

TEST(Candidates, AreDrawnAsTheirProbabilitiesSay) {
  for (const CandidateKind kind : {CandidateKind::uniform, CandidateKind::log_uniform, CandidateKind::measured}) {
    const CandidateDistribution candidates(kind, kFrequencies, 0.75);
    std::vector<std::uint32_t> drawn;
    candidates.draw(base::StreamBlock(3, {}, base::StreamPurpose::training, 2, 7), 200'000, drawn);
    std::vector<double> shares(kFrequencies.size(), 0.0);
    for (const std::uint32_t word : drawn) shares[word] += 1.0 / 200'000;
    double sum = 0;
    for (std::uint32_t word = 0; word < shares.size(); ++word) {
      EXPECT_NEAR(shares[word], candidates.probability(word), 0.005) << to_string(kind) << word;
      sum += candidates.probability(word);
    }
    EXPECT_NEAR(sum, 1, 1e-12);
  }
}

// Streams are frozen, and with them what is drawn.
TEST(Candidates, NeverChange) {
  const CandidateDistribution candidates(CandidateKind::log_uniform, kFrequencies, 1);
  std::vector<std::uint32_t> drawn;
  candidates.draw(base::StreamBlock(1, {}, base::StreamPurpose::training, 2, 0), 8, drawn);
  EXPECT_EQ(drawn, (std::vector<std::uint32_t>{6, 1, 6, 7, 3, 7, 0, 4}));
}

TEST(VectorLoops, MultiplyMatricesOfAnyShape) {
  for (const auto& [rows, columns, inner] :
       std::vector<std::array<std::size_t, 3>>{{1, 1, 1}, {7, 64, 130}, {13, 83, 5}, {6, 129, 300}, {2, 3, 0}}) {
    const auto a = random_values<float>(rows * inner, 1), b = random_values<float>(inner * columns, 2);
    std::vector<float> out(rows * columns, 1.0f), transposed(inner * rows);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t k = 0; k < inner; ++k) transposed[k * rows + i] = a[i * inner + k];
    }
    const auto& loops = algebra::vector_loops<float>();
    loops.product(rows, inner, {a.data(), inner, 1}, {b.data(), columns, columns}, out.data(), columns, false);
    loops.product(rows, inner, {transposed.data(), 1, rows}, {b.data(), columns, columns}, out.data(), columns, true);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        double sum = 0;
        for (std::size_t k = 0; k < inner; ++k) sum += 2.0 * a[i * inner + k] * b[k * columns + j];
        EXPECT_NEAR(static_cast<double>(out[i * columns + j]), sum, 1e-4);
      }
    }
  }
}

TEST(Batches, GiveEveryWordAContextOfItsSentence) {
  Batch batch;
  batch.clear(4);
  batch.add(7, std::vector<std::uint32_t>{10, 11, 12, 13, 14, 15, 16});
  batch.add(8, std::vector<std::uint32_t>{20, 21, 22});
  ASSERT_EQ(batch.size(), 10u);
  const auto bounds = [&](std::size_t i) { return std::pair(batch.contexts[i].begin, batch.contexts[i].end); };
  EXPECT_EQ(bounds(0), std::pair(0u, 5u));
  EXPECT_EQ(bounds(1), std::pair(0u, 5u));
  EXPECT_EQ(bounds(3), std::pair(1u, 6u));
  EXPECT_EQ(bounds(6), std::pair(2u, 7u));
  EXPECT_EQ(bounds(8), std::pair(7u, 10u)) << "a short sentence is all context";
  EXPECT_EQ(batch.contexts[8].size(), 2u);
}

}  // namespace
}  // namespace awe::descent
