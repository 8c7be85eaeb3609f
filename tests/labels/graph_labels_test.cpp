#include "labels/graph_labels.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "awe/error.h"
#include "support/labelled_graphs.h"
#include "support/random_graphs.h"

namespace awe::labels {
namespace {

using Names = std::vector<std::string>;

Names node_names(const Graph& graph, const LabelRule& rule, const Codebook* codebook = nullptr) {
  const GraphLabels labels(graph, rule, codebook);
  const std::set<std::string> different(labels.node_names().begin(), labels.node_names().end());
  EXPECT_EQ(different.size(), labels.node_names().size()) << "two numbers of one name";
  return test::LabelTexts(graph, labels).nodes;
}

LabelRule degrees(DegreeLabels kind) {
  LabelRule rule;
  rule.degree = kind;
  return rule;
}
LabelRule nodes() {
  LabelRule rule;
  rule.node = true;
  return rule;
}
LabelRule colours(int rounds) {
  LabelRule rule;
  rule.colours = rounds;
  return rule;
}

std::string letter(std::uint64_t i) { return std::string(1, static_cast<char>('a' + i)); }

TEST(GraphLabels, AreThoseOfTheInput) {
  const Graph graph = test::with_labels(
      test::path_graph(3), [](NodeId u) { return letter(2 - u); }, [](NodeId u, NodeId) { return std::to_string(u); });
  EXPECT_EQ(node_names(graph, nodes()), (Names{"c", "b", "a"}));
  LabelRule rule;
  rule.edge = true;
  const GraphLabels labels(graph, rule);
  EXPECT_FALSE(labels.of_nodes());
  EXPECT_EQ(labels.node(2), 0u);
  EXPECT_EQ(test::LabelTexts(graph, labels).arcs, (Names{"0", "0", "1", "1"}));
}

TEST(GraphLabels, AreDegreesAndTheirBins) {
  const Graph star = test::star_graph(9);
  EXPECT_EQ(node_names(star, degrees(DegreeLabels::exact)).front(), "9");
  EXPECT_EQ(node_names(star, degrees(DegreeLabels::log2)).front(), "8") << "a bin has the name of its smallest degree";
  for (const std::uint32_t degree : {0u, 1u, 2u, 3u, 4u, 7u, 8u, 100u}) {
    std::uint32_t least = degree == 0 ? 0 : 1;
    while (2 * least <= degree && degree > 0) least *= 2;
    EXPECT_EQ(node_names(test::star_graph(degree), degrees(DegreeLabels::log2)).front(), std::to_string(least));
  }
  BuildOptions directed;
  directed.directed = true;
  EXPECT_EQ(node_names(test::make_graph(3, {{0, 1}, {0, 2}, {1, 2}}, directed), degrees(DegreeLabels::exact)),
            (Names{"2", "1", "0"}))
      << "out-degrees";
}

TEST(GraphLabels, WriteColoursOut) {
  const Graph path = test::with_labels(test::path_graph(3), [](NodeId u) { return u == 1 ? "O" : "C"; });
  EXPECT_EQ(node_names(path, colours(0)), (Names{"C", "O", "C"}));
  EXPECT_EQ(node_names(path, colours(1)), (Names{"C(O)", "O(C,C)", "C(O)"}));
  EXPECT_EQ(node_names(path, colours(2)), (Names{"C(O(C,C))", "O(C(O),C(O))", "C(O(C,C))"}));
  EXPECT_EQ(node_names(test::path_graph(3), colours(1)), (Names{"1(2)", "2(1,1)", "1(2)"})) << "from degrees";
  EXPECT_EQ(node_names(test::make_graph(1, {}), colours(2)), Names{"0()"});
  const std::string hub = node_names(test::star_graph(40), colours(1)).front();
  EXPECT_TRUE(hub.starts_with("40#")) << hub;
  EXPECT_EQ(hub.size(), 3 + 16u);
}

// Weisfeiler-Lehman over several graphs at once, by numbers.
std::vector<std::vector<int>> refined(const std::vector<Graph>& graphs, int rounds) {
  std::vector<std::vector<int>> colour;
  std::map<std::string, int> first;
  for (const Graph& graph : graphs) {
    auto& own = colour.emplace_back();
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      const std::string label =
          graph.node_labels().empty() ? std::to_string(graph.degree(u)) : graph.node_labels().name_of(u);
      own.push_back(first.emplace(label, static_cast<int>(first.size())).first->second);
    }
  }
  for (int round = 0; round < rounds; ++round) {
    std::map<std::pair<int, std::multiset<int>>, int> seen;
    auto next = colour;
    for (std::size_t g = 0; g < graphs.size(); ++g) {
      for (NodeId u = 0; u < graphs[g].num_nodes(); ++u) {
        std::multiset<int> around;
        for (const NodeId v : graphs[g].neighbours(u)) around.insert(colour[g][v]);
        next[g][u] = seen.emplace(std::pair(colour[g][u], around), static_cast<int>(seen.size())).first->second;
      }
    }
    colour = next;
  }
  return colour;
}

void expect_same_partition(const std::vector<Graph>& graphs, int rounds) {
  const auto expected = refined(graphs, rounds);
  std::map<std::string, int> colour_of;
  std::map<int, std::string> name_of;
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    const Names names = node_names(graphs[g], colours(rounds));
    for (NodeId u = 0; u < graphs[g].num_nodes(); ++u) {
      EXPECT_EQ(colour_of.emplace(names[u], expected[g][u]).first->second, expected[g][u]) << names[u];
      EXPECT_EQ(name_of.emplace(expected[g][u], names[u]).first->second, names[u]);
    }
  }
}

