#include "support/toy_graphs.h"

#include <cstdint>

namespace awe::test {

Graph make_graph(NodeId nodes, const std::vector<std::pair<NodeId, NodeId>>& edges, const BuildOptions& policy) {
  GraphBuilder builder(policy);
  builder.set_num_nodes(nodes);
  for (const auto& [from, to] : edges) builder.add_edge(from, to);
  return std::move(builder).build();
}

Graph make_weighted_graph(NodeId nodes, const std::vector<WeightedEdge>& edges, BuildOptions policy) {
  policy.weighted = true;
  GraphBuilder builder(policy);
  builder.set_num_nodes(nodes);
  for (const auto& [from, to, weight] : edges) builder.add_edge(from, to, weight);
  return std::move(builder).build();
}

Graph path_graph(NodeId nodes) {
  std::vector<std::pair<NodeId, NodeId>> edges;
  for (NodeId u = 1; u < nodes; ++u) edges.emplace_back(u - 1, u);
  return make_graph(nodes, edges);
}

Graph cycle_graph(NodeId nodes) {
  std::vector<std::pair<NodeId, NodeId>> edges;
  for (NodeId u = 0; u < nodes; ++u) edges.emplace_back(u, (u + 1) % nodes);
  return make_graph(nodes, edges);
}

Graph complete_graph(NodeId nodes) {
  std::vector<std::pair<NodeId, NodeId>> edges;
  for (NodeId u = 0; u < nodes; ++u) {
    for (NodeId v = u + 1; v < nodes; ++v) edges.emplace_back(u, v);
  }
  return make_graph(nodes, edges);
}

Graph star_graph(NodeId leaves) {
  std::vector<std::pair<NodeId, NodeId>> edges;
  for (NodeId leaf = 1; leaf <= leaves; ++leaf) edges.emplace_back(0, leaf);
  return make_graph(leaves + 1, edges);
}

std::vector<Graph> connected_graphs(NodeId nodes) {
  std::vector<std::pair<NodeId, NodeId>> pairs;
  for (NodeId u = 0; u < nodes; ++u) {
    for (NodeId v = u + 1; v < nodes; ++v) pairs.emplace_back(u, v);
  }
  std::vector<Graph> graphs;
  for (std::uint32_t mask = 0; mask < (1u << pairs.size()); ++mask) {
    std::vector<std::pair<NodeId, NodeId>> edges;
    std::vector<NodeId> component(nodes);
    for (NodeId u = 0; u < nodes; ++u) component[u] = u;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if ((mask >> i & 1u) == 0) continue;
      edges.push_back(pairs[i]);
      const NodeId keep = component[pairs[i].first], drop = component[pairs[i].second];
      for (NodeId& c : component) c = c == drop ? keep : c;
    }
    bool connected = true;
    for (const NodeId c : component) connected = connected && c == component[0];
    if (connected) graphs.push_back(make_graph(nodes, edges));
  }
  return graphs;
}

}  // namespace awe::test
