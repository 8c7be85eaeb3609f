// Graphs around nodes, by breadth-first search.
#include <algorithm>
#include <utility>
#include <vector>

#include "awe/error.h"
#include "awe/graph_builder.h"
#include "awe/graph_source.h"

namespace awe {
namespace {

// The nodes within a distance, ascending. `seen` has room for all nodes, and is false everywhere before and after.
std::vector<NodeId> nodes_around(const Graph& graph, NodeId centre, int radius, std::vector<bool>& seen) {
  std::vector<NodeId> found = {centre};
  seen[centre] = true;
  std::size_t begin = 0;
  for (int step = 0; step < radius; ++step) {
    const std::size_t end = found.size();
    for (; begin < end; ++begin) {
      for (const NodeId v : graph.neighbours(found[begin])) {
        if (seen[v]) continue;
        seen[v] = true;
        found.push_back(v);
      }
    }
  }
  std::sort(found.begin(), found.end());
  for (const NodeId v : found) seen[v] = false;
  return found;
}

void add_arcs(const Graph& graph, const std::vector<NodeId>& nodes, NodeId place, GraphBuilder& builder) {
  const NodeId u = nodes[place];
  const auto around = graph.neighbours(u);
  for (std::size_t k = 0; k < around.size(); ++k) {
    if (!graph.directed() && around[k] < u) continue;  // each edge once
    const auto at = std::lower_bound(nodes.begin(), nodes.end(), around[k]);
    if (at == nodes.end() || *at != around[k]) continue;
    const auto other = static_cast<NodeId>(at - nodes.begin());
    if (graph.weighted()) {
      builder.add_edge(place, other, graph.weights(u)[k]);
    } else {
      builder.add_edge(place, other);
    }
    if (!graph.edge_labels().empty()) {
      builder.label_last_edge(graph.edge_labels().name_of(static_cast<std::size_t>(graph.offsets()[u]) + k));
    }
  }
}

Graph around(const Graph& graph, NodeId centre, int radius, std::vector<bool>& seen) {
  const std::vector<NodeId> nodes = nodes_around(graph, centre, radius, seen);
  GraphBuilder builder({.directed = graph.directed(), .weighted = graph.weighted(), .self_loops = SelfLoops::keep});
  builder.set_num_nodes(static_cast<NodeId>(nodes.size()));
  std::vector<double> attributes;
  const std::size_t width = graph.attribute_width();
  for (NodeId place = 0; place < nodes.size(); ++place) {
    add_arcs(graph, nodes, place, builder);
    if (!graph.node_labels().empty()) builder.set_node_label(place, graph.node_labels().name_of(nodes[place]));
    const auto own = graph.node_attributes().subspan(nodes[place] * width, width);
    attributes.insert(attributes.end(), own.begin(), own.end());
  }
  if (width > 0) builder.set_node_attributes(std::move(attributes), width);
  return std::move(builder).build();
}

class EgoSource final : public GraphSource {
 public:
  EgoSource(std::unique_ptr<GraphSource> source, EgoOptions options)
      : source_(std::move(source)), options_(std::move(options)) {}

  std::optional<Graph> next() override {
    while (true) {
      if (!graph_ || node_ == graph_->num_nodes()) {
        graph_ = source_->next();
        if (!graph_) return std::nullopt;
        name_ = graph_->name().empty() ? std::to_string(position_) : graph_->name();
        ++position_;
        node_ = 0;
        seen_.assign(graph_->num_nodes(), false);
        continue;
      }
      const NodeId centre = node_++;
      const std::string id = graph_->node_ids().name(centre);
      if (options_.chosen && !options_.chosen(name_, id)) continue;
      return around(*graph_, centre, options_.radius, seen_).with_name(options_.plain_ids ? id : name_ + "/" + id);
    }
  }

 private:
  std::unique_ptr<GraphSource> source_;
  EgoOptions options_;
  std::optional<Graph> graph_;
  std::string name_;
  NodeId node_ = 0;
  std::uint64_t position_ = 0;
  std::vector<bool> seen_;
};

}  // namespace

Graph ego_graph(const Graph& graph, NodeId centre, int radius) {
  std::vector<bool> seen(graph.num_nodes(), false);
  return around(graph, centre, radius, seen);
}

std::unique_ptr<GraphSource> ego_graphs(std::unique_ptr<GraphSource> source, EgoOptions options) {
  if (options.radius < 1) throw Error(ErrorKind::usage, "`radius` must be at least 1");
  return std::make_unique<EgoSource>(std::move(source), std::move(options));
}

}  // namespace awe
