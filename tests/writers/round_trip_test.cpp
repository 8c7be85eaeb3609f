// Write, read, compare: random graphs of every kind are read back equal in everything that the format can hold.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "awe/writer.h"
#include "readers/reading.h"

namespace awe::test {
namespace {

// What a set of random graphs may have.
struct Kind {
  bool directed = false, weighted = false, node_labels = false, edge_labels = false, attributes = false;
  bool text_ids = false, named = false, classed = false;
};

Kind any_kind() {
  const auto flag = [] { return *rc::gen::arbitrary<bool>(); };
  return {flag(), flag(), flag(), flag(), flag(), flag(), flag(), flag()};
}

// A text of characters that formats treat specially.
std::string any_text(const char* letters) {
  return *rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::elementOf(std::string(letters))));
}
constexpr const char* kWild = "ab1 \"'<>&#%{}[],;\\\t";
constexpr const char* kPlain = "abc12.-_";

Graph any_graph(const Kind& kind, const char* letters, bool may_be_empty = true) {
  BuildOptions policy;
  policy.directed = kind.directed;
  policy.weighted = kind.weighted;
  policy.self_loops = SelfLoops::keep;
  GraphBuilder builder(policy);
  const auto nodes = *rc::gen::inRange<NodeId>(may_be_empty ? 0 : 1, 8);
  if (kind.text_ids) {
    while (builder.num_nodes_so_far() < nodes) static_cast<void>(builder.node_of(any_text(letters)));
  } else {
    builder.set_num_nodes(nodes);
  }
  const auto edges = nodes == 0 ? 0 : *rc::gen::inRange(0, 15);
  for (int i = 0; i < edges; ++i) {
    const auto from = *rc::gen::inRange<NodeId>(0, nodes), to = *rc::gen::inRange<NodeId>(0, nodes);
    const double weight = *rc::gen::inRange(1, 1'000'000) / 7.0;
    kind.weighted ? builder.add_edge(from, to, weight) : builder.add_edge(from, to);
    if (kind.edge_labels) builder.label_last_edge(any_text(letters));
  }
  std::vector<double> attributes;
  for (NodeId u = 0; u < nodes; ++u) {
    if (kind.node_labels) builder.set_node_label(u, any_text(letters));
    for (int i = 0; i < 2; ++i) attributes.push_back(*rc::gen::inRange(-1000, 1000) / 3.0);
  }
  if (kind.attributes && nodes > 0) builder.set_node_attributes(attributes, 2);
  if (kind.named) builder.set_name(any_text(letters));
  if (kind.classed) builder.set_class(any_text(letters));
  return std::move(builder).build();
}

std::vector<Graph> through(const std::string& file_name, const std::vector<Graph>& graphs,
                           ReadOptions options = keep_all()) {
  const TemporaryFolder folder;
  const auto writer = create_graphs(folder.file(file_name));
  for (const Graph& graph : graphs) writer->write(graph);
  writer->commit();
  return read_all(*open_graphs(folder.file(file_name), options));
}

void check_structure(const Graph& a, const Graph& b) {
  RC_ASSERT(a.num_nodes() == b.num_nodes());
  RC_ASSERT(a.num_edges() == b.num_edges());
  RC_ASSERT(fingerprint(a) == fingerprint(b));
}
void check_ids(const Graph& a, const Graph& b) {
  for (NodeId u = 0; u < a.num_nodes(); ++u) RC_ASSERT(a.node_ids().name(u) == b.node_ids().name(u));
}
void check_labels(const Graph& a, const Graph& b) {
  RC_ASSERT(a.node_labels() == b.node_labels());
  RC_ASSERT(a.edge_labels() == b.edge_labels());
}
void check_attributes(const Graph& a, const Graph& b) {
  RC_ASSERT(a.attribute_width() == b.attribute_width());
  RC_ASSERT(std::equal(a.node_attributes().begin(), a.node_attributes().end(), b.node_attributes().begin(),
                       b.node_attributes().end()));
}

RC_GTEST_PROP(RoundTrip, OfJsonLinesAndAwgKeepsEverything, ()) {
  const std::string file = *rc::gen::elementOf(std::vector<std::string>{"g.jsonl", "g.jsonl.gz", "g.awg"});
  std::vector<Graph> graphs;
  for (int i = 0; i < 3; ++i) graphs.push_back(any_graph(any_kind(), kWild));
  const auto back = through(file, graphs);
  RC_ASSERT(back.size() == graphs.size());
  for (std::size_t i = 0; i < back.size(); ++i) {
    check_structure(graphs[i], back[i]);
    check_ids(graphs[i], back[i]);
    check_labels(graphs[i], back[i]);
    check_attributes(graphs[i], back[i]);
    RC_ASSERT(graphs[i].name() == back[i].name());
    RC_ASSERT(graphs[i].class_name() == back[i].class_name());
  }
}

