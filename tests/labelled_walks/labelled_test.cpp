// Labelled walks: exact ones compared with full enumeration, sampled ones with exact ones.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "labelled_walks/labelled_search.h"
#include "labelled_walks/labelled_walks.h"
#include "sampled_walks/sampled_walks.h"
#include "support/labelled_graphs.h"
#include "support/random_graphs.h"
#include "support/statistics.h"

namespace awe::labelled_walks {
namespace {

using test::by_name;
using test::LabelledWalksOracle;
using test::same_walks;

constexpr WalkKind kKinds[] = {WalkKind::uniform, WalkKind::non_backtracking};

LabelRule rule_of(bool node, bool edge) {
  LabelRule rule;
  rule.node = node;
  rule.edge = edge;
  return rule;
}

std::vector<LabelRule> all_rules() {
  return {rule_of(false, false), rule_of(true, false), rule_of(false, true), rule_of(true, true)};
}

LabelledWalksOracle oracle(const Graph& graph, const labels::GraphLabels& labels, std::span<const NodeId> starts,
                           int length, WalkKind kind, std::optional<std::pair<NodeId, std::uint64_t>> first_arc = {}) {
  const test::LabelTexts texts(graph, labels);
  return test::brute_force_labelled(graph, starts, length, kind == WalkKind::non_backtracking, texts.of_nodes(),
                                    texts.of_arcs(), first_arc);
}

// Of every rule and kind, exact walks of every length up to this one.
void check_all(const Graph& graph, int longest, const std::string& what) {
  for (const LabelRule& rule : all_rules()) {
    const labels::GraphLabels labels(graph, rule);
    for (const WalkKind kind : kKinds) {
      const LabelledWalksOracle expected = oracle(graph, labels, test::all_nodes(graph), longest, kind);
      for (int length = 0; length <= longest; ++length) {
        const LabelledDistribution found = LabelledWalks(graph, labels, length, kind).of_graph();
        ASSERT_TRUE(same_walks(by_name(found, labels), expected))
            << what << ", labels " << to_string(rule) << ", length " << length << ", kind " << static_cast<int>(kind);
        EXPECT_EQ(found.walks, 0u);
        EXPECT_EQ(found.certified_error, 0);
      }
    }
  }
}

std::string letter(std::uint64_t i) { return std::string(1, static_cast<char>('a' + i)); }

TEST(LabelledWalks, AgreeWithTheOracleOnAllSmallConnectedGraphs) {
  for (NodeId nodes = 1; nodes <= 5; ++nodes) {
    std::size_t i = 0;
    for (const Graph& graph : test::connected_graphs(nodes)) {
      // All equal, two kinds, all different.
      const NodeId kinds = i % 3 == 0 ? 1 : i % 3 == 1 ? 2 : nodes;
      check_all(test::with_labels(
                    graph, [&](NodeId u) { return letter(u % kinds); },
                    [&](NodeId u, NodeId v) { return letter((u + v) % kinds); }),
                4, std::to_string(nodes) + " nodes, graph " + std::to_string(i));
      ++i;
      if (HasFatalFailure()) return;
    }
  }
}

// Walks from every node, and from the first arc of every node.
EndedWalks searched(const LabelledGraph& prepared, int length, WalkKind kind, bool restart, ChildSearch children) {
  LabelledSearch search(prepared, length, kind, restart, 1, children);
  const Graph& graph = *prepared.graph;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) search.from_node(u, 1.0 / (u + 3));
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    if (graph.degree(u) > 0) search.from_arc(u, graph.offsets()[u], 0.3);
  }
  (void)search.take();  // and once more, from a search that has been used
  for (NodeId u = 0; u < graph.num_nodes(); ++u) search.from_node(u, 1.0 / (u + 3));
  return search.take();
}

