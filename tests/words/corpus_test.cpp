#include "words/corpus.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "awe/error.h"
#include "awe/exact_walks.h"
#include "features/fitted_features.h"
#include "support/labelled_collection.h"
#include "support/process.h"

namespace awe::words {
namespace {

CorpusOptions small_plan(const std::string& walks = "aw:4", std::uint32_t sentence_walks = 30) {
  CorpusOptions plan;
  plan.walks = parse_features(walks);
  plan.sentence_walks = sentence_walks;
  plan.words.min_count = 1;
  return plan;
}

std::unique_ptr<GraphCorpus> corpus_of(const CorpusOptions& plan, const std::vector<Graph>& graphs) {
  const FeatureOptions features = feature_plan_of(plan);
  std::optional<features::FittedFeatures> fitted;
  if (features::needs_fit(features)) fitted = test::fit(features, graphs);
  return std::make_unique<GraphCorpus>(graphs, plan, std::move(fitted));
}

std::vector<std::string> sentence_text(const Corpus& corpus, std::uint64_t epoch, std::uint64_t number) {
  std::vector<std::uint32_t> words;
  corpus.sentence(epoch, number, words);
  std::vector<std::string> texts;
  for (const std::uint32_t word : words) texts.push_back(corpus.word_text(word));
  return texts;
}

Graph graph_of(NodeId nodes, const std::vector<std::pair<NodeId, NodeId>>& edges, bool directed = false) {
  BuildOptions policy;
  policy.directed = directed;
  GraphBuilder builder(policy);
  builder.set_num_nodes(nodes);
  for (const auto& [from, to] : edges) builder.add_edge(from, to);
  return std::move(builder).build();
}

TEST(Corpora, HaveASentenceForEveryNodeTheLastOneToo) {
  const auto graphs = test::labelled_collection(10);
  const auto corpus = corpus_of(small_plan(), graphs);
  ASSERT_EQ(corpus->documents(), 10u);
  std::uint64_t nodes = 0;
  for (std::size_t d = 0; d < 10; ++d) {
    EXPECT_EQ(corpus->first_sentence(d), nodes);
    for (NodeId u = 0; u < graphs[d].num_nodes(); ++u, ++nodes) {
      EXPECT_EQ(corpus->document_of(nodes), d);
      EXPECT_EQ(sentence_text(*corpus, 0, nodes).size(), graphs[d].degree(u) == 0 ? 0u : 30u);
    }
  }
  EXPECT_EQ(corpus->sentences(), nodes);
}

TEST(Corpora, AreFreshInEveryEpochAndKeepTheirPrefixes) {
  const auto graphs = test::labelled_collection(10);
  const auto corpus = corpus_of(small_plan("aw:4", 100), graphs), shorter = corpus_of(small_plan("aw:4", 70), graphs);
  const auto walks = sentence_text(*corpus, 3, 5);
  EXPECT_EQ(walks, sentence_text(*corpus, 3, 5));
  EXPECT_NE(walks, sentence_text(*corpus, 4, 5));
  const auto fewer = sentence_text(*shorter, 3, 5);
  EXPECT_TRUE(std::equal(fewer.begin(), fewer.end(), walks.begin())) << "the first 70 of 100 walks";
  const auto steps = corpus_of(small_plan("aw:3", 100), graphs);
  const auto shorter_walks = sentence_text(*steps, 3, 5);
  for (std::size_t i = 0; i < walks.size(); ++i) {
    EXPECT_EQ(walks[i].substr(0, shorter_walks[i].size()), shorter_walks[i]) << "a walk begins with the shorter walk";
  }
}

// Streams are frozen: the same seed gives the same sentences for ever.
TEST(Corpora, NeverChange) {
  std::vector<Graph> graphs(2, graph_of(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}));
  const auto corpus = corpus_of(small_plan("aw:4", 400), graphs);
  const auto first_walks = [&](std::uint64_t epoch, std::uint64_t sentence) {
    const auto texts = sentence_text(*corpus, epoch, sentence);
    return std::vector<std::string>(texts.begin(), texts.begin() + 4);
  };
  using Walks = std::vector<std::string>;
  EXPECT_EQ(first_walks(0, 0), (Walks{"1-2-1-2-1", "1-2-1-3-2", "1-2-3-4-3", "1-2-3-2-3"}));
  EXPECT_EQ(first_walks(1, 3), (Walks{"1-2-3-2-1", "1-2-3-2-3", "1-2-3-2-4", "1-2-1-2-3"}));
}

TEST(Corpora, LeaveOutWalksThatStop) {
  std::vector<Graph> graphs;
  // 0 -> 1 -> 0 for ever; 2 -> 0 or 3; 3 is a sink, 4 stands alone.
  graphs.push_back(graph_of(5, {{0, 1}, {1, 0}, {2, 0}, {2, 3}}, true));
  graphs.push_back(graph_of(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}));
  const auto corpus = corpus_of(small_plan("aw:3", 200), graphs);
  EXPECT_EQ(sentence_text(*corpus, 0, 0).size(), 200u);
  const std::size_t kept = sentence_text(*corpus, 0, 2).size();
  EXPECT_GT(kept, 60u);
  EXPECT_LT(kept, 140u);
  EXPECT_TRUE(sentence_text(*corpus, 0, 3).empty());
  EXPECT_TRUE(sentence_text(*corpus, 0, 4).empty());
}

