// Exact walks on real molecules against brute force, at the length of the paper.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "awe/features/exact.h"
#include "awe/io/reader.h"
#include "support/brute_force.h"
#include "support/data.h"

namespace awe {
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
    for (const ExactSearch search : {ExactSearch::automatic, ExactSearch::over_visits, ExactSearch::over_walks}) {
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

}  // namespace
}  // namespace awe