RC_GTEST_PROP(LabelledSearch, FindsTheSameByRowsAndByHash, ()) {
  const Graph bare = build(*test::random_shape(7));
  const auto kinds = *rc::gen::inRange<NodeId>(1, 4);
  const Graph graph = test::with_labels(
      bare, [&](NodeId u) { return letter(u * u % kinds); },
      [&](NodeId u, NodeId v) { return letter((u + v) % kinds); });
  const labels::GraphLabels labels(graph, *rc::gen::elementOf(all_rules()), nullptr, nullptr, true);
  const LabelledGraph prepared(graph, labels, awe::graph::find_twins(graph), true);
  const int length = *rc::gen::inRange(0, 5);
  const WalkKind kind = *rc::gen::elementOf(std::vector<WalkKind>{kKinds[0], kKinds[1]});
  const bool restart = *rc::gen::arbitrary<bool>() && graph.directed();
  const EndedWalks rows = searched(prepared, length, kind, restart, ChildSearch::rows);
  const EndedWalks hash = searched(prepared, length, kind, restart, ChildSearch::hash);
  RC_ASSERT(rows.mass == hash.mass);
  RC_ASSERT(rows.walks.size() == hash.walks.size());
  for (walks::WalkList::Place place = 1; place < rows.walks.size(); ++place) {
    RC_ASSERT(rows.walks.parent(place) == hash.walks.parent(place));
    RC_ASSERT(rows.walks.step(place) == hash.walks.step(place));
  }
}

RC_GTEST_PROP(LabelledWalks, AgreeWithTheOracleOnRandomGraphs, ()) {
  const Graph bare = build(*test::random_shape(6));
  const auto kinds = *rc::gen::inRange<NodeId>(1, 4);
  const auto mix = *rc::gen::inRange<NodeId>(0, 100);
  const Graph graph = test::with_labels(
      bare, [&](NodeId u) { return letter((u * u + mix) % kinds); },
      [&](NodeId u, NodeId v) { return letter((u * mix + v) % kinds); });
  const LabelRule rule = *rc::gen::elementOf(all_rules());
  const WalkKind kind = *rc::gen::element(WalkKind::uniform, WalkKind::non_backtracking);
  const int length = *rc::gen::inRange(0, 5);
  const labels::GraphLabels labels(graph, rule);
  const LabelledWalks walks(graph, labels, length, kind);
  const auto all = test::all_nodes(graph);
  RC_ASSERT(same_walks(by_name(walks.of_graph(), labels), oracle(graph, labels, all, length, kind)));

  LabelledWalks::Scratch scratch(walks);
  std::vector<NodeId> some;
  for (const NodeId u : all) {
    if (u == 0 || *rc::gen::arbitrary<bool>()) some.push_back(u);
  }
  RC_ASSERT(same_walks(by_name(walks.of_nodes(some, scratch), labels), oracle(graph, labels, some, length, kind)));
  for (const NodeId u : some) {
    for (std::uint64_t place = graph.offsets()[u]; place < graph.offsets()[u + 1]; ++place) {
      const std::pair<NodeId, std::uint64_t> arc(u, place);
      RC_ASSERT(
          same_walks(by_name(walks.of_arcs({&arc, 1}, scratch), labels), oracle(graph, labels, {}, length, kind, arc)));
    }
  }
}

TEST(LabelledWalks, TakeTheMeanOverSeveralArcs) {
  const Graph graph = test::with_labels(test::star_graph(3), [](NodeId u) { return letter(u); });
  const labels::GraphLabels labels(graph, rule_of(true, false));
  const LabelledWalks walks(graph, labels, 2);
  LabelledWalks::Scratch scratch(walks);
  const std::pair<NodeId, std::uint64_t> arcs[] = {{0, 0}, {1, graph.offsets()[1]}};
  const auto found = by_name(walks.of_arcs(arcs, scratch), labels);
  EXPECT_EQ(found.lengths[1], (std::map<std::string, double>{{"1:a-2:b", 0.5}, {"1:b-2:a", 0.5}}));
  EXPECT_NEAR(found.lengths[2].at("1:b-2:a-3:c"), 1.0 / 6, 1e-15);
}

