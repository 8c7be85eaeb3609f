// Graphs from arrays in memory, checked and given to the builder.
#include "awe/error.h"
#include "awe/graph_builder.h"
#include "base/counted.h"

namespace awe {
namespace {

void check_length(std::size_t length, std::size_t wanted, const char* what, const char* of) {
  if (length == 0 || length == wanted) return;
  throw Error(ErrorKind::usage, std::string(what) + " has " + std::to_string(length) + " entries for " +
                                    std::to_string(wanted) + " " + of);
}

std::size_t attribute_width(const GraphArrays& arrays) {
  if (arrays.node_attributes.empty()) return 0;
  if (arrays.num_nodes == 0 || arrays.node_attributes.size() % arrays.num_nodes != 0) {
    throw Error(ErrorKind::usage, "node_attributes has " + std::to_string(arrays.node_attributes.size()) +
                                      " entries, which is not a multiple of " + std::to_string(arrays.num_nodes) +
                                      " nodes");
  }
  return arrays.node_attributes.size() / arrays.num_nodes;
}

}  // namespace

Graph make_graph(const GraphArrays& arrays) {
  check_length(arrays.weights.size(), arrays.edges.size(), "weights", "edges");
  check_length(arrays.edge_labels.size(), arrays.edges.size(), "edge_labels", "edges");
  check_length(arrays.node_labels.size(), arrays.num_nodes, "node_labels", "nodes");
  const std::size_t width = attribute_width(arrays);
  BuildOptions options;
  options.directed = arrays.directed;
  options.weighted = !arrays.weights.empty();
  options.self_loops = arrays.self_loops;
  GraphBuilder builder(options);
  builder.set_num_nodes(arrays.num_nodes);
  for (std::size_t i = 0; i < arrays.edges.size(); ++i) {
    const auto [from, to] = arrays.edges[i];
    if (from >= arrays.num_nodes || to >= arrays.num_nodes) {
      throw Error(ErrorKind::usage, "edge " + std::to_string(i) + " joins nodes " + std::to_string(from) + " and " +
                                        std::to_string(to) + ", but the graph has only " +
                                        base::counted(arrays.num_nodes, "node"));
    }
    if (options.weighted) {
      builder.add_edge(from, to, arrays.weights[i]);
    } else {
      builder.add_edge(from, to);
    }
    if (!arrays.edge_labels.empty()) builder.label_last_edge(arrays.edge_labels[i]);
  }
  for (NodeId node = 0; node < arrays.node_labels.size(); ++node) {
    builder.set_node_label(node, arrays.node_labels[node]);
  }
  if (width > 0) builder.set_node_attributes(arrays.node_attributes, width);
  if (arrays.class_name) builder.set_class(*arrays.class_name);
  builder.set_name(arrays.name);
  return std::move(builder).build();
}

}  // namespace awe
