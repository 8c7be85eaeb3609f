// Maximal cliques against all sets of nodes; tokens against their definition, and their independence of the order of
// nodes; limits and what comes instead.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "awe/error.h"
#include "awe/featurizer.h"
#include "awe/graph_builder.h"
#include "baselines/oracle_graphs.h"
#include "cliques/clique_tokens.h"
#include "cliques/maximal_cliques.h"
#include "support/toy_graphs.h"

namespace awe::cliques {
namespace {

using Edges = std::vector<std::pair<NodeId, NodeId>>;

std::optional<Cliques> cliques_of(const Graph& graph, const CliqueLimits& limits = {}) {
  const SimpleGraph simple(graph);
  return maximal_cliques(simple, PeeledGraph(simple), limits);
}

std::set<std::vector<NodeId>> as_set(const Cliques& cliques) {
  std::set<std::vector<NodeId>> sets;
  for (std::size_t i = 0; i < cliques.size(); ++i) sets.insert({cliques[i].begin(), cliques[i].end()});
  EXPECT_EQ(sets.size(), cliques.size()) << "a clique was found twice";
  return sets;
}

bool adjacent(const Graph& graph, NodeId u, NodeId v) {
  const auto row = graph.neighbours(u);
  return std::find(row.begin(), row.end(), v) != row.end();
}

// Every set of nodes that is a clique and that no other node is adjacent to in full.
std::set<std::vector<NodeId>> cliques_by_sets(const Graph& graph) {
  std::set<std::vector<NodeId>> found;
  const NodeId n = graph.num_nodes();
  for (std::uint32_t code = 1; code < std::uint32_t{1} << n; ++code) {
    std::vector<NodeId> members;
    for (NodeId v = 0; v < n; ++v) {
      if (code >> v & 1u) members.push_back(v);
    }
    const auto joins = [&](NodeId u) {
      return std::all_of(members.begin(), members.end(), [&](NodeId v) { return u == v || adjacent(graph, u, v); });
    };
    if (!std::all_of(members.begin(), members.end(), joins)) continue;
    bool maximal = true;
    for (NodeId u = 0; u < n; ++u) maximal = maximal && ((code >> u & 1u) != 0 || !joins(u));
    if (maximal) found.insert(members);
  }
  return found;
}

Edges random_edges(NodeId nodes, double density, std::mt19937_64& random) {
  std::bernoulli_distribution there(density);
  Edges edges;
  for (NodeId v = 1; v < nodes; ++v) {
    for (NodeId u = 0; u < v; ++u) {
      if (there(random)) edges.emplace_back(u, v);
    }
  }
  return edges;
}

// A node that is adjacent to all others, who are members of random groups: like a cast of actors.
Edges random_ego(NodeId nodes, int groups, std::mt19937_64& random) {
  std::set<std::pair<NodeId, NodeId>> edges;
  for (NodeId v = 1; v < nodes; ++v) edges.emplace(0, v);
  for (int group = 0; group < groups; ++group) {
    std::vector<NodeId> members;
    for (NodeId v = 1; v < nodes; ++v) {
      if (random() % 3 == 0) members.push_back(v);
    }
    for (const NodeId u : members) {
      for (const NodeId v : members) {
        if (u < v) edges.emplace(u, v);
      }
    }
  }
  return {edges.begin(), edges.end()};
}

Edges relabelled(const Edges& edges, NodeId nodes, std::mt19937_64& random) {
  std::vector<NodeId> name(nodes);
  std::iota(name.begin(), name.end(), 0u);
  std::shuffle(name.begin(), name.end(), random);
  Edges renamed;
  for (const auto& [u, v] : edges) renamed.emplace_back(name[u], name[v]);
  std::shuffle(renamed.begin(), renamed.end(), random);
  return renamed;
}

// Counts by the text of tokens, section by section.
std::vector<std::map<std::string, double>> tokens_of(const Graph& graph, bool all, const CliqueLimits& limits = {}) {
  std::vector<std::map<std::string, double>> found;
  for (const baselines::MapSection& section : clique_tokens(all, limits)->of_graph(graph, {})) {
    auto& counts = found.emplace_back();
    double total = 0;
    for (std::size_t i = 0; i < section.keys.size(); ++i) {
      EXPECT_TRUE(counts.emplace(section.text(i), section.amounts[i]).second);
      EXPECT_TRUE(i == 0 || section.keys[i - 1] < section.keys[i]);
      total += section.amounts[i];
    }
    EXPECT_EQ(section.total, total);
  }
  return found;
}

using Counts = std::map<std::string, double>;

TEST(Cliques, AreThoseOfAllSetsOfNodesInEveryGraphOfFiveNodes) {
  for (NodeId nodes = 1; nodes <= 5; ++nodes) {
    for (const Graph& graph : test::all_graphs(nodes)) {
      ASSERT_EQ(as_set(*cliques_of(graph)), cliques_by_sets(graph));
    }
  }
}

TEST(Cliques, AreThoseOfAllSetsOfNodesInRandomGraphs) {
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 60; ++trial) {
    const NodeId nodes = 6 + static_cast<NodeId>(trial % 8);
    const double density = 0.1 + 0.015 * trial;
    const Graph graph = test::make_graph(nodes, random_edges(nodes, density, random));
    ASSERT_EQ(as_set(*cliques_of(graph)), cliques_by_sets(graph)) << trial;
  }
}

// More nodes than bits of a word, and cliques that are known: a complete graph without a perfect matching has 2^(n/2).
TEST(Cliques, AreFoundAmongManyNodes) {
  Edges edges;
  for (NodeId v = 1; v < 20; ++v) {
    for (NodeId u = 0; u < v; ++u) {
      if (u / 2 != v / 2) edges.emplace_back(u, v);
    }
  }
  EXPECT_EQ(as_set(*cliques_of(test::make_graph(20, edges))).size(), 1024u);
  EXPECT_EQ(cliques_of(test::complete_graph(150))->size(), 1u);
  EXPECT_EQ((*cliques_of(test::complete_graph(150)))[0].size(), 150u);
  EXPECT_EQ(cliques_of(test::star_graph(200))->size(), 200u);
  EXPECT_EQ(cliques_of(test::make_graph(0, {}))->size(), 0u);
}

TEST(Cliques, OfPeeledGraphsHaveCoreNumbers) {
  // A triangle with a tail: the tail is peeled first.
  const SimpleGraph graph(test::make_graph(5, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}}));
  const PeeledGraph peeled(graph);
  EXPECT_EQ(peeled.core, (std::vector<std::uint32_t>{2, 2, 2, 1, 1}));
  for (NodeId v = 0; v < 5; ++v) EXPECT_LE(peeled.later(v).size(), 2u);
  EXPECT_EQ(peeled.targets.size(), 5u);
}

