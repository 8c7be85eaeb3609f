// How one graph looks, before it has places: names of its labels, style, colours, texts and notes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "awe/drawing.h"
#include "drawing/molecule.h"

namespace awe::drawing {

struct NodeLook {
  std::string text;                          // in the node, or the symbol of an atom; empty: none
  std::string text_colour = "currentColor";  // of the text
  std::string note;                          // shown on hover
  std::string fill = "none";                 // colour of the circle
  double strength = 1;                       // opacity of the fill
  bool ring = false;                         // a second circle around it
};

struct EdgeLook {
  NodeId from = 0, to = 0;
  std::string text;          // beside its middle; empty: none
  std::string note;          // shown on hover
  Bond bond = Bond::single;  // of a molecule
  double width = 1.2;        // of the line
  std::string halo;          // colour below it; empty: none
  double strength = 1;       // opacity of the halo
  bool twin = false;         // there is an arc in the other direction, too
};

struct LegendEntry {
  std::string colour, name;
  double strength = 1;
};

struct Looks {
  bool molecule = false;
  bool bonds = false;  // edges are drawn by their bonds
  bool arrows = false;
  std::vector<NodeLook> nodes;
  std::vector<EdgeLook> edges;  // in the order of edges_of
  std::vector<LegendEntry> legend;
};

// Throws Error: usage for a size outside its range or evidence of another length, numeric for evidence that is not
// finite.
[[nodiscard]] Looks looks_of(const Graph& graph, const DrawingOptions& options, const Evidence& evidence);

}  // namespace awe::drawing