// Many twins, so that groups of twins and of labels are followed in the place of neighbours.
std::vector<std::pair<std::string, Graph>> graphs_with_hubs(bool weighted, bool directed, bool loops) {
  BuildOptions policy;
  policy.weighted = weighted;
  policy.directed = directed;
  policy.self_loops = loops ? SelfLoops::keep : SelfLoops::drop;
  const auto weight = [](NodeId u, NodeId v) { return (u + v) % 2 == 0 ? 0.3 : 2.0; };
  std::vector<test::WeightedEdge> star, complete, bipartite;
  const auto add = [&](std::vector<test::WeightedEdge>& edges, NodeId u, NodeId v) {
    edges.push_back({u, v, weight(u, v)});
    if (directed && (u + v) % 3 != 0) edges.push_back({v, u, weight(u, v)});
  };
  for (NodeId v = 1; v <= 14; ++v) add(star, 0, v);
  add(star, 1, 2);
  for (NodeId u = 0; u < 14; ++u) {
    for (NodeId v = u + 1; v < 14; ++v) add(complete, u, v);
  }
  for (NodeId u = 0; u < 2; ++u) {
    for (NodeId v = 2; v < 15; ++v) add(bipartite, u, v);
  }
  if (loops) {
    for (auto* edges : {&star, &complete, &bipartite}) {
      for (const NodeId u : {0u, 3u, 5u, 7u}) edges->push_back({u, u, 1.0});
    }
  }
  const std::string tail =
      std::string(weighted ? " weighted" : "") + (directed ? " directed" : "") + (loops ? " loops" : "");
  std::vector<std::pair<std::string, Graph>> graphs;
  const auto make = [&](NodeId n, const std::vector<test::WeightedEdge>& edges) {
    return build(test::GraphShape{n, edges, policy});
  };
  graphs.emplace_back("star" + tail, make(15, star));
  graphs.emplace_back("complete" + tail, make(14, complete));
  graphs.emplace_back("bipartite" + tail, make(15, bipartite));
  return graphs;
}

TEST(LabelledWalks, AgreeWithTheOracleOnHubsAndTwins) {
  for (const bool weighted : {false, true}) {
    for (const bool directed : {false, true}) {
      for (const bool loops : {false, true}) {
        for (const auto& [name, graph] : graphs_with_hubs(weighted, directed, loops)) {
          for (const NodeId kinds : {1u, 2u}) {
            const Graph labelled = test::with_labels(
                graph, [&](NodeId u) { return letter(u % kinds); },
                [&](NodeId u, NodeId v) { return letter(std::max(u, v) % kinds); });
            check_all(labelled, name.starts_with("complete") ? 3 : 4, name);
            if (HasFatalFailure()) return;
          }
        }
      }
    }
  }
}

TEST(LabelledWalks, KeepTheSmallWeightsBesideALargeOne) {
  BuildOptions policy;
  policy.weighted = true;
  std::vector<test::WeightedEdge> edges = {{0, 1, 1e20}};
  for (NodeId v = 2; v <= 20; ++v) edges.push_back({0, v, 0.1 * v});
  const Graph graph =
      test::with_labels(build(test::GraphShape{21, edges, policy}), [](NodeId) { return std::string("x"); });
  const labels::GraphLabels labels(graph, rule_of(true, false));
  const std::vector<NodeId> heavy = {1};
  const LabelledWalks walks(graph, labels, 2);
  LabelledWalks::Scratch scratch(walks);
  const auto found = by_name(walks.of_nodes(heavy, scratch), labels);
  const auto expected = oracle(graph, labels, heavy, 2, WalkKind::uniform);
  for (const auto& [name, mass] : expected.lengths[2]) {
    EXPECT_GT(found.lengths[2].at(name), 0) << name;
    EXPECT_NEAR(found.lengths[2].at(name) / mass, 1, 1e-12) << name;
  }
}

TEST(LabelledWalks, OfEmptyAndEdgelessGraphs) {
  const Graph empty;
  const labels::GraphLabels none(empty, rule_of(true, true));
  const LabelledDistribution nothing = LabelledWalks(empty, none, 3).of_graph();
  EXPECT_EQ(nothing.tree.size(), 1u);
  EXPECT_EQ(nothing.stopped, std::vector<double>(4, 0.0));
  const Graph lone = test::with_labels(test::make_graph(2, {}), [](NodeId u) { return letter(u); });
  const labels::GraphLabels labels(lone, rule_of(true, true));
  const auto found = by_name(LabelledWalks(lone, labels, 2).of_graph(), labels);
  EXPECT_EQ(found.lengths[0], (std::map<std::string, double>{{"1:a", 0.5}, {"1:b", 0.5}}));
  EXPECT_TRUE(found.lengths[1].empty());
  EXPECT_EQ(found.stopped, (std::vector<double>{0, 1, 1}));
}

