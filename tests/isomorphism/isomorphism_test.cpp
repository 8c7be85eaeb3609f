// Classes of isomorphic graphs, compared with known counts, with all permutations of small graphs, and on pairs that
// colour refinement cannot distinguish.
#include "isomorphism/isomorphism.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "awe/reader.h"
#include "base/rng.h"
#include "support/data.h"
#include "support/random_graphs.h"
#include "support/toy_graphs.h"

namespace awe::isomorphism {
namespace {

// A graph as a list, from which relabelled copies can be built.
struct Drawing {
  NodeId nodes = 0;
  BuildOptions policy;
  std::vector<test::WeightedEdge> edges;
  std::vector<std::string> node_labels, edge_labels;  // empty: none
};

Graph build(const Drawing& drawing, const std::vector<NodeId>& number) {
  GraphBuilder builder(drawing.policy);
  builder.set_num_nodes(drawing.nodes);
  for (std::size_t i = 0; i < drawing.edges.size(); ++i) {
    const auto& [from, to, weight] = drawing.edges[i];
    builder.add_edge(number[from], number[to], weight);
    if (!drawing.edge_labels.empty()) builder.label_last_edge(drawing.edge_labels[i]);
  }
  for (NodeId u = 0; u < drawing.node_labels.size(); ++u) builder.set_node_label(number[u], drawing.node_labels[u]);
  return std::move(builder).build();
}

std::vector<NodeId> identity(NodeId nodes) {
  std::vector<NodeId> numbers(nodes);
  std::iota(numbers.begin(), numbers.end(), NodeId{0});
  return numbers;
}

std::vector<NodeId> random_permutation(NodeId nodes, base::Sequence& random) {
  auto numbers = identity(nodes);
  for (std::size_t i = numbers.size(); i > 1; --i) std::swap(numbers[i - 1], numbers[random.below(i)]);
  return numbers;
}

Graph build(const Drawing& drawing) { return build(drawing, identity(drawing.nodes)); }

Drawing drawing_of(const Graph& graph) {
  Drawing drawing;
  drawing.nodes = graph.num_nodes();
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      if (u < v) drawing.edges.push_back({u, v});
    }
  }
  return drawing;
}

std::vector<std::uint32_t> classes_of(const std::vector<Graph>& graphs, const IsomorphismLabels& labels = {}) {
  const auto classes = isomorphism_classes(graphs, labels);
  EXPECT_EQ(classes.unsure, 0u);
  return classes.class_of;
}

bool isomorphic(const Graph& a, const Graph& b, const IsomorphismLabels& labels = {}) {
  std::vector<Graph> graphs;
  graphs.push_back(a);
  graphs.push_back(b);
  return classes_of(graphs, labels)[1] == 0;
}

// Every set of the given pairs as a graph.
std::vector<Graph> all_graphs(NodeId nodes, bool directed, bool loops = false) {
  std::vector<std::pair<NodeId, NodeId>> pairs;
  for (NodeId u = 0; u < nodes; ++u) {
    for (NodeId v = 0; v < nodes; ++v) {
      if (u < v || (u > v && directed) || (u == v && loops)) pairs.emplace_back(u, v);
    }
  }
  BuildOptions policy;
  policy.directed = directed;
  policy.self_loops = SelfLoops::keep;
  std::vector<Graph> graphs;
  for (std::uint32_t mask = 0; mask < (1u << pairs.size()); ++mask) {
    std::vector<std::pair<NodeId, NodeId>> edges;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if ((mask >> i & 1u) != 0) edges.push_back(pairs[i]);
    }
    graphs.push_back(test::make_graph(nodes, edges, policy));
  }
  return graphs;
}

TEST(Isomorphism, CountsTheGraphsOfFewNodes) {
  // Sequences A000088, A000273 and A000666 of the OEIS.
  const auto count = [](NodeId nodes, bool directed, bool loops) {
    return isomorphism_classes(all_graphs(nodes, directed, loops), {}).classes;
  };
  EXPECT_EQ(count(4, false, false), 11u);
  EXPECT_EQ(count(5, false, false), 34u);
  EXPECT_EQ(count(6, false, false), 156u);
  EXPECT_EQ(count(3, true, false), 16u);
  EXPECT_EQ(count(4, true, false), 218u);
  EXPECT_EQ(count(4, false, true), 90u);
}

