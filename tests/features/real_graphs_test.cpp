// Walks on real molecules at the length of the paper: exact against brute force, sampled against exact.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "awe/exact_walks.h"
#include "awe/featurizer.h"
#include "awe/reader.h"
#include "base/parallel.h"
#include "features/fitted_features.h"
#include "sampled_walks/sample_size.h"
#include "support/brute_force.h"
#include "support/data.h"

namespace awe::features {
namespace {

TEST(ExactWalks, AgreeWithBruteForceOnTheTenSmallestGraphsOfMutag) {
  AWE_NEED_DATA("MUTAG.zip");
  auto graphs = read_all(*open_graphs(test::data_path("MUTAG.zip")));
  ASSERT_EQ(graphs.size(), 188u);
  std::stable_sort(graphs.begin(), graphs.end(),
                   [](const Graph& a, const Graph& b) { return a.num_nodes() < b.num_nodes(); });
  graphs.resize(10);
  const WalkIndex index(10);
  for (const Graph& graph : graphs) {
    const test::BruteForce oracle = test::brute_force_graph(graph, 10);
    // However many of the last steps are closed.
    for (const ExactSearch search : {ExactSearch::automatic, ExactSearch::visits, ExactSearch::walks}) {
      const WalkDistribution ours = ExactWalks(graph, index, search).of_graph(2);
      ASSERT_EQ(ours.probabilities.size(), oracle.probability.size());
      double total = 0;
      for (std::size_t i = 0; i < ours.probabilities.size(); ++i) {
        const std::string walk = to_string(index.unrank(ours.probabilities.indices[i]));
        ASSERT_TRUE(oracle.probability.count(walk)) << walk;
        ASSERT_NEAR(ours.probabilities.values[i], oracle.probability.at(walk), 1e-12) << walk;
        total += ours.probabilities.values[i];
      }
      EXPECT_NEAR(total, 1, 1e-12);
      EXPECT_EQ(ours.stopped, 0);
    }
  }
}

// The promise on real molecules: every graph certified, every true error below epsilon, with a small part of the walks
// that the paper's bound asks for.
TEST(DataSets, MutagIsCertifiedWithFewWalks) {
  AWE_NEED_DATA("MUTAG.zip");
  FeatureOptions plan;
  plan.features = anonymous_walks(10, 10);
  plan.run.threads = base::available_threads();
  std::vector<MatrixRow> rows[2];
  for (const Method method : {Method::exact, Method::sampled}) {
    plan.method = method;
    const auto source = open_graphs(test::data_path("MUTAG.zip"));
    auto& kept = rows[method == Method::sampled ? 1 : 0];
    (void)Featurizer(plan).run(*source, [&](MatrixRow&& row) { kept.push_back(std::move(row)); });
  }
  ASSERT_EQ(rows[0].size(), 188u);
  ASSERT_EQ(rows[1].size(), 188u);
  std::uint64_t walks = 0;
  for (std::size_t i = 0; i < 188; ++i) {
    SparseVector minus = rows[0][i].values;
    for (double& value : minus.values) value = -value;
    double error = 0;
    for (const double difference : sum_of(rows[1][i].values, minus).values) error += std::abs(difference);
    EXPECT_LT(error, 0.1) << rows[1][i].id;
    EXPECT_LE(rows[1][i].certified_error, 0.1) << rows[1][i].id;
    EXPECT_LE(rows[1][i].certified_error, 3 * error) << "not tight: " << rows[1][i].id;
    walks += rows[1][i].walks;
  }
  EXPECT_LT(static_cast<double>(walks),
            0.05 * 188 * static_cast<double>(sampled_walks::sample_size(115975, 0.1, 0.05)));
}

}  // namespace
}  // namespace awe::features
