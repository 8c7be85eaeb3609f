#include "page/packed_graph.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "drawing/layout.h"
#include "drawing/looks.h"

namespace awe::page {
namespace {

constexpr char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::uint32_t kLargest = 4095;

std::string called(const std::string& label, const std::map<std::string, std::string>& names) {
  const auto found = names.find(label);
  return found == names.end() ? label : found->second;
}

void pack_places(PackedGraph& made, const std::vector<Place>& places) {
  if (places.empty()) return;
  double left = places[0].x, right = left, top = places[0].y, bottom = top;
  for (const Place& place : places) {
    left = std::min(left, place.x);
    right = std::max(right, place.x);
    top = std::min(top, place.y);
    bottom = std::max(bottom, place.y);
  }
  const double side = std::max({right - left, bottom - top, 1e-9});
  const double unit = kLargest / side;
  made.step = std::min(unit, static_cast<double>(kLargest));
  // The shorter side is centred.
  const double x = left - (side - (right - left)) / 2, y = top - (side - (bottom - top)) / 2;
  const auto whole = [](double value) {
    return static_cast<std::uint32_t>(std::clamp(std::floor(value + 0.5), 0.0, static_cast<double>(kLargest)));
  };
  for (const Place& place : places) {
    append_pair(made.places, whole((place.x - x) * unit));
    append_pair(made.places, whole((place.y - y) * unit));
  }
}

// The first name, if it is a number.
std::uint64_t first_number(const std::vector<std::string>& names) {
  std::uint64_t value = 0;
  if (!names.empty()) std::from_chars(names[0].data(), names[0].data() + names[0].size(), value);
  return value;
}

}  // namespace

void append_pair(std::string& out, std::uint32_t value) {
  const std::uint32_t kept = std::min(value, kLargest);
  out += kLetters[kept / 64];
  out += kLetters[kept % 64];
}

std::uint32_t NameTable::number(const std::string& name) {
  const auto [at, fresh] = numbers_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
  if (fresh) names_.push_back(name);
  return at->second;
}

bool is_drawn(const Graph& graph) {
  return graph.num_nodes() <= kMostPackedNodes && graph.num_edges() <= kMostPackedEdges;
}

std::vector<Place> places_of(const Graph& graph, const DrawingOptions& options) {
  if (!is_drawn(graph)) return {};
  const bool molecule = drawing::looks_of(graph, options, {}).molecule;
  return drawing::lay_out(graph, options.layout, !molecule);
}

PackedGraph packed(const Graph& graph, const std::vector<Place>& places, const DrawingOptions& options,
                   NameTable& node_labels, NameTable& edge_labels) {
  PackedGraph made;
  made.drawn = is_drawn(graph);
  made.directed = graph.directed();
  if (!made.drawn) return made;
  const drawing::Looks looks = drawing::looks_of(graph, options, {});
  made.molecule = looks.molecule;
  pack_places(made, places);
  for (NodeId node = 0; node < graph.num_nodes(); ++node) {
    if (graph.node_labels().empty()) break;
    append_pair(made.labels, node_labels.number(called(graph.node_labels().name_of(node), options.node_names)));
  }
  for (const drawing::EdgeLook& edge : looks.edges) {
    append_pair(made.edges, edge.from);
    append_pair(made.edges, edge.to);
    if (graph.edge_labels().empty()) continue;
    if (looks.molecule) {
      append_pair(made.bonds, static_cast<std::uint32_t>(edge.bond));
    } else {
      append_pair(made.bonds, edge_labels.number(edge.note));
    }
  }
  for (NodeId node = 0; node < graph.num_nodes(); ++node) made.names.push_back(graph.node_ids().name(node));
  made.first = first_number(made.names);
  bool numbers = true;
  for (std::size_t node = 0; node < made.names.size(); ++node) {
    numbers = numbers && made.names[node] == std::to_string(made.first + node);
  }
  if (numbers) made.names.clear();
  return made;
}

std::string packed_values(const std::vector<double>& values, double scale) {
  std::string out;
  for (const double value : values) {
    const double level = scale > 0 ? std::floor(31 * value / scale + 0.5) : 0;
    out += kLetters[static_cast<std::size_t>(31 + std::clamp(level, -31.0, 31.0))];
  }
  return out;
}

}  // namespace awe::page