TEST(Cliques, StopAtEveryLimit) {
  const Graph star = test::star_graph(10);  // 10 cliques of 2 nodes
  EXPECT_TRUE(cliques_of(star, {.cliques = 10, .members = 20}));
  EXPECT_FALSE(cliques_of(star, {.cliques = 9}));
  EXPECT_FALSE(cliques_of(star, {.members = 19}));
  EXPECT_FALSE(cliques_of(test::complete_graph(50), {.steps = 10}));
}

TEST(CliqueBins, AreFourPerDoubling) {
  for (std::uint32_t v = 0; v <= 8; ++v) EXPECT_EQ(clique_bin(v), v);
  for (std::uint64_t v = 9; v < 100'000; ++v) {
    if ((v & (v - 1)) == 0) continue;  // exact powers: below
    ASSERT_EQ(clique_bin(v), 8 + static_cast<std::uint32_t>(4 * std::log2(static_cast<double>(v) / 8))) << v;
  }
  for (int power = 3; power < 64; ++power) {
    EXPECT_EQ(clique_bin(std::uint64_t{1} << power), 8 + 4 * static_cast<std::uint32_t>(power - 3));
  }
}

// Two triangles that share node 0, which is adjacent to all; 1-2 and 3-4 are left without it.
TEST(CliqueTokens, OfTwoTrianglesAreAsDefined) {
  const Graph graph = test::make_graph(5, {{0, 1}, {0, 2}, {1, 2}, {0, 3}, {0, 4}, {3, 4}});
  const auto found = tokens_of(graph, true);
  ASSERT_EQ(found.size(), 5u);
  EXPECT_EQ(found[0], (Counts{{"node:2-3-3", 1}, {"node:1-3-3", 4}}));
  EXPECT_EQ(found[1], (Counts{{"component:2", 2}}));
  EXPECT_EQ(found[2], (Counts{{"clique:3-2", 2}}));
  EXPECT_EQ(found[3], (Counts{{"pair:3-3-1", 1}}));
  EXPECT_EQ(found[4], (Counts{{"edge:1-2-4", 4}, {"edge:1-2-2", 2}}));
  EXPECT_EQ(tokens_of(graph, false), std::vector{found[0]});
}

