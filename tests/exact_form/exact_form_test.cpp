// The exact form compared with slow, simple references: gradients by differences, minima by their conditions.
#include "exact_form/exact_form.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "awe/error.h"
#include "base/rng.h"
#include "embedding/inference.h"
#include "support/process.h"
#include "support/vector_targets.h"

namespace awe::exact_form {
namespace {

words::WordHistograms random_documents(std::size_t documents, std::size_t words, std::uint64_t seed) {
  words::WordHistograms made(words);
  base::Sequence random(seed, {});
  for (std::size_t g = 0; g < documents; ++g) {
    words::WordHistogram document;
    double sum = 0;
    for (std::uint32_t w = 0; w < words; ++w) {
      if (random.below(3) == 0 && w > 0) continue;
      document.words.push_back(w);
      document.shares.push_back(random.unit() * (w % (g % 5 + 1) == 0 ? 4 : 1) + 0.01);
      sum += document.shares.back();
    }
    for (double& share : document.shares) share /= sum;
    made.append(document);
  }
  return made;
}

std::vector<double> random_vector(std::size_t size, std::uint64_t seed) {
  std::vector<double> values(size);
  base::Sequence random(seed, {});
  for (double& value : values) value = random.unit() - 0.5;
  return values;
}

// The objective, written down as it is defined.
double plain_objective(const words::WordHistograms& documents, const algebra::Dense& words,
                       std::span<const double> biases, const algebra::Dense& vectors,
                       const SoftmaxPenalties& penalties) {
  double sum = 0;
  for (std::size_t g = 0; g < documents.size(); ++g) {
    std::vector<double> logits(documents.words());
    double total = 0;
    for (std::size_t w = 0; w < logits.size(); ++w) {
      logits[w] = biases[w];
      for (std::size_t k = 0; k < words.columns; ++k) logits[w] += words(w, k) * vectors(g, k);
      total += std::exp(logits[w]);
    }
    for (std::size_t k = 0; k < documents[g].words.size(); ++k) {
      sum -= documents[g].shares[k] * (logits[documents[g].words[k]] - std::log(total));
    }
    for (const double value : vectors.row(g)) sum += penalties.vectors * value * value;
  }
  sum /= static_cast<double>(documents.size());
  for (const double value : words.values) sum += penalties.words * value * value;
  return sum;
}

TEST(SoftmaxObjective, IsWhatItsDefinitionSays) {
  const words::WordHistograms documents = random_documents(90, 7, 1);
  const SoftmaxPenalties penalties{0.02, 0.003};
  const SoftmaxObjective objective(documents, 3, penalties, 2);
  const std::vector<double> x = random_vector(objective.size(), 2);
  std::vector<double> gradient(x.size());
  algebra::Dense words(7, 3), vectors(90, 3);
  std::copy_n(x.begin(), 21, words.values.begin());
  for (std::size_t i = 0; i < 270; ++i) vectors.values[i] = x[28 + i] / objective.vector_scale();
  EXPECT_NEAR(objective(x, gradient),
              plain_objective(documents, words, std::span(x).subspan(21, 7), vectors, penalties), 1e-12);
}

TEST(SoftmaxObjective, HasTheGradientOfCentralDifferences) {
  const words::WordHistograms documents = random_documents(70, 9, 3);
  const SoftmaxObjective objective(documents, 4, {0.01, 0.001}, 1);
  std::vector<double> x = random_vector(objective.size(), 4), gradient(x.size()), unused(x.size());
  (void)objective(x, gradient);
  for (std::size_t i = 0; i < x.size(); i += 3) {
    const double step = 1e-5, before = x[i];
    x[i] = before + step;
    const double above = objective(x, unused);
    x[i] = before - step;
    const double below = objective(x, unused);
    x[i] = before;
    EXPECT_NEAR((above - below) / (2 * step), gradient[i], 1e-6) << i;
  }
}

TEST(SoftmaxObjective, IsTheSameForAnyNumberOfThreads) {
  const words::WordHistograms documents = random_documents(1500, 20, 5);
  std::vector<double> gradients[2];
  double values[2];
  for (const int i : {0, 1}) {
    const SoftmaxObjective objective(documents, 5, {}, i == 0 ? 1 : 4);
    gradients[i].resize(objective.size());
    values[i] = objective(random_vector(objective.size(), 6), gradients[i]);
  }
  EXPECT_EQ(values[0], values[1]);
  EXPECT_EQ(gradients[0], gradients[1]);
}

double rosenbrock(std::span<const double> p, std::span<double> g) {
  const double a = 1 - p[0], b = p[1] - p[0] * p[0];
  g[0] = -2 * a - 400 * p[0] * b;
  g[1] = 200 * b;
  return a * a + 100 * b * b;
}

TEST(Minimiser, FindsTheMinimumOfRosenbrock) {
  Minimiser minimiser(rosenbrock, {-1.2, 1}, {5, 200, 1e-8});
  while (minimiser.step()) {
  }
  EXPECT_TRUE(minimiser.minimum().converged);
  EXPECT_NEAR(minimiser.state().x[0], 1, 1e-6);
  EXPECT_NEAR(minimiser.state().x[1], 1, 1e-6);
}

TEST(Minimiser, GoesOnFromAnyStateToTheSameBits) {
  const MinimiserOptions options{5, 200, 1e-8};
  Minimiser whole(rosenbrock, {-1.2, 1}, options);
  std::vector<MinimiserState> states{whole.state()};
  while (whole.step()) states.push_back(whole.state());
  for (const MinimiserState& state : states) {
    Minimiser resumed(rosenbrock, state, options);
    while (resumed.step()) {
    }
    EXPECT_EQ(resumed.state().x, whole.state().x) << state.iterations;
    EXPECT_EQ(resumed.minimum().evaluations, whole.minimum().evaluations);
  }
}

TEST(ExactForm, EndsInTheSameBytesAfterBeingStopped) {
  test::TemporaryFolder folder;
  const words::WordHistograms documents = random_documents(80, 12, 7);
  ExactFormOptions options;
  options.dimensions = 3;
  const ExactForm whole = solve_exact_form(documents, options);
  ASSERT_GT(whole.minimum.iterations, 20u);
  for (const std::uint64_t iterations : {1u, 2u, 7u, 20u}) {
    std::uint64_t done = 0;
    ExactFormOptions kept = options;
    kept.checkpoint.path = folder.file("part");
    const Progress stop{[&](std::uint64_t now, std::uint64_t) { done = now; }, [&] { return done >= iterations; }};
    EXPECT_THROW((void)solve_exact_form(documents, kept, stop), Error);
    kept.resume_from = kept.checkpoint.path;
    kept.threads = 2;
    std::vector<std::uint64_t> steps;
    const ExactForm resumed = solve_exact_form(documents, kept, {}, nullptr, [&](const TrainingReport& report) {
      steps.push_back(report.step);
      EXPECT_TRUE(report.gradient_norm.has_value());
    });
    EXPECT_EQ(steps.front(), iterations + 1);
    EXPECT_EQ(resumed.words, whole.words);
    EXPECT_EQ(resumed.biases, whole.biases);
    EXPECT_EQ(resumed.minimum.iterations, whole.minimum.iterations);
    EXPECT_EQ(resumed.minimum.evaluations, whole.minimum.evaluations);
    kept.dimensions = 4;
    EXPECT_THROW((void)solve_exact_form(documents, kept), Error) << "of other options";
    kept.dimensions = 3;
    EXPECT_THROW((void)solve_exact_form(random_documents(80, 12, 8), kept), Error) << "of other documents";
    const std::string bytes = test::read_file(folder.file("part"));
    kept.resume_from = folder.write("cut", bytes.substr(0, bytes.size() / 2));
    EXPECT_THROW((void)solve_exact_form(documents, kept), Error) << "cut short";
  }
}

// A stop is heard before the first step, within every step and after the last one; what is kept then leads to the same
// bytes.
TEST(ExactForm, IsStoppedAnywhere) {
  const words::WordHistograms documents = random_documents(200, 12, 7);
  ExactFormOptions options;
  options.dimensions = 3;
  std::uint64_t asked = 0, steps = 0;
  const Progress count{[&](std::uint64_t now, std::uint64_t) { steps = now; }, [&] { return ++asked == 0; }};
  const ExactForm whole = solve_exact_form(documents, options, count);
  ASSERT_GT(asked, 4 * steps);
  const std::uint64_t all = asked;
  std::uint64_t kept_files = 0;
  for (std::uint64_t stop = 1; stop <= all; stop += 1 + all / 97) {
    test::TemporaryFolder folder;
    ExactFormOptions kept = options;
    kept.checkpoint.path = folder.file("part");
    asked = 0;
    const Progress progress{{}, [&] { return ++asked >= stop; }};
    try {
      (void)solve_exact_form(documents, kept, progress);
      ADD_FAILURE() << "not stopped at check " << stop << " of " << all;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::interrupted);
    }
    if (folder.list().empty()) continue;  // stopped before the first step: there is nothing to keep
    ++kept_files;
    kept.resume_from = kept.checkpoint.path;
    const ExactForm resumed = solve_exact_form(documents, kept);
    EXPECT_EQ(resumed.words, whole.words) << stop;
    EXPECT_EQ(resumed.minimum.iterations, whole.minimum.iterations);
    EXPECT_EQ(resumed.minimum.evaluations, whole.minimum.evaluations) << stop;
  }
  EXPECT_GT(kept_files, 50u);
}

// Learned vectors are the same bytes with the vectors of every instruction set, whatever remains beyond whole ones.
TEST(ExactForm, IsTheSameOnEveryInstructionSet) {
  for (const std::size_t dimensions : {3u, 13u, 16u}) {
    const words::WordHistograms documents = random_documents(90, 37, dimensions);
    ExactFormOptions options;
    options.dimensions = dimensions;
    const descent::HuffmanTree tree(documents.mean());
    std::optional<ExactForm> first;
    std::vector<std::vector<double>> vectors;
    test::for_each_target([&](const std::string& target) {
      const ExactForm form = solve_exact_form(documents, options);
      const embedding::VectorInference infer(form.words, form.biases, 0.005);
      algebra::Dense inner(tree.inner_nodes(), dimensions);
      std::copy_n(form.words.values.begin(), inner.values.size(), inner.values.begin());
      const embedding::VectorInference infer_by_tree(inner, std::span(form.biases).first(inner.rows), 0.005, &tree);
      std::vector<std::vector<double>> now;
      embedding::VectorInference::Scratch scratch;
      for (std::size_t g = 0; g < 10; ++g) {
        now.push_back(infer(documents[g], scratch).vector);
        now.push_back(infer_by_tree(documents[g], scratch).vector);
      }
      if (!first) {
        first = form;
        vectors = now;
      }
      EXPECT_EQ(form.words, first->words) << target;
      EXPECT_EQ(form.biases, first->biases) << target;
      EXPECT_EQ(form.minimum.value, first->minimum.value) << target;
      EXPECT_EQ(now, vectors) << target;
    });
  }
}

TEST(ExactForm, EndsWhereTheGradientVanishes) {
  const words::WordHistograms documents = random_documents(80, 12, 7);
  ExactFormOptions options;
  options.dimensions = 3;
  options.penalties = {0.02, 0.002};
  options.minimiser.gradient_tolerance = 1e-7;
  options.minimiser.max_iterations = 2000;
  const ExactForm form = solve_exact_form(documents, options);
  EXPECT_TRUE(form.minimum.converged);
  // Re-inferred vectors give the same objective: they were at their optimum, too.
  const embedding::VectorInference infer(form.words, form.biases, options.penalties.vectors);
  embedding::VectorInference::Scratch scratch;
  algebra::Dense vectors(documents.size(), 3);
  for (std::size_t g = 0; g < documents.size(); ++g) {
    const auto found = infer(documents[g], scratch);
    std::copy(found.vector.begin(), found.vector.end(), vectors.row(g).begin());
  }
  EXPECT_NEAR(plain_objective(documents, form.words, form.biases, vectors, options.penalties), form.minimum.value,
              1e-7);
}

TEST(ExactForm, StandsOnPrincipalAxes) {
  const words::WordHistograms documents = random_documents(60, 10, 8);
  ExactFormOptions options;
  options.dimensions = 4;
  options.penalties = {0.01, 0.001};
  options.minimiser.gradient_tolerance = 1e-8;
  options.minimiser.max_iterations = 3000;
  const ExactForm form = solve_exact_form(documents, options);
  const embedding::VectorInference infer(form.words, form.biases, options.penalties.vectors);
  embedding::VectorInference::Scratch scratch;
  std::vector<double> mean(4, 0.0);
  algebra::Dense vectors(60, 4);
  for (std::size_t g = 0; g < 60; ++g) {
    const auto found = infer(documents[g], scratch);
    for (std::size_t k = 0; k < 4; ++k) mean[k] += (vectors(g, k) = found.vector[k]) / 60;
  }
  algebra::Dense covariance(4, 4);
  for (std::size_t g = 0; g < 60; ++g) {
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) covariance(i, j) += (vectors(g, i) - mean[i]) * (vectors(g, j) - mean[j]);
    }
  }
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NEAR(covariance(i, j), 0, 1e-4 * covariance(0, 0));
    if (i > 0) {
      EXPECT_GE(covariance(i - 1, i - 1), covariance(i, i));
    }
  }
}

