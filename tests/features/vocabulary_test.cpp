// Vocabularies and hashed columns of labelled walks, through the featurizer.
#include "features/vocabulary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "awe/error.h"
#include "support/labelled_collection.h"

namespace awe::features {
namespace {

using test::apply;
using test::fit;
using test::labelled_collection;
using test::plan_of;

constexpr const char* kWalks = "walks(node,edge):0..3";

// By the oracle: name -> probability, of each graph and length.
test::LabelledWalksOracle oracle(const Graph& graph, int length) {
  LabelRule rule;
  rule.node = rule.edge = true;
  const test::LabelTexts texts(graph, labels::GraphLabels(graph, rule));
  return test::brute_force_labelled(graph, test::all_nodes(graph), length, false, &texts.nodes, &texts.arcs);
}

// In how many graphs each walk is.
std::vector<std::map<std::string, std::uint64_t>> graph_counts(const std::vector<Graph>& graphs, int length) {
  std::vector<std::map<std::string, std::uint64_t>> counts(static_cast<std::size_t>(length) + 1);
  for (const Graph& graph : graphs) {
    const auto walks = oracle(graph, length);
    for (std::size_t l = 0; l < counts.size(); ++l) {
      for (const auto& [name, mass] : walks.lengths[l]) ++counts[l][name];
    }
  }
  return counts;
}

std::vector<std::string> columns_of(const WalkVocabulary& vocabulary, int length) {
  std::vector<std::string> names;
  for (std::uint64_t i = 0; i < vocabulary.size(length); ++i) names.push_back(vocabulary.column(length, i).walk);
  return names;
}

// What the columns should be: by graphs, the most first, then by name.
std::vector<std::string> expected_columns(const std::map<std::string, std::uint64_t>& counts, std::uint64_t min_graphs,
                                          std::size_t most) {
  std::vector<std::pair<std::string, std::uint64_t>> order(counts.begin(), counts.end());
  std::erase_if(order, [&](const auto& entry) { return entry.second < min_graphs; });
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<std::string> names;
  for (const auto& [name, count] : order) {
    if (names.size() < most) names.push_back(name);
  }
  return names;
}

TEST(WalkVocabulary, HoldsTheWalksOfTheCollection) {
  const auto graphs = labelled_collection();
  const auto counts = graph_counts(graphs, 3);
  const FittedFeatures fitted = fit(plan_of(kWalks), graphs);
  EXPECT_EQ(fitted.graphs, graphs.size());
  ASSERT_EQ(fitted.vocabularies.size(), 1u);
  for (int length = 0; length <= 3; ++length) {
    const auto& expected = counts[static_cast<std::size_t>(length)];
    EXPECT_EQ(columns_of(fitted.vocabularies[0], length), expected_columns(expected, 1, 1'000'000));
    for (std::uint64_t i = 0; i < fitted.vocabularies[0].size(length); ++i) {
      const auto column = fitted.vocabularies[0].column(length, i);
      EXPECT_EQ(column.graphs, expected.at(column.walk)) << column.walk;
    }
  }
}

TEST(WalkVocabulary, DropsRareWalksAndKeepsTheMostFrequent) {
  const auto graphs = labelled_collection();
  const auto counts = graph_counts(graphs, 3);
  for (const std::uint64_t min_graphs : {1u, 2u, 5u, 13u}) {
    for (const std::size_t most : {1u, 2u, 3u, 7u, 20u, 100'000u}) {
      FeatureOptions plan = plan_of(kWalks);
      plan.vocabulary = {min_graphs, most};
      const FittedFeatures general = fit(plan, graphs);
      const std::string text = std::string(kWalks) + "[min-graphs=" + std::to_string(min_graphs) +
                               ", max-columns=" + std::to_string(most) + "]";
      const FittedFeatures own = fit(plan_of(text), graphs);
      for (int length = 0; length <= 3; ++length) {
        const auto expected = expected_columns(counts[static_cast<std::size_t>(length)], min_graphs, most);
        EXPECT_EQ(columns_of(general.vocabularies[0], length), expected) << min_graphs << " " << most;
        EXPECT_EQ(columns_of(own.vocabularies[0], length), expected) << text;
      }
      // Whatever is kept is found again.
      const auto matrix = apply(plan, general, graphs);
      for (std::size_t r = 0; r < graphs.size(); ++r) {
        const auto walks = oracle(graphs[r], 3);
        double unseen = 0;
        for (std::size_t l = 0; l <= 3; ++l) {
          double lost = 0;
          const auto names = columns_of(general.vocabularies[0], static_cast<int>(l));
          const std::set<std::string> kept(names.begin(), names.end());
          for (const auto& [name, mass] : walks.lengths[l]) lost += kept.contains(name) ? 0 : mass;
          if (walks.stopped[l] < 1) unseen = std::max(unseen, lost / (1 - walks.stopped[l]));
        }
        EXPECT_NEAR(matrix.rows[r].unseen, unseen, 1e-12);
      }
    }
  }
}

TEST(WalkVocabulary, GivesTheProbabilitiesOfTheOracle) {
  const auto graphs = labelled_collection();
  const FeatureOptions plan = plan_of(kWalks);
  const auto matrix = apply(plan, fit(plan, graphs), graphs);
  for (std::size_t r = 0; r < graphs.size(); ++r) {
    std::map<std::string, double> expected;
    const auto walks = oracle(graphs[r], 3);
    for (std::size_t l = 0; l <= 3; ++l) {
      for (const auto& [name, mass] : walks.lengths[l]) {
        expected["walks(node,edge)/" + std::to_string(l) + "/" + name] = mass;
      }
    }
    const auto found = test::named(matrix, r);
    ASSERT_EQ(found.size(), expected.size());
    for (const auto& [name, mass] : expected) EXPECT_NEAR(found.at(name), mass, 1e-12) << name;
    EXPECT_EQ(matrix.rows[r].unseen, 0);
    EXPECT_NEAR(matrix.rows[r].stopped, walks.stopped[3], 1e-12);
  }
}

TEST(WalkVocabulary, IsTheSameInAnyOrderAndForAnyNumberOfThreads) {
  const auto graphs = labelled_collection();
  for (const Method method : {Method::exact, Method::sampled}) {
    FeatureOptions plan = plan_of("walks(node):0..3 + walks(degree):1..2 + size");
    plan.method = method;
    if (method == Method::sampled) plan.walks = 500;
    const FittedFeatures one = fit(plan, graphs);
    auto reversed = graphs;
    std::reverse(reversed.begin(), reversed.end());
    plan.run.threads = 3;
    const FittedFeatures other = fit(plan, reversed);
    ASSERT_EQ(one.vocabularies.size(), 2u);
    for (std::size_t v = 0; v < 2; ++v) {
      for (int length = one.vocabularies[v].first(); length <= one.vocabularies[v].last(); ++length) {
        EXPECT_EQ(columns_of(one.vocabularies[v], length), columns_of(other.vocabularies[v], length));
      }
    }
    EXPECT_EQ(one.sizes.mean, other.sizes.mean);
    EXPECT_EQ(one.sizes.deviation, other.sizes.deviation);
    EXPECT_EQ(apply(plan, one, graphs).rows, apply(plan, other, graphs).rows);
  }
}

TEST(WalkVocabulary, GivesTheSameRowsInShards) {
  const auto graphs = labelled_collection();
  const FeatureOptions plan = plan_of("walks(node,edge):0..2 + colours:1..2");
  const FittedFeatures fitted = fit(plan, graphs);
  const auto whole = apply(plan, fitted, graphs);
  for (std::size_t r = 0; r < graphs.size(); ++r) {
    EXPECT_EQ(apply(plan, fitted, {graphs[r]}).rows[0], whole.rows[r]);
  }
}

TEST(WalkVocabulary, CountsWhatItHasNotSeen) {
  const auto graphs = labelled_collection();
  const FeatureOptions plan = plan_of(kWalks);
  const FittedFeatures fitted = fit(plan, graphs);
  // A node and an edge with labels that are new, beside known ones.
  const Graph strange = test::with_labels(
      test::path_graph(4), [](NodeId u) { return u == 0 ? "Xx" : "A"; },
      [](NodeId u, NodeId) { return u == 2 ? "9" : "1"; });
  const auto row = apply(plan, fitted, {strange}).rows[0];
  const auto walks = oracle(strange, 3);
  double unseen = 0;
  for (std::size_t l = 0; l <= 3; ++l) {
    double lost = 0;
    const auto names = columns_of(fitted.vocabularies[0], static_cast<int>(l));
    const std::set<std::string> kept(names.begin(), names.end());
    for (const auto& [name, mass] : walks.lengths[l]) lost += kept.contains(name) ? 0 : mass;
    unseen = std::max(unseen, lost);
  }
  EXPECT_GT(unseen, 0.5);
  EXPECT_NEAR(row.unseen, unseen, 1e-12);
  // Nothing is known at all.
  const Graph alien = test::with_labels(
      test::path_graph(2), [](NodeId) { return "Yy"; }, [](NodeId, NodeId) { return "8"; });
  const auto matrix = apply(plan, fitted, {alien});
  EXPECT_EQ(matrix.rows[0].unseen, 1);
  EXPECT_EQ(matrix.rows[0].values, SparseVector{});
  EXPECT_EQ(matrix.totals.largest_unseen, 1);
}

TEST(HashedWalks, HaveTheInnerProductsOfTheVocabulary) {
  const auto graphs = labelled_collection();
  FeatureOptions plan = plan_of("walks(node,edge):0..3");
  const auto learnt = apply(plan, fit(plan, graphs), graphs);
  const auto difference = [&](int bits) {
    plan.hash_bits = bits;
    const auto hashed = apply(plan, std::nullopt, graphs, 10);
    double largest = 0;
    for (std::size_t a = 0; a < graphs.size(); ++a) {
      for (std::size_t b = 0; b < graphs.size(); ++b) {
        largest = std::max(largest, std::abs(test::inner_product(hashed.rows[a].values, hashed.rows[b].values) -
                                             test::inner_product(learnt.rows[a].values, learnt.rows[b].values)));
      }
    }
    return largest;
  };
  EXPECT_LT(difference(32), 1e-9);
  EXPECT_GT(difference(3), 1e-3);
}

TEST(HashedWalks, KeepAllOfTheMass) {
  const auto graphs = labelled_collection();
  FeatureOptions plan = plan_of("walks(node):0..3 + colours:1..2");
  for (const int bits : {1, 4, 20}) {
    plan.hash_bits = bits;
    const auto matrix = apply(plan, std::nullopt, graphs, 10);
    const std::uint64_t section = std::uint64_t{1} << bits;
    for (const MatrixRow& row : matrix.rows) {
      std::vector<double> sums(6);
      for (std::size_t i = 0; i < row.values.size(); ++i) {
        sums.at(row.values.indices[i] / section) += row.values.values[i];
      }
      // Isolated nodes stop at once.
      for (std::size_t s = 0; s < sums.size(); ++s) {
        EXPECT_NEAR(sums[s], s == 0 || s > 3 ? 1 : 1 - row.stopped, 1e-12) << s;
      }
      EXPECT_EQ(row.unseen, 0);
    }
    EXPECT_EQ(matrix.columns[0].walk, "#0");
  }
}

TEST(HashedWalks, AreTheSameBitsForAnyNumberOfThreads) {
  FeatureOptions plan = plan_of("walks(node,edge):0..4");
  plan.method = Method::sampled;
  plan.walks = 1'200'000;  // blocks enough for four threads
  const auto graphs = labelled_collection(3);
  const FittedFeatures fitted = fit(plan, labelled_collection(1));
  const auto learnt = apply(plan, fitted, graphs);
  plan.hash_bits = 3;
  const auto hashed = apply(plan, std::nullopt, graphs);
  for (const int threads : {2, 8}) {
    plan.run.threads = threads;
    EXPECT_EQ(apply(plan, std::nullopt, graphs).rows, hashed.rows);
    FeatureOptions with_vocabulary = plan;
    with_vocabulary.hash_bits.reset();
    EXPECT_EQ(apply(with_vocabulary, fitted, graphs).rows, learnt.rows) << "unseen, too";
  }
}

}  // namespace
}  // namespace awe::features