TEST(LabelledWalks, AreTheSameBitsForAnyNumberOfThreads) {
  const Graph graph = test::with_labels(test::random_graph(50, 0.7, 7), [](NodeId u) { return letter(u % 3); });
  const labels::GraphLabels labels(graph, rule_of(true, false));
  for (const WalkKind kind : kKinds) {
    const LabelledWalks walks(graph, labels, 4, kind);
    ASSERT_GT(walks.predicted_steps(), 6e6) << "not cut into parts";
    const LabelledDistribution one = walks.of_graph(1);
    for (const int threads : {2, 8}) {
      const LabelledDistribution many = walks.of_graph(threads);
      EXPECT_EQ(many.mass, one.mass);
      EXPECT_EQ(many.stopped, one.stopped);
      EXPECT_EQ(by_name(many, labels).lengths, by_name(one, labels).lengths);
    }
    // And the parts are all there: the mean over nodes, one by one.
    LabelledWalks::Scratch scratch(walks);
    LabelledWalksOracle mean;
    mean.lengths.resize(5);
    mean.stopped.resize(5);
    for (const NodeId u : test::all_nodes(graph)) {
      const auto node = by_name(walks.of_nodes({&u, 1}, scratch), labels);
      for (std::size_t l = 0; l < 5; ++l) {
        for (const auto& [name, mass] : node.lengths[l]) mean.lengths[l][name] += mass / graph.num_nodes();
      }
    }
    EXPECT_TRUE(same_walks(by_name(one, labels), mean));
  }
}

// Graphs whose steps are of every kind: weights, directions, loops, dead ends.
std::vector<std::pair<std::string, Graph>> graphs_to_sample() {
  std::vector<std::pair<std::string, Graph>> graphs;
  const auto add = [&](const std::string& name, NodeId n, const std::vector<test::WeightedEdge>& edges, bool weighted,
                       bool directed, bool loops) {
    BuildOptions policy;
    policy.weighted = weighted;
    policy.directed = directed;
    policy.self_loops = loops ? SelfLoops::keep : SelfLoops::drop;
    const Graph graph = build(test::GraphShape{n, edges, policy});
    graphs.emplace_back(name, test::with_labels(
                                  graph, [](NodeId u) { return letter(u % 2); },
                                  [](NodeId u, NodeId v) { return letter((u + v) % 3); }));
  };
  const std::vector<test::WeightedEdge> house = {{0, 1, 1}, {1, 2, 2},   {2, 3, 0.5}, {3, 0, 4}, {0, 4, 1},
                                                 {1, 4, 3}, {2, 5, 0.1}, {0, 0, 2},   {2, 2, 1}};
  std::vector<test::WeightedEdge> both = house;
  for (const auto& [from, to, weight] : house) {
    if ((from + to) % 3 == 1) both.push_back({to, from, 2 * weight});
  }
  add("plain", 6, house, false, false, false);
  add("loops", 6, house, false, false, true);
  add("weighted", 6, house, true, false, false);
  add("weighted, loops", 6, house, true, false, true);
  add("directed", 6, both, false, true, false);
  add("directed, loops", 6, both, false, true, true);
  add("directed, weighted", 6, both, true, true, false);
  add("directed, weighted, loops", 6, both, true, true, true);
  // The way back weighs nearly everything: onward steps are found by trial no more.
  add("heavy way back", 4, {{0, 1, 1e12}, {1, 2, 1}, {1, 3, 2}}, true, false, false);
  return graphs;
}

// How likely honest walks are so far from what is expected at the longest length; stopped prefixes are cells, too.
double fit(const LabelledWalksOracle& found, const LabelledWalksOracle& expected, double walks) {
  std::vector<double> observed, wanted;
  const auto& last = expected.lengths.back();
  for (const auto& [name, mass] : found.lengths.back()) {
    if (!last.contains(name)) return 0;
  }
  for (const auto& [name, mass] : last) {
    const auto at = found.lengths.back().find(name);
    observed.push_back(at == found.lengths.back().end() ? 0 : at->second * walks);
    wanted.push_back(mass * walks);
  }
  observed.push_back(found.stopped.back() * walks);
  wanted.push_back(expected.stopped.back() * walks);
  return test::goodness_of_fit(observed, wanted);
}

