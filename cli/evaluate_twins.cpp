#include "evaluate_twins.h"

#include <algorithm>
#include <cstring>

namespace awe::cli {
namespace {

// The graph with node labels that contain the attributes of the node, byte by byte, and its label if that is seen.
Graph with_attributes_as_labels(const Graph& graph, bool node_labels) {
  const std::size_t width = graph.attribute_width();
  std::vector<std::string> labels(graph.num_nodes());
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (std::size_t d = 0; d < width; ++d) {
      const double value = graph.node_attributes()[u * width + d] + 0.0;  // -0 is 0
      char bytes[sizeof value];
      std::memcpy(bytes, &value, sizeof value);
      labels[u].append(bytes, sizeof value);
    }
    if (node_labels && !graph.node_labels().empty()) labels[u] += graph.node_labels().name_of(u);
  }
  GraphParts parts = graph.parts();
  std::vector<std::string> names = labels;
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::vector<std::uint32_t> ids;
  ids.reserve(labels.size());
  for (const std::string& label : labels) {
    ids.push_back(static_cast<std::uint32_t>(std::lower_bound(names.begin(), names.end(), label) - names.begin()));
  }
  parts.node_labels = {std::move(names), std::move(ids)};
  return Graph(std::move(parts));
}

}  // namespace

std::string SeenParts::text() const {
  std::string text = "structure";
  if (node_labels) text += ", node labels";
  if (edge_labels) text += ", edge labels";
  if (attributes) text += ", attributes";
  if (weights) text += ", weights";
  return text;
}

SeenParts seen_by(std::span<const KernelRecipe> recipes, const evaluation::GraphSet& set) {
  SeenParts seen;
  for (const KernelRecipe& recipe : recipes) {
    for (const Channel& channel : recipe.channels) {
      for (const FeatureBlock& block : channel.features) {
        const bool walks = block.kind == FeatureBlock::Kind::walks, colours = block.kind == FeatureBlock::Kind::colours;
        if (!walks && !colours && !block.of_map()) continue;
        // Colours begin from the node labels.
        seen.node_labels = seen.node_labels || colours || block.labels.node || block.labels.colours.has_value();
        seen.edge_labels = seen.edge_labels || block.labels.edge;
        seen.attributes = seen.attributes || block.labels.clusters > 0;
        seen.weights = seen.weights || walks;
      }
    }
  }
  const auto some = [&](const auto& has) { return std::any_of(set.graphs.begin(), set.graphs.end(), has); };
  seen.node_labels = seen.node_labels && some([](const Graph& graph) { return !graph.node_labels().empty(); });
  seen.edge_labels = seen.edge_labels && some([](const Graph& graph) { return !graph.edge_labels().empty(); });
  seen.attributes = seen.attributes && some([](const Graph& graph) { return graph.attribute_width() > 0; });
  seen.weights = seen.weights && some([](const Graph& graph) { return graph.weighted(); });
  return seen;
}

isomorphism::IsomorphismClasses twins_as_seen(const evaluation::GraphSet& set, const SeenParts& seen,
                                              const Progress& progress, int threads) {
  const isomorphism::IsomorphismLabels labels{seen.node_labels || seen.attributes, seen.edge_labels, seen.weights};
  if (!seen.attributes) return isomorphism::isomorphism_classes(set.graphs, labels, progress, {}, threads);
  std::vector<Graph> graphs;
  graphs.reserve(set.size());
  for (const Graph& graph : set.graphs) graphs.push_back(with_attributes_as_labels(graph, seen.node_labels));
  return isomorphism::isomorphism_classes(graphs, labels, progress, {}, threads);
}

}  // namespace awe::cli