// The smallest way to write a graph over all orders of its nodes.
using Written = std::vector<std::tuple<std::string, std::vector<std::tuple<NodeId, std::string, double>>>>;
Written smallest_writing(const Graph& graph, const IsomorphismLabels& labels) {
  auto number = identity(graph.num_nodes());
  Written best;
  bool first = true;
  do {
    Written now(graph.num_nodes());
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      auto& [label, row] = now[number[u]];
      if (labels.nodes && !graph.node_labels().empty()) label = graph.node_labels().name_of(u);
      for (std::size_t i = 0; i < graph.degree(u); ++i) {
        const std::size_t place = graph.offsets()[u] + i;
        row.emplace_back(number[graph.targets()[place]],
                         labels.edges && !graph.edge_labels().empty() ? graph.edge_labels().name_of(place) : "",
                         labels.weights && graph.weighted() ? graph.arc_weights()[place] : 1.0);
      }
      std::sort(row.begin(), row.end());
    }
    if (first || now < best) best = now;
    first = false;
  } while (std::next_permutation(number.begin(), number.end()));
  return best;
}

// Few nodes and few values, so that isomorphic pairs are common.
Drawing random_drawing(base::Sequence& random, const BuildOptions& policy, bool node_labels, bool edge_labels) {
  Drawing drawing;
  drawing.nodes = static_cast<NodeId>(2 + random.below(4));
  drawing.policy = policy;
  const std::uint64_t edges = random.below(6);
  for (std::uint64_t i = 0; i < edges; ++i) {
    drawing.edges.push_back({static_cast<NodeId>(random.below(drawing.nodes)),
                             static_cast<NodeId>(random.below(drawing.nodes)),
                             static_cast<double>(1 + random.below(2))});
    if (edge_labels) drawing.edge_labels.push_back(random.below(2) == 0 ? "x" : "y");
  }
  for (NodeId u = 0; node_labels && u < drawing.nodes; ++u) {
    drawing.node_labels.push_back(random.below(3) == 0 ? "A" : "B");
  }
  return drawing;
}

TEST(Isomorphism, AgreesWithAllPermutations) {
  base::Sequence random(1, {});
  for (int kind = 0; kind < 16; ++kind) {
    BuildOptions policy;
    policy.directed = (kind & 1) != 0;
    policy.weighted = (kind & 2) != 0;
    policy.self_loops = SelfLoops::keep;
    std::vector<Graph> graphs;
    for (int i = 0; i < 150; ++i)
      graphs.push_back(build(random_drawing(random, policy, (kind & 4) != 0, (kind & 8) != 0)));
    for (int flags = 0; flags < 8; ++flags) {
      const IsomorphismLabels labels{(flags & 1) != 0, (flags & 2) != 0, (flags & 4) != 0};
      std::map<Written, std::uint32_t> oracle;
      const auto classes = classes_of(graphs, labels);
      for (std::size_t i = 0; i < graphs.size(); ++i) {
        const auto next = static_cast<std::uint32_t>(oracle.size());
        ASSERT_EQ(oracle.emplace(smallest_writing(graphs[i], labels), next).first->second, classes[i])
            << "kind " << kind << " flags " << flags << " graph " << i;
      }
      if (flags == 0) {
        EXPECT_LT(oracle.size(), graphs.size());
      }
    }
  }
}

TEST(Isomorphism, RelabelledRandomGraphsAreFoundAndChangedOnesAreNot) {
  base::Sequence random(2, {});
  for (int round = 0; round < 40; ++round) {
    const auto nodes = static_cast<NodeId>(20 + random.below(60));
    Drawing drawing = drawing_of(test::random_graph(nodes, 0.1, random.next64()));
    drawing.policy.directed = round % 2 == 1;
    drawing.policy.weighted = round % 3 == 1;
    for (auto& edge : drawing.edges) edge.weight = static_cast<double>(1 + random.below(3));
    for (std::size_t i = 0; i < drawing.edges.size(); ++i)
      drawing.edge_labels.push_back(random.below(4) == 0 ? "b" : "a");
    for (NodeId u = 0; u < nodes; ++u) drawing.node_labels.push_back(std::to_string(random.below(3)));
    const Graph graph = build(drawing);
    EXPECT_TRUE(isomorphic(graph, build(drawing, random_permutation(nodes, random))));
    Drawing other = drawing;
    std::swap(other.edge_labels.front(), *std::find_if(other.edge_labels.begin(), other.edge_labels.end(),
                                                       [&](const auto& x) { return x != other.edge_labels.front(); }));
    const Graph changed = build(other, random_permutation(nodes, random));
    EXPECT_FALSE(isomorphic(graph, changed));
    EXPECT_TRUE(isomorphic(graph, changed, {true, false, true}));
  }
}