RC_GTEST_PROP(GraphLabels, AreTheSameWithSharedColours, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const Graph plain = test::random_graph(9, 0.3, seed);
  const Graph graph = test::with_labels(
      plain, [&](NodeId u) { return letter((seed >> u) % 3); }, [](NodeId, NodeId) { return "e"; });
  ColourRounds shared(graph);
  for (const int rounds : {2, 0, 4, 1}) {  // in any order
    const GraphLabels own(graph, colours(rounds)), other(graph, colours(rounds), nullptr, nullptr, false, &shared);
    RC_ASSERT(own.node_names() == other.node_names());
    RC_ASSERT(std::is_sorted(own.node_names().begin(), own.node_names().end()));
    RC_ASSERT(std::equal(own.node_labels().begin(), own.node_labels().end(), other.node_labels().begin()));
  }
}

RC_GTEST_PROP(GraphLabels, ColourAsWeisfeilerLehmanDoesAcrossGraphs, ()) {
  std::vector<Graph> graphs;
  const bool labelled = *rc::gen::arbitrary<bool>();
  for (int i = 0; i < 4; ++i) {
    Graph graph = build(*test::random_shape(8));
    graphs.push_back(labelled ? test::with_labels(graph, [](NodeId u) { return letter(u % 2); }) : std::move(graph));
  }
  for (int rounds = 0; rounds <= 3; ++rounds) expect_same_partition(graphs, rounds);
}

TEST(GraphLabels, ColourLargeGraphsAsWeisfeilerLehmanDoes) {
  std::vector<Graph> graphs;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) graphs.push_back(test::random_graph(40, 0.1, seed));
  graphs.push_back(test::star_graph(30));
  graphs.push_back(test::cycle_graph(30));
  graphs.push_back(test::cycle_graph(12));
  for (int rounds = 0; rounds <= 4; ++rounds) expect_same_partition(graphs, rounds);
}

Graph with_attributes(NodeId count, std::vector<double> values, std::size_t width, const std::string& name) {
  GraphBuilder builder({});
  builder.set_num_nodes(count);
  builder.set_node_attributes(std::move(values), width);
  builder.set_name(name);
  return std::move(builder).build();
}

TEST(GraphLabels, AreTheNearestOfTheCentres) {
  const Codebook codebook{1, {0}, {1}, {-1, 2, 10}};
  LabelRule rule;
  rule.clusters = 3;
  const Graph graph = with_attributes(4, {9, -5, 2, 1}, 1, "x");
  EXPECT_EQ(node_names(graph, rule, &codebook), (Names{"2", "0", "1", "1"}));
  rule.degree = DegreeLabels::exact;
  EXPECT_EQ(node_names(graph, rule, &codebook), (Names{"0|2", "0|0", "0|1", "0|1"}));
}

TEST(GraphLabels, JoinSeveralInTheOrderOfTheRule) {
  const Graph graph = test::with_labels(test::path_graph(3), [](NodeId u) { return u == 1 ? "O" : "C"; });
  LabelRule rule;
  rule.colours = 1;
  rule.degree = DegreeLabels::log2;
  rule.node = true;
  EXPECT_EQ(node_names(graph, rule), (Names{"C|1|C(O)", "O|2|O(C,C)", "C|1|C(O)"}));
}