// Against cliques by sets, common neighbours by loops.
TEST(CliqueTokens, OfRandomGraphsAreAsDefined) {
  std::mt19937_64 random(11);
  for (int trial = 0; trial < 30; ++trial) {
    const NodeId n = 12;
    const Edges edges = trial % 2 == 0 ? random_edges(n, 0.5, random) : random_ego(n, 3, random);
    const Graph graph = test::make_graph(n, edges);
    const auto sets = cliques_by_sets(graph);
    Counts nodes, cliques, pairs, by_edge;
    const auto text = [](const char* kind, std::initializer_list<std::size_t> values) {
      std::string made = kind;
      for (const std::size_t value : values)
        made += (made.back() == ':' ? "" : "-") + std::to_string(clique_bin(value));
      return made;
    };
    const auto number = [&](NodeId v) {
      return std::count_if(sets.begin(), sets.end(),
                           [&](const auto& set) { return std::binary_search(set.begin(), set.end(), v); });
    };
    for (NodeId v = 0; v < n; ++v) {
      std::size_t largest = 0, smallest = n;
      for (const auto& set : sets) {
        if (!std::binary_search(set.begin(), set.end(), v)) continue;
        largest = std::max(largest, set.size());
        smallest = std::min(smallest, set.size());
      }
      ++nodes[text("node:", {static_cast<std::size_t>(number(v)), largest, smallest})];
    }
    for (auto a = sets.begin(); a != sets.end(); ++a) {
      const auto own = std::count_if(a->begin(), a->end(), [&](NodeId v) { return number(v) == 1; });
      ++cliques[text("clique:", {a->size(), static_cast<std::size_t>(own)})];
      for (auto b = std::next(a); b != sets.end(); ++b) {
        std::vector<NodeId> both;
        std::set_intersection(a->begin(), a->end(), b->begin(), b->end(), std::back_inserter(both));
        ++pairs[text("pair:", {std::min(a->size(), b->size()), std::max(a->size(), b->size()), both.size()})];
      }
    }
    for (const auto& [u, v] : edges) {
      std::size_t common = 0;
      for (NodeId w = 0; w < n; ++w) common += adjacent(graph, u, w) && adjacent(graph, v, w) ? 1 : 0;
      const std::size_t one = graph.degree(u), other = graph.degree(v);
      ++by_edge[text("edge:", {common, std::min(one, other), std::max(one, other)})];
    }
    const auto found = tokens_of(graph, true);
    EXPECT_EQ(found[0], nodes);
    EXPECT_EQ(found[2], cliques);
    EXPECT_EQ(found[3], pairs);
    EXPECT_EQ(found[4], by_edge);
  }
}

// 40 nodes in 6 to 30 groups have up to some hundred cliques: pairs are cut in some of the graphs.
TEST(CliqueTokens, DoNotDependOnTheOrderOfNodes) {
  std::mt19937_64 random(3);
  bool cut = false, whole = false;
  for (int trial = 0; trial < 24; ++trial) {
    const NodeId n = 40;
    const Edges edges = trial % 3 == 0 ? random_edges(n, 0.6, random) : random_ego(n, 2 + trial, random);
    const auto found = tokens_of(test::make_graph(n, edges), true);
    for (int again = 0; again < 3; ++again) {
      ASSERT_EQ(tokens_of(test::make_graph(n, relabelled(edges, n, random)), true), found) << trial;
    }
    double cliques = 0, pairs = 0;
    for (const auto& [text, count] : found[2]) cliques += count;
    for (const auto& [text, count] : found[3]) pairs += count;
    EXPECT_LE(pairs, kMostPairedCliques * (kMostPairedCliques - 1) / 2);
    (pairs < cliques * (cliques - 1) / 2 ? cut : whole) = true;
  }
  EXPECT_TRUE(cut && whole);
}

TEST(CliqueTokens, AreDegreesAndCoresBeyondTheLimits) {
  std::mt19937_64 random(5);
  const Edges edges = random_ego(30, 8, random);
  const CliqueLimits few{.cliques = 2};
  const auto found = tokens_of(test::make_graph(30, edges), true, few);
  EXPECT_EQ(tokens_of(test::make_graph(30, relabelled(edges, 30, random)), true, few), found);
  double nodes = 0;
  for (const auto& [text, count] : found[0]) {
    EXPECT_EQ(text.substr(0, 6), "dense:") << text;
    nodes += count;
  }
  EXPECT_EQ(nodes, 30);
  EXPECT_TRUE(found[2].empty() && found[3].empty());
  const auto within = tokens_of(test::make_graph(30, edges), true);
  EXPECT_EQ(found[1], within[1]);  // components and edges need no cliques
  EXPECT_EQ(found[4], within[4]);
  const auto star = tokens_of(test::star_graph(10), false, {.cliques = 9});
  EXPECT_EQ(star.front(), (Counts{{"dense:1-2", 10}, {"dense:9-2", 1}}));  // 10 neighbours are in the bin of 9
}

TEST(CliqueTokens, AreColumnsOfTheLanguageOfFeatures) {
  const Graph two = test::make_graph(5, {{0, 1}, {0, 2}, {1, 2}, {0, 3}, {0, 4}, {3, 4}});
  const std::vector<Graph> graphs = {two, test::complete_graph(3)};
  const FeatureMatrix shares = embed(graphs, {.features = "cliques"});
  ASSERT_EQ(shares.rows.size(), 2u);
  EXPECT_EQ(shares.rows[0].values.values.size(), 2u);
  EXPECT_EQ(std::accumulate(shares.rows[0].values.values.begin(), shares.rows[0].values.values.end(), 0.0), 1.0);
  const FeatureMatrix counts = embed(graphs, {.features = "cliques(all)[counts]"});
  const auto& values = counts.rows[0].values.values;
  EXPECT_EQ(std::accumulate(values.begin(), values.end(), 0.0), 5 + 2 + 2 + 1 + 6);
  EXPECT_EQ(to_string(parse_features("2 * cliques( all )[counts]")), "2*cliques(all)[counts]");
  EXPECT_THROW((void)parse_features("cliques(some)"), Error);
  EXPECT_THROW((void)parse_features("cliques:3"), Error);
}

}  // namespace
}  // namespace awe::cliques
