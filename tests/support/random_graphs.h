// Random graphs for property tests: directed or not, with weights, loops and isolated nodes.
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "support/toy_graphs.h"

namespace awe::test {

struct GraphShape {
  NodeId nodes = 1;
  std::vector<WeightedEdge> edges;
  BuildOptions policy;
};

// Up to seven nodes, with every build option; small weights, so that equal ones (and twins) are common.
inline rc::Gen<GraphShape> random_shape(NodeId most_nodes = 7) {
  // Full size from the first case on: RapidCheck would start with nearly empty graphs.
  return rc::gen::resize(rc::kNominalSize, rc::gen::exec([most_nodes] {
                           GraphShape shape;
                           shape.nodes = *rc::gen::inRange<NodeId>(1, most_nodes + 1);
                           shape.policy.directed = *rc::gen::arbitrary<bool>();
                           shape.policy.weighted = *rc::gen::arbitrary<bool>();
                           shape.policy.self_loops = *rc::gen::element(SelfLoops::drop, SelfLoops::keep);
                           const int count = *rc::gen::inRange(0, 3 * static_cast<int>(shape.nodes));
                           for (int i = 0; i < count; ++i) {
                             const NodeId from = *rc::gen::inRange<NodeId>(0, shape.nodes),
                                          to = *rc::gen::inRange<NodeId>(0, shape.nodes);
                             shape.edges.push_back({from, to, static_cast<double>(*rc::gen::inRange(0, 4))});
                           }
                           return shape;
                         }));
}

inline Graph build(const GraphShape& shape) {
  GraphBuilder builder(shape.policy);
  builder.set_num_nodes(shape.nodes);
  for (const auto& [from, to, weight] : shape.edges) builder.add_edge(from, to, weight);
  return std::move(builder).build();
}

// The same graph with its nodes in a random order, determined by the seed.
inline GraphShape renumbered(GraphShape shape, std::uint64_t seed) {
  std::vector<NodeId> place(shape.nodes);
  std::iota(place.begin(), place.end(), 0u);
  base::Sequence random(seed, {});
  for (std::size_t i = place.size(); i > 1; --i) std::swap(place[i - 1], place[random.below(i)]);
  for (auto& edge : shape.edges) {
    edge.from = place[edge.from];
    edge.to = place[edge.to];
  }
  return shape;
}

// G(n,p), determined by the seed.
inline Graph random_graph(NodeId nodes, double probability, std::uint64_t seed) {
  base::Sequence random(seed, {});
  std::vector<std::pair<NodeId, NodeId>> edges;
  for (NodeId u = 0; u < nodes; ++u) {
    for (NodeId v = u + 1; v < nodes; ++v) {
      if (random.unit() < probability) edges.emplace_back(u, v);
    }
  }
  return make_graph(nodes, edges);
}

}  // namespace awe::test
