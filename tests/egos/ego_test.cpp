// Graphs around nodes against the definition: distances by Floyd and Warshall, edges one by one.
#include <gtest/gtest.h>

#include <algorithm>

#include "awe/error.h"
#include "awe/graph_source.h"
#include "base/rng.h"
#include "support/toy_graphs.h"

namespace awe {
namespace {

Graph random_graph(NodeId nodes, std::uint64_t seed, bool directed) {
  base::Sequence random(seed, {});
  GraphBuilder builder({.directed = directed, .weighted = true});
  builder.set_num_nodes(nodes);
  std::vector<double> attributes;
  for (NodeId u = 0; u < nodes; ++u) {
    builder.set_node_label(u, "label " + std::to_string(random.below(3)));
    attributes.push_back(u);
    for (NodeId v = directed ? 0 : u + 1; v < nodes; ++v) {
      if (u == v || random.unit() > 0.12) continue;
      builder.add_edge(u, v, 1 + static_cast<double>(random.below(5)));
      builder.label_last_edge("edge " + std::to_string(random.below(2)));
    }
  }
  builder.set_node_attributes(std::move(attributes), 1);
  return std::move(builder).build();
}

TEST(Egos, AreTheNodesWithinTheDistanceAndAllEdgesBetweenThem) {
  for (const bool directed : {false, true}) {
    const Graph graph = random_graph(24, directed ? 5 : 3, directed);
    const NodeId n = graph.num_nodes();
    std::vector<std::vector<int>> far(n, std::vector<int>(n, 1000));
    for (NodeId u = 0; u < n; ++u) {
      far[u][u] = 0;
      for (const NodeId v : graph.neighbours(u)) far[u][v] = 1;
    }
    for (NodeId k = 0; k < n; ++k) {
      for (NodeId u = 0; u < n; ++u) {
        for (NodeId v = 0; v < n; ++v) far[u][v] = std::min(far[u][v], far[u][k] + far[k][v]);
      }
    }
    for (NodeId centre = 0; centre < n; ++centre) {
      for (const int radius : {1, 2, 3}) {
        std::vector<NodeId> inside;
        for (NodeId v = 0; v < n; ++v) {
          if (far[centre][v] <= radius) inside.push_back(v);
        }
        const Graph ego = ego_graph(graph, centre, radius);
        ASSERT_EQ(ego.num_nodes(), inside.size());
        EXPECT_EQ(ego.directed(), directed);
        for (NodeId a = 0; a < ego.num_nodes(); ++a) {
          EXPECT_EQ(ego.node_labels().name_of(a), graph.node_labels().name_of(inside[a]));
          EXPECT_EQ(ego.node_attributes()[a], graph.node_attributes()[inside[a]]);
          std::size_t arcs = 0;
          const auto around = graph.neighbours(inside[a]);
          for (std::size_t k = 0; k < around.size(); ++k) {
            const auto at = std::find(inside.begin(), inside.end(), around[k]);
            if (at == inside.end()) continue;
            const auto own = ego.neighbours(a);
            const auto place =
                std::find(own.begin(), own.end(), static_cast<NodeId>(at - inside.begin())) - own.begin();
            ASSERT_LT(place, static_cast<std::ptrdiff_t>(own.size()));
            EXPECT_EQ(ego.weights(a)[static_cast<std::size_t>(place)], graph.weights(inside[a])[k]);
            EXPECT_EQ(ego.edge_labels().name_of(ego.offsets()[a] + static_cast<std::size_t>(place)),
                      graph.edge_labels().name_of(graph.offsets()[inside[a]] + k));
            ++arcs;
          }
          EXPECT_EQ(ego.degree(a), arcs);
        }
      }
    }
  }
}

TEST(Egos, AreNamedByTheirNodesAndMayBeChosen) {
  const std::vector<Graph> graphs = {test::path_graph(3).with_name("p"), test::star_graph(2)};
  const auto names = [&](const EgoOptions& options) {
    std::string text;
    const auto source = ego_graphs(source_of(graphs), options);
    while (auto graph = source->next()) text += " " + graph->name() + ":" + std::to_string(graph->num_nodes());
    return text;
  };
  EXPECT_EQ(names({.radius = 1}), " p/0:2 p/1:3 p/2:2 1/0:3 1/1:2 1/2:2");
  EXPECT_EQ(names({.radius = 2, .plain_ids = true}), " 0:3 1:3 2:3 0:3 1:3 2:3");
  const auto chosen = [](const std::string& graph, const std::string& node) { return graph == "p" && node != "1"; };
  EXPECT_EQ(names({.radius = 1, .chosen = chosen}), " p/0:2 p/2:2");
  EXPECT_THROW((void)ego_graphs(source_of({}), {.radius = 0}), Error);
}

}  // namespace
}  // namespace awe
