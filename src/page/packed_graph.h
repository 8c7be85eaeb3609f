// A graph as the page's script reads it: places of nodes, edges and labels as short text, two letters per number.
//
// Numbers are written in base 64 with the letters A-Z a-z 0-9 - _, which need no escape anywhere. Names of labels are
// in tables that all graphs share. Cost: the layout of the graph (awe/drawing.h).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "awe/drawing.h"
#include "awe/graph.h"

namespace awe::page {

// Graphs with more nodes or edges are not drawn on the page.
inline constexpr std::uint64_t kMostPackedNodes = 400, kMostPackedEdges = 1600;

// A number of 0 .. 4095 as two letters.
void append_pair(std::string& out, std::uint32_t value);

// The names of labels, numbered in the order in which they are first seen.
class NameTable {
 public:
  std::uint32_t number(const std::string& name);
  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }

 private:
  std::map<std::string, std::uint32_t> numbers_;
  std::vector<std::string> names_;
};

struct PackedGraph {
  bool drawn = false;  // false: too large, and everything below is empty
  bool molecule = false, directed = false;
  std::string places;              // x and y of each node: 0 .. 4095, the longer side of the drawing is 4095
  double step = 1;                 // length of an edge in these units, about
  std::string edges;               // both ends of each edge
  std::string labels, bonds;       // label of each node and of each edge (molecules: bond); empty: none
  std::uint64_t first = 0;         // id of the first node, if ids are consecutive numbers
  std::vector<std::string> names;  // ids of nodes, if they are not
};

// The places alone, which take the time; the rest by packed().
[[nodiscard]] std::vector<Place> places_of(const Graph& graph, const DrawingOptions& options);
[[nodiscard]] PackedGraph packed(const Graph& graph, const std::vector<Place>& places, const DrawingOptions& options,
                                 NameTable& node_labels, NameTable& edge_labels);

// Whether the page draws it.
[[nodiscard]] bool is_drawn(const Graph& graph);

// Numbers of nodes as one letter each: 0 .. 62 for -scale .. scale, 31 is zero.
[[nodiscard]] std::string packed_values(const std::vector<double>& values, double scale);

}  // namespace awe::page
