// Graphs with labels for tests, and the distributions of labelled walks in the form of the reference.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "awe/graph_builder.h"
#include "labelled_walks/labelled_walks.h"
#include "labels/graph_labels.h"
#include "support/labelled_brute_force.h"
#include "walks/walk_text.h"

namespace awe::test {

using NodeLabel = std::function<std::string(NodeId)>;
using EdgeLabel = std::function<std::string(NodeId, NodeId)>;

// The same graph with these labels; an empty function: no labels. Undirected edges are passed smaller node first.
inline Graph with_labels(const Graph& graph, const NodeLabel& node, const EdgeLabel& edge = {}) {
  BuildOptions policy;
  policy.directed = graph.directed();
  policy.weighted = graph.weighted();
  policy.self_loops = SelfLoops::keep;
  GraphBuilder builder(policy);
  builder.set_num_nodes(graph.num_nodes());
  if (!graph.name().empty()) builder.set_name(graph.name());
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    if (node) builder.set_node_label(u, node(u));
    for (std::uint64_t place = graph.offsets()[u]; place < graph.offsets()[u + 1]; ++place) {
      const NodeId v = graph.targets()[place];
      if (!graph.directed() && v < u) continue;
      if (graph.weighted()) {
        builder.add_edge(u, v, graph.arc_weights()[place]);
      } else {
        builder.add_edge(u, v);
      }
      if (edge) builder.label_last_edge(edge(u, v));
    }
  }
  return std::move(builder).build();
}

inline std::vector<NodeId> all_nodes(const Graph& graph) {
  std::vector<NodeId> nodes(graph.num_nodes());
  std::iota(nodes.begin(), nodes.end(), NodeId{0});
  return nodes;
}

// The form that the reference takes: labels by node and by arc position.
struct LabelTexts {
  explicit LabelTexts(const Graph& graph, const labels::GraphLabels& labels) {
    for (NodeId u = 0; labels.of_nodes() && u < graph.num_nodes(); ++u) {
      nodes.push_back(labels.node_names()[labels.node(u)]);
    }
    for (std::uint64_t place = 0; labels.of_edges() && place < graph.num_arcs(); ++place) {
      arcs.push_back(labels.edge_names()[labels.arc(place)]);
    }
    has_nodes = labels.of_nodes();
    has_arcs = labels.of_edges();
  }
  [[nodiscard]] const std::vector<std::string>* of_nodes() const { return has_nodes ? &nodes : nullptr; }
  [[nodiscard]] const std::vector<std::string>* of_arcs() const { return has_arcs ? &arcs : nullptr; }

  std::vector<std::string> nodes, arcs;
  bool has_nodes, has_arcs;
};

inline LabelledWalksOracle by_name(const labelled_walks::LabelledDistribution& walks,
                                   const labels::GraphLabels& labels) {
  LabelledWalksOracle result;
  result.stopped = walks.stopped;
  result.lengths.resize(walks.stopped.size());
  for (walks::WalkTree::Place place = 1; place < walks.tree.size(); ++place) {
    const std::string name = walks::walk_text(walks.tree, place, labels.of_nodes() ? &labels.node_names() : nullptr,
                                              labels.of_edges() ? &labels.edge_names() : nullptr);
    auto& length = result.lengths[static_cast<std::size_t>(walks.tree.length(place))];
    EXPECT_TRUE(length.emplace(name, walks.mass[place]).second) << name << " has two places";
  }
  return result;
}

// Checks that the walks of all lengths are the same and that masses differ only by rounding.
inline ::testing::AssertionResult same_walks(const LabelledWalksOracle& found, const LabelledWalksOracle& expected) {
  if (found.lengths.size() > expected.lengths.size()) return ::testing::AssertionFailure() << "too many lengths";
  for (std::size_t length = 0; length < found.lengths.size(); ++length) {
    const auto &a = found.lengths[length], &b = expected.lengths[length];
    for (const auto& [name, mass] : a) {
      const auto other = b.find(name);
      if (other == b.end()) return ::testing::AssertionFailure() << name << " should not be there";
      if (std::abs(mass - other->second) > 1e-12 || std::abs(mass / other->second - 1) > 1e-9) {
        return ::testing::AssertionFailure() << name << ": " << mass << ", not " << other->second;
      }
    }
    if (a.size() != b.size()) return ::testing::AssertionFailure() << "walks of length " << length << " are missing";
    if (std::abs(found.stopped[length] - expected.stopped[length]) > 1e-12) {
      return ::testing::AssertionFailure()
             << "stopped at length " << length << ": " << found.stopped[length] << ", not " << expected.stopped[length];
    }
  }
  return ::testing::AssertionSuccess();
}

}  // namespace awe::test
