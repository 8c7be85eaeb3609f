#include "drawing/looks.h"

#include <algorithm>
#include <cmath>

#include "awe/error.h"
#include "base/number.h"
#include "plots/svg_text.h"

namespace awe::drawing {
namespace {

constexpr const char* kAbove = "#D55E00";
constexpr const char* kBelow = "#0072B2";
constexpr std::size_t kMostNames = 12;  // labels that the legend names
constexpr std::size_t kMostTexts = 40;  // edges whose labels and weights are written

std::string called(const std::string& label, const std::map<std::string, std::string>& names) {
  const auto found = names.find(label);
  return found == names.end() ? label : found->second;
}

std::vector<std::string> called(const LabelColumn& labels, const std::map<std::string, std::string>& names) {
  std::vector<std::string> all;
  for (const std::string& label : labels.names) all.push_back(called(label, names));
  return all;
}

bool is_molecule(const Graph& graph, const std::vector<std::string>& node_names,
                 const std::vector<std::string>& edge_names) {
  return !graph.directed() && !graph.node_labels().empty() &&
         std::all_of(node_names.begin(), node_names.end(), [](const auto& n) { return !element_of(n).empty(); }) &&
         std::all_of(edge_names.begin(), edge_names.end(), [](const auto& n) { return bond_of(n).has_value(); });
}

double check(const Graph& graph, const Evidence& evidence) {
  if (!evidence.nodes.empty() && evidence.nodes.size() != graph.num_nodes()) {
    throw Error(ErrorKind::usage, "evidence of nodes needs one number per node");
  }
  if (!evidence.edges.empty() && evidence.edges.size() != graph.num_edges()) {
    throw Error(ErrorKind::usage, "evidence of edges needs one number per edge");
  }
  double largest = 0;
  for (const auto* values : {&evidence.nodes, &evidence.edges}) {
    for (const double value : *values) {
      if (!std::isfinite(value)) throw Error(ErrorKind::numeric, "evidence that is not a finite number");
      largest = std::max(largest, std::abs(value));
    }
  }
  if (!std::isfinite(evidence.scale) || evidence.scale < 0) {
    throw Error(ErrorKind::usage, "the scale of evidence must be a number from 0");
  }
  return evidence.scale > 0 ? evidence.scale : largest > 0 ? largest : 1;
}

// Four digits.
std::string short_real(double value) {
  if (value == 0) return "0";
  double unit = 1;
  while (std::abs(value) * unit < 1000 && unit < 1e12) unit *= 10;
  return base::format_real(std::floor(value * unit + 0.5) / unit);
}

struct Names {
  std::vector<std::string> nodes, edges;  // by number of the label
};

std::string text_of(const Graph& graph, const Names& names, NodeId node, NodeText kind) {
  const bool labelled = !graph.node_labels().empty();
  if (kind == NodeText::id) return graph.node_ids().name(node);
  if (!labelled || kind == NodeText::none) return "";
  const std::string& label = names.nodes[graph.node_labels().ids[node]];
  return kind == NodeText::label || label.size() <= 3 ? label : "";
}

void add_nodes(Looks& looks, const Graph& graph, const DrawingOptions& options, const Names& names) {
  const bool labelled = !graph.node_labels().empty();
  for (NodeId node = 0; node < graph.num_nodes(); ++node) {
    NodeLook look;
    look.text = text_of(graph, names, node, options.text);
    look.note = graph.node_ids().name(node);
    std::uint32_t colour = 0;
    if (labelled) {
      colour = graph.node_labels().ids[node];
      look.note += ": " + names.nodes[colour];
    }
    if (looks.molecule) {
      if (labelled) look.text_colour = element_colour(element_of(names.nodes[colour]));
      // Carbon inside chains and rings is a corner of lines.
      const bool corner = look.text == "C" && graph.degree(node) > 1;
      if (corner && options.text == NodeText::automatic) look.text.clear();
    } else {
      look.fill = plots::series_colour(colour);
      look.text_colour = plots::is_light_colour(colour) ? "#111111" : "#ffffff";
    }
    looks.nodes.push_back(std::move(look));
  }
}

void add_edges(Looks& looks, const Graph& graph, const DrawingOptions& options, const Names& names) {
  const bool labelled = !graph.edge_labels().empty();
  const auto weights = graph.arc_weights();
  const double heaviest = weights.empty() ? 1 : *std::max_element(weights.begin(), weights.end());
  const bool texts = graph.num_edges() <= kMostTexts && options.text != NodeText::none && options.width >= 160;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    const auto row = graph.neighbours(u);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::uint64_t place = graph.offsets()[u] + i;
      const NodeId v = row[i];
      if (!graph.directed() && v < u) continue;
      EdgeLook look;
      look.from = u;
      look.to = v;
      look.twin = graph.directed() && u != v && graph.has_arc(v, u);
      if (labelled) {
        const std::string& name = names.edges[graph.edge_labels().ids[place]];
        look.note = name;
        if (looks.molecule) look.bond = bond_of(name).value_or(Bond::single);
        if (texts && !looks.molecule) look.text = name;
      }
      if (!weights.empty()) {
        const std::string weight = short_real(weights[place]);
        look.note += (look.note.empty() ? "weight " : ", weight ") + weight;
        if (texts) look.text += (look.text.empty() ? "" : ", ") + weight;
        look.width = 0.8 + 3.2 * weights[place] / heaviest;
      }
      looks.edges.push_back(std::move(look));
    }
  }
}

