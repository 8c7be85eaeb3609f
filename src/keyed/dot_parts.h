// The nodes and edges of one DOT graph as they are read, and the graph that they make.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "keyed/keyed.h"

namespace awe::keyed {

// Values of attributes, each held once: a default of many nodes takes no memory for each of them. Value 0 is empty.
class DotValues {
 public:
  DotValues() { static_cast<void>(place_of("")); }
  std::uint32_t place_of(const std::string& value);
  [[nodiscard]] const std::string& operator[](std::uint32_t place) const { return *values_[place]; }

 private:
  std::unordered_map<std::string, std::uint32_t> places_;
  std::vector<const std::string*> values_;
};

// The attributes that matter, of an element or as defaults, as places in DotValues. An empty value is as good as none.
struct DotAttributes {
  std::uint32_t label = 0, weight = 0;
};

class DotParts {
 public:
  DotParts(const std::string& file, std::size_t file_bytes, const ReadOptions& options, Keys& keys);

  bool strict = false, directed = false;
  std::string name;
  std::optional<std::string> class_name;
  std::uint64_t line = 0;  // on which the graph begins
  DotValues values;

  // The node of this id; a new one gets the label `usual`.
  NodeId node_of(const std::string& id, std::uint32_t usual, std::uint64_t at);
  void set_label(NodeId node, std::uint32_t label) { labels_[node] = label; }
  // Edges between each pair of two lists of nodes, in which nodes may be repeated. Throws limit for too many.
  void add_edges(const std::vector<NodeId>& from, const std::vector<NodeId>& to, const DotAttributes& attributes,
                 std::uint64_t at);
  [[nodiscard]] Graph build() &&;

 private:
  struct Edge {
    NodeId from, to;
    DotAttributes attributes;
    std::uint64_t line;
  };
  void add_edge(const Edge& edge);
  void add_to(GraphBuilder& builder) const;

  const std::string& file_;
  const ReadOptions& options_;
  Keys& keys_;
  std::uint64_t max_pairs_, pairs_ = 0;
  std::unordered_map<std::string, NodeId> nodes_;
  std::vector<const std::string*> ids_;  // by node, in order of appearance
  std::vector<std::uint32_t> labels_;    // by node; 0: none
  std::vector<Edge> edges_;
  std::unordered_map<std::uint64_t, std::size_t> strict_edges_;
};

}  // namespace awe::keyed
