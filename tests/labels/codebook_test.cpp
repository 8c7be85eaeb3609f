#include "labels/codebook.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "awe/error.h"
#include "awe/graph_builder.h"
#include "awe/reader.h"
#include "base/rng.h"
#include "support/data.h"

namespace awe::labels {
namespace {

// A path whose nodes have these attributes.
Graph with_attributes(std::vector<double> values, std::size_t width, const std::string& name = "") {
  GraphBuilder builder(BuildOptions{});
  const NodeId nodes = static_cast<NodeId>(values.size() / width);
  builder.set_num_nodes(nodes);
  for (NodeId u = 1; u < nodes; ++u) builder.add_edge(u - 1, u);
  builder.set_node_attributes(std::move(values), width);
  if (!name.empty()) builder.set_name(name);
  return std::move(builder).build();
}

Codebook learn(const std::vector<Graph>& graphs, int clusters) {
  CodebookLearner learner(clusters);
  for (const Graph& graph : graphs) learner.add(graph);
  return learner.learn();
}

// Graphs of `nodes` nodes each, with `width` attributes uniform in [-1, 1).
std::vector<Graph> random_graphs(std::size_t graphs, std::size_t nodes, std::size_t width, std::uint64_t seed) {
  base::Sequence random(seed, {});
  std::vector<Graph> all;
  for (std::size_t i = 0; i < graphs; ++i) {
    std::vector<double> values(nodes * width);
    for (double& value : values) value = 2 * random.unit() - 1;
    all.push_back(with_attributes(std::move(values), width));
  }
  return all;
}

std::span<const double> attributes_of(const Graph& graph, NodeId node) {
  return graph.node_attributes().subspan(node * graph.attribute_width(), graph.attribute_width());
}

double squared_distance(const Codebook& book, std::span<const double> attributes, std::uint32_t centre) {
  double sum = 0;
  for (std::size_t d = 0; d < book.width; ++d) {
    const double difference = (attributes[d] - book.mean[d]) * book.scale[d] - book.centres[centre * book.width + d];
    sum += difference * difference;
  }
  return sum;
}

// What k-means makes small: the sum over all nodes of the squared distance from the nearest centre.
double objective(const Codebook& book, const std::vector<Graph>& graphs) {
  double sum = 0;
  for (const Graph& graph : graphs) {
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      const auto attributes = attributes_of(graph, u);
      sum += squared_distance(book, attributes, book.nearest(attributes));
    }
  }
  return sum;
}

template <class Action>
void expect_error(ErrorKind kind, const std::string& part, Action action) {
  try {
    action();
    ADD_FAILURE() << "no error with " << part;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(Codebook, FindsClustersThatLieApart) {
  // Five clusters of different sizes on a line that is stretched in the second dimension; offsets are exact in binary.
  std::vector<double> values;
  const double places[] = {-8, -3, 0, 5, 9};
  for (int cluster = 0; cluster < 5; ++cluster) {
    for (int i = 0; i <= 2 * cluster + 2; ++i) {
      const double offset = (i - cluster - 1) / 64.0;
      values.insert(values.end(), {places[cluster] + offset, 1000 * places[cluster] - offset});
    }
  }
  const Graph graph = with_attributes(values, 2);
  const Codebook book = learn({graph}, 5);
  ASSERT_EQ(book.size(), 5u);
  NodeId node = 0;
  for (std::uint32_t cluster = 0; cluster < 5; ++cluster) {
    EXPECT_NEAR(book.centres[2 * cluster], (places[cluster] - book.mean[0]) * book.scale[0], 1e-12);
    EXPECT_NEAR(book.centres[2 * cluster + 1], (1000 * places[cluster] - book.mean[1]) * book.scale[1], 1e-12);
    for (std::uint32_t i = 0; i <= 2 * cluster + 2; ++i) EXPECT_EQ(book.nearest(attributes_of(graph, node++)), cluster);
  }
}

TEST(Codebook, StandardisesByMeanAndDeviation) {
  const Codebook book = learn({with_attributes({1, 10, 3, 10, 5, 10, 7, 10}, 2)}, 4);
  EXPECT_EQ(book.mean, (std::vector<double>{4, 10}));
  EXPECT_DOUBLE_EQ(book.scale[0], 1 / std::sqrt(5.0));
  EXPECT_EQ(book.scale[1], 0) << "a constant dimension does not count";
  ASSERT_EQ(book.size(), 4u);
  for (std::size_t c = 0; c < 4; ++c) EXPECT_EQ(book.centres[2 * c + 1], 0);
  EXPECT_EQ(book.nearest(std::vector<double>{6.5, -1e9}), 3u);
}

TEST(Codebook, AConstantThatIsNoBinaryFractionStaysConstant) {
  std::vector<double> values;
  for (int i = 0; i < 1000; ++i) values.insert(values.end(), {0.1, static_cast<double>(i)});
  const Codebook book = learn({with_attributes(values, 2)}, 3);
  EXPECT_EQ(book.mean[0], 0.1);
  EXPECT_EQ(book.scale[0], 0);
}

TEST(Codebook, HasFewerCentresWhereThereAreFewerVectors) {
  const Codebook book = learn({with_attributes({2, 2, -1, 2, -1, 0.0, -0.0}, 1)}, 10);
  ASSERT_EQ(book.size(), 3u);
  EXPECT_TRUE(std::is_sorted(book.centres.begin(), book.centres.end()));
  EXPECT_EQ(book.nearest(std::vector<double>{-1}), 0u);
  EXPECT_EQ(book.nearest(std::vector<double>{0}), 1u);
  EXPECT_EQ(book.nearest(std::vector<double>{2}), 2u);

  const Codebook constant = learn({with_attributes({7, 7, 7}, 1)}, 2);
  EXPECT_EQ(constant.centres, std::vector<double>{0});
  EXPECT_FALSE(std::signbit(constant.centres[0]));
  EXPECT_EQ(constant.nearest(std::vector<double>{-3}), 0u);
}

TEST(Codebook, DoesNotDependOnTheOrderOfGraphs) {
  std::vector<Graph> graphs = random_graphs(40, 25, 3, 1);
  graphs.push_back(graphs[7]);  // repeats count, wherever they stand
  graphs.emplace_back();        // without nodes: nothing
  const Codebook book = learn(graphs, 12);
  EXPECT_EQ(book.size(), 12u);
  std::reverse(graphs.begin(), graphs.end());
  EXPECT_EQ(learn(graphs, 12), book);
  std::vector<Graph> interleaved;
  for (std::size_t start = 0; start < 3; ++start) {
    for (std::size_t i = start; i < graphs.size(); i += 3) interleaved.push_back(graphs[i]);
  }
  EXPECT_EQ(learn(interleaved, 12), book);
}

TEST(Codebook, ASampleOfManyNodesDoesNotDependOnTheOrderEither) {
  std::vector<Graph> graphs = random_graphs(90, 5000, 1, 2);
  ASSERT_GT(90 * 5000u, 4 * CodebookLearner::kMostKept);
  const Codebook book = learn(graphs, 3);
  // Thirds of the uniform distribution.
  EXPECT_NEAR(book.mean[0], 0, 0.02);
  EXPECT_NEAR(1 / book.scale[0], std::sqrt(1.0 / 3), 0.01);
  for (int c = 0; c < 3; ++c)
    EXPECT_NEAR(book.centres[static_cast<std::size_t>(c)], (c - 1) * 2 / std::sqrt(3.0), 0.05);
  std::reverse(graphs.begin(), graphs.end());
  EXPECT_EQ(learn(graphs, 3), book);
}

TEST(Codebook, OfMergedPartsIsThatOfTheWhole) {
  // Few nodes; and more than are kept, of the whole and of every part.
  for (const std::size_t nodes : {25u, 5000u}) {
    const std::vector<Graph> graphs = random_graphs(90, nodes, 1, 2);
    const Codebook book = learn(graphs, 3);
    CodebookLearner merged(3);
    for (std::size_t part = 0; part < 3; ++part) {
      CodebookLearner learner(3);
      for (std::size_t i = part; i < (part == 0 ? 10u : 90u); i += 3) learner.add(graphs[i]);
      merged.merge(learner.sample());
    }
    CodebookLearner rest(3);
    for (std::size_t i = 12; i < 90; i += 3) rest.add(graphs[i]);
    const CodebookLearner::Sample before = merged.sample();
    rest.merge(before);
    EXPECT_EQ(rest.learn(), book);
    EXPECT_EQ(rest.sample().graphs, 90u);
    EXPECT_LE(rest.sample().keys.size(), CodebookLearner::kMostKept);
  }
}

TEST(Codebook, RefusesUnsoundSamples) {
  CodebookLearner learner(2);
  learner.add(with_attributes({1, 2, 3}, 1));
  for (const auto& sample : {CodebookLearner::Sample{2, 1, {5}, {1, 2}}, CodebookLearner::Sample{1, 1, {5}, {1, 2}},
                             CodebookLearner::Sample{0, 1, {5}, {}},
                             CodebookLearner::Sample{1, 1, {5}, {std::numeric_limits<double>::quiet_NaN()}}}) {
    EXPECT_THROW(learner.merge(sample), Error);
  }
}

TEST(Codebook, CanBeLearntAgainAfterMoreGraphs) {
  const auto graphs = random_graphs(4, 20, 2, 3);
  CodebookLearner learner(5);
  learner.add(graphs[0]);
  learner.add(graphs[1]);
  EXPECT_EQ(learner.learn(), learn({graphs[0], graphs[1]}, 5));
  learner.add(graphs[2]);
  learner.add(graphs[3]);
  EXPECT_EQ(learner.learn(), learn(graphs, 5));
}

TEST(Codebook, RefusesWhatHasNoDistance) {
  const double infinity = std::numeric_limits<double>::infinity();
  CodebookLearner learner(2);
  learner.add(with_attributes({1, 2, 3, 4}, 2, "good"));
  for (const double bad : {std::nan(""), infinity, -infinity, 1e200}) {
    expect_error(ErrorKind::malformed, "graph bad: attribute 2 of node 1", [&] {
      learner.add(with_attributes({0, 0, 0, bad}, 2, "bad"));
    });
  }
  expect_error(ErrorKind::malformed, "graph slim has 1 attributes per node; graphs before it 2", [&] {
    learner.add(with_attributes({1, 2}, 1, "slim"));
  });
  GraphBuilder bare(BuildOptions{});
  bare.set_num_nodes(2);
  bare.set_name("bare");
  const Graph without = std::move(bare).build();
  expect_error(ErrorKind::usage, "graph bare has no node attributes", [&] { learner.add(without); });
  expect_error(ErrorKind::malformed, "graph 1 ", [&] { learner.add(with_attributes({1, 2}, 1)); });
  EXPECT_EQ(learner.learn(), learn({with_attributes({1, 2, 3, 4}, 2)}, 2)) << "refused graphs leave no trace";
}

TEST(Codebook, RefusesToLearnFromNothing) {
  CodebookLearner learner(2);
  expect_error(ErrorKind::usage, "no graph has a node", [&] { (void)learner.learn(); });
  learner.add(Graph());
  expect_error(ErrorKind::usage, "no graph has a node", [&] { (void)learner.learn(); });
  for (const int clusters : {-1, 0, CodebookLearner::kMostClusters + 1}) {
    expect_error(ErrorKind::usage, "not " + std::to_string(clusters), [&] { CodebookLearner{clusters}; });
  }
}

TEST(Codebook, OfEquallyNearCentresTheFirstIsTaken) {
  const Codebook book{2, {0, 0}, {1, 1}, {-1, 0, 0, -1, 0, 1, 1, 0}};
  ASSERT_EQ(book.size(), 4u);
  EXPECT_EQ(book.nearest(std::vector<double>{0, 0}), 0u);
  EXPECT_EQ(book.nearest(std::vector<double>{1, -1}), 1u);
  EXPECT_EQ(book.nearest(std::vector<double>{1, 1}), 2u);
  EXPECT_EQ(book.nearest(std::vector<double>{3, 0}), 3u);
  EXPECT_EQ(Codebook{}.size(), 0u);
  EXPECT_EQ(Codebook{}.nearest({}), 0u);
}

RC_GTEST_PROP(Codebook, NearestIsTheFirstOfTheLeastDistances, (std::uint64_t seed)) {
  base::Sequence random(seed, {});
  const std::size_t width = 1 + random.below(5), nodes = 1 + random.below(60);
  const int clusters = static_cast<int>(1 + random.below(20));
  std::vector<double> values(nodes * width);
  for (double& value : values) value = static_cast<double>(random.below(5)) - 2;  // many equal ones, many ties
  const Graph graph = with_attributes(values, width);
  const Codebook book = learn({graph}, clusters);
  RC_ASSERT(book.size() >= 1u);
  RC_ASSERT(book.size() <= static_cast<std::uint32_t>(clusters));
  for (std::uint32_t c = 1; c < book.size(); ++c) {
    const double* row = book.centres.data() + c * width;
    RC_ASSERT(std::lexicographical_compare(row - width, row, row, row + width));
  }
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    std::uint32_t best = 0;
    for (std::uint32_t c = 1; c < book.size(); ++c) {
      if (squared_distance(book, attributes_of(graph, u), c) < squared_distance(book, attributes_of(graph, u), best)) {
        best = c;
      }
    }
    RC_ASSERT(book.nearest(attributes_of(graph, u)) == best);
  }
}

TEST(Codebook, ManyRowsHaveTheSameCentresAsOneByOne) {
  for (const std::uint32_t nodes : {1u, 15u, 16u, 33u}) {
    const std::vector<Graph> graphs = random_graphs(4, nodes, 5, 3);
    const Codebook book = learn(graphs, 7);
    for (const Graph& graph : graphs) {
      std::vector<std::uint32_t> one_by_one;
      for (NodeId u = 0; u < graph.num_nodes(); ++u) one_by_one.push_back(book.nearest(attributes_of(graph, u)));
      EXPECT_EQ(book.nearest_of_rows(graph.node_attributes()), one_by_one);
    }
  }
  // On ties, the first.
  const Codebook book = learn({with_attributes({-1, 1}, 1)}, 2);
  EXPECT_EQ(book.nearest_of_rows(std::vector<double>{0, -1, 1}), (std::vector<std::uint32_t>{0, 0, 1}));
  EXPECT_TRUE(Codebook{}.nearest_of_rows({}).empty());
}

// Every centre is the mean of the nodes that are nearest to it, once the iterations have come to rest.
TEST(Codebook, CentresAreTheMeansOfTheirNodes) {
  const std::vector<Graph> graphs = random_graphs(10, 30, 4, 5);
  const Codebook book = learn(graphs, 9);
  ASSERT_EQ(book.size(), 9u);
  std::vector<double> sums(book.centres.size()), counts(book.size());
  for (const Graph& graph : graphs) {
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      const auto attributes = attributes_of(graph, u);
      const std::uint32_t c = book.nearest(attributes);
      ++counts[c];
      for (std::size_t d = 0; d < 4; ++d) sums[c * 4 + d] += (attributes[d] - book.mean[d]) * book.scale[d];
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_NEAR(book.centres[i], sums[i] / counts[i / 4], 1e-12);
}

TEST(Codebook, IsBetterThanRandomCentres) {
  const std::vector<Graph> graphs = random_graphs(20, 50, 2, 6);
  const Codebook book = learn(graphs, 16);
  const double ours = objective(book, graphs);
  base::Sequence random(7, {});
  for (int attempt = 0; attempt < 20; ++attempt) {
    Codebook other = book;
    for (std::uint32_t c = 0; c < book.size(); ++c) {
      const auto attributes = attributes_of(graphs[random.below(20)], static_cast<NodeId>(random.below(50)));
      for (std::size_t d = 0; d < 2; ++d) other.centres[c * 2 + d] = (attributes[d] - book.mean[d]) * book.scale[d];
    }
    EXPECT_LT(ours, objective(other, graphs));
  }
}

TEST(Codebook, IsFrozen) {
  const Codebook book = learn(random_graphs(5, 40, 3, 8), 4);
  const std::vector<double> frozen = {-1.020558883761356,   -0.81497998049188536, 0.8085082359537924,
                                      -0.52012090219760132, 0.99614849453944732,  -0.3490819423988703,
                                      0.25933468755210842,  -0.80931197947231392, -0.90166511928561321,
                                      0.93501033758384133,  0.084482204898412169, 0.93242475060723939};
  ASSERT_EQ(book.centres.size(), 12u);
  for (std::size_t i = 0; i < 12; ++i) EXPECT_NEAR(book.centres[i], frozen[i], 1e-12) << i;
}

TEST(Codebook, OfEnzymesIsTheSameInAnyOrder) {
  AWE_NEED_DATA("ENZYMES.zip");
  auto graphs = read_all(*open_graphs(test::data_path("ENZYMES.zip")));
  const Codebook book = learn(graphs, 8);
  EXPECT_EQ(book.width, 18u);
  EXPECT_EQ(book.size(), 8u);
  // Eight centres explain a good part of the variance, which is 1 in each dimension.
  double nodes = 0;
  for (const Graph& graph : graphs) nodes += graph.num_nodes();
  EXPECT_LT(objective(book, graphs), 0.6 * 18 * nodes);
  std::reverse(graphs.begin(), graphs.end());
  EXPECT_EQ(learn(graphs, 8), book);
}

}  // namespace
}  // namespace awe::labels