Graph circulant(NodeId nodes, const std::vector<NodeId>& steps) {
  std::vector<std::pair<NodeId, NodeId>> edges;
  for (NodeId u = 0; u < nodes; ++u) {
    for (const NodeId step : steps) edges.emplace_back(u, (u + step) % nodes);
  }
  return test::make_graph(nodes, edges);
}

Graph two_pentagons() {
  return test::make_graph(10, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {5, 6}, {6, 7}, {7, 8}, {8, 9}, {9, 5}});
}

Graph two_triangles() { return test::make_graph(6, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}}); }

// On Z4 x Z4: neighbours differ by one of the given steps.
Graph torus_graph(const std::vector<std::pair<NodeId, NodeId>>& steps) {
  std::vector<std::pair<NodeId, NodeId>> edges;
  for (NodeId x = 0; x < 4; ++x) {
    for (NodeId y = 0; y < 4; ++y) {
      for (const auto& [dx, dy] : steps) edges.emplace_back(4 * x + y, 4 * ((x + dx) % 4) + (y + dy) % 4);
    }
  }
  return test::make_graph(16, edges);
}

// Cai, Fuerer and Immerman's graph over K4: a node for every even set of edges at each node of K4, joined through two
// nodes an edge, one for "in" and one for "out"; twisted at one edge if asked for.
Graph cfi_of_k4(bool twisted) {
  std::vector<std::pair<NodeId, NodeId>> edges;
  std::map<std::tuple<int, int, int>, NodeId> end;  // (u, v, in or out) -> node
  NodeId nodes = 0;
  for (int u = 0; u < 4; ++u) {
    std::vector<int> others;
    for (int v = 0; v < 4; ++v) {
      if (v == u) continue;
      others.push_back(v);
      for (int in = 0; in < 2; ++in) end[{u, v, in}] = nodes++;
    }
    for (const int set : {0b000, 0b011, 0b101, 0b110}) {
      const NodeId middle = nodes++;
      for (std::size_t i = 0; i < 3; ++i) edges.emplace_back(middle, end[{u, others[i], set >> i & 1}]);
    }
  }
  for (int u = 0; u < 4; ++u) {
    for (int v = u + 1; v < 4; ++v) {
      const int twist = twisted && u == 0 && v == 1 ? 1 : 0;
      for (int in = 0; in < 2; ++in) edges.emplace_back(end[{u, v, in}], end[{v, u, in ^ twist}]);
    }
  }
  return test::make_graph(nodes, edges);
}

TEST(Isomorphism, TellsApartWhatColoursCannot) {
  EXPECT_FALSE(isomorphic(two_triangles(), test::cycle_graph(6)));
  EXPECT_FALSE(isomorphic(two_pentagons(), test::cycle_graph(10)));
  EXPECT_FALSE(isomorphic(circulant(8, {1, 2}), circulant(8, {1, 3})));
  // Two strongly regular graphs of parameters (16, 6, 2, 2): Shrikhande's, and the rook's on a 4 x 4 board.
  const Graph shrikhande = torus_graph({{1, 0}, {0, 1}, {1, 1}});
  const Graph rook = torus_graph({{1, 0}, {2, 0}, {0, 1}, {0, 2}});
  EXPECT_EQ(shrikhande.num_edges(), 48u);
  EXPECT_EQ(rook.num_edges(), 48u);
  EXPECT_FALSE(isomorphic(shrikhande, rook));
  const Graph plain = cfi_of_k4(false), twisted = cfi_of_k4(true);
  EXPECT_FALSE(isomorphic(plain, twisted));
  base::Sequence random(3, {});
  for (const Graph& graph : {shrikhande, rook, plain, twisted}) {
    EXPECT_TRUE(isomorphic(graph, build(drawing_of(graph), random_permutation(graph.num_nodes(), random))));
  }
}

