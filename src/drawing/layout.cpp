#include "drawing/layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "awe/error.h"
#include "base/counted.h"
#include "drawing/component.h"
#include "drawing/stress.h"
#include "drawing/tree_layers.h"
#include "drawing/turn.h"

namespace awe {
namespace drawing {
namespace {

constexpr double kMaxWidth = 5;  // of a tree in layers, as a multiple of its depth
constexpr double kGap = 1.4;     // between components

// Nodes on a circle, in this order, neighbours on it at distance 1.
std::vector<Place> on_circle(const std::vector<std::uint32_t>& order) {
  std::vector<Place> places(order.size());
  const double count = static_cast<double>(order.size());
  if (order.size() < 2) return places;
  const double radius = 0.5 / turn(0.5 / count).y;
  for (std::size_t i = 0; i < order.size(); ++i) {
    // The first node is at the top.
    const Place direction = turn(static_cast<double>(i) / count + 0.75);
    places[order[i]] = {radius * direction.x, radius * direction.y};
  }
  return places;
}

// The nodes of a path or a ring one after the other.
std::vector<std::uint32_t> along(const Component& component) {
  const auto end = std::find_if(component.neighbours.begin(), component.neighbours.end(),
                                [](const auto& row) { return row.size() < 2; });
  const std::size_t first =
      end == component.neighbours.end() ? 0 : static_cast<std::size_t>(end - component.neighbours.begin());
  std::vector<std::uint32_t> order{static_cast<std::uint32_t>(first)};
  std::vector<bool> seen(component.size(), false);
  seen[first] = true;
  while (order.size() < component.size()) {
    const auto& row = component.neighbours[order.back()];
    const auto next = std::find_if(row.begin(), row.end(), [&](std::uint32_t v) { return !seen[v]; });
    order.push_back(*next);
    seen[*next] = true;
  }
  return order;
}

std::vector<Place> on_line(const std::vector<std::uint32_t>& order) {
  std::vector<Place> places(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) places[order[i]] = {static_cast<double>(i), 0};
  return places;
}

std::vector<Place> in_layers(TreeLayers tree) {
  const double gap = tree.depth > 0 ? std::clamp(tree.width / (1.6 * tree.depth), 1.0, 2.0) : 1;
  for (Place& place : tree.places) place.y *= gap;
  return std::move(tree.places);
}

std::vector<Place> places_of(const Component& component, LayoutKind kind, bool layered) {
  if (kind == LayoutKind::stress) return stress_places(component);
  if (kind == LayoutKind::layers) return in_layers(tree_layers(component));
  std::vector<std::uint32_t> order(component.size());
  std::iota(order.begin(), order.end(), 0u);
  if (kind == LayoutKind::circle) return on_circle(order);
  if (component.is_ring()) return on_circle(along(component));
  if (component.is_complete()) return on_circle(order);
  if (component.is_tree() && layered) {
    if (component.is_path()) return on_line(along(component));
    TreeLayers tree = tree_layers(component);
    if (tree.width <= kMaxWidth * tree.depth && component.size() <= kFullLayoutNodes) return in_layers(std::move(tree));
  }
  return stress_places(component);
}

struct Box {
  std::size_t component = 0;
  double left = 0, top = 0, width = 0, height = 0;
};

Box box_of(const std::vector<Place>& places) {
  Box box;
  double right = places.front().x, bottom = places.front().y;
  box.left = right;
  box.top = bottom;
  for (const Place& place : places) {
    box.left = std::min(box.left, place.x);
    box.top = std::min(box.top, place.y);
    right = std::max(right, place.x);
    bottom = std::max(bottom, place.y);
  }
  box.width = right - box.left;
  box.height = bottom - box.top;
  return box;
}

// Puts the components in rows, the highest first, so that the whole is about a square. Returns how far each moves.
std::vector<Place> pack(std::vector<Box> boxes) {
  std::stable_sort(boxes.begin(), boxes.end(), [](const Box& a, const Box& b) { return a.height > b.height; });
  double area = 0, widest = 0;
  for (const Box& box : boxes) {
    area += (box.width + kGap) * (box.height + kGap);
    widest = std::max(widest, box.width);
  }
  const double limit = std::max(widest, 1.1 * std::sqrt(area));
  std::vector<Place> moves(boxes.size());
  double x = 0, y = 0, row = 0;
  for (const Box& box : boxes) {
    if (x > 0 && x + box.width > limit) {
      x = 0;
      y += row + kGap;
      row = 0;
    }
    row = std::max(row, box.height);
    moves[box.component] = {x - box.left, y - box.top};
    x += box.width + kGap;
  }
  return moves;
}

}  // namespace

std::vector<Place> lay_out(const Graph& graph, LayoutKind kind, bool layered) {
  if (graph.num_nodes() > kMaxDrawnNodes || graph.num_edges() > kMaxDrawnEdges) {
    throw Error(ErrorKind::limit, (graph.name().empty() ? std::string("a graph") : "graph '" + graph.name() + "'") +
                                      " has " + base::counted(graph.num_nodes(), "node") + " and " +
                                      base::counted(graph.num_edges(), "edge") + "; at most " +
                                      std::to_string(kMaxDrawnNodes) + " nodes and " + std::to_string(kMaxDrawnEdges) +
                                      " edges are drawn");
  }
  const std::vector<Component> components = components_of(graph);
  std::vector<std::vector<Place>> parts;
  std::vector<Box> boxes;
  for (const Component& component : components) {
    parts.push_back(places_of(component, kind, layered));
    boxes.push_back(box_of(parts.back()));
    boxes.back().component = boxes.size() - 1;
  }
  const std::vector<Place> moves = pack(std::move(boxes));
  std::vector<Place> places(graph.num_nodes());
  for (std::size_t c = 0; c < components.size(); ++c) {
    for (std::size_t i = 0; i < components[c].size(); ++i) {
      places[components[c].nodes[i]] = {parts[c][i].x + moves[c].x, parts[c][i].y + moves[c].y};
    }
  }
  return places;
}

}  // namespace drawing

std::vector<Place> layout(const Graph& graph, LayoutKind kind) { return drawing::lay_out(graph, kind, true); }

std::vector<std::pair<NodeId, NodeId>> edges_of(const Graph& graph) {
  std::vector<std::pair<NodeId, NodeId>> edges;
  edges.reserve(graph.num_edges());
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      if (graph.directed() || u <= v) edges.emplace_back(u, v);
    }
  }
  return edges;
}

}  // namespace awe