void name_labels(Looks& looks, const Names& names) {
  for (std::size_t i = 0; i < std::min(names.nodes.size(), kMostNames); ++i) {
    looks.legend.push_back({plots::series_colour(i), names.nodes[i]});
  }
  if (names.nodes.size() > kMostNames) {
    looks.legend.push_back({"none", "and " + std::to_string(names.nodes.size() - kMostNames) + " more"});
  }
}

void show(Looks& looks, const Evidence& evidence, double scale) {
  const auto colour = [](double value) { return value < 0 ? kBelow : kAbove; };
  const auto strength = [&](double value) { return std::min(1.0, std::abs(value) / scale); };
  for (std::size_t i = 0; i < looks.nodes.size(); ++i) {
    NodeLook& look = looks.nodes[i];
    const double value = evidence.nodes.empty() ? 0 : evidence.nodes[i];
    look.fill = value == 0 ? "none" : colour(value);
    look.strength = strength(value);
    look.text_colour = "currentColor";
    if (!evidence.nodes.empty()) look.note += ", " + short_real(value);
  }
  for (std::size_t i = 0; i < evidence.edges.size(); ++i) {
    EdgeLook& look = looks.edges[i];
    look.note += (look.note.empty() ? "" : ", ") + short_real(evidence.edges[i]);
    if (evidence.edges[i] == 0) continue;
    look.halo = colour(evidence.edges[i]);
    look.strength = strength(evidence.edges[i]);
  }
  const auto any = [&](auto test) {
    return std::any_of(evidence.nodes.begin(), evidence.nodes.end(), test) ||
           std::any_of(evidence.edges.begin(), evidence.edges.end(), test);
  };
  looks.legend.clear();
  if (any([](double value) { return value > 0; })) looks.legend.push_back({kAbove, evidence.above});
  if (any([](double value) { return value < 0; })) looks.legend.push_back({kBelow, evidence.below});
}

}  // namespace

Looks looks_of(const Graph& graph, const DrawingOptions& options, const Evidence& evidence) {
  for (const int size : {options.width, options.height}) {
    if (size < 16 || size > 10'000) throw Error(ErrorKind::usage, "the `size` of a drawing must be 16 .. 10000 pixels");
  }
  const double scale = check(graph, evidence);
  const Names names{called(graph.node_labels(), options.node_names), called(graph.edge_labels(), options.edge_names)};
  Looks looks;
  looks.molecule = options.style == DrawingStyle::molecule ||
                   (options.style == DrawingStyle::automatic && is_molecule(graph, names.nodes, names.edges));
  looks.bonds = looks.molecule;
  looks.arrows = graph.directed();
  add_nodes(looks, graph, options, names);
  add_edges(looks, graph, options, names);
  if (!looks.molecule && !graph.node_labels().empty()) name_labels(looks, names);
  if (!evidence.nodes.empty() || !evidence.edges.empty()) show(looks, evidence, scale);
  return looks;
}

}  // namespace awe::drawing