RC_GTEST_PROP(RoundTrip, OfGraphmlKeepsEverything, ()) {
  Kind kind = any_kind();
  std::vector<Graph> graphs;
  for (int i = 0; i < 3; ++i) {
    const bool attributes = kind.attributes;
    kind = any_kind();
    kind.attributes = attributes;
    graphs.push_back(any_graph(kind, kWild, false));
  }
  const auto back = through("g.graphml", graphs);
  RC_ASSERT(back.size() == graphs.size());
  for (std::size_t i = 0; i < back.size(); ++i) {
    check_structure(graphs[i], back[i]);
    check_ids(graphs[i], back[i]);
    check_labels(graphs[i], back[i]);
    check_attributes(graphs[i], back[i]);
    RC_ASSERT(graphs[i].name() == back[i].name());
    RC_ASSERT(graphs[i].class_name() == back[i].class_name());
  }
}

RC_GTEST_PROP(RoundTrip, OfGmlKeepsAllButTextIdsAndAttributes, ()) {
  std::vector<Graph> graphs;
  for (int i = 0; i < 2; ++i) graphs.push_back(any_graph(any_kind(), kWild));
  const auto back = through("g.gml.gz", graphs);
  RC_ASSERT(back.size() == graphs.size());
  for (std::size_t i = 0; i < back.size(); ++i) {
    check_structure(graphs[i], back[i]);
    check_labels(graphs[i], back[i]);
    RC_ASSERT(graphs[i].name() == back[i].name());
    RC_ASSERT(graphs[i].class_name() == back[i].class_name());
  }
}

RC_GTEST_PROP(RoundTrip, OfMatrixMarketKeepsStructureAndWeights, ()) {
  const Graph graph = any_graph(any_kind(), kWild);
  const auto back = through("g.mtx", {graph});
  RC_ASSERT(back.size() == 1u);
  check_structure(graph, back[0]);
}

RC_GTEST_PROP(RoundTrip, OfGraph6AndItsKinKeepsStructure, ()) {
  Kind kind = any_kind();
  kind.weighted = false;
  kind.directed = *rc::gen::arbitrary<bool>();
  std::vector<Graph> graphs;
  for (int i = 0; i < 3; ++i) graphs.push_back(any_graph(kind, kWild));
  const std::string file = kind.directed ? "g.d6" : *rc::gen::elementOf(std::vector<std::string>{"g.s6", "g.s6.gz"});
  const auto back = through(file, graphs);
  RC_ASSERT(back.size() == graphs.size());
  for (std::size_t i = 0; i < back.size(); ++i) check_structure(graphs[i], back[i]);
  if (kind.directed) return;
  for (const Graph& graph : graphs) {
    if (graph.has_self_loops()) continue;
    check_structure(graph, through("g.g6", {graph}).at(0));
  }
}

RC_GTEST_PROP(RoundTrip, OfEdgeListsKeepsStructureWeightsAndIds, ()) {
  Kind kind = any_kind();
  const bool folder = *rc::gen::arbitrary<bool>();
  std::vector<Graph> graphs = {any_graph(kind, kPlain, false)};
  ReadOptions options = keep_all();
  options.directed = kind.directed;
  std::vector<Graph> back;
  if (folder) {
    graphs.push_back(any_graph(kind, kPlain, false));
    const TemporaryFolder place;
    const auto writer = create_graphs(place.file("out"), {Format::edge_list, false});
    for (const Graph& graph : graphs) writer->write(graph);
    writer->commit();
    back = read_all(*open_graphs(place.file("out"), options));
  } else {
    back = through("g.edgelist.gz", graphs, options);
  }
  RC_ASSERT(back.size() == graphs.size());
  for (std::size_t i = 0; i < back.size(); ++i) {
    check_structure(graphs[i], back[i]);
    check_ids(graphs[i], back[i]);
  }
}

RC_GTEST_PROP(RoundTrip, OfTuSetsKeepsAllButIdsAndNames, ()) {
  Kind kind = any_kind();
  kind.text_ids = false;
  const std::string file = *rc::gen::elementOf(std::vector<std::string>{"SET.zip", "SET"});
  std::vector<Graph> graphs;
  for (int i = 0; i < 3; ++i) graphs.push_back(any_graph(kind, kPlain, !kind.classed ? false : i > 0));
  ReadOptions options = keep_all();
  options.directed = kind.directed;
  const auto back = through(file, graphs, options);
  RC_ASSERT(back.size() == graphs.size());
  for (std::size_t i = 0; i < back.size(); ++i) {
    check_structure(graphs[i], back[i]);
    check_labels(graphs[i], back[i]);
    check_attributes(graphs[i], back[i]);
    RC_ASSERT(graphs[i].class_name() == back[i].class_name());
  }
}

}  // namespace
}  // namespace awe::test
