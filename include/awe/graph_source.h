// Streams of graphs. Readers and generators return them, and functions that compute vectors accept them, so that a
// collection need not fit into memory.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "awe/graph.h"

namespace awe {

// How the training graphs were read, which must be the same for the graphs to predict.
struct GraphReading {
  // Read as directed; read as undirected; weights used; self-loops kept.
  bool directed = false, undirected = false, weighted = false, self_loops = false;
  bool operator==(const GraphReading&) const = default;
};

// A stream of graphs, to be used by one thread at a time. Returned graphs are independent of the source.
class GraphSource {
 public:
  GraphSource() = default;
  GraphSource(const GraphSource&) = delete;
  GraphSource& operator=(const GraphSource&) = delete;
  virtual ~GraphSource() = default;

  // The next graph, or nothing at the end. May throw Error; the source must then not be used again.
  [[nodiscard]] virtual std::optional<Graph> next() = 0;
  // Total number of graphs, if it is known in advance.
  [[nodiscard]] virtual std::optional<std::uint64_t> count() const { return std::nullopt; }
};

// All remaining graphs of a source.
[[nodiscard]] std::vector<Graph> read_all(GraphSource& source);

// A source of graphs in memory.
[[nodiscard]] std::unique_ptr<GraphSource> source_of(std::vector<Graph> graphs);
// A source of graphs that must outlive it; next() returns a copy of each.
[[nodiscard]] std::unique_ptr<GraphSource> source_of_borrowed(std::span<const Graph> graphs);

// A source that returns `first`, if there is one, and then the graphs of `rest`: for who had to look at the first graph
// of `rest`. count() is that of `rest`.
[[nodiscard]] std::unique_ptr<GraphSource> source_with_first(std::optional<Graph> first,
                                                             std::unique_ptr<GraphSource> rest);

// A part of a collection: every `of`-th graph of the first `limit` graphs.
struct Selection {
  std::uint64_t index = 0;                  // first graph, from 0; below `of`
  std::uint64_t of = 1;                     // distance between selected graphs
  std::optional<std::uint64_t> limit = {};  // graphs of the collection to look at; unset: all
};
// The selected graphs of a source. Graphs without a name are named by their position in the whole collection.
[[nodiscard]] std::unique_ptr<GraphSource> select(std::unique_ptr<GraphSource> source, const Selection& selection);

// The graph around a node: all nodes within a distance of it, along arcs if the graph is directed, and all edges
// between them, with their labels, weights and attributes. Its nodes are numbered as in the graph; it has no name.
// Cost: O(nodes of the graph, and arcs within the distance).
[[nodiscard]] Graph ego_graph(const Graph& graph, NodeId centre, int radius);

// Options of ego_graphs.
struct EgoOptions {
  int radius = 2;          // largest distance of a node from the centre
  bool plain_ids = false;  // ids are those of the nodes, without the name (or position) of their graph and a slash
  // Whether a node of a graph gets a graph; unset: all do.
  std::function<bool(const std::string& graph, const std::string& node)> chosen = {};
};
// The graphs around the nodes of all graphs of a source, in order, named by their ids: whatever works on graphs works
// on nodes in their surroundings. They have no class. Throws Error(usage) for a radius below 1. Cost of each: O(nodes
// and arcs within the distance).
[[nodiscard]] std::unique_ptr<GraphSource> ego_graphs(std::unique_ptr<GraphSource> source, EgoOptions options);

}  // namespace awe
