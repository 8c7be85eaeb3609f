// Graphs made by the builder are sound, and every way to break one is detected.
#include "graph/soundness.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "awe/generators.h"
#include "awe/graph_builder.h"
#include "base/rng.h"
#include "support/toy_graphs.h"

namespace awe::test {
namespace {

// A copy of an array with one value changed.
template <class T>
SharedArray<T> changed(const SharedArray<T>& array, std::size_t place, T value) {
  std::vector<T> values(array.begin(), array.end());
  values.at(place) = value;
  return values;
}

Graph labelled_graph(bool directed) {
  BuildOptions policy;
  policy.directed = directed;
  policy.weighted = true;
  policy.self_loops = SelfLoops::keep;
  GraphBuilder builder(policy);
  for (const char* id : {"a", "b", "c", "d"}) builder.set_node_label(builder.node_of(id), id);
  for (const auto& [from, to] : {std::pair<NodeId, NodeId>{0, 1}, {1, 2}, {2, 0}, {3, 3}, {1, 3}}) {
    builder.add_edge(from, to, 0.25);
    builder.label_last_edge("x");
  }
  builder.set_node_attributes({1, 2, 3, 4}, 1);
  return std::move(builder).build();
}

TEST(Soundness, IsThatOfEveryBuiltGraph) {
  for (const bool directed : {false, true}) EXPECT_EQ(graph::fault_of(labelled_graph(directed).parts(), 1), "");
  EXPECT_EQ(graph::fault_of(Graph().parts(), 1), "");
  EXPECT_EQ(graph::fault_of(make_graph(3, {}).parts(), 1), "");
  base::Sequence random(1, Hash128{}, 0);
  const Graph large = generate(BarabasiAlbert{.nodes = 100'000, .degree = 6}, random);
  for (const int threads : {1, 3}) EXPECT_EQ(graph::fault_of(large.parts(), threads), "");
}

TEST(Soundness, FindsEveryKindOfFault) {
  using Break = std::function<void(GraphParts&)>;
  const std::pair<const char*, Break> kinds[] = {
      {"do not follow", [](GraphParts& p) { p.offsets = changed<std::uint64_t>(p.offsets, 0, 1); }},
      {"do not follow", [](GraphParts& p) { p.offsets = changed<std::uint64_t>(p.offsets, 1, 1u << 30); }},
      {"do not follow", [](GraphParts& p) { p.offsets = changed<std::uint64_t>(p.offsets, 4, 5); }},
      {"is not there", [](GraphParts& p) { p.targets = changed<NodeId>(p.targets, 1, 4); }},
      {"is not there", [](GraphParts& p) { p.targets = changed<NodeId>(p.targets, 1, ~NodeId{0}); }},
      {"not in order", [](GraphParts& p) { p.targets = changed<NodeId>(p.targets, 1, 0); }},
      {"lacks one", [](GraphParts& p) { p.targets = changed<NodeId>(p.targets, 1, 3); }},
      {"differ in weight", [](GraphParts& p) { p.weights = changed(p.weights, 1, 0.5); }},
      {"its loops", [](GraphParts& p) { p.has_self_loops = false; }},
      {"number of its edges", [](GraphParts& p) { ++p.num_edges; }},
      {"weights of some", [](GraphParts& p) { p.weights = std::vector<double>(3, 1.0); }},
      {"node label", [](GraphParts& p) { p.node_labels.ids = changed(p.node_labels.ids, 2, 4u); }},
      {"edge label", [](GraphParts& p) { p.edge_labels.ids = changed(p.edge_labels.ids, 2, 1u); }},
      {"edge label", [](GraphParts& p) { p.edge_labels.ids = std::vector<std::uint32_t>(2, 0); }},
      {"ids of the nodes",
       [](GraphParts& p) {
         p.node_ids = NodeIds(pack({"a", "c", "b", "d"}));
       }},
      {"ids of the nodes",
       [](GraphParts& p) {
         p.node_ids = NodeIds(pack({"a", "b"}));
       }},
      {"ids of the nodes",
       [](GraphParts& p) {
         p.node_ids = NodeIds(SharedArray<std::int64_t>({1, 2, 2, 3}));
       }},
      {"attributes of some", [](GraphParts& p) { p.attribute_width = 2; }},
      {"not finite", [](GraphParts& p) { p.node_attributes = changed(p.node_attributes, 0, HUGE_VAL); }},
  };
  for (const auto& [reason, damage] : kinds) {
    GraphParts parts = labelled_graph(false).parts();
    damage(parts);
    EXPECT_NE(graph::fault_of(parts, 1).find(reason), std::string::npos)
        << reason << " is not in: " << graph::fault_of(parts, 1);
  }
}

TEST(Soundness, RefusesWeightsThatAreNoWeights) {
  for (const double bad : {0.0, -1.0, HUGE_VAL, std::nan("")}) {
    GraphParts parts = labelled_graph(true).parts();
    parts.weights = changed(parts.weights, 1, bad);
    EXPECT_NE(graph::fault_of(parts, 1), "") << bad;
  }
  // Sums are what counts, not how large the largest weight is.
  EXPECT_EQ(graph::fault_of(make_weighted_graph(2, {{0, 1, 1e308}}).parts(), 1), "");
  GraphParts parts = make_weighted_graph(3, {{0, 1, 1}, {0, 2, 1}}).parts();
  parts.weights = std::vector<double>(4, 1.7e308);
  EXPECT_NE(graph::fault_of(parts, 1).find("add up"), std::string::npos);
}

TEST(SharedArray, SharesWhatItOwnsAndForgetsWhatIsMoved) {
  SharedArray<int> array(std::vector<int>{1, 2, 3});
  const SharedArray<int> copy = array;
  EXPECT_EQ(copy.data(), array.data());
  const SharedArray<int> moved = std::move(array);
  EXPECT_TRUE(array.empty());  // NOLINT: that is the claim
  EXPECT_EQ(moved, copy);
}

}  // namespace
}  // namespace awe::test