TEST(Corpora, HaveTheWalksOfTheExactDistribution) {
  std::vector<Graph> graphs(2, graph_of(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}));
  for (const char* walks : {"aw:4", "aw:2..4"}) {
    const auto corpus = corpus_of(small_plan(walks, 4000), graphs);
    std::map<std::string, double> shares;
    double total = 0;
    for (NodeId u = 0; u < 4; ++u) {
      for (const std::string& word : sentence_text(*corpus, 1, u)) {
        ++shares[word];
        ++total;
      }
    }
    const auto matrix = test::apply(test::plan_of(walks), std::nullopt, {graphs[0]});
    double sum = 0;
    for (const double value : matrix.rows[0].values.values) sum += value;
    for (std::size_t i = 0; i < matrix.rows[0].values.size(); ++i) {
      std::string name = matrix.columns[matrix.rows[0].values.indices[i]].walk;
      std::replace(name.begin(), name.end(), ' ', '-');
      EXPECT_NEAR(shares[name] / total, matrix.rows[0].values.values[i] / sum, 0.02) << walks << " " << name;
    }
  }
}

TEST(Corpora, TakeLabelledWalksAsWords) {
  const auto graphs = test::labelled_collection(20);
  for (const char* walks : {"walks(degree):2", "walks(node):0..2", "walks(node,edge):1..2", "colours:1..2"}) {
    const auto corpus = corpus_of(small_plan(walks, 300), graphs);
    FeatureOptions features = feature_plan_of(small_plan(walks));
    features.method = Method::exact;
    const auto matrix = test::apply(features, test::fit(features, graphs), graphs);
    // Of the first graph: words with their shares, against the exact distribution.
    std::map<std::uint64_t, double> shares;
    double total = 0;
    for (std::uint64_t s = 0; s < corpus->first_sentence(1); ++s) {
      std::vector<std::uint32_t> words;
      corpus->sentence(0, s, words);
      for (const std::uint32_t word : words) {
        if (word < corpus->vocabulary().columns().size()) ++shares[corpus->vocabulary().columns()[word]];
        ++total;
      }
    }
    double distance = 0, sum = 0;
    const SparseVector& exact = matrix.rows[0].values;
    for (const double value : exact.values) sum += value;
    for (std::size_t i = 0; i < exact.size(); ++i) {
      distance += std::abs(exact.values[i] / sum - shares[exact.indices[i]] / total);
    }
    EXPECT_LT(distance, 0.15) << walks;
    EXPECT_GT(total, 0) << walks;
  }
}

TEST(Corpora, AreTheSameForAnyNumberOfThreads) {
  CorpusOptions plan = small_plan();
  const auto one = corpus_of(plan, test::labelled_collection(100));
  plan.threads = 4;
  const auto four = corpus_of(plan, test::labelled_collection(100));
  EXPECT_TRUE(std::equal(one->frequencies().begin(), one->frequencies().end(), four->frequencies().begin()));
  EXPECT_EQ(one->identity(), four->identity());
}

TEST(Corpora, GoThroughAFile) {
  test::TemporaryFolder folder;
  CorpusOptions plan = small_plan("walks(node):0..1", 200);  // so many that every walk is counted
  const auto graphs = test::labelled_collection(12);
  const auto corpus = corpus_of(plan, graphs);
  corpus->write_text(folder.file("corpus.txt"), 0);
  const TextCorpus text(CorpusText(folder.file("corpus.txt")), plan.words);
  ASSERT_EQ(text.documents(), corpus->documents());
  ASSERT_EQ(text.sentences(), corpus->sentences());
  EXPECT_EQ(text.document_name(3), corpus->document_name(3));
  for (std::uint64_t s = 0; s < text.sentences(); ++s) {
    const auto expected = sentence_text(*corpus, 0, s), found = sentence_text(text, 7, s);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i] != "other" && expected[i] != "other") {
        EXPECT_EQ(found[i], expected[i]);
      }
    }
  }
  std::ofstream(folder.file("bad.txt")) << "g 1-2-1\n\ng 1-2-3\n";
  EXPECT_THROW(TextCorpus(CorpusText(folder.file("bad.txt")), plan.words), Error);
  std::ofstream(folder.file("one.txt")) << "g 1-2-1 1-2-1\n";
  EXPECT_THROW(TextCorpus(CorpusText(folder.file("one.txt")), plan.words), Error) << "one word tells nothing";
  EXPECT_THROW(TextCorpus(CorpusText(folder.file("none.txt")), plan.words), Error);
}

