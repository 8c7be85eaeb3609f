// What a kernel between two graphs reads of each: arcs, and the labels of nodes and arcs as hashes of their names,
// which mean the same in every graph. Nodes are numbered by label, so that those of one label are neighbours in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "awe/graph.h"
#include "awe/hash.h"
#include "awe/label_rule.h"
#include "labels/codebook.h"

namespace awe::graph_kernels {

struct LabelledGraph {
  struct Arc {
    NodeId to;
    std::uint32_t label;  // in edge_labels; 0 without labels
    auto operator<=>(const Arc&) const = default;
  };
  std::vector<Hash128> labels;         // of nodes, ascending; one of zeros if nodes have none
  std::vector<std::uint32_t> ends;     // nodes of labels[i] are ends[i - 1] .. ends[i] - 1, the first from 0
  std::vector<Hash128> edge_labels;    // ascending; empty if edges have none
  std::vector<std::uint64_t> offsets;  // arcs of node u are offsets[u] .. offsets[u + 1] - 1
  std::vector<Arc> arcs;               // ascending within a node

  [[nodiscard]] NodeId num_nodes() const noexcept { return static_cast<NodeId>(offsets.size() - 1); }
  [[nodiscard]] NodeId first_of(std::size_t label) const noexcept { return label == 0 ? 0 : ends[label - 1]; }
  bool operator==(const LabelledGraph&) const = default;
};

// `simple`: edges without directions, weights and self-loops. Throws Error(usage), naming the graph, if it lacks
// labels.
[[nodiscard]] LabelledGraph labelled_graph(const Graph& graph, const LabelRule& rule, const labels::Codebook* codebook,
                                           bool simple);

// Hash of all that it holds.
[[nodiscard]] Hash128 fingerprint(const LabelledGraph& graph);

// One line of numbers and hexadecimal hashes, and back; nullopt for a line that makes no sense.
[[nodiscard]] std::string to_text(const LabelledGraph& graph);
[[nodiscard]] std::optional<LabelledGraph> labelled_graph_of(std::string_view text);

}  // namespace awe::graph_kernels
