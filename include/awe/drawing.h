// Drawings of graphs and of anonymous walks as SVG text.
//
// A drawing depends only on its arguments and is the same bytes on every machine: places are computed from sums,
// products, quotients and square roots alone, which IEEE 754 defines to the last bit, in a fixed order and on one
// thread. It needs no font, script or other file; text is escaped; colours follow the light or dark scheme of the
// viewer and can be distinguished with red-green colour blindness. Cost of a graph with n nodes and m edges: O(n^2)
// memory and time per sweep up to kFullLayoutNodes nodes in a component, O(50 n + m) above.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "awe/enum_text.h"
#include "awe/graph.h"
#include "awe/walk_index.h"

namespace awe {

// The most nodes, and the most edges, of a graph that is drawn.
inline constexpr std::uint64_t kMaxDrawnNodes = 20'000, kMaxDrawnEdges = 200'000;
// The most nodes of a component that is placed by the distances between all pairs; above, by those to 50 nodes.
inline constexpr std::uint64_t kFullLayoutNodes = 800;

// How nodes are placed. Components are placed separately and packed side by side.
enum class LayoutKind {
  automatic,  // rings on a circle, paths on a line, narrow trees in layers, everything else by stress
  stress,     // distances on the page fit the numbers of steps between nodes
  layers,     // by the number of steps from a root, as a tree
  circle      // on a circle, in the order of the nodes
};
template <>
struct EnumText<LayoutKind> {
  static constexpr std::string_view kWhat = "layout";
  static constexpr EnumNames<LayoutKind, 4> kNames = {{{LayoutKind::automatic, "auto"},
                                                       {LayoutKind::stress, "stress"},
                                                       {LayoutKind::layers, "layers"},
                                                       {LayoutKind::circle, "circle"}}};
};

// What nodes and edges look like.
enum class DrawingStyle {
  automatic,  // molecule, if all labels of nodes are chemical elements and those of edges are bond orders
  graph,      // circles, coloured by label
  molecule    // symbols of elements (carbon in a chain or ring: none), bonds as lines
};
template <>
struct EnumText<DrawingStyle> {
  static constexpr std::string_view kWhat = "style";
  static constexpr EnumNames<DrawingStyle, 3> kNames = {
      {{DrawingStyle::automatic, "auto"}, {DrawingStyle::graph, "graph"}, {DrawingStyle::molecule, "molecule"}}};
};

// The text in a node. Whatever it is, pointing at a node shows its id and label.
enum class NodeText {
  automatic,  // its label if it fits; nothing in graphs without labels
  label,      // its label
  id,         // its id
  none        // nothing
};
template <>
struct EnumText<NodeText> {
  static constexpr std::string_view kWhat = "text of nodes";
  static constexpr EnumNames<NodeText, 4> kNames = {
      {{NodeText::automatic, "auto"}, {NodeText::label, "label"}, {NodeText::id, "id"}, {NodeText::none, "none"}}};
};

// The colours of lines and text.
enum class DrawingTheme {
  automatic,  // those of the viewer's colour scheme, light or dark
  inherit,    // that of the page that the SVG text is put into (currentColor)
  light,      // for light backgrounds
  dark        // for dark backgrounds
};
template <>
struct EnumText<DrawingTheme> {
  static constexpr std::string_view kWhat = "theme";
  static constexpr EnumNames<DrawingTheme, 4> kNames = {{{DrawingTheme::automatic, "auto"},
                                                         {DrawingTheme::inherit, "inherit"},
                                                         {DrawingTheme::light, "light"},
                                                         {DrawingTheme::dark, "dark"}}};
};

// Options of to_svg.
struct DrawingOptions {
  int width = 360, height = 360;                       // of one graph, in pixels: 16 .. 10000
  LayoutKind layout = LayoutKind::automatic;           // how nodes are placed
  DrawingStyle style = DrawingStyle::automatic;        // what nodes and edges look like
  NodeText text = NodeText::automatic;                 // the text in nodes
  DrawingTheme theme = DrawingTheme::automatic;        // colours of lines and text
  bool legend = true;                                  // name the colours below the graph
  std::map<std::string, std::string> node_names = {};  // what to call labels of nodes: {"0", "C"}
  std::map<std::string, std::string> edge_names = {};  // what to call labels of edges: {"0", "aromatic"}
};

// Numbers of nodes and edges shown as colours: orange above zero, blue below.
struct Evidence {
  std::vector<double> nodes = {};                // one per node; empty: none
  std::vector<double> edges = {};                // one per edge, in the order of edges_of; empty: none
  double scale = 0;                              // the number of the full colour; 0: the largest absolute value
  std::string above = "for", below = "against";  // what the colours mean, in the legend
};

// One graph of a drawing of several.
struct DrawnGraph {
  const Graph* graph = nullptr;  // must outlive the call
  std::string title = {};        // written above it
  Evidence evidence = {};        // its colours
};

// A place on the page. The length of an edge is about 1; y grows downwards.
struct Place {
  double x = 0, y = 0;  // to the right; downwards
};

// The edges of a graph, each once: for undirected graphs with first <= second; by first node, then second.
[[nodiscard]] std::vector<std::pair<NodeId, NodeId>> edges_of(const Graph& graph);

// The places of the nodes. Throws Error: limit for more than kMaxDrawnNodes nodes or kMaxDrawnEdges edges.
[[nodiscard]] std::vector<Place> layout(const Graph& graph, LayoutKind kind = LayoutKind::automatic);

// The drawing of a graph. Throws Error: limit as layout does; usage for a size outside its range, or evidence of
// another length; numeric for evidence that is not finite.
[[nodiscard]] std::string to_svg(const Graph& graph, const DrawingOptions& options = {}, const Evidence& evidence = {});
// A drawing of several graphs, row by row; `columns` 0: about as many as rows.
[[nodiscard]] std::string to_svg(std::span<const DrawnGraph> graphs, const DrawingOptions& options = {},
                                 std::size_t columns = 0);

// Labels of a walk.
struct WalkLabels {
  std::vector<std::string> nodes = {};  // of the nodes, by order of their first visits; empty: none
  std::vector<std::string> steps = {};  // of the steps; empty: none
};
// A walk as the graph that it traces. Nodes have the number of their first visit or their label, edges the numbers of
// the steps that follow them; the first node has a ring. Options as for graphs, except `style` and `text`. Throws
// Error(usage) for labels of another number.
[[nodiscard]] std::string to_svg(const AnonymousWalk& walk, const WalkLabels& labels = {},
                                 const DrawingOptions& options = {});

}  // namespace awe
