// Builds immutable graphs from edges. The rules for parallel edges, self-loops, weights and ids are applied here alone,
// whatever the format of the input.
//
// Unweighted: parallel edges are merged. Weighted: their weights are added in sorted order, so that the order of the
// input does not matter. An edge of weight zero is removed; a negative or non-finite weight is an error
// (ErrorKind::numeric). Self-loops are dropped unless BuildOptions keep them. Of the labels of parallel edges, the
// smallest is kept. Cost: O(nodes + edges) and sorting each row; ids other than small integers are hashed and sorted.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "awe/enum_text.h"
#include "awe/graph.h"

namespace awe {

// What to do with self-loops of the input.
enum class SelfLoops { drop, keep };
template <>
struct EnumText<SelfLoops> {
  static constexpr std::string_view kWhat = "treatment of self-loops";
  static constexpr EnumNames<SelfLoops, 2> kNames = {{{SelfLoops::drop, "drop"}, {SelfLoops::keep, "keep"}}};
};

// How the input lists an undirected edge: `edges` once (a second listing is a parallel edge), `arcs` as two opposite
// arcs (TU files, symmetric matrices in full), whose edge has the mean of both weights.
enum class EdgeListing { edges, arcs };

// Options of GraphBuilder.
struct BuildOptions {
  bool directed = false;                     // build a directed graph
  bool weighted = false;                     // use the weights of edges
  SelfLoops self_loops = SelfLoops::drop;    // drop or keep self-loops
  EdgeListing listing = EdgeListing::edges;  // how undirected edges are listed
};

// The largest number of nodes of a graph.
inline constexpr NodeId kMaxNodes = std::numeric_limits<NodeId>::max() - 1;

// An edge of the input.
struct ListedEdge {
  NodeId from, to;  // first end; second end
};

// Builds one graph. Use: add nodes and edges in any order, set what is known, then call build() once. Nodes come either
// all by position (set_num_nodes, then add_edge) or all by id (node_of, then add_edge with the numbers it returned).
class GraphBuilder {
 public:
  // An empty builder.
  explicit GraphBuilder(const BuildOptions& policy) : policy_(policy) {}

  // Nodes by position: 0 .. count-1, with the ids first_id, first_id+1, ...
  void set_num_nodes(NodeId count, std::int64_t first_id = 0);
  // Nodes by id: returns a provisional number of this id, the same at every call; build() renumbers nodes in the order
  // of their ids. Throws Error(limit) for more than kMaxNodes nodes.
  [[nodiscard]] NodeId node_of(std::string_view id);
  // The same for an integer; it is the same id as its canonical text.
  [[nodiscard]] NodeId node_of_integer(std::int64_t id);
  [[nodiscard]] NodeId num_nodes_so_far() const noexcept { return num_nodes_; }  // nodes known so far

  // Overrides BuildOptions::weighted, for inputs that show only at their end whether they have weights.
  void use_weights(bool weighted) { policy_.weighted = weighted; }

  void reserve_edges(std::size_t count) { edges_.reserve(count); }  // makes room for this many edges in all
  // Adds an edge between known nodes: positions below the count, or numbers that node_of returned.
  void add_edge(NodeId from, NodeId to) { edges_.push_back({from, to}); }
  void add_edge(NodeId from, NodeId to, double weight);
  // Adds many edges whose ends are integer ids below kMaxNodes: like node_of_integer and add_edge for each, but faster,
  // since build() numbers the nodes together.
  void add_integer_edges(std::span<const ListedEdge> ids);
  // Labels the edge added last. Either every edge gets a label or none.
  void label_last_edge(std::string_view label);

  // Labels a node. Either every node gets a label or none.
  void set_node_label(NodeId node, std::string_view label);
  // Sets the node attributes: row-major, `width` values per node, in the numbering of this builder.
  void set_node_attributes(std::vector<double> values, std::size_t width);
  void set_class(std::string class_name) { class_name_ = std::move(class_name); }  // sets the class
  void set_name(std::string name) { name_ = std::move(name); }                     // sets the name
  void note_unused_weights() { notes_.weights_unused = true; }                     // sets BuildNotes::weights_unused

  // The graph, the same for any number of threads. Throws Error: numeric for an invalid weight, malformed if some edges
  // (or nodes) have labels and others have none. Messages do not name a line of a file.
  [[nodiscard]] Graph build(int threads = 1) &&;

 private:
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  using TextMap = std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>>;
  struct LabelTable {
    std::vector<std::string> names;  // in order of appearance
    TextMap places;
    std::vector<std::uint32_t> ids;
    std::uint32_t place_of(std::string_view label);
    [[nodiscard]] LabelColumn sorted() const;
  };

  NodeId add_node();
  void grow_dense_ids();
  void number_edges_one_by_one();
  [[nodiscard]] bool number_edges_together(NodeIds& ids);
  [[nodiscard]] NodeIds take_ids();  // sorts ids, renumbers edges, labels and attributes
  [[nodiscard]] NodeIds take_integer_ids();
  [[nodiscard]] NodeIds take_text_ids();
  void renumber(const std::vector<NodeId>& place_of);
  void check_labels();
  void drop_loops(std::vector<std::uint32_t>& labels);
  void lay_out_plain(GraphParts& graph, int threads);    // neither weights nor edge labels
  void lay_out_general(GraphParts& graph, int threads);  // with both

  BuildOptions policy_;
  NodeId num_nodes_ = 0;
  std::int64_t first_id_ = 0;
  std::vector<ListedEdge> edges_;
  bool edges_hold_ids_ = false;  // edges_ holds ids instead of numbers: all came from add_integer_edges
  std::vector<double> edge_weights_;
  LabelTable edge_labels_;
  LabelTable node_labels_;
  std::vector<double> attributes_;
  std::size_t attribute_width_ = 0;
  std::vector<NodeId> dense_ids_;                         // canonical integers below its size
  std::unordered_map<std::int64_t, NodeId> integer_ids_;  // other canonical integers
  TextMap string_ids_;                                    // all other ids
  std::optional<std::string> class_name_;
  std::string name_;
  BuildNotes notes_;
};

// A graph as arrays in memory. Optional arrays are empty, or have one entry per node or per edge.
struct GraphArrays {
  NodeId num_nodes = 0;                               // number of nodes
  std::vector<std::pair<NodeId, NodeId>> edges = {};  // ends of each edge, below num_nodes
  std::vector<double> weights = {};                   // one weight per edge
  std::vector<std::string> node_labels = {};          // one label per node
  std::vector<std::string> edge_labels = {};          // one label per edge
  std::vector<double> node_attributes = {};           // row-major, equally many per node
  bool directed = false;                              // edges are arcs
  SelfLoops self_loops = SelfLoops::drop;             // drop or keep self-loops
  std::optional<std::string> class_name = {};         // class of the graph
  std::string name = {};                              // name of the graph
};

// The graph of the arrays. Throws Error: usage for arrays of wrong lengths and edges to nodes that do not exist,
// numeric for a negative or non-finite weight.
[[nodiscard]] Graph make_graph(const GraphArrays& arrays);

}  // namespace awe