TEST(SampledLabelledWalks, FitTheExactDistribution) {
  constexpr std::uint64_t kWalks = 100'000;
  const auto rule = sampled_walks::StoppingRule::fixed(kWalks, 0.05, std::nullopt);
  for (const auto& [name, graph] : graphs_to_sample()) {
    for (const LabelRule& labels_rule : {rule_of(true, false), rule_of(true, true)}) {
      const labels::GraphLabels labels(graph, labels_rule);
      for (const WalkKind kind : kKinds) {
        const LabelledWalks walks(graph, labels, 4, kind);
        const walks::WalkOrigin whole = walks::WalkOrigin::whole_graph(graph);
        const LabelledDistribution drawn = walks.draw({&whole, 1}, 1, rule);
        EXPECT_EQ(drawn.walks, kWalks);
        EXPECT_GT(fit(by_name(drawn, labels), by_name(walks.of_graph(), labels), kWalks), test::kSuspicious)
            << name << ", kind " << static_cast<int>(kind);
        // From an arc, and from a node.
        LabelledWalks::Scratch scratch(walks);
        const std::pair<NodeId, std::uint64_t> arc(1, graph.offsets()[1]);
        const walks::WalkOrigin first = walks::WalkOrigin::arc(graph, arc.first, arc.second),
                                node = walks::WalkOrigin::node(1);
        EXPECT_GT(fit(by_name(walks.draw({&first, 1}, 1, rule), labels),
                      by_name(walks.of_arcs({&arc, 1}, scratch), labels), kWalks),
                  test::kSuspicious)
            << name << ", kind " << static_cast<int>(kind);
        EXPECT_GT(fit(by_name(walks.draw({&node, 1}, 1, rule), labels),
                      by_name(walks.of_nodes({&arc.first, 1}, scratch), labels), kWalks),
                  test::kSuspicious)
            << name << ", kind " << static_cast<int>(kind);
      }
    }
  }
}

TEST(SampledLabelledWalks, FitTheExactDistributionByRank) {
  constexpr std::uint64_t kWalks = 100'000;
  for (const auto& [name, graph] : graphs_to_sample()) {
    const labels::GraphLabels none(graph, LabelRule{});
    const WalkIndex index(4, graph.has_self_loops());
    const sampled_walks::SampledWalks sampled(graph, index, 3, {WalkKind::non_backtracking});
    const LabelledWalks walks(graph, none, 4, WalkKind::non_backtracking);
    const auto check = [&](const walks::WalkOrigin& origin, const LabelledDistribution& exact) {
      sampled_walks::SampledWalks::Scratch scratch(sampled);
      const WalkDistribution drawn = sampled.of_origin(origin, kWalks, scratch);
      LabelledWalksOracle found;
      found.lengths.resize(1);
      found.stopped = {drawn.stopped};
      for (std::size_t i = 0; i < drawn.probabilities.size(); ++i) {
        found.lengths[0][to_string(index.unrank(drawn.probabilities.indices[i]))] = drawn.probabilities.values[i];
      }
      EXPECT_GT(fit(found, by_name(exact, none), kWalks), test::kSuspicious) << name;
    };
    LabelledWalks::Scratch scratch(walks);
    const std::pair<NodeId, std::uint64_t> arc(1, graph.offsets()[1]);
    check(walks::WalkOrigin::whole_graph(graph), walks.of_graph());
    check(walks::WalkOrigin::arc(graph, arc.first, arc.second), walks.of_arcs({&arc, 1}, scratch));
  }
}

TEST(SampledLabelledWalks, AreTheSameForAnyNumberOfThreads) {
  const Graph graph = graphs_to_sample()[3].second;
  const labels::GraphLabels labels(graph, rule_of(true, true));
  const auto rule =
      sampled_walks::StoppingRule::fixed(1'100'001, 0.05, std::nullopt);  // blocks enough for four threads
  for (const WalkKind kind : kKinds) {
    const LabelledWalks walks(graph, labels, 2, kind);
    const walks::WalkOrigin whole = walks::WalkOrigin::whole_graph(graph);
    const LabelledDistribution one = walks.draw({&whole, 1}, 1, rule, 1);
    for (const int threads : {2, 8}) {
      const LabelledDistribution many = walks.draw({&whole, 1}, 1, rule, threads);
      EXPECT_EQ(by_name(many, labels).lengths, by_name(one, labels).lengths);
      EXPECT_EQ(many.stopped, one.stopped);
      EXPECT_EQ(many.certified_error, one.certified_error);
      EXPECT_EQ(many.walks, one.walks);
    }
  }
}

