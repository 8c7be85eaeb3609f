// Collections with a known truth: random trees, half of them with a planted motif (class "with"), the others with as
// many nodes of a random tree in its place (class "without"). Nodes are shuffled.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "awe/graph.h"
#include "awe/graph_builder.h"
#include "base/rng.h"

namespace awe::test {

enum class Motif { ring, clique, star, path, group };

struct PlantedGraph {
  Graph graph;
  std::vector<int> motif;  // by node: 1 if it belongs to the motif, or to what is in its place
};

using EdgeList = std::vector<std::pair<NodeId, NodeId>>;

// A tree whose nodes hang on one of the four nodes before them.
inline EdgeList tree_edges(NodeId nodes, base::Sequence& random) {
  EdgeList edges;
  for (NodeId i = 1; i < nodes; ++i) {
    const NodeId least = i < 4 ? 0 : i - 4;
    edges.emplace_back(least + static_cast<NodeId>(random.below(i - least)), i);
  }
  return edges;
}

inline std::pair<NodeId, EdgeList> motif_edges(Motif motif) {
  EdgeList edges;
  switch (motif) {
    case Motif::ring:
      for (NodeId i = 0; i < 6; ++i) edges.emplace_back(i, (i + 1) % 6);
      return {6, edges};
    case Motif::clique:
      for (NodeId i = 0; i < 5; ++i) {
        for (NodeId j = 0; j < i; ++j) edges.emplace_back(i, j);
      }
      return {5, edges};
    case Motif::star:
      for (NodeId i = 1; i < 8; ++i) edges.emplace_back(0, i);
      return {8, edges};
    case Motif::path:
      for (NodeId i = 1; i < 8; ++i) edges.emplace_back(i - 1, i);
      return {8, edges};
    case Motif::group:
      break;
  }
  return {4, {{0, 1}, {1, 2}, {1, 3}}};
}

// `group` is a group of labels, A-N(-O)-O; the trees without it have the labels N, O and O at random nodes.
inline PlantedGraph planted_graph(Motif motif, bool with, const std::string& name, base::Sequence& random) {
  constexpr NodeId kTree = 20;
  EdgeList edges = tree_edges(kTree, random);
  auto [size, inner] = motif_edges(motif);
  if (!with) inner = tree_edges(size, random);
  const NodeId nodes = kTree + size;
  for (const auto& [u, v] : inner) edges.emplace_back(kTree + u, kTree + v);
  edges.emplace_back(static_cast<NodeId>(random.below(kTree)), kTree);
  std::vector<std::string> labels(nodes);
  for (std::string& label : labels) label = random.below(2) == 0 ? "A" : "B";
  for (NodeId i = 0; i < 3; ++i) {
    labels[with ? kTree + 1 + i : static_cast<NodeId>(random.below(kTree))] = i == 0 ? "N" : "O";
  }
  std::vector<NodeId> place(nodes);
  for (NodeId i = 0; i < nodes; ++i) place[i] = i;
  for (NodeId i = nodes - 1; i > 0; --i) std::swap(place[i], place[random.below(i + 1)]);
  GraphBuilder builder(BuildOptions{});
  builder.set_num_nodes(nodes);
  PlantedGraph made;
  made.motif.assign(nodes, 0);
  for (const auto& [u, v] : edges) builder.add_edge(place[u], place[v]);
  for (NodeId u = 0; u < nodes; ++u) {
    if (motif == Motif::group) builder.set_node_label(place[u], labels[u]);
    made.motif[place[u]] = u >= kTree ? 1 : 0;
  }
  builder.set_name(name);
  builder.set_class(with ? "with" : "without");
  made.graph = std::move(builder).build();
  return made;
}

inline std::vector<PlantedGraph> planted_graphs(Motif motif, int count, std::uint64_t seed) {
  base::Sequence random(seed, {});
  std::vector<PlantedGraph> made;
  for (int i = 0; i < count; ++i) made.push_back(planted_graph(motif, i % 2 == 0, "g" + std::to_string(i), random));
  return made;
}

}  // namespace awe::test