TEST(Isomorphism, LabelsCountByNameAndOnlyWhereAskedFor) {
  Drawing ethanol{3, {}, {{0, 1}, {1, 2}}, {"C", "C", "O"}, {}};
  Drawing ether{3, {}, {{0, 1}, {1, 2}}, {"C", "O", "C"}, {}};
  Drawing sulfur = ethanol;
  sulfur.node_labels[2] = "S";
  EXPECT_TRUE(isomorphic(build(ethanol), build(ethanol, {2, 1, 0})));
  EXPECT_FALSE(isomorphic(build(ethanol), build(ether)));
  EXPECT_FALSE(isomorphic(build(ethanol), build(sulfur)));
  EXPECT_FALSE(isomorphic(build(ethanol), test::path_graph(3)));
  EXPECT_TRUE(isomorphic(build(ethanol), build(ether), {false, true, true}));
  EXPECT_TRUE(isomorphic(build(ethanol), test::path_graph(3), {false, true, true}));

  Drawing ring{6, {}, {}, {}, {"1", "2", "1", "2", "1", "2"}};
  for (NodeId u = 0; u < 6; ++u) ring.edges.push_back({u, (u + 1) % 6});
  Drawing other = ring;
  other.edge_labels = {"1", "1", "1", "2", "2", "2"};
  Drawing turned = ring;
  turned.edge_labels = {"2", "1", "2", "1", "2", "1"};
  EXPECT_TRUE(isomorphic(build(ring), build(turned)));
  EXPECT_FALSE(isomorphic(build(ring), build(other)));
  EXPECT_TRUE(isomorphic(build(ring), build(other), {true, false, true}));
}

TEST(Isomorphism, DirectionAndWeightsAreHonoured) {
  BuildOptions directed;
  directed.directed = true;
  const Graph out = test::make_graph(3, {{0, 1}, {0, 2}}, directed),
              in = test::make_graph(3, {{1, 0}, {2, 0}}, directed);
  EXPECT_FALSE(isomorphic(out, in));
  EXPECT_FALSE(isomorphic(test::make_graph(2, {{0, 1}, {1, 0}}, directed), test::path_graph(2)));
  // Sinks with the same (no) way out and different ways in.
  const Graph a = test::make_graph(6, {{0, 3}, {1, 4}, {1, 5}, {2, 0}}, directed);
  const Graph b = test::make_graph(6, {{0, 5}, {1, 4}, {1, 3}, {2, 0}}, directed);
  const Graph c = test::make_graph(6, {{4, 0}, {5, 1}, {5, 2}, {3, 4}}, directed);
  EXPECT_EQ(classes_of({a, b, c}), (std::vector<std::uint32_t>{0, 0, 0}));

  BuildOptions weighted;
  weighted.weighted = true;
  const Graph light = test::make_weighted_graph(3, {{0, 1, 1}, {1, 2, 2}}, weighted);
  const Graph turned = test::make_weighted_graph(3, {{0, 1, 2}, {1, 2, 1}}, weighted);
  const Graph heavy = test::make_weighted_graph(3, {{0, 1, 1}, {1, 2, 3}}, weighted);
  const Graph ones = test::make_weighted_graph(3, {{0, 1, 1}, {1, 2, 1}}, weighted);
  EXPECT_TRUE(isomorphic(light, turned));
  EXPECT_FALSE(isomorphic(light, heavy));
  EXPECT_TRUE(isomorphic(light, heavy, {true, true, false}));
  EXPECT_TRUE(isomorphic(ones, test::path_graph(3)));
}

TEST(Isomorphism, ClassesAreNumberedByTheirFirstMember) {
  std::vector<Graph> graphs;
  for (const NodeId n : {5u, 3u, 5u, 4u, 3u, 5u}) graphs.push_back(test::path_graph(n));
  graphs.push_back(Graph());
  graphs.push_back(Graph());
  EXPECT_EQ(classes_of(graphs), (std::vector<std::uint32_t>{0, 1, 0, 2, 1, 0, 3, 3}));
  EXPECT_EQ(isomorphism_classes({}, {}).classes, 0u);
}

