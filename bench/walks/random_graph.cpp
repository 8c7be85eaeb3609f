#include "random_graph.h"

#include <array>
#include <fstream>
#include <stdexcept>
#include <utility>

#include "awe/graph_builder.h"
#include "base/rng.h"

namespace awe::bench {

Graph random_graph(const GraphShape& shape) {
  base::Sequence random(2018, {});
  BuildOptions policy;
  policy.weighted = shape.weighted;
  GraphBuilder builder(policy);
  builder.set_num_nodes(shape.nodes);
  for (std::uint64_t i = 0; i < shape.edges; ++i) {
    const auto from = i < shape.nodes ? static_cast<NodeId>(i) : static_cast<NodeId>(random.below(shape.nodes));
    const std::uint64_t onward = 1 + random.below(shape.nodes - 1);
    const auto to = static_cast<NodeId>((from + onward) % shape.nodes);
    // Few distinct weights, exact in single precision, because some peers read them as floats.
    const double weight = 0.5 + static_cast<double>(random.below(1024)) / 1024;
    shape.weighted ? builder.add_edge(from, to, weight) : builder.add_edge(from, to);
  }
  constexpr std::array kLabels = {"C", "H", "N", "O"};
  for (NodeId u = 0; shape.labelled && u < shape.nodes; ++u) {
    builder.set_node_label(u, kLabels[static_cast<std::size_t>(random.below(kLabels.size()))]);
  }
  return std::move(builder).build();
}

void write_edges(const Graph& graph, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  file.precision(17);
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    const auto neighbours = graph.neighbours(u);
    const auto weights = graph.weights(u);
    for (std::size_t i = 0; i < neighbours.size(); ++i) {
      if (neighbours[i] < u) continue;
      file << u << '\t' << neighbours[i] << '\t' << (weights.empty() ? 1.0 : weights[i]) << '\n';
    }
  }
  if (!file.flush()) throw std::runtime_error(path + ": cannot be written; choose a folder that exists and has room");
}

}  // namespace awe::bench
