// Reads all graphs of an input, three times, with very different options. One-line errors of the library are fine;
// every other exception, a crash or a graph that breaks its invariants is a finding.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "awe/error.h"
#include "readers/formats.h"

namespace awe::fuzz {

inline void require(bool holds) {
  if (!holds) std::abort();
}

inline void check(const Graph& graph) {
  require(graph.offsets().size() == graph.num_nodes() + std::size_t{1} && graph.offsets().back() == graph.num_arcs());
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    const auto row = graph.neighbours(u);
    for (std::size_t i = 0; i < row.size(); ++i) {
      require(row[i] < graph.num_nodes() && (i == 0 || row[i - 1] < row[i]));
      require(graph.directed() || graph.has_arc(row[i], u));
    }
  }
  for (const double weight : graph.arc_weights()) require(weight > 0);
  require(graph.node_labels().empty() || graph.node_labels().ids.size() == graph.num_nodes());
  require(graph.edge_labels().empty() || graph.edge_labels().ids.size() == graph.num_arcs());
  require(graph.node_attributes().size() == graph.num_nodes() * graph.attribute_width());
}

template <class Open>
int drain(const std::uint8_t* data, std::size_t size, Open open) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  ReadOptions all, plain;
  all.weights = WeightUse::automatic;
  all.self_loops = SelfLoops::keep;
  plain.directed = true;
  ReadOptions keys;
  keys.weights = WeightUse::automatic;
  keys.node_label_key = "color";
  keys.edge_label_key = "kind";
  keys.class_key = "y";
  keys.weight_key = "w";
  for (const ReadOptions& options : {all, plain, keys}) {
    try {
      const auto graphs = open(bytes, options);
      while (const auto graph = graphs->next()) check(*graph);
    } catch (const Error& error) {
      require(std::string_view(error.what()).starts_with("input"));
    }
  }
  return 0;
}

}  // namespace awe::fuzz
