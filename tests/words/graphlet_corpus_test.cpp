// Texts of graphlets, and the words of graph2vec: against what they are defined as.
#include "words/graphlet_corpus.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "awe/error.h"
#include "baselines/graphlet_classes.h"
#include "baselines/oracle_graphs.h"
#include "support/labelled_collection.h"
#include "support/random_graphs.h"

namespace awe::words {
namespace {

std::vector<Graph> some_graphs() {
  std::vector<Graph> graphs;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    graphs.push_back(test::random_graph(static_cast<NodeId>(5 + seed), 0.4, seed));
  }
  return graphs;
}

TEST(GraphletTexts, AreOfTheGraph) {
  const auto& classes = baselines::GraphletClasses::of_size(7);
  const std::uint32_t complete = classes.class_of((1u << 21) - 1), empty = classes.class_of(0);
  const auto text = graphlet_text(test::complete_graph(13), {});
  EXPECT_EQ(text, std::vector<std::uint32_t>(20 * 8, complete));
  // With 7 nodes nothing follows: one node beside isolated ones.
  const auto small = graphlet_text(test::complete_graph(7), {});
  for (std::size_t i = 0; i < small.size(); ++i) EXPECT_EQ(small[i], i % 8 == 0 ? complete : empty);
  EXPECT_TRUE(graphlet_text(test::complete_graph(6), {}).empty());
  EXPECT_TRUE(graphlet_text(test::make_graph(0, {}), {}).empty());
}

// Sets of 7 nodes are drawn alike: classes have the shares of all sets.
TEST(GraphletTexts, HaveTheSharesOfAllSets) {
  const Graph graph = test::random_graph(14, 0.3, 5);
  const auto text = graphlet_text(graph, {.orders = 40'000});
  std::vector<double> shares(baselines::GraphletClasses::of_size(7).size(), 0.0);
  for (const std::uint32_t graphlet : text) shares[graphlet] += 1.0 / static_cast<double>(text.size());
  const MatrixRow row = embed(std::vector<Graph>{graph}, {.features = "graphlets(1000000):7"}).rows.front();
  double difference = 0, sum = 0;
  for (std::size_t i = 0; i < row.values.size(); ++i) {
    difference += std::abs(shares[row.values.indices[i]] - row.values.values[i]);
    sum += row.values.values[i];
  }
  EXPECT_NEAR(sum, 1, 1e-6);
  EXPECT_LT(difference, 0.03);
}

TEST(GraphletCorpora, HaveTheContextsOfEveryWord) {
  const std::vector<Graph> graphs = some_graphs();
  const GraphletCorpusOptions options{.orders = 3, .window = 6};
  const GraphletCorpus corpus(*source_of(graphs), options);
  // Pairs of a word and one of its context, by a slow search of the texts.
  std::map<std::pair<std::string, std::string>, int> expected, found;
  const auto& classes = baselines::GraphletClasses::of_size(7);
  for (const Graph& graph : graphs) {
    const auto text = graphlet_text(graph, options);
    for (std::size_t i = 0; i < text.size(); ++i) {
      for (std::size_t j = 0; j < text.size(); ++j) {
        if (i != j && (i > j ? i - j : j - i) <= 3) ++expected[{classes.name(text[i]), classes.name(text[j])}];
      }
    }
  }
  std::vector<std::uint32_t> words;
  for (std::uint64_t sentence = 0; sentence < corpus.sentences(); ++sentence) {
    corpus.sentence(0, sentence, words);
    EXPECT_LE(words.size(), corpus.longest_sentence());
    for (const std::uint32_t word : words) {
      ++found[{corpus.document_name(corpus.document_of(sentence)), corpus.word_text(word)}];
    }
  }
  EXPECT_EQ(found, expected);
  const GraphletCorpus again(*source_of(graphs), {.orders = 3, .window = 6, .threads = 4});
  EXPECT_EQ(again.identity(), corpus.identity());
}

TEST(GraphletCorpora, NeedTwoGraphlets) {
  EXPECT_THROW(GraphletCorpus(*source_of(std::vector<Graph>{test::complete_graph(20)}), {}), Error);
  EXPECT_THROW(GraphletCorpus(*source_of(std::vector<Graph>{test::complete_graph(5)}), {}), Error);
}

// The colour of a node as a term written out: equal terms are equal colours.
std::string term(const Graph& graph, NodeId u, int rounds) {
  if (rounds == 0) return std::to_string(graph.degree(u));
  std::multiset<std::string> around;
  for (const NodeId v : graph.neighbours(u)) around.insert(term(graph, v, rounds - 1));
  std::string text = term(graph, u, rounds - 1) + "(";
  for (const std::string& one : around) text += one + ",";
  return text + ")";
}

// The documents of graph2vec: node by node, one word per round, equal exactly where the colours are.
TEST(DocumentsOfColours, HaveAWordForEachRoundOfEveryNode) {
  std::vector<Graph> graphs;
  for (const Graph& graph : test::all_graphs(4)) graphs.insert(graphs.end(), 2, graph);
  CorpusOptions plan;
  plan.walks = parse_features("colours:0..2");
  plan.sentence_walks = 3;
  plan.words = {.max_words = 100'000, .min_count = 0, .walks = 10'000, .other = true};
  const GraphCorpus corpus(graphs, plan, test::fit(feature_plan_of(plan), graphs));
  std::map<std::uint32_t, std::string> term_of;
  std::map<std::string, std::uint32_t> word_of;
  std::vector<std::uint32_t> words;
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    for (NodeId u = 0; u < graphs[g].num_nodes(); ++u) {
      corpus.sentence(0, corpus.first_sentence(g) + u, words);
      ASSERT_EQ(words.size(), 3u);
      for (int round = 0; round <= 2; ++round) {
        const std::uint32_t word = words[static_cast<std::size_t>(round)];
        const std::string text = std::to_string(round) + ":" + term(graphs[g], u, round);
        EXPECT_EQ(term_of.emplace(word, text).first->second, text);
        EXPECT_EQ(word_of.emplace(text, word).first->second, word);
      }
    }
  }
  EXPECT_GT(word_of.size(), 20u);
}

}  // namespace
}  // namespace awe::words
