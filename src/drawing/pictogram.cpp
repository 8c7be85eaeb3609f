// Walks as pictures: the graph that a walk traces, with the numbers of its steps. O(length^2).
#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "awe/drawing.h"
#include "awe/error.h"
#include "awe/graph_builder.h"
#include "drawing/canvas.h"
#include "drawing/layout.h"
#include "drawing/looks.h"
#include "plots/svg_text.h"

namespace awe {
namespace {

using Ends = std::pair<std::uint8_t, std::uint8_t>;

Ends ends_of(std::uint8_t from, std::uint8_t to) { return {std::min(from, to), std::max(from, to)}; }

// Mirrors the places if the first node is right of the others.
void face_right(std::vector<Place>& places) {
  double sum = 0;
  for (const Place& place : places) sum += place.x - places.front().x;
  if (sum >= 0) return;
  for (Place& place : places) place.x = -place.x;
}

}  // namespace

std::string to_svg(const AnonymousWalk& walk, const WalkLabels& labels, const DrawingOptions& options) {
  const std::size_t names = walk.empty() ? 0 : *std::max_element(walk.begin(), walk.end());
  if (!labels.nodes.empty() && labels.nodes.size() != names) {
    throw Error(ErrorKind::usage, "the labels of a walk need one label per node");
  }
  if (!labels.steps.empty() && labels.steps.size() + 1 != walk.size()) {
    throw Error(ErrorKind::usage, "the labels of a walk need one label per step");
  }
  std::map<Ends, std::string> steps;  // the text of an edge
  GraphBuilder builder(BuildOptions{.self_loops = SelfLoops::keep});
  builder.set_num_nodes(static_cast<NodeId>(names), 1);
  for (std::size_t i = 1; i < walk.size(); ++i) {
    const Ends ends = ends_of(walk[i - 1], walk[i]);
    std::string& text = steps[ends];
    text += text.empty() ? "" : " ";
    text += std::to_string(i);
    builder.add_edge(static_cast<NodeId>(ends.first - 1), static_cast<NodeId>(ends.second - 1));
  }
  // Labels that are bonds are drawn as such, others are written.
  const bool bonds = !labels.steps.empty() && std::all_of(labels.steps.begin(), labels.steps.end(), [](const auto& l) {
    return drawing::bond_of(l).has_value();
  });
  std::map<Ends, std::string> label_of;
  for (std::size_t i = 1; i < walk.size() && !labels.steps.empty(); ++i) {
    label_of.emplace(ends_of(walk[i - 1], walk[i]), labels.steps[i - 1]);
  }
  const Graph graph = std::move(builder).build();
  DrawingOptions plain = options;
  plain.style = DrawingStyle::graph;
  plain.text = NodeText::id;
  drawing::Looks looks = drawing::looks_of(graph, plain, {});
  std::map<std::string, std::size_t> colours;
  for (const std::string& label : labels.nodes) colours.emplace(label, colours.size());
  for (std::size_t i = 0; i < labels.nodes.size(); ++i) {
    const std::size_t colour = colours.at(labels.nodes[i]);
    looks.nodes[i].text = labels.nodes[i];
    looks.nodes[i].note += ": " + labels.nodes[i];
    looks.nodes[i].fill = plots::series_colour(colour);
    looks.nodes[i].text_colour = plots::is_light_colour(colour) ? "#111111" : "#ffffff";
  }
  if (!looks.nodes.empty()) looks.nodes.front().ring = true;
  looks.bonds = bonds;
  for (drawing::EdgeLook& edge : looks.edges) {
    const Ends ends = ends_of(static_cast<std::uint8_t>(edge.from + 1), static_cast<std::uint8_t>(edge.to + 1));
    edge.text = steps.at(ends);
    edge.note = "steps " + edge.text;
    if (labels.steps.empty()) continue;
    edge.note = label_of.at(ends) + ", " + edge.note;
    if (bonds) {
      edge.bond = *drawing::bond_of(label_of.at(ends));
    } else {
      edge.text = label_of.at(ends) + ": " + edge.text;
    }
  }
  std::vector<Place> places = drawing::lay_out(graph, options.layout, false);
  face_right(places);
  const double width = options.width, height = options.height;
  return drawing::page_head(width, height, options.theme, "walk " + to_string(walk)) +
         drawing::graph_svg(looks, places, {0, 0, width, height}) + "</svg>\n";
}

}  // namespace awe
