// The Weisfeiler-Lehman colours of the nodes of one graph, round by round, for blocks that use several rounds: every
// round is computed once. Names are those of labels/graph_labels.h. Cost: O(nodes log nodes + arcs log degree) per
// round; a name is written once per colour.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "awe/graph.h"

namespace awe::labels {

class ColourRounds {
 public:
  // The colours of round 0 are the node labels, or degrees if there are none. The graph must outlive this object.
  explicit ColourRounds(const Graph& graph);

  // The colours after so many rounds as labels, whose names ascend.
  [[nodiscard]] LabelColumn after(int rounds);

 private:
  // The colours of one round: by number, a hash that represents the whole neighbourhood, and the name.
  struct Round {
    std::vector<std::uint32_t> colour_of;  // by node
    std::vector<std::uint64_t> hashes;
    std::vector<std::string> names;
  };
  [[nodiscard]] Round refined(const Round& before) const;
  [[nodiscard]] std::string name_of(NodeId node, const Round& before, std::uint64_t hash) const;

  const Graph& graph_;
  std::vector<Round> rounds_;
};

}  // namespace awe::labels