TEST(Corpora, OfTextKeepNamesAndTellTheLineOfWhatIsWrong) {
  test::TemporaryFolder folder;
  const CorpusText good(folder.write("good.txt", "a%20b 1-2-1 1-2-3\nc\na%20b 1-2-1\n"));
  ASSERT_EQ(good.documents(), 2u);
  EXPECT_EQ(good.document_name(0), "a b");
  EXPECT_EQ(good.first_line(1), 2u);
  EXPECT_EQ(good.row(0).values.values, (std::vector<double>{2.0 / 3, 1.0 / 3}));
  EXPECT_EQ(good.row(1).values.size(), 0u);
  const auto known = [](std::string_view walk) {
    return walk == "1-2-1" || walk == "1-2-3" ? std::optional(std::uint64_t{walk.back() == '3'}) : std::nullopt;
  };
  for (const auto& [text, line] : std::vector<std::pair<std::string, std::string>>{
           {"", "bad.txt: has no sentences"},
           {"g 1-2-1\n\ng 1-2-3\n", "bad.txt:2: the line is empty"},
           {std::string("g 1-2-1\ng \0\1\n", 13), "bad.txt:2: has control characters"},
           {"g 1-2-1\ng 1-2-3\ng%2 1-2-1\n", "bad.txt:3: the name 'g%2'"},
           {"g 1-2-1 1-2-3\ng 1-2-3-4\n", "bad.txt:2: '1-2-3-4' is not a walk"}}) {
    try {
      const CorpusText bad(folder.write("bad.txt", text), known);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::malformed) << text;
      EXPECT_NE(std::string(error.what()).find(line), std::string::npos) << error.what();
    }
  }
}

// Nodes, edges and sets of nodes as documents.
TEST(Corpora, HaveASentenceForEachNodeOfADocumentOrDirectionOfAnEdge) {
  std::vector<Graph> graphs(2, graph_of(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}));
  CorpusOptions plan = small_plan("aw:4", 3000);
  const std::vector<std::pair<Level, std::vector<std::uint64_t>>> expected = {
      {Level::node, {0, 1, 2, 3, 4, 5, 6, 7, 8}},
      {Level::edge, {0, 2, 4, 6, 8, 10, 12, 14, 16}},
      {Level::subgraph, {0, 2, 3, 4}}};
  for (const auto& [level, sentences] : expected) {
    plan.level = level;
    if (level == Level::subgraph) plan.node_sets = {{"0", {{"3", "0"}, {"1"}}}, {"1", {{"2"}}}};
    const auto corpus = corpus_of(plan, graphs);
    ASSERT_EQ(corpus->documents() + 1, sentences.size());
    for (std::size_t d = 0; d < sentences.size(); ++d) EXPECT_EQ(corpus->first_sentence(d), sentences[d]);
    // Their walks are those of the features of the same documents.
    FeatureOptions features = feature_plan_of(plan);
    features.method = Method::exact;
    const auto matrix = test::apply(features, std::nullopt, graphs);
    ASSERT_EQ(matrix.rows.size(), corpus->documents());
    for (std::size_t d = 0; d < corpus->documents(); ++d) {
      EXPECT_EQ(corpus->document_name(d), matrix.rows[d].id);
      std::map<std::uint64_t, double> shares;
      double total = 0;
      for (std::uint64_t s = sentences[d]; s < sentences[d + 1]; ++s) {
        std::vector<std::uint32_t> words;
        corpus->sentence(2, s, words);
        for (const std::uint32_t word : words) {
          ++shares[corpus->vocabulary().columns()[word]];
          ++total;
        }
      }
      const SparseVector& exact = matrix.rows[d].values;
      for (std::size_t i = 0; i < exact.size(); ++i) {
        EXPECT_NEAR(shares[exact.indices[i]] / total, exact.values[i], 0.05) << matrix.rows[d].id;
      }
    }
  }
}

TEST(Corpora, HaveEvenlySpreadDocumentsIfThereAreTooMany) {
  const auto graphs = test::labelled_collection(20);
  CorpusOptions plan = small_plan();
  plan.level = Level::node;
  const auto all = corpus_of(plan, graphs);
  plan.max_documents = 50;
  const auto few = corpus_of(plan, graphs);
  ASSERT_LE(few->documents(), 50u);
  ASSERT_GT(few->documents(), 25u);
  const std::size_t stride = (all->documents() + few->documents() - 1) / few->documents();
  for (std::size_t d = 0; d < few->documents(); ++d) {
    EXPECT_EQ(few->document_name(d), all->document_name(d * stride));
    EXPECT_EQ(sentence_text(*few, 1, few->first_sentence(d)).size(),
              sentence_text(*all, 1, all->first_sentence(d * stride)).size());
  }
}

TEST(Corpora, RefuseWhatMakesNoSense) {
  const auto graphs = test::labelled_collection(4);
  EXPECT_THROW((void)corpus_of(small_plan("aw:3 + size"), graphs), Error);
  EXPECT_THROW((void)corpus_of(small_plan("aw:3", 0), graphs), Error);
  EXPECT_THROW((void)corpus_of(small_plan("aw:1"), graphs), Error);
}

}  // namespace
}  // namespace awe::words