TEST(ExactForm, DoesNotDependOnTheNumberOfCopies) {
  const words::WordHistograms once = random_documents(40, 8, 9);
  words::WordHistograms thrice(8);
  for (int copy = 0; copy < 3; ++copy) {
    for (std::size_t g = 0; g < once.size(); ++g) {
      thrice.append({{once[g].words.begin(), once[g].words.end()}, {once[g].shares.begin(), once[g].shares.end()}, 0});
    }
  }
  ExactFormOptions options;
  options.dimensions = 2;
  options.penalties = {0.02, 0.002};
  options.minimiser.gradient_tolerance = 1e-9;
  options.minimiser.max_iterations = 5000;
  const ExactForm a = solve_exact_form(once, options), b = solve_exact_form(thrice, options);
  EXPECT_NEAR(a.minimum.value, b.minimum.value, 1e-9);
  for (std::size_t i = 0; i < a.words.values.size(); ++i) EXPECT_NEAR(a.words.values[i], b.words.values[i], 1e-4);
}

TEST(VectorInference, FindsTheOneMinimum) {
  const words::WordHistograms documents = random_documents(30, 15, 10);
  algebra::Dense words(15, 4);
  words.values = random_vector(60, 11);
  for (double& value : words.values) value *= 6;
  const std::vector<double> biases = random_vector(15, 12);
  const embedding::VectorInference infer(words, biases, 0.005);
  embedding::VectorInference::Scratch scratch;
  for (std::size_t g = 0; g < documents.size(); ++g) {
    const auto found = infer(documents[g], scratch);
    EXPECT_LE(found.gradient_norm, 1e-7);
    // Conditions of the minimum, by differences of the definition.
    words::WordHistograms alone(15);
    alone.append({{documents[g].words.begin(), documents[g].words.end()},
                  {documents[g].shares.begin(), documents[g].shares.end()},
                  0});
    algebra::Dense vector(1, 4);
    for (std::size_t k = 0; k < 4; ++k) {
      vector.values = found.vector;
      vector.values[k] += 1e-4;
      const double above = plain_objective(alone, words, biases, vector, {0.005, 0});
      vector.values[k] -= 2e-4;
      EXPECT_NEAR(above, plain_objective(alone, words, biases, vector, {0.005, 0}), 1e-9);
    }
  }
}