TEST(Isomorphism, HardGraphsAreToldApartByTheHashAloneAndCounted) {
  const std::vector<Graph> graphs = {two_triangles(), test::path_graph(6), test::cycle_graph(6), two_pentagons(),
                                     test::cycle_graph(10)};
  // Two triangles become two nodes of three copies each, so only the last two graphs look alike at first.
  IsomorphismOptions small;
  small.most_nodes = 9;
  const auto by_size = isomorphism_classes(graphs, {}, {}, small);
  EXPECT_EQ(by_size.class_of, (std::vector<std::uint32_t>{0, 1, 2, 3, 3}));
  EXPECT_EQ(by_size.unsure, 2u);
  IsomorphismOptions short_one;
  short_one.most_work = 1;
  const auto by_work = isomorphism_classes(graphs, {}, {}, short_one);
  EXPECT_EQ(by_work.class_of, by_size.class_of);
  EXPECT_EQ(by_work.unsure, 2u);
  // The next call is not hurt by one that was stopped.
  EXPECT_EQ(classes_of(graphs), (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
}

TEST(Isomorphism, DeepSearchTreesDoNotOverflowTheStack) {
  // Thousands of equal components: every one is a level of the search.
  Drawing drawing;
  drawing.nodes = 20'000;
  for (NodeId u = 0; u < drawing.nodes; u += 5) {
    for (NodeId i = 0; i < 5; ++i) drawing.edges.push_back({u + i, u + (i + 1) % 5});
  }
  base::Sequence random(4, {});
  const std::vector<Graph> graphs = {build(drawing), build(drawing, random_permutation(drawing.nodes, random))};
  IsomorphismOptions endless;
  endless.most_work = ~std::uint64_t{0};
  const auto classes = isomorphism_classes(graphs, {}, {}, endless);
  EXPECT_EQ(classes.class_of, (std::vector<std::uint32_t>{0, 0}));
}

TEST(Isomorphism, DoesNotDependOnTheNumberOfThreads) {
  const auto graphs = all_graphs(4, true);
  EXPECT_EQ(isomorphism_classes(graphs, {}, {}, {}, 1).class_of, isomorphism_classes(graphs, {}, {}, {}, 4).class_of);
}

TEST(Isomorphism, StopsAndReports) {
  const auto graphs = all_graphs(4, false);
  Progress progress;
  std::uint64_t last = 0;
  progress.report = [&](std::uint64_t done, std::uint64_t) { last = done; };
  (void)isomorphism_classes(graphs, {}, progress);
  EXPECT_EQ(last, graphs.size());
  progress.stop_requested = [] { return true; };
  EXPECT_THROW((void)isomorphism_classes(graphs, {}, progress), Error);
}

TEST(TwinSummary, CountsTwinsAndThoseOfOtherClasses) {
  const IsomorphismClasses classes{{0, 1, 0, 0, 2, 1, 3}, 4, 0};
  const TwinSummary summary = summarise_twins(classes, std::vector<int>{0, 1, 0, 1, 0, 1, 1});
  EXPECT_EQ(summary.graphs, 7u);
  EXPECT_EQ(summary.with_twin, 5u);
  EXPECT_EQ(summary.with_twin_of_other_class, 3u);
  EXPECT_DOUBLE_EQ(summary.best_accuracy, 6.0 / 7);
  EXPECT_THROW((void)summarise_twins(classes, std::vector<int>{0}), Error);
}

// Graphs with a twin, and of those with one of another class; no graph is too hard.
std::pair<std::uint64_t, std::uint64_t> twins_in(const std::string& name, const IsomorphismLabels& labels) {
  const auto graphs = read_all(*open_graphs(test::data_path(name)));
  std::vector<int> truth;
  std::map<std::string, int> numbers;
  for (const Graph& graph : graphs) {
    truth.push_back(numbers.emplace(*graph.class_name(), static_cast<int>(numbers.size())).first->second);
  }
  const auto classes = isomorphism_classes(graphs, labels);
  EXPECT_EQ(classes.unsure, 0u);
  const TwinSummary twins = summarise_twins(classes, truth);
  return {twins.with_twin, twins.with_twin_of_other_class};
}

using Counts = std::pair<std::uint64_t, std::uint64_t>;

TEST(DataSets, TwinsInMutag) {
  AWE_NEED_DATA("MUTAG.zip");
  EXPECT_EQ(twins_in("MUTAG.zip", {}), Counts(0, 0));
  EXPECT_EQ(twins_in("MUTAG.zip", {true, false, false}), Counts(24, 0));
  EXPECT_EQ(twins_in("MUTAG.zip", {false, true, false}), Counts(43, 5));
  EXPECT_EQ(twins_in("MUTAG.zip", {false, false, false}), Counts(79, 13));
}

TEST(DataSets, TwinsInImdb) {
  AWE_NEED_DATA("IMDB-BINARY.zip");
  EXPECT_EQ(twins_in("IMDB-BINARY.zip", {}), Counts(579, 318));
}

TEST(DataSets, TwinsInReddit) {
  AWE_NEED_DATA("REDDIT-BINARY.zip");
  EXPECT_EQ(twins_in("REDDIT-BINARY.zip", {}), Counts(4, 0));
}

}  // namespace
}  // namespace awe::isomorphism