TEST(GraphLabels, EscapeWhatWouldBeAmbiguous) {
  const Names texts = {"C-1", "a b", "[x]", "p:q", "5%", "a|b", "\"", "x,y", "(n)", "#", "\t\x7f", "caf\xc3\xa9", ""};
  const Names escaped = {"C%2D1", "a%20b",   "%5Bx%5D", "p%3Aq",  "5%25",        "a%7Cb", "%22",
                         "x%2Cy", "%28n%29", "%23",     "%09%7F", "caf\xc3\xa9", ""};
  const Graph graph =
      test::with_labels(test::make_graph(static_cast<NodeId>(texts.size()), {}), [&](NodeId u) { return texts[u]; });
  EXPECT_EQ(node_names(graph, nodes()), escaped);
  const Graph edge = test::with_labels(test::path_graph(2), {}, [](NodeId, NodeId) { return "a-b"; });
  LabelRule rule;
  rule.edge = true;
  EXPECT_EQ(GraphLabels(edge, rule).edge_names(), Names{"a%2Db"});
}

// A triangle of three elements with a tail, and a ring of nine nodes apart, which is too large to count.
Graph rings_of_three_and_nine() {
  std::vector<std::pair<NodeId, NodeId>> edges = {{0, 1}, {1, 2}, {2, 0}, {2, 3}};
  for (NodeId u = 4; u < 13; ++u) edges.emplace_back(u, u == 12 ? 4 : u + 1);
  return test::with_labels(
      test::make_graph(13, edges), [](NodeId u) { return u == 0 ? "N" : "C"; },
      [](NodeId u, NodeId v) { return u + v == 1 ? "double" : "single"; });
}

TEST(GraphLabels, AreTheSizesOfRings) {
  const Graph graph = rings_of_three_and_nine();
  LabelRule rule;
  rule.node = rule.ring = true;
  Names expected = {"N|r3", "C|r3", "C|r3"};
  expected.resize(13, "C|r0");
  EXPECT_EQ(node_names(graph, rule), expected);
  rule = {};
  rule.edge_ring = true;
  const Names alone = test::LabelTexts(graph, GraphLabels(graph, rule)).arcs;
  EXPECT_EQ(Names(alone.begin(), alone.begin() + 8), (Names{"r3", "r3", "r3", "r3", "r3", "r3", "r0", "r0"}));
  rule.edge = true;
  const Names both = test::LabelTexts(graph, GraphLabels(graph, rule)).arcs;
  EXPECT_EQ(Names(both.begin(), both.begin() + 3), (Names{"double|r3", "single|r3", "double|r3"}));
  EXPECT_EQ(std::count(both.begin(), both.end(), "single|r0"), 2 + 18);
}

TEST(GraphLabels, OfRingsNeedNoLabelsOfEdges) {
  LabelRule rule;
  rule.edge = rule.edge_ring = true;
  EXPECT_EQ(GraphLabels(test::cycle_graph(5), rule).edge_names(), Names{"*|r5"});
  EXPECT_TRUE(GraphLabels(Graph{}, rule).edge_names().empty());
  rule.ring = true;
  EXPECT_TRUE(GraphLabels(Graph{}, rule).node_names().empty());
}

void expect_refused(const Graph& graph, const LabelRule& rule, const std::string& message, const Codebook* codebook) {
  try {
    const GraphLabels labels(graph, rule, codebook);
    ADD_FAILURE() << "not refused: " << message;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
  }
}

TEST(GraphLabels, NameTheGraphThatLacksThem) {
  const Graph bare = test::path_graph(2).with_name("g7");
  expect_refused(bare, nodes(), "graph g7 has no node labels", nullptr);
  LabelRule clusters;
  clusters.clusters = 2;
  const Codebook codebook{2, {0, 0}, {1, 1}, {0, 0, 1, 1}};
  expect_refused(bare, clusters, "graph g7 has no node attributes", &codebook);
  expect_refused(with_attributes(1, {1, 2, 3}, 3, "wide"), clusters, "graph wide has 3 attributes per node", &codebook);
}

TEST(GraphLabels, CallEdgesWithoutLabelsByAStar) {
  LabelRule edge;
  edge.edge = true;
  const GraphLabels labels(test::path_graph(3), edge);
  EXPECT_EQ(labels.edge_names(), std::vector<std::string>{"*"});
  for (std::uint64_t place = 0; place < 4; ++place) EXPECT_EQ(labels.arc(place), 0u);
}

TEST(GraphLabels, NeedNothingOfEmptyAndEdgelessGraphs) {
  LabelRule all;
  all.node = all.edge = true;
  all.degree = DegreeLabels::exact;
  all.colours = 2;
  all.clusters = 2;
  const Codebook codebook{2, {0, 0}, {1, 1}, {0, 0, 1, 1}};
  const GraphLabels none(Graph{}, all, &codebook);
  EXPECT_TRUE(none.node_names().empty());
  EXPECT_TRUE(none.edge_names().empty());
  LabelRule edge;
  edge.edge = true;
  EXPECT_TRUE(GraphLabels(test::make_graph(3, {}), edge).edge_names().empty());
}

}  // namespace
}  // namespace awe::labels