// The cross-entropy of a document under the products of its words' turns, written down as it is defined.
double plain_tree_objective(const words::WordHistograms::View& document, const descent::HuffmanTree& tree,
                            const algebra::Dense& words, std::span<const double> biases, std::span<const double> vector,
                            double penalty) {
  double sum = penalty * algebra::inner_product(vector, vector);
  for (std::size_t k = 0; k < document.words.size(); ++k) {
    for (std::size_t i = 0; i < tree.path(document.words[k]).size(); ++i) {
      const std::uint32_t node = tree.path(document.words[k])[i];
      const double score = biases[node] + algebra::inner_product(words.row(node), vector);
      const double probability = 1 / (1 + std::exp(tree.turns(document.words[k])[i] == 1 ? -score : score));
      sum -= document.shares[k] * std::log(probability);
    }
  }
  return sum;
}

TEST(VectorInference, FindsTheOneMinimumOfATree) {
  const words::WordHistograms documents = random_documents(30, 15, 10);
  const descent::HuffmanTree tree(documents.mean());
  ASSERT_EQ(tree.inner_nodes(), 14u);
  algebra::Dense words(14, 4);
  words.values = random_vector(56, 11);
  for (double& value : words.values) value *= 6;
  const std::vector<double> biases = random_vector(14, 12);
  const embedding::VectorInference infer(words, biases, 0.005, &tree);
  embedding::VectorInference::Scratch scratch;
  for (std::size_t g = 0; g < documents.size(); ++g) {
    const auto found = infer(documents[g], scratch);
    EXPECT_LE(found.gradient_norm, 1e-7);
    EXPECT_LT(found.steps, 30);
    for (std::size_t k = 0; k < 4; ++k) {
      std::vector<double> vector = found.vector;
      vector[k] += 1e-4;
      const double above = plain_tree_objective(documents[g], tree, words, biases, vector, 0.005);
      vector[k] -= 2e-4;
      EXPECT_NEAR(above, plain_tree_objective(documents[g], tree, words, biases, vector, 0.005), 1e-9);
    }
  }
}

