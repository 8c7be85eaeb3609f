// Edges and a policy in, an immutable Graph out. The one place where the rules for parallel edges, self-loops, weights
// and ids are applied, whatever the format.
//
// Unweighted: parallel edges collapse. Weighted: their weights add, in sorted order, so that the order of lines changes
// nothing. Zero weights remove the edge; negative or non-finite ones are an error (ErrorKind::numeric). Loops are
// dropped unless kept. Where parallel edges carry different labels, the smallest label stays. Cost: O(nodes + edges)
// and the sorting of each row; ids other than small integers are hashed and sorted.
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

enum class SelfLoops { drop, keep };
template <>
struct EnumText<SelfLoops> {
  static constexpr std::string_view kWhat = "treatment of self-loops";
  static constexpr EnumNames<SelfLoops, 2> kNames = {{{SelfLoops::drop, "drop"}, {SelfLoops::keep, "keep"}}};
};

// How an undirected edge stands in the input: once (a second listing is a parallel edge), or as two arcs that are one
// edge (TU files, symmetric matrices written in full): then a pair of opposite arcs weighs the mean of the two.
enum class EdgeListing { edges, arcs };

struct BuildOptions {
  bool directed = false;
  bool weighted = false;
  SelfLoops self_loops = SelfLoops::drop;
  EdgeListing listing = EdgeListing::edges;
};

inline constexpr NodeId kMaxNodes = std::numeric_limits<NodeId>::max() - 1;

struct ListedEdge {
  NodeId from, to;
};

// Use: add nodes and edges in any order, set what is known, then build() once. Either every node comes by position
// (set_num_nodes, add_edge) or every node comes by id (node_of, then add_edge with what it gave): not both.
class GraphBuilder {
 public:
  explicit GraphBuilder(const BuildOptions& policy) : policy_(policy) {}

  // Nodes by position: 0..count-1, with ids first_id, first_id+1, ...
  void set_num_nodes(NodeId count, std::int64_t first_id = 0);
  // Nodes by id: a provisional number for this id, the same at every call. build() renumbers in the order of the ids.
  // A canonical integer as text and as a number is the same id.
  [[nodiscard]] NodeId node_of(std::string_view id);
  [[nodiscard]] NodeId node_of_integer(std::int64_t id);
  [[nodiscard]] NodeId num_nodes_so_far() const noexcept { return num_nodes_; }

  // Overrides the policy's `weighted`, for inputs that show only at their end whether they have weights.
  void use_weights(bool weighted) { policy_.weighted = weighted; }

  // Nodes must be known already (position below the count, or given by node_of).
  void add_edge(NodeId from, NodeId to) { edges_.push_back({from, to}); }
  void add_edge(NodeId from, NodeId to, double weight);
  // Edges between nodes whose ids are integers below kMaxNodes, many at once: node_of_integer for both ends of each
  // and add_edge, but the nodes are numbered together in the end, which takes no look-up for each.
  void add_integer_edges(std::span<const ListedEdge> ids);
  // With a label for every edge or for none; call right after add_edge.
  void label_last_edge(std::string_view label);

  void set_node_label(NodeId node, std::string_view label);
  // Row-major values, one row a node, in the numbering used with this builder.
  void set_node_attributes(std::vector<double> values, std::size_t width);
  void set_class(std::string class_name) { class_name_ = std::move(class_name); }
  void set_name(std::string name) { name_ = std::move(name); }
  void note_unused_weights() { notes_.weights_unused = true; }

  // Throws Error(numeric) for a bad weight and Error(malformed) where some edges or nodes have labels and others lack
  // them. The message has no place in a file: readers that know it check first. The graph is the same for any number
  // of threads.
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
  void lay_out_general(GraphParts& graph, int threads);  // the same with both

  BuildOptions policy_;
  NodeId num_nodes_ = 0;
  std::int64_t first_id_ = 0;
  std::vector<ListedEdge> edges_;
  bool edges_hold_ids_ = false;  // ids of nodes, not numbers: all came by add_integer_edges
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

// A graph as arrays in memory. Empty arrays are not there; others must have one entry per node or per edge.
struct GraphArrays {
  NodeId num_nodes = 0;
  std::vector<std::pair<NodeId, NodeId>> edges = {};  // positions of nodes, below num_nodes
  std::vector<double> weights = {};                   // one per edge
  std::vector<std::string> node_labels = {};          // one per node
  std::vector<std::string> edge_labels = {};          // one per edge
  std::vector<double> node_attributes = {};           // row by row, equally many per node
  bool directed = false;
  SelfLoops self_loops = SelfLoops::drop;
  std::optional<std::string> class_name = {};
  std::string name = {};
};

// Throws Error: usage for arrays of other lengths and for edges to nodes that do not exist, numeric for a weight that
// is negative or not finite.
[[nodiscard]] Graph make_graph(const GraphArrays& arrays);

}  // namespace awe
