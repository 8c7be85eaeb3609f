// Reads .awg as a stream of graphs, subject to the options. Graphs are views into the mapping; a new graph is built
// only if self-loops are to be dropped or arcs are to become edges.
#include <utility>

#include "awe/awg_file.h"
#include "readers/formats.h"
#include "readers/keys.h"

namespace awe::readers {
namespace {

// The graph rebuilt under another policy. An arc of a directed graph becomes one of the two arcs of an edge.
Graph rebuilt(const Graph& graph, const BuildOptions& policy, int threads) {
  GraphBuilder builder(policy);
  const NodeIds& ids = graph.node_ids();
  if (ids.first() != nullptr) {
    builder.set_num_nodes(graph.num_nodes(), *ids.first());
  } else {
    for (NodeId u = 0; u < graph.num_nodes(); ++u) static_cast<void>(builder.node_of(ids.name(u)));
  }
  const auto& node_labels = graph.node_labels();
  const auto& edge_labels = graph.edge_labels();
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    if (!node_labels.empty()) builder.set_node_label(u, node_labels.name_of(u));
    for (std::uint64_t place = graph.offsets()[u]; place < graph.offsets()[u + std::size_t{1}]; ++place) {
      const NodeId v = graph.targets()[place];
      if (!graph.directed() && u > v) continue;
      graph.weighted() ? builder.add_edge(u, v, graph.arc_weights()[place]) : builder.add_edge(u, v);
      if (!edge_labels.empty()) builder.label_last_edge(edge_labels.name_of(static_cast<std::size_t>(place)));
    }
  }
  const auto attributes = graph.node_attributes();
  if (!attributes.empty()) {
    builder.set_node_attributes({attributes.begin(), attributes.end()}, graph.attribute_width());
  }
  GraphParts parts = std::move(builder).build(threads).parts();
  parts.name = graph.name();
  parts.class_name = graph.class_name();
  parts.attribute_width = graph.attribute_width();
  // The notes that the file holds about how the graph was built remain valid.
  parts.notes = graph.build_notes();
  return Graph(std::move(parts));
}

class AwgGraphs final : public GraphSource {
 public:
  AwgGraphs(AwgFile file, std::string name, const ReadOptions& options)
      : file_(std::move(file)), name_(std::move(name)), options_(options) {}

  std::optional<Graph> next() override {
    if (place_ == file_.size()) {
      file_.check_unchanged();
      return std::nullopt;
    }
    if (options_.verify) {
      if (place_ == 0) file_.verify_gaps();
      file_.verify(place_);
    }
    Graph graph = file_.graph(place_++, options_.threads);
    graph = with_weights_settled(std::move(graph));
    const bool directed = options_.directed.value_or(graph.directed());
    const bool drop_loops = graph.has_self_loops() && options_.self_loops == SelfLoops::drop;
    if (directed && !graph.directed()) graph = with_arcs(std::move(graph));
    if (directed == graph.directed() && !drop_loops) return graph;
    BuildOptions policy = edge_policy(options_, directed, EdgeListing::arcs);
    policy.weighted = graph.weighted();
    return rebuilt(graph, policy, options_.threads);
  }
  [[nodiscard]] std::optional<std::uint64_t> count() const override { return file_.size(); }

 private:
  [[nodiscard]] Graph with_weights_settled(Graph graph) const {
    if (options_.weights == WeightUse::use && graph.num_arcs() > 0 && !graph.weighted()) {
      throw error_at(ErrorKind::usage, Place{name_}, "the input has no weights; leave `weighted` out");
    }
    if (options_.weights != WeightUse::ignore || !graph.weighted()) return graph;
    GraphParts parts = graph.parts();
    parts.weights = {};
    parts.notes.weights_unused = true;
    parts.fingerprint = file_.summary(place_ - 1).plain_fingerprint;
    return Graph(std::move(parts));
  }

  // An undirected graph as the directed graph of its arcs.
  [[nodiscard]] static Graph with_arcs(Graph graph) {
    GraphParts parts = graph.parts();
    parts.directed = true;
    parts.num_edges = parts.targets.size();
    parts.fingerprint.reset();
    return Graph(std::move(parts));
  }

  AwgFile file_;
  std::string name_;
  ReadOptions options_;
  std::uint64_t place_ = 0;
};

}  // namespace

Graphs read_awg(AwgFile file, const std::string& name, const ReadOptions& options) {
  refuse_keys(options, name, "an .awg file");
  return std::make_unique<AwgGraphs>(std::move(file), name, options);
}

}  // namespace awe::readers