TEST(SampledLabelledWalks, AreTheSameCountedAsNumbersOrStepByStep) {
  using Form = walks::AdjacencyForm;
  const sampled_walks::StoppingRule rule(0.2, 0.1, std::nullopt);  // several looks
  for (const auto& [name, graph] : graphs_to_sample()) {
    const labels::GraphLabels labels(graph, rule_of(true, false));
    for (const auto& [length, kind] : {std::pair(1, kKinds[0]), {4, kKinds[0]}, {7, kKinds[0]}, {7, kKinds[1]}}) {
      const LabelledWalks walks(graph, labels, length, kind);
      const walks::WalkOrigin whole = walks::WalkOrigin::whole_graph(graph), node = walks::WalkOrigin::node(1);
      for (const walks::WalkOrigin& origin : {whole, node}) {
        const auto by_steps =
            LabelledSampler(walks, 5, Form::plain, LabelledSampler::Counting::steps).draw({&origin, 1}, rule);
        for (const Form form : {Form::plain, Form::narrow, Form::wide}) {
          const auto by_number = LabelledSampler(walks, 5, form).draw({&origin, 1}, rule);
          EXPECT_EQ(by_name(by_number, labels).lengths, by_name(by_steps, labels).lengths) << name;
          EXPECT_EQ(by_number.stopped, by_steps.stopped) << name;
          EXPECT_EQ(by_number.walks, by_steps.walks) << name;
          EXPECT_EQ(by_number.certified_error, by_steps.certified_error) << name;
        }
      }
    }
  }
}

TEST(SampledLabelledWalks, BeginAsShorterOnes) {
  const auto rule = sampled_walks::StoppingRule::fixed(3001, 0.05, std::nullopt);
  for (const auto& [name, graph] : graphs_to_sample()) {
    const labels::GraphLabels labels(graph, rule_of(true, true));
    for (const WalkKind kind : kKinds) {
      const walks::WalkOrigin whole = walks::WalkOrigin::whole_graph(graph);
      const auto longer = by_name(LabelledWalks(graph, labels, 5, kind).draw({&whole, 1}, 1, rule), labels);
      const auto shorter = by_name(LabelledWalks(graph, labels, 3, kind).draw({&whole, 1}, 1, rule), labels);
      for (std::size_t length = 0; length <= 3; ++length) {
        EXPECT_EQ(longer.lengths[length], shorter.lengths[length]) << name << ", length " << length;
        EXPECT_EQ(longer.stopped[length], shorter.stopped[length]) << name << ", length " << length;
      }
    }
  }
}

TEST(SampledLabelledWalks, KeepTheirCertifiedError) {
  // Small epsilon, so that the data are looked at several times before it is certified.
  const Graph graph = graphs_to_sample()[0].second;
  const labels::GraphLabels labels(graph, rule_of(true, true));
  const LabelledWalks walks(graph, labels, 3);
  const auto exact = by_name(walks.of_graph(), labels);
  const sampled_walks::StoppingRule rule(0.1, 0.1, std::nullopt);
  const walks::WalkOrigin whole = walks::WalkOrigin::whole_graph(graph);
  constexpr int kTrials = 200;
  int failures = 0;
  for (std::uint64_t seed = 1; seed <= kTrials; ++seed) {
    const LabelledDistribution drawn = walks.draw({&whole, 1}, seed, rule);
    EXPECT_LE(drawn.certified_error, 0.1);
    const auto found = by_name(drawn, labels);
    for (std::size_t length = 0; length <= 3; ++length) {
      double distance = std::abs(found.stopped[length] - exact.stopped[length]);
      for (const auto& [name, mass] : exact.lengths[length]) {
        const auto at = found.lengths[length].find(name);
        distance += std::abs(mass - (at == found.lengths[length].end() ? 0 : at->second));
      }
      if (distance > drawn.certified_error) {
        ++failures;
        break;
      }
    }
  }
  EXPECT_LE(failures, kTrials / 10);
}

}  // namespace
}  // namespace awe::labelled_walks
