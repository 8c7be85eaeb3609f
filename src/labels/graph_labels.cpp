#include "labels/graph_labels.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "awe/error.h"
#include "labels/label_names.h"
#include "labels/ring_sizes.h"

namespace awe::labels {
namespace {

LabelColumn cluster_labels(const Graph& graph, const Codebook& codebook) {
  const std::size_t width = graph.attribute_width();
  if (graph.num_nodes() > 0 && width != codebook.width) {
    throw Error(ErrorKind::usage, "graph " + graph.name() + " has " + std::to_string(width) +
                                      " attributes per node, the codebook was learnt on " +
                                      std::to_string(codebook.width));
  }
  if (graph.num_nodes() == 0) return {};
  return number<std::uint32_t>(codebook.nearest_of_rows(graph.node_attributes()),
                               [](const std::uint32_t& cluster) { return std::to_string(cluster); });
}

// The labels of arcs; those of a graph without any are all the same.
LabelColumn labels_of_arcs(const Graph& graph) {
  if (graph.edge_labels().empty() && graph.num_arcs() > 0) {
    return {{"*"}, std::vector<std::uint32_t>(graph.num_arcs(), 0)};
  }
  return escaped(graph.edge_labels());
}

LabelColumn number_sizes(const std::vector<std::uint32_t>& sizes) {
  return number<std::uint32_t>(sizes, [](const std::uint32_t& size) { return "r" + std::to_string(size); });
}

LabelColumn ring_labels(const Graph& graph, const RingSizes& rings) {
  std::vector<std::uint32_t> sizes;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) sizes.push_back(rings.of_node(u));
  return number_sizes(sizes);
}

LabelColumn edge_ring_labels(const Graph& graph, const RingSizes& rings) {
  std::vector<std::uint32_t> sizes;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) sizes.push_back(rings.of_edge(u, v));
  }
  return number_sizes(sizes);
}

// Pairs of labels, each pair as one label.
LabelColumn joined(const LabelColumn& a, const LabelColumn& b) {
  std::vector<std::uint64_t> pairs(a.ids.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = std::uint64_t{a.ids[i]} << 32 | b.ids[i];
  return number<std::uint64_t>(
      pairs, [&](const std::uint64_t& pair) { return a.names[pair >> 32] + '|' + b.names[pair & 0xFFFFFFFFu]; });
}

void need(bool there, const Graph& graph, const std::string& what, const std::string& instead) {
  if (there) return;
  throw Error(ErrorKind::usage, "graph " + graph.name() + " has no " + what + "; " + instead);
}

}  // namespace

GraphLabels::GraphLabels(const Graph& graph, const LabelRule& rule, const Codebook* codebook, const Graph* walked,
                         bool jumps, ColourRounds* colours)
    : of_nodes_(rule.of_nodes()), of_edges_(rule.of_edges()) {
  bool first = true;
  const auto add = [&](LabelColumn&& column) {
    nodes_ = first ? std::move(column) : joined(nodes_, column);
    first = false;
  };
  const bool empty = graph.num_nodes() == 0;
  if (rule.node) {
    need(empty || !graph.node_labels().empty(), graph, "node labels", "use degree or wl:1 in their place");
    add(escaped(graph.node_labels()));
  }
  if (rule.degree != DegreeLabels::none) add(degree_labels(graph, rule.degree));
  if (rule.colours) add(colours != nullptr ? colours->after(*rule.colours) : ColourRounds(graph).after(*rule.colours));
  if (rule.clusters > 0) {
    need(empty || graph.attribute_width() > 0, graph, "node attributes", "leave out attribute:K");
    add(cluster_labels(graph, *codebook));
  }
  std::optional<RingSizes> rings;
  if (rule.ring || rule.edge_ring) rings.emplace(graph);
  if (rule.ring) add(ring_labels(graph, *rings));
  if (of_edges_) {
    const Graph& arcs = walked != nullptr ? *walked : graph;
    if (rule.edge) arcs_ = labels_of_arcs(arcs);
    if (rule.edge_ring) {
      LabelColumn sizes = edge_ring_labels(arcs, *rings);
      arcs_ = rule.edge ? joined(arcs_, sizes) : std::move(sizes);
    }
    if (jumps) {
      jump_ = static_cast<std::uint32_t>(arcs_.names.size());
      arcs_.names.emplace_back("*restart");  // the labels of the input have no '*'
    }
  }
  if (std::max(nodes_.names.size(), arcs_.names.size()) >= kMaxLabels) {
    throw Error(ErrorKind::limit, "graph " + graph.name() + " has more than 2^29 different labels");
  }
}

}  // namespace awe::labels