TEST(VectorInference, LeavesDocumentsWithoutWordsAtTheOrigin) {
  algebra::Dense words(5, 2);
  words.values = random_vector(10, 13);
  const std::vector<double> biases(5, 0.0);
  embedding::VectorInference::Scratch scratch;
  EXPECT_EQ(embedding::VectorInference(words, biases, 0.005)({}, scratch).vector, std::vector<double>(2, 0.0));
}

// Products in vectors against the obvious loops, for shapes that leave every remainder.
TEST(LinearAlgebra, MultipliesLikeTheObviousLoops) {
  for (const std::size_t rows : {1u, 2u, 5u, 6u, 13u}) {
    for (const std::size_t columns : {1u, 3u, 8u, 17u, 40u}) {
      for (const std::size_t depth : {1u, 4u, 7u, 250u}) {
        algebra::Dense a(rows, depth), b(depth, columns), c(rows, columns);
        a.values = random_vector(rows * depth, rows + 7 * depth);
        b.values = random_vector(depth * columns, columns + 11 * depth);
        algebra::multiply(a, b, c.values.data());
        algebra::Dense turned(depth, rows), by_turned(rows, columns);
        for (std::size_t i = 0; i < rows; ++i) {
          for (std::size_t k = 0; k < depth; ++k) turned(k, i) = a(i, k);
        }
        algebra::add_transpose_multiply(turned, b, by_turned.values.data());
        std::vector<double> product(rows);
        algebra::multiply(a, std::span(b.values).first(depth), product);
        for (std::size_t i = 0; i < rows; ++i) {
          double with_vector = 0;
          for (std::size_t k = 0; k < depth; ++k) with_vector += a(i, k) * b.values[k];
          EXPECT_NEAR(product[i], with_vector, 1e-12 * static_cast<double>(depth));
          for (std::size_t j = 0; j < columns; ++j) {
            double sum = 0;
            for (std::size_t k = 0; k < depth; ++k) sum += a(i, k) * b(k, j);
            EXPECT_NEAR(c(i, j), sum, 1e-12 * static_cast<double>(depth));
            EXPECT_EQ(c(i, j), by_turned(i, j)) << "the order of a sum does not depend on where it lies";
          }
        }
      }
    }
  }
}

// A row of a product is the same bits alone and among others.
TEST(LinearAlgebra, RowsDoNotDependOnTheirNeighbours) {
  algebra::Dense a(13, 100), b(100, 37), c(13, 37), one(1, 37);
  a.values = random_vector(1300, 1);
  b.values = random_vector(3700, 2);
  algebra::multiply(a, b, c.values.data());
  for (std::size_t i = 0; i < 13; ++i) {
    algebra::multiply({a.values.data() + i * 100, 1, 100}, b, one.values.data());
    EXPECT_TRUE(std::equal(one.values.begin(), one.values.end(), c.row(i).begin())) << i;
  }
}

TEST(LinearAlgebra, FindsEigenvectors) {
  algebra::Dense a(3, 3);
  a.values = {2, 0, 0, -1, 2, 0, 0, -1, 2};  // lower triangle
  const algebra::Eigenvectors found = algebra::largest_eigenvectors(a, 2);
  EXPECT_NEAR(found.eigenvalues[0], 2 + std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(found.eigenvalues[1], 2, 1e-12);
  EXPECT_NEAR(found.vectors(0, 1), std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(found.vectors(0, 0), -0.5, 1e-12);
}

}  // namespace
}  // namespace awe::exact_form
